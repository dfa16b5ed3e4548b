package org.debitcredit.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.bench.BankBenchmark;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settings that all parts of one run share.
 *
 * @param root of the project, built
 * @param scratch directory on the disk that is measured; everything made in it is deleted
 * @param page the file that the tables go to; charts are written beside it
 * @param rounds of every cell; the medians count
 * @param seconds that a cell is measured
 * @param warmUpSeconds before that
 * @param quick whether the parts are only tried out, on less data
 * @param pgUser the user that runs PostgreSQL if this user must not; empty for none
 * @param postgres a PostgreSQL that is already running, as USER@HOST:PORT; empty for one of this run's own
 * @param soakMinutes length of the soak
 */
record Sitting(
        Path root,
        Path scratch,
        Path page,
        int rounds,
        int seconds,
        int warmUpSeconds,
        boolean quick,
        String pgUser,
        String postgres,
        int soakMinutes) {

    static final List<String> JOURNALS = List.of("file", "chronicle");

    /** Time to start a JVM, to make the bank, and to finish a snapshot at the end. */
    private static final int OVERHEAD_SECONDS = 180;

    private static final Path LARGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    /** Longest time that a child process with one measurement may take. */
    int timeLimitSeconds() {
        return seconds + warmUpSeconds + OVERHEAD_SECONDS;
    }

    Path serverJar() {
        return root.resolve("bank-server/target/bank-server.jar");
    }

    Path terminalJar() {
        return root.resolve("terminal-sim/target/terminal-sim.jar");
    }

    Path laboratoryJar() {
        return root.resolve("bench-jmh/target/bench-jmh.jar");
    }

    Path benchmarksJar() {
        return root.resolve("bench-jmh/target/benchmarks.jar");
    }

    /** Command to start a JVM with these options, without the program. */
    List<String> java(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(BankBenchmark.jvmArguments()));
        if (hasLargePages()) {
            command.add("-XX:+UseTransparentHugePages");
        }
        command.addAll(List.of(options));
        return command;
    }

    private static boolean hasLargePages() {
        try {
            return Files.isReadable(LARGE_PAGES)
                    && !Files.readString(LARGE_PAGES).contains("[never]");
        } catch (IOException e) {
            return false;
        }
    }

    /** {@code ./bank bench} with a heap of 4 GB; its JSON. */
    JsonNode bench(String... arguments) throws IOException {
        return bench(List.of("-Xmx4g"), arguments);
    }

    /** {@code ./bank bench}, its books balanced; its JSON. */
    JsonNode bench(List<String> jvm, String... arguments) throws IOException {
        List<String> command = java(jvm.toArray(String[]::new));
        command.addAll(List.of("-jar", laboratoryJar().toString(), "bench", "--json"));
        command.addAll(benchOptions(arguments));
        JsonNode json = lastLine(Child.run(command, timeLimitSeconds()));
        if (!json.path("invariantsHold").asBoolean()) {
            throw new IOException("the four sums differ: " + String.join(" ", command));
        }
        return json;
    }

    /** The options of {@code bench} for this run. A running service has its bank elsewhere than in the scratch. */
    List<String> benchOptions(String... arguments) {
        List<String> options = new ArrayList<>(List.of("--seconds=" + seconds, "--warmup=" + warmUpSeconds));
        options.addAll(List.of(arguments));
        if (options.stream().noneMatch(option -> option.startsWith("--url="))) {
            options.add("--directory=" + scratch);
        }
        return options;
    }

    /** The JSON object in the last line of an output. */
    static JsonNode lastLine(List<String> lines) throws IOException {
        if (lines.isEmpty()) {
            throw new IOException("a child process printed nothing");
        }
        return JsonMapper.shared().readTree(lines.get(lines.size() - 1));
    }

    /** Prints the progress on standard error. */
    static void progress(String format, Object... values) {
        System.err.printf(format + "%n", values);
    }
}
