package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The heap, the compilers and the other options that {@code ./bank} gives to the JVM of each command. */
class LauncherOptionsIT {

    @TempDir
    Path root;

    private LauncherTree tree;

    @BeforeEach
    void makeATree() throws IOException {
        tree = LauncherTree.make(root);
    }

    @Test
    void aBankLargerThanAnyMachineIsRefusedBeforeAJvmStarts() {
        CommandRun memory = tree.run("serve", "--ledger=memory", "--preset", "tpca", "--branches", "100000000");
        assertThat(memory.exitCode()).as(memory.toString()).isEqualTo(2);
        assertThat(memory.stderr())
                .contains("10000000000000 accounts in ledger memory need a heap of 100001024 MB; this machine has ");
        CommandRun h2 = tree.run("demo", "--branches", "1000000000");
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
                tree.run("found", "--data", data.toString(), "--preset", "tpca", "--branches", Long.toString(branches));
        assertThat(founded.exitCode()).as(founded.toString()).isZero();
        Files.createDirectories(tree.lock());
        Path home = tree.javaThatTellsItsArguments();
        String heap = "-Xmx" + (branches + 1_024) + "m";

        assertThat(tree.arguments(home, "serve", "--ledger", "memory", "--data", data.toString()))
                .contains("-Xms" + (branches + 1_024) + "m", heap, "-XX:+UseParallelGC");
        assertThat(tree.arguments(home, "verify", data.toString(), "--json")).contains(heap);
        assertThat(tree.arguments(home, "serve", "--ledger", "jdbc:postgresql:bank", "--data", data.toString()))
                .noneMatch(option -> option.startsWith("-Xm"));
    }

    @Test
    void aLargeDemoGetsTheHeapThatItsServerNeeds() throws IOException {
        Path home = tree.javaThatTellsItsArguments();
        assertThat(tree.arguments(home, "demo")).contains("-Dbank.server.java-options=-Xmx2048m");
        assertThat(tree.arguments(home, "demo", "--branches", "1000")).contains("-Dbank.server.java-options=-Xmx2724m");
    }

    /** Somebody waits until it is back. */
    @Test
    void aServiceThatIsKilledIsCompiledByC1Alone() throws IOException {
        Path home = tree.javaThatTellsItsArguments();
        for (String option : List.of("--kill", "--kill=true", "--console", "--console=true")) {
            assertThat(tree.arguments(home, "demo", option))
                    .as(option)
                    .contains("-XX:TieredStopAtLevel=1")
                    .noneMatch(argument -> argument.startsWith("-XX:Tier4"));
        }
        // An option's value is no option, and a nation measures its services after their kills.
        for (List<String> others : List.of(
                List.of("demo"),
                List.of("demo", "--kill=false"),
                List.of("demo", "--report", "a --kill b"),
                List.of("nation", "--kill"))) {
            assertThat(tree.arguments(home, others.toArray(String[]::new)))
                    .as(others.toString())
                    .anyMatch(argument -> argument.endsWith("-XX:Tier4InvocationThreshold=50000"))
                    .doesNotContain("-XX:TieredStopAtLevel=1");
        }
    }

    @Test
    void aServiceStartsWithALateC2AndNativeReflection() throws IOException {
        Files.createDirectories(tree.lock());
        Path home = tree.javaThatTellsItsArguments();
        for (String command : List.of("serve", "demo", "nation")) {
            assertThat(String.join("\n", tree.arguments(home, command)))
                    .as(command)
                    .contains(
                            "-XX:Tier4InvocationThreshold=50000",
                            "-XX:Tier4MinInvocationThreshold=6000",
                            "-XX:Tier4CompileThreshold=150000",
                            "-XX:Tier4BackEdgeThreshold=400000",
                            "-Djdk.reflect.useNativeAccessorOnly=true");
        }
    }

