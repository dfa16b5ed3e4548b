package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files in {@code config} by which an operator deploys the service, judged by the tools that read them. */
class PackagesIT {

    private static final Path CONFIG = Artifacts.root().resolve("config");

    /** Exposure levels go from 0 (safe) to 10. */
    private static final double EXPOSURE_MAX = 2.0;

    /** Three, of a bank of some 40 million accounts. */
    private static final int SNAPSHOTS_GIB = 1;

    /** Of a volume with ext4, a twentieth is reserved, and tables and its own journal take the rest of 7 %. */
    private static final double FILE_SYSTEM_SHARE = 0.93;

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @Test
    void noPackagedFormFoundsABankWhenItStarts() throws IOException {
        try (Stream<Path> files = Stream.of("Dockerfile", "systemd", "kubernetes", "postgresql", "mariadb")
                .map(CONFIG::resolve)
                .flatMap(PackagesIT::walk)) {
            List<Path> packaged = files.filter(Files::isRegularFile).toList();
            assertThat(packaged).hasSizeGreaterThan(5);
            for (Path file : packaged) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("--found", "bank.found");
            }
        }
    }

    @Test
    void everyPackagedFormEndsWhenItIsOutOfMemoryAndStartsQuickly() throws IOException {
        for (Path file : List.of(
                Artifacts.root().resolve("bank"),
                CONFIG.resolve("image").resolve("jvm.options"),
                CONFIG.resolve("systemd").resolve("bank.service"))) {
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .contains(
                            "-XX:+ExitOnOutOfMemoryError",
                            "-XX:Tier4InvocationThreshold=50000",
                            "-XX:Tier4MinInvocationThreshold=6000",
                            "-XX:Tier4CompileThreshold=150000",
                            "-XX:Tier4BackEdgeThreshold=400000",
                            "-Djdk.reflect.useNativeAccessorOnly=true");
        }
        for (Path image : List.of(CONFIG.resolve("Dockerfile"), Artifacts.root().resolve("bank-server/pom.xml"))) {
            assertThat(Files.readString(image)).as(image.toString()).contains("@/opt/bank/jvm.options");
        }
    }

    /** An AOT cache records the levels of the run that makes it, and every start takes each method to its level. */
    @Test
    void cachesOfStartsAreMadeAtLevel2OfTheCompilersWithTheReflectionOfTheService(@TempDir Path root)
            throws IOException {
        Files.createFile(Files.createDirectory(root.resolve("server")).resolve("bank-server.jar"));
        Files.createFile(root.resolve("server/classes.aot.unfinished.1"));
        Path java = root.resolve("java");
        Path runs = root.resolve("runs");
        LauncherTree.script(java, """
                echo "$*" >>'%s'
                for option; do
                  case $option in
                    -XX:AOTCacheOutput=*)
                      echo cache >"${option#*=}"
                      echo ready
                      ;;
                  esac
                done
                """.formatted(runs));
        Path cache = root.resolve("server/classes.aot");
        CommandRun prepared = CommandRun.of(
                CONFIG.resolve("prepare-server").toString(),
                java.toString(),
                root.resolve("unused.jar").toString(),
                root.resolve("server").toString(),
                cache.toString());
        assertThat(prepared.exitCode()).as(prepared.toString()).isZero();
        assertThat(cache).hasContent("cache");
        assertThat(root.resolve("server")).isDirectoryNotContaining("glob:**.unfinished*");
        String run = Files.readAllLines(runs).get(0);
        assertThat(run).contains("-XX:AOTCacheOutput=", "-Djdk.reflect.useNativeAccessorOnly=true");
        assertThat(run.split(" "))
                .filteredOn(option -> option.contains("TieredStopAtLevel"))
                .containsExactly("-XX:TieredStopAtLevel=2");
        assertThat(Files.readString(CONFIG.resolve("image/aot-cache"))).contains("-XX:TieredStopAtLevel=2");
    }

    /** The image of the profile has a class path, for which the manifest of the jar does not count. */
    @Test
    void theImageGrantsWhatTheManifestGrants() throws IOException {
        List<String> granted = Files.readAllLines(CONFIG.resolve("image").resolve("modules.options"));
        try (JarFile jar = new JarFile(Artifacts.serverJar().toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            for (String option : List.of("Add-Opens", "Add-Exports")) {
                String flag = "--" + option.toLowerCase(Locale.ROOT) + "=";
                assertThat(granted)
                        .containsAll(Stream.of(manifest.getValue(option).split(" "))
                                .map(name -> flag + name + "=ALL-UNNAMED")
                                .toList());
            }
        }
    }

    /** The file system is read-only to the unit otherwise. */
    @Test
    void theUnitMayWriteTheAuditLogWhereTheDocumentationPutsIt() throws IOException {
        String page = Files.readString(Artifacts.root().resolve("docs/how-to/secure-the-service.md"));
        String directory = found("file: /var/log/([a-z]+)/audit\\.log", page);
        assertThat(Files.readAllLines(CONFIG.resolve("systemd").resolve("bank.service")))
                .contains("LogsDirectory=" + directory, "LogsDirectoryMode=0700");
    }

    private static Stream<Path> walk(Path file) {
        try {
            return Files.walk(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bank.service", "bank-backup.service"})
    void theUnitsAreHardened(String name) {
        Path unit = CONFIG.resolve("systemd").resolve(name);
        assume("systemd-analyze", "--version");
        CommandRun run = CommandRun.of("systemd-analyze", "security", "--offline=yes", unit.toString());
        Matcher exposure = Pattern.compile("Overall exposure level for " + name + ": ([0-9.]+)")
                .matcher(run.stdout());
        assertThat(exposure.find()).as(run.toString()).isTrue();
        assertThat(Double.parseDouble(exposure.group(1))).isLessThanOrEqualTo(EXPOSURE_MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bank.service", "bank-backup.service", "bank-backup.timer"})
    void theUnitsAreUnderstood(String name) {
        assume("systemd-analyze", "--version");
        CommandRun verified = CommandRun.of(
                "systemd-analyze",
                "--man=no",
                "verify",
                CONFIG.resolve("systemd").resolve(name).toString());
        // The Java and the user of the machine that it will be installed on are missing here.
        assertThat(verified.stderr().lines().filter(line -> line.contains(name)))
                .as(verified.toString())
                .noneMatch(line -> line.contains("Unknown")
                        || line.contains("Failed to parse")
                        || line.contains("Invalid syntax"));
    }

    /** Both ask a running service, as their own command lines say; the service of this test has no tokens. */
    @Test
    void theBackupsOnAScheduleAreTaken() throws IOException {
        String unit = Files.readString(CONFIG.resolve("systemd").resolve("bank-backup.service"));
        String job = Files.readString(CONFIG.resolve("kubernetes").resolve("backup.yaml"));
        String withoutFile = found("\nSetCredential=operator.token:(.*)", unit).replace("\\n", "\n");
        String command = found("-jar /opt/bank/bank-server.jar (backup .*)", unit);
        String tokenOption = found("\nEnvironment=\"TOKEN_OPTION=(.*)\"", unit);
        assertBackup(withoutFile, command.replace("$TOKEN_OPTION", tokenOption).split(" "));
        // Of an operator with a certificate, who sets it to nothing.
        assertBackup(withoutFile, command.replace(" $TOKEN_OPTION", "").split(" "));
        assertBackup(
                "a-token\n",
                found("args: \\[(backup,.*)]", job).replace("\"", "").split(", "));
        assume("systemd-analyze", "--version");
        String timer = Files.readString(CONFIG.resolve("systemd").resolve("bank-backup.timer"));
        assertThat(CommandRun.failure("systemd-analyze", "calendar", found("\nOnCalendar=(.*)", timer)))
                .isEmpty();
    }

    /** As their command lines say, too. */
    @Test
    void theBackupsOnAScheduleWaitForTheService() throws IOException {
        String unit = Files.readString(CONFIG.resolve("systemd").resolve("bank-backup.service"));
        String job = Files.readString(CONFIG.resolve("kubernetes").resolve("backup.yaml"));
        String tokenOption = found("\nEnvironment=\"TOKEN_OPTION=(.*)\"", unit);
        assertThat(unit).contains("\nExecStartPre=-/usr/bin/java ");
        for (String command : List.of(
                found("-jar /opt/bank/bank-server.jar (status .* --wait \\d+m)\n", unit)
                        .replace("$TOKEN_OPTION", tokenOption),
                found("args:\n *\\[(status,.* --wait, \\d+m)]", job)
                        .replace("\"", "")
                        .replace(", ", " "))) {
            CommandRun run = asked("a-token\n", command.split(" "));
            assertThat(run.exitCode()).as(run.toString()).isZero();
        }
    }

    private static void assertBackup(String tokenFile, String... arguments) throws IOException {
        CommandRun run = asked(tokenFile, arguments);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        Matcher name = Pattern.compile("^backup-\\S+(?=, in the server's backup directory)")
                .matcher(run.stdout());
        assertThat(name.find()).as(run.toString()).isTrue();
        assertThat(SERVER.data().resolve("backups").resolve(name.group())).isDirectory();
    }

    /** Runs a command with the token file and the address of this test. */
    private static CommandRun asked(String tokenFile, String... arguments) throws IOException {
        Path token = Files.createTempFile("bank-it", ".token");
        try {
            Files.writeString(token, tokenFile);
            String[] here = Stream.of(arguments)
                    .map(argument ->
                            argument.endsWith("token") && !argument.startsWith("--") ? token.toString() : argument)
                    .map(argument ->
                            argument.contains("SERVICE_URL") || argument.startsWith("https:") ? url() : argument)
                    .toArray(String[]::new);
            return PreparedServer.run(here);
        } finally {
            Files.delete(token);
        }
    }

    private static String url() {
        return "http://127.0.0.1:" + SERVER.process().httpPort();
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    @Test
    void theManifestsAreOneReplicaThatMayStopInOrder() {
        assume("kubectl", "version", "--client");
        assertThat(kustomized(CONFIG.resolve("kubernetes")))
                .contains("kind: StatefulSet", "replicas: 1", "startupProbe:", "readOnlyRootFilesystem: true")
                .contains("terminationGracePeriodSeconds: 60", "image: bank:")
                .contains("kind: CronJob", "concurrencyPolicy: Forbid", "name: BANK_BACKUP_KEEP")
                .doesNotContain("hostPath:", "prometheus.io/");
    }

    /** Backups share no file with data on another volume, and the next one is made before one is deleted. */
    @Test
    void theVolumesOfKubernetesHoldWhatIsKept() throws IOException {
        Path manifests = CONFIG.resolve("kubernetes");
        String set = Files.readString(manifests.resolve("statefulset.yaml"));
        String storage = Files.readString(manifests.resolve("found").resolve("storage.yaml"));
        int full = number("BANK_JOURNAL_BYTESMAX, value: (\\d+)GB", set)
                + number("BANK_HISTORY_ARCHIVEBYTESMAX, value: (\\d+)GB", set)
                + SNAPSHOTS_GIB;
        int kept = number("BANK_BACKUP_KEEP, value: \"(\\d+)\"", set);
        assertThat(number("name: bank-data\n[\\s\\S]*?storage: (\\d+)Gi", storage))
                .isGreaterThanOrEqualTo(full);
        assertThat(FILE_SYSTEM_SHARE * number("name: bank-backups\n[\\s\\S]*?storage: (\\d+)Gi", storage))
                .as("what BankBackupDiskFull wants free beside the backups that are kept")
                .isGreaterThanOrEqualTo((kept + 1.1) * full);
    }

    private static int number(String pattern, String text) {
        return Integer.parseInt(found(pattern, text));
    }

    /** Only one pod may mount the volume: if the service's pod were there first, the founding would wait for ever. */
    @Test
    void theBankIsFoundedOnKubernetesBeforeThereIsAService() {
        assume("kubectl", "version", "--client");
        assertThat(kustomized(CONFIG.resolve("kubernetes")))
                .doesNotContain("kind: Job", "kind: Namespace", "kind: PersistentVolumeClaim");
        assertThat(kustomized(CONFIG.resolve("kubernetes").resolve("found")))
                .contains("kind: Job", "kind: Namespace", "name: bank-backups", "- ReadWriteOncePod")
                .doesNotContain("kind: StatefulSet");
    }

    private static String kustomized(Path directory) {
        CommandRun run = CommandRun.of("kubectl", "kustomize", directory.toString());
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return run.stdout();
    }

    private static void assume(String... command) {
        String failure = CommandRun.failure(command);
        if (!failure.isEmpty()) {
            System.out.println("skipped: a package is not checked: " + failure);
        }
        assumeTrue(failure.isEmpty(), "not checked: " + failure);
    }
}
