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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bank} in a tree of its own: its commands, what it builds, and what it prepares. */
class LauncherIT {

    @TempDir
    Path root;

    private LauncherTree tree;

    @BeforeEach
    void makeATree() throws IOException {
        tree = LauncherTree.make(root);
    }

    @Test
    void itsHelpNamesTheCommands() {
        CommandRun help = tree.run("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.stdout())
                .contains("demo")
                .contains("serve")
                .contains("verify")
                .contains("probe");
    }

    @Test
    void noCommandAndAnUnknownOneAreWrongUsage() {
        CommandRun none = tree.run();
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.stderr().lines()).containsExactly("bank: no command is given.", "Try './bank --help'.");
        assertThat(none.stdout()).isEmpty();
        CommandRun unknown = tree.run("frobnicate");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.stderr().lines())
                .containsExactly("bank: there is no command 'frobnicate'.", "Try './bank --help'.");
        assertThat(unknown.stdout()).isEmpty();
    }

    @Test
    void aWrongOptionIsWrongUsageInEveryJar() {
        CommandRun simulate = tree.run("simulate", "--frobnicate");
        assertThat(simulate.exitCode()).as(simulate.toString()).isEqualTo(2);
        assertThat(simulate.stderr()).contains("--frobnicate");
        CommandRun demo = tree.run("demo", "--frobnicate");
        assertThat(demo.exitCode()).as(demo.toString()).isEqualTo(2);
        assertThat(demo.stderr()).contains("--frobnicate");
        // Not serve, which would prepare fast starts before.
        CommandRun found = tree.run("found", "--frobnicate");
        assertThat(found.exitCode()).as(found.toString()).isEqualTo(2);
        assertThat(found.stderr()).contains("--frobnicate");
    }

    @Test
    void bothJarsAreOfOneBuildAndTellItWithoutBuildingOrPreparingAnything() throws IOException {
        LauncherTree.touch(root.resolve("pom.xml"));
        String server = tree.run("--version").stdout();
        assertThat(server).matches("DebitCredit \\S+( \\([0-9a-f]{7,}(-dirty)?\\))?, JDK \\S+\\R");
        for (String command : List.of("serve", "demo")) {
            CommandRun version = tree.run(command, "-V");
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
            CommandRun version = tree.run(command, "--version");
            assertThat(version.exitCode()).as(version.toString()).isZero();
            assertThat(version.stdout()).matches("DebitCredit 1\\.2\\.3 \\(not built\\), JDK \\S+\\R");
        }
        assertThat(tree.run("serve", "--version", "-h").stdout()).startsWith("Usage: bank serve [");
        assertThat(tree.run("client", "--help", "balance").stdout()).startsWith("Usage: bank client [");
        assertThat(tree.run("client", "--json", "balance", "--help").stdout())
                .startsWith("Usage: bank client balance ");
        assertThat(tree.run("tpcc", "run", "-h").stdout()).startsWith("Usage: bank tpcc run ");
        assertThat(tree.run("tpcc", "serve", "--help").stdout()).startsWith("Usage: bank tpcc-serve ");
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
        assertThat(tree.run("token", "--name", "atm", "--role", "terminal").exitCode())
                .isEqualTo(1);
        assertThat(root.resolve("results/unfinished-build-of-bank-server"))
                .as("a build that has not begun spoils nothing")
                .doesNotExist();
        builds("rm -r bank-server/target; mkdir bank-server/target; echo part >" + jar + "; touch " + jar
                + ".original; kill -KILL $$");
        CommandRun killed = tree.run("token", "--name", "atm", "--role", "terminal");
        assertThat(killed.exitCode()).as(killed.toString()).isEqualTo(1);
        assertThat(killed.stderr()).contains("the build failed");

        Files.setLastModifiedTime(root.resolve("pom.xml"), FileTime.from(Instant.EPOCH));
        builds("cp " + whole + " " + jar + "; touch " + jar + ".original");
        for (int run = 0; run < 2; run++) {
            CommandRun token = tree.run("token", "--name", "atm", "--role", "terminal");
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
            ProcessBuilder launcher = new ProcessBuilder(tree.line("token", "--name", "atm", "--role", "terminal"));
            launcher.environment().putAll(LauncherTree.environment());
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
        CommandRun verify = tree.run("verify", root.toString());
        assertThat(verify.exitCode()).as(verify.toString()).isEqualTo(2);
        assertThat(verify.stderr()).contains("no bank");
    }

    @Test
    void itWorksFromAnotherDirectoryAndMakesAToken() {
        CommandRun token = CommandRun.of(
                List.of("sh", "-c", "cd / && exec '" + root.resolve("bank") + "' token --name atm --role terminal"),
                LauncherTree.environment());
        assertThat(token.exitCode()).as(token.toString()).isZero();
        assertThat(token.stdout()).contains("sha256: ").contains("roles: [terminal]");
    }

    @Test
    void aKeyIsPrintedAloneAndBuildsNothingWhereTheServersJarIs() throws IOException {
        LauncherTree.touch(root.resolve("pom.xml"));
        Files.delete(root.resolve("terminal-sim/target")
                .resolve(Artifacts.terminalJar().getFileName()));
        Files.delete(
                root.resolve("bank-server/target").resolve(Artifacts.serverJar().getFileName() + ".original"));
        CommandRun key = tree.run("key");
        assertThat(key.exitCode()).as(key.toString()).isZero();
        assertThat(key.stdout().strip()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void theFirstStartPreparesAnArchiveThatTheNextOnesUse() throws IOException {
        Path abandonedLock = Files.createDirectories(tree.lock());
        Files.setLastModifiedTime(abandonedLock, FileTime.from(Instant.now().minusSeconds(3_600)));
        Path usedBuild = olderBuild("1-1", ProcessHandle.current().pid());
        Path unusedBuild = olderBuild("2-2", endedProcess());

        try (TestedServer first = serve("first")) {
            assertThat(first.log()).contains("preparing fast starts");
            assertThat(tree.lock()).doesNotExist();
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

        // A JVM does not start with an AOT cache and this option.
        assertThat(CommandRun.of(
                                tree.line("--version"),
                                Map.of("JAVA_HOME", System.getProperty("java.home"), "BANK_JAVA_OPTS", "-Xshare:auto"))
                        .stdout())
                .isEqualTo(tree.run("--version").stdout());

        // Cut short, as a full disk might, which a JVM crashes on, and of a size that fits.
        String version = tree.run("--version").stdout();
        Path archive = archive();
        byte[] whole = Files.readAllBytes(archive);
        Files.delete(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2));
        assertThat(tree.run("--version").stdout()).isEqualTo(version);
        Files.write(archive, new byte[whole.length]);
        assertThat(tree.run("--version").stdout()).isEqualTo(version);
    }

    @Test
    @EnabledIfSystemProperty(named = "bank.it.all", matches = "true", disabledReason = Thorough.REASON)
    void whileAnotherLauncherPreparesOrTheTreeCannotBeWrittenToTheServerStartsWithout() throws IOException {
        Files.createDirectories(tree.lock());
        CommandRun meanwhile = tree.run("serve", "--frobnicate");
        assertThat(meanwhile.exitCode()).as(meanwhile.toString()).isEqualTo(2);
        assertThat(meanwhile.stderr()).doesNotContain("preparing").contains("--frobnicate");
        assertThat(tree.lock()).exists();

        Files.delete(tree.lock());
        Files.delete(tree.lock().getParent());
        Files.createFile(tree.lock().getParent());
        CommandRun unwritable = tree.run("serve", "--frobnicate");
        assertThat(unwritable.exitCode()).as(unwritable.toString()).isEqualTo(2);
        assertThat(unwritable.stderr()).doesNotContain("preparing").contains("--frobnicate");
    }

    @Test
    void aDemoThatKillsItsServerPreparesFastStarts() throws IOException {
        Map<String, String> environment =
                Map.of("JAVA_HOME", tree.javaThatTellsItsArguments().toString());
        for (String option : List.of("--kill", "--console")) {
            CommandRun demo = CommandRun.of(tree.line("demo", option), environment);
            assertThat(demo.exitCode()).as(demo.toString()).isZero();
            assertThat(demo.stderr()).as(option).contains("bank: preparing fast starts");
        }
        assertThat(CommandRun.of(tree.line("demo"), environment).stderr()).isEmpty();
    }

    @Test
    void helpManualAndCompletionNameTheSameCommands() throws IOException {
        List<String> commands = tree.run("--help")
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

    /** The directory of another build, from which a process runs or ran. */
    private Path olderBuild(String name, long pid) throws IOException {
        Path directory = Files.createDirectory(tree.lock().resolveSibling(name));
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
}