    /** A JVM does not start with an AOT cache and one of these options, however it gets them. */
    @Test
    void anAotCacheIsLeftOutIfTheOperatorsOptionsDoNotAllowIt() throws IOException {
        LauncherTree.script(root.resolve("config/prepare-server"), """
                mkdir -p "$3"
                : >"$3/bank-server.jar"
                echo cache >"$4"
                wc -c <"$4" >"$4.size"
                """);
        Map<String, String> java =
                Map.of("JAVA_HOME", tree.javaThatTellsItsArguments(25).toString());
        String cache = tree.arguments(java, "serve").stream()
                .filter(option -> option.startsWith("-XX:AOTCache="))
                .findFirst()
                .orElseThrow();
        Map<String, String> allowed = new HashMap<>(java);
        allowed.put("JAVA_TOOL_OPTIONS", "-Xmx300m");
        assertThat(tree.arguments(allowed, "serve"))
                .as("the same cache, not one for each value of the variable")
                .contains(cache);

        Path file = Files.writeString(root.resolve("java.options"), "-ea\n-Xshare:off\n");
        for (String variable : List.of("BANK_JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            for (String option : List.of(
                    "-Xshare:auto",
                    "-ea -XX:SharedArchiveFile=other.jsa",
                    "-XX:AOTCacheOutput=other.aot",
                    "@" + file,
                    "-XX:VMOptionsFile=" + file)) {
                Map<String, String> environment = new HashMap<>(java);
                environment.put(variable, option);
                for (String command : List.of("serve", "demo")) {
                    assertThat(tree.arguments(environment, command))
                            .as(variable + " " + option + " " + command)
                            .anyMatch(argument -> argument.endsWith("bank-server.jar"))
                            .noneMatch(argument -> argument.contains("-XX:AOTCache="));
                }
            }
        }
    }

    /** A late C2 saves time of a start, and a lab measures code that is compiled. */
    @Test
    void theServicesOfALabAreCompiledSoonerThanThoseOfADemo() throws IOException {
        Path home = tree.javaThatTellsItsArguments();
        assertThat(tree.arguments(home, "demo")).contains("-XX:Tier4InvocationThreshold=50000");
        assertThat(tree.arguments(home, "lab"))
                .anyMatch(option -> option.startsWith("-Dbank.server.java-options="))
                .noneMatch(option -> option.startsWith("-XX:Tier4"));
    }

    /** So that a password of a key store is not in the process list. */
    @Test
    void optionsForTheJvmMayBeInAFile() throws IOException {
        Path options = Files.writeString(root.resolve("java.options"), "# the version of the JVM\n-showversion\n");
        CommandRun key = CommandRun.of(
                tree.line("key"),
                Map.of("JAVA_HOME", System.getProperty("java.home"), "BANK_JAVA_OPTS", "@" + options));
        assertThat(key.exitCode()).as(key.toString()).isZero();
        assertThat(key.stderr()).contains(System.getProperty("java.version"));
    }

    /** A shell takes a number that begins with a zero for an octal one. */
    @Test
    void aCertificationGetsTheHeapOfItsTerminalsHoweverTheirNumberIsWritten() throws IOException {
        Path home = tree.javaThatTellsItsArguments();
        assertThat(tree.arguments(home, "certify", "--terminals", "830000"))
                .contains("-Xmx1439m", "-XX:+ExitOnOutOfMemoryError");
        assertThat(tree.arguments(home, "certify", "--terminals", "0830000")).contains("-Xmx1439m");
    }

    /** Without the option it would keep its port and answer nothing. */
    @Test
    void aTpccServerWithoutMemoryEnds() throws IOException {
        assertThat(tree.arguments(tree.javaThatTellsItsArguments(), "tpcc", "serve"))
                .contains("-XX:+ExitOnOutOfMemoryError");
    }

    private static long memoryMegabytes() throws IOException {
        String total = Files.readAllLines(Path.of("/proc/meminfo")).get(0);
        long megabytes = Long.parseLong(total.replaceAll("\\D", "")) / 1_024;
        Path limit = Path.of("/sys/fs/cgroup/memory.max");
        String bytes = Files.exists(limit) ? Files.readString(limit).strip() : "max";
        return bytes.equals("max") ? megabytes : Math.min(megabytes, Long.parseLong(bytes) >> 20);
    }
}
