package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bank} in a tree of its own, where the jars are newer than the sources, so that it builds nothing. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherIT {

    @TempDir
    Path root;

    @BeforeEach
    void makeATreeThatIsBuilt() throws IOException {
        Files.copy(Artifacts.root().resolve("bank"), root.resolve("bank"));
        assertThat(root.resolve("bank").toFile().setExecutable(true)).isTrue();
        Files.createDirectory(root.resolve("config"));
        Path preparation = root.resolve("config/prepare-server");
        Files.copy(Artifacts.root().resolve("config/prepare-server"), preparation);
        assertThat(preparation.toFile().setExecutable(true)).isTrue();
        Files.createFile(root.resolve("pom.xml"));
        for (String module : List.of("toolkit", "bank-core", "tpcc", "bank-server", "terminal-sim", "bench-jmh")) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        jar(Artifacts.serverJar(), "bank-server");
        jar(Artifacts.terminalJar(), "terminal-sim");
        jar(Artifacts.laboratoryJar(), "bench-jmh");
        for (Path jar : List.of(Artifacts.terminalJar(), Artifacts.laboratoryJar())) {
            Path target = root.resolve(jar.getName(jar.getNameCount() - 3)).resolve("target");
            Files.createSymbolicLink(target.resolve("lib"), jar.resolveSibling("lib"));
        }
    }

    private void jar(Path jar, String module) throws IOException {
        Path target = Files.createDirectories(root.resolve(module).resolve("target"));
        touched(Files.copy(jar, target.resolve(jar.getFileName().toString())));
        // What the server's jar is packed from; its date is the one that the launcher believes.
        touched(Files.createFile(target.resolve(jar.getFileName() + ".original")));
    }

    private static void touched(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }

    @Test
    void itsHelpNamesTheCommands() {
        CommandRun help = bank("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.stdout())
                .contains("demo")
                .contains("serve")
                .contains("verify")
                .contains("probe");
    }

    @Test
    void noCommandAndAnUnknownOneAreWrongUsage() {
        CommandRun none = bank();
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.stderr().lines()).containsExactly("bank: no command is given.", "Try './bank --help'.");
        assertThat(none.stdout()).isEmpty();
        CommandRun unknown = bank("frobnicate");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.stderr().lines())
                .containsExactly("bank: there is no command 'frobnicate'.", "Try './bank --help'.");
        assertThat(unknown.stdout()).isEmpty();
    }

    @Test
    void aWrongOptionIsWrongUsageInEveryJar() {
        CommandRun simulate = bank("simulate", "--frobnicate");
        assertThat(simulate.exitCode()).as(simulate.toString()).isEqualTo(2);
        assertThat(simulate.stderr()).contains("--frobnicate");
        CommandRun demo = bank("demo", "--frobnicate");
        assertThat(demo.exitCode()).as(demo.toString()).isEqualTo(2);
        assertThat(demo.stderr()).contains("--frobnicate");
        // Not serve, which would prepare fast starts before.
        CommandRun found = bank("found", "--frobnicate");
        assertThat(found.exitCode()).as(found.toString()).isEqualTo(2);
        assertThat(found.stderr()).contains("--frobnicate");
    }

    @Test
    void bothJarsAreOfOneBuildAndTellItWithoutBuildingOrPreparingAnything() throws IOException {
        touched(root.resolve("pom.xml"));
        String server = bank("--version").stdout();
        assertThat(server).matches("DebitCredit \\S+( \\([0-9a-f]{7,}(-dirty)?\\))?, JDK \\S+\\R");
        for (String command : List.of("serve", "demo")) {
            CommandRun version = bank(command, "-V");
            assertThat(version.stdout()).as(version.toString()).isEqualTo(server);
            assertThat(version.stderr()).isEmpty();
        }
    }

    @Test
    void helpAndVersionBuildNothingWhereNoJarIs() throws IOException {
        builds("exit 1");
        for (Path jar : List.of(Artifacts.serverJar(), Artifacts.terminalJar(), Artifacts.laboratoryJar())) {
            Files.delete(root.resolve(jar.getName(jar.getNameCount() - 3))
                    .resolve("target")
                    .resolve(jar.getFileName()));
        }
        Files.writeString(root.resolve("pom.xml"), "<version>4.1.2</version>\n<version>1.2.3</version>\n");
        Files.createSymbolicLink(root.resolve("config/help"), Artifacts.root().resolve("config/help"));

        for (String command : List.of("-V", "serve", "nation", "tpcc", "lab")) {
            CommandRun version = bank(command, "--version");
            assertThat(version.exitCode()).as(version.toString()).isZero();
            assertThat(version.stdout()).matches("DebitCredit 1\\.2\\.3 \\(not built\\), JDK \\S+\\R");
        }
        assertThat(bank("serve", "--version", "-h").stdout()).startsWith("Usage: bank serve [");
        assertThat(bank("client", "--help", "balance").stdout()).startsWith("Usage: bank client [");
        assertThat(bank("client", "--json", "balance", "--help").stdout()).startsWith("Usage: bank client balance ");
        assertThat(bank("tpcc", "run", "-h").stdout()).startsWith("Usage: bank tpcc run ");
        assertThat(bank("tpcc", "serve", "--help").stdout()).startsWith("Usage: bank tpcc-serve ");
        assertThat(root.resolve("builds")).doesNotExist();
    }

    /** Its modules' builds are listed in a file. */
    private void builds(String script) throws IOException {
        Path maven = root.resolve("mvnw");
        Files.writeString(maven, "#!/bin/sh\necho build >>builds\n" + script + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
    }

    private List<String> built() throws IOException {
        return Files.readAllLines(root.resolve("builds"));
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void aJarThatABuildLeftUnfinishedIsBuiltAgain() throws IOException {
        Path jar = root.resolve("bank-server/target")
                .resolve(Artifacts.serverJar().getFileName().toString());
        Path whole = Files.copy(jar, root.resolve("whole.jar"));
        Files.setLastModifiedTime(
                root.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(3_600)));
        builds("exit 1");
        assertThat(bank("token", "--name", "atm", "--role", "terminal").exitCode())
                .isEqualTo(1);
        assertThat(root.resolve("results/unfinished-build-of-bank-server"))
                .as("a build that has not begun spoils nothing")
                .doesNotExist();
        builds("rm -r bank-server/target; mkdir bank-server/target; echo part >" + jar + "; touch " + jar
                + ".original; kill -KILL $$");
        CommandRun killed = bank("token", "--name", "atm", "--role", "terminal");
        assertThat(killed.exitCode()).as(killed.toString()).isEqualTo(1);
        assertThat(killed.stderr()).contains("the build failed");

        Files.setLastModifiedTime(root.resolve("pom.xml"), FileTime.from(Instant.EPOCH));
        builds("cp " + whole + " " + jar + "; touch " + jar + ".original");
        for (int run = 0; run < 2; run++) {
            CommandRun token = bank("token", "--name", "atm", "--role", "terminal");
            assertThat(token.exitCode()).as(token.toString()).isZero();
        }
        assertThat(built()).as("the last is whole").hasSize(3);
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void twoLaunchersDoNotBuildAtOnce() throws Exception {
        Files.createDirectories(root.resolve("results/building"));
        // Of a launcher that was killed.
        Files.writeString(root.resolve("results/building/process"), Long.toString(endedProcess()));
        Path original =
                root.resolve("bank-server/target").resolve(Artifacts.serverJar().getFileName() + ".original");
        Files.delete(original);
        builds("sleep 1; touch " + original);
        List<Process> launchers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ProcessBuilder launcher = new ProcessBuilder(line("token", "--name", "atm", "--role", "terminal"));
            launcher.environment().putAll(environment());
            launchers.add(launcher.redirectErrorStream(true)
                    .redirectOutput(root.resolve("launcher-" + i).toFile())
                    .start());
        }
        for (Process launcher : launchers) {
            assertThat(launcher.waitFor()).isZero();
        }
        assertThat(built()).hasSize(1);
        assertThat(root.resolve("results/building")).doesNotExist();
    }

    @Test
    void itWorksThroughASymbolicLink() throws IOException {
        Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("bank"), Path.of("../bank"));
        Path further = Files.createSymbolicLink(elsewhere.resolve("further"), link);
        CommandRun token = CommandRun.of(
                List.of(further.toString(), "token", "--name", "atm", "--role", "terminal"),
                Map.of("JAVA_HOME", System.getProperty("java.home"), "CDPATH", "/"));
        assertThat(token.exitCode()).as(token.toString()).isZero();
        assertThat(token.stdout()).contains("sha256: ");
    }

    @Test
    void theExitCodeOfTheCommandIsItsOwn() {
        CommandRun verify = bank("verify", root.toString());
        assertThat(verify.exitCode()).as(verify.toString()).isEqualTo(2);
        assertThat(verify.stderr()).contains("no bank");
    }

    @Test
    void itWorksFromAnotherDirectoryAndMakesAToken() {
        CommandRun token = CommandRun.of(
                List.of("sh", "-c", "cd / && exec '" + root.resolve("bank") + "' token --name atm --role terminal"),
                environment());
        assertThat(token.exitCode()).as(token.toString()).isZero();
        assertThat(token.stdout()).contains("sha256: ").contains("roles: [terminal]");
    }

    @Test
    void aKeyIsPrintedAloneAndBuildsNothingWhereTheServersJarIs() throws IOException {
        touched(root.resolve("pom.xml"));
        Files.delete(root.resolve("terminal-sim/target")
                .resolve(Artifacts.terminalJar().getFileName()));
        Files.delete(
                root.resolve("bank-server/target").resolve(Artifacts.serverJar().getFileName() + ".original"));
        CommandRun key = bank("key");
        assertThat(key.exitCode()).as(key.toString()).isZero();
        assertThat(key.stdout().strip()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theFirstStartPreparesAnArchiveThatTheNextOnesUse() throws IOException {
        Path abandonedLock = Files.createDirectories(lock());
        Files.setLastModifiedTime(abandonedLock, FileTime.from(Instant.now().minusSeconds(3_600)));
        Path usedBuild = olderBuild("1-1", ProcessHandle.current().pid());
        Path unusedBuild = olderBuild("2-2", endedProcess());

        try (TestedServer first = serve("first")) {
            assertThat(first.log()).contains("preparing fast starts");
            assertThat(lock()).doesNotExist();
            assertThat(usedBuild).exists();
            assertThat(unusedBuild).doesNotExist();
            Path archive = archive();
            assertThat(archive).isNotEmptyFile();
            assertThat(mapped(first)).contains(archive.toString());

            try (TestedServer second = serve("second")) {
                assertThat(second.log()).doesNotContain("preparing");
                assertThat(second.rest().execute(Sent.of(Transaction.deposit(1, 1, 100))))
                        .extracting("balanceMinor")
                        .isEqualTo(100L);
                assertThat(second.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
            }
            assertThat(first.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        }

        // Cut short, as a full disk might, which a JVM crashes on, and of a size that fits.
        String version = bank("--version").stdout();
        Path archive = archive();
        byte[] whole = Files.readAllBytes(archive);
        Files.delete(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
        assertThat(bank("--version").stdout()).isEqualTo(version);
        Files.write(archive, new byte[whole.length]);
        assertThat(bank("--version").stdout()).isEqualTo(version);
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void whileAnotherLauncherPreparesOrTheTreeCannotBeWrittenToTheServerStartsWithout() throws IOException {
        Files.createDirectories(lock());
        CommandRun meanwhile = bank("serve", "--frobnicate");
        assertThat(meanwhile.exitCode()).as(meanwhile.toString()).isEqualTo(2);
        assertThat(meanwhile.stderr()).doesNotContain("preparing").contains("--frobnicate");
        assertThat(lock()).exists();

        Files.delete(lock());
        Files.delete(lock().getParent());
        Files.createFile(lock().getParent());
        CommandRun unwritable = bank("serve", "--frobnicate");
        assertThat(unwritable.exitCode()).as(unwritable.toString()).isEqualTo(2);
        assertThat(unwritable.stderr()).doesNotContain("preparing").contains("--frobnicate");
    }

    @Test
    void aBankLargerThanAnyMachineIsRefusedBeforeAJvmStarts() {
        CommandRun memory = bank("serve", "--ledger=memory", "--preset", "tpca", "--branches", "100000000");
        assertThat(memory.exitCode()).as(memory.toString()).isEqualTo(2);
        assertThat(memory.stderr())
                .contains("10000000000000 accounts in ledger memory need a heap of 100001024 MB; this machine has ");
        CommandRun h2 = bank("demo", "--branches", "1000000000");
        assertThat(h2.exitCode()).as(h2.toString()).isEqualTo(2);
        assertThat(h2.stderr()).contains("10000000000000 accounts in ledger h2 need a heap of 1700001024 MB");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    @EnabledOnOs(value = OS.LINUX, disabledReason = "reads the size of the memory in /proc")
    void aBankThatIsThereGetsTheHeapThatItNeeds() throws IOException {
        // 100,000 accounts take a megabyte, a quarter of it to spare: half of the memory, which is more than the JVM
        // takes.
        long branches = memoryMegabytes() / 2;
        Path data = root.resolve("data");
        CommandRun founded =
                bank("found", "--data", data.toString(), "--preset", "tpca", "--branches", Long.toString(branches));
        assertThat(founded.exitCode()).as(founded.toString()).isZero();
        Files.createDirectories(lock());
        Path home = javaThatTellsItsArguments();
        String heap = "-Xmx" + (branches + 1_024) + "m";

        assertThat(bank(home, "serve", "--ledger", "memory", "--data", data.toString()))
                .contains("-Xms" + (branches + 1_024) + "m", heap, "-XX:+UseParallelGC");
        assertThat(bank(home, "verify", data.toString(), "--json")).contains(heap);
        assertThat(bank(home, "serve", "--ledger", "jdbc:postgresql:bank", "--data", data.toString()))
                .noneMatch(option -> option.startsWith("-Xm"));
    }

    @Test
    void aLargeDemoGetsTheHeapThatItsServerNeeds() throws IOException {
        Path home = javaThatTellsItsArguments();
        assertThat(bank(home, "demo")).contains("-Dbank.server.java-options=-Xmx2048m");
        assertThat(bank(home, "demo", "--branches", "1000")).contains("-Dbank.server.java-options=-Xmx2724m");
    }

    /** Somebody waits until it is back, and it does not live long enough for C2. */
    @Test
    void aServiceThatIsKilledIsCompiledByC1Alone() throws IOException {
        Path home = javaThatTellsItsArguments();
        for (String option : List.of("--kill", "--console")) {
            assertThat(bank(home, "demo", option))
                    .as(option)
                    .contains("-XX:TieredStopAtLevel=1")
                    .noneMatch(argument -> argument.startsWith("-XX:Tier4"));
        }
        assertThat(bank(home, "demo")).doesNotContain("-XX:TieredStopAtLevel=1");
    }

    /** A late C2 saves time of a start, and a lab measures code that is compiled. */
    @Test
    void theServicesOfALabAreCompiledSoonerThanThoseOfADemo() throws IOException {
        Path home = javaThatTellsItsArguments();
        assertThat(bank(home, "demo")).contains("-XX:Tier4InvocationThreshold=50000");
        assertThat(bank(home, "lab"))
                .anyMatch(option -> option.startsWith("-Dbank.server.java-options="))
                .noneMatch(option -> option.startsWith("-XX:Tier4"));
    }

    /** So that a password of a key store is not in the process list. */
    @Test
    void optionsForTheJvmMayBeInAFile() throws IOException {
        Path options = Files.writeString(root.resolve("java.options"), "# the version of the JVM\n-showversion\n");
        CommandRun key = CommandRun.of(
                line("key"), Map.of("JAVA_HOME", System.getProperty("java.home"), "BANK_JAVA_OPTS", "@" + options));
        assertThat(key.exitCode()).as(key.toString()).isZero();
        assertThat(key.stderr()).contains(System.getProperty("java.version"));
    }

    @Test
    void aDemoThatKillsItsServerPreparesFastStarts() throws IOException {
        Map<String, String> environment =
                Map.of("JAVA_HOME", javaThatTellsItsArguments().toString());
        for (String option : List.of("--kill", "--console")) {
            CommandRun demo = CommandRun.of(line("demo", option), environment);
            assertThat(demo.exitCode()).as(demo.toString()).isZero();
            assertThat(demo.stderr()).as(option).contains("bank: preparing fast starts");
        }
        assertThat(CommandRun.of(line("demo"), environment).stderr()).isEmpty();
    }

    /** A shell takes a number that begins with a zero for an octal one. */
    @Test
    void aCertificationGetsTheHeapOfItsTerminalsHoweverTheirNumberIsWritten() throws IOException {
        Path home = javaThatTellsItsArguments();
        assertThat(bank(home, "certify", "--terminals", "830000")).contains("-Xmx1439m", "-XX:+ExitOnOutOfMemoryError");
        assertThat(bank(home, "certify", "--terminals", "0830000")).contains("-Xmx1439m");
    }

    /** Without the option it would keep its port and answer nothing. */
    @Test
    void aTpccServerWithoutMemoryEnds() throws IOException {
        assertThat(bank(javaThatTellsItsArguments(), "tpcc", "serve")).contains("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void helpManualAndCompletionNameTheSameCommands() throws IOException {
        List<String> commands = bank("--help")
                .stdout()
                .lines()
                .filter(line -> line.matches("  [a-z]+ .*"))
                .map(line -> line.strip().split(" ")[0])
                .sorted()
                .toList();
        assertThat(commands).hasSizeGreaterThan(10);
        Path config = Artifacts.root().resolve("config");
        // A page with a hyphen is that of a command below another one.
        assertThat(names(config.resolve("help"), "([a-z]+)\\.txt")).isEqualTo(commands);
        assertThat(names(config.resolve("man"), "bank-([a-z]+)\\.1")).isEqualTo(commands);
        assertThat(Files.readString(config.resolve("man/bank.1")))
                .contains(commands.stream()
                        .map(name -> ".BR bank\\-" + name + " (1)")
                        .toList());
        assertThat(completed("./bank", "")).containsAll(commands).contains("--help");
    }

    @Test
    void optionsOfEveryJarAreCompleted() throws IOException {
        assertThat(completed("./bank", "serve", "--accept-l"))
                .containsExactly("--accept-lone-copy", "--accept-loss-after");
        assertThat(completed("./bank", "demo", "--think")).containsExactly("--think");
        assertThat(completed("bank", "simulate", "--see")).containsExactly("--seed", "--seeds");
        assertThat(completed("./bank", "verify", "da"))
                .as("the name of a file, which the shell completes")
                .isEmpty();
    }

    /** What bash completes the last word to, by the function that is registered for the command's name. */
    private static List<String> completed(String... words) {
        String script = """
                source "$1"; shift
                complete -p bank | grep -q -- '-F _bank bank$' || exit 1
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bank
                printf '%s\\n' "${COMPREPLY[@]}"
                """;
        List<String> line = new ArrayList<>(List.of("bash", "-c", script, "bash"));
        line.add(Artifacts.root().resolve("config/completion/bank.bash").toString());
        line.addAll(List.of(words));
        CommandRun run = CommandRun.of(line, Map.of());
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return run.stdout().lines().filter(word -> !word.isEmpty()).toList();
    }

    private static List<String> names(Path directory, String pattern) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file ->
                            Pattern.compile(pattern).matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(matcher -> matcher.group(1))
                    .sorted()
                    .toList();
        }
    }

    /** A server on a bank of its own, ready. */
    private TestedServer serve(String name) {
        ServerCommand command = ServerCommand.plain(root.resolve(name))
                .under(List.of(
                        "env",
                        "JAVA_HOME=" + System.getProperty("java.home"),
                        "BANK_JAVA_OPTS=-XX:TieredStopAtLevel=1"))
                .java(root.resolve("bank"))
                .program("serve");
        return TestedServer.start(command, root.resolve(name + ".log")).awaitReady();
    }

    private Path lock() {
        return root.resolve(".prepared").resolve("lock");
    }

    /** The directory of another build, from which a process runs or ran. */
    private Path olderBuild(String name, long pid) throws IOException {
        Path directory = Files.createDirectory(lock().resolveSibling(name));
        Files.createFile(directory.resolve("in-use." + pid));
        return directory;
    }

    private static long endedProcess() throws IOException {
        Process process = new ProcessBuilder("true").start();
        process.onExit().join();
        return process.pid();
    }

    private Path archive() throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve(".prepared"))) {
            return files.filter(file -> file.toString().matches(".*\\.(jsa|aot)"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The files that are mapped into its memory. */
    private static String mapped(TestedServer server) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(server.pid()), "maps"));
    }

    private static long memoryMegabytes() throws IOException {
        String total = Files.readAllLines(Path.of("/proc/meminfo")).get(0);
        long megabytes = Long.parseLong(total.replaceAll("\\D", "")) / 1_024;
        Path limit = Path.of("/sys/fs/cgroup/memory.max");
        String bytes = Files.exists(limit) ? Files.readString(limit).strip() : "max";
        return bytes.equals("max") ? megabytes : Math.min(megabytes, Long.parseLong(bytes) >> 20);
    }

    /** A Java home whose {@code java} prints its arguments, one a line. */
    private Path javaThatTellsItsArguments() throws IOException {
        Path home = root.resolve("java");
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                if [ "$1" = -version ]; then echo 'openjdk version "17.0.1"'; else printf '%s\\n' "$@"; fi
                """);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }

    private List<String> bank(Path javaHome, String... arguments) {
        CommandRun run = CommandRun.of(line(arguments), Map.of("JAVA_HOME", javaHome.toString()));
        assertThat(run.exitCode()).as(run.toString()).isZero();
        return run.stdout().lines().toList();
    }

    private CommandRun bank(String... arguments) {
        return CommandRun.of(line(arguments), environment());
    }

    private List<String> line(String... arguments) {
        List<String> line = new ArrayList<>(List.of(root.resolve("bank").toString()));
        line.addAll(List.of(arguments));
        return line;
    }

    private static Map<String, String> environment() {
        return Map.of("JAVA_HOME", System.getProperty("java.home"));
    }
}
