package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.debitcredit.console.CommandLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code probe} as a process of its own, on a real directory. */
@Timeout(180)
class ProbeCommandTest {

    @TempDir(factory = TempDirFactory.Standard.class)
    private Path temp;

    /** What a command ended with. */
    private record Ended(int code, String out, String err) {}

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        // What Chronicle needs of the JVM, and what suits a short life, as this test's own was given it.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-") || argument.startsWith("-XX:"))
                .forEach(command::add);
        command.addAll(
                List.of("-cp", System.getProperty("java.class.path"), LaboratoryCommand.class.getName(), "probe"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(temp.toFile())
                .redirectError(temp.resolve("stderr").toFile())
                .start();
    }

    private Ended run(String... arguments) throws Exception {
        Process process = start(arguments);
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(temp.resolve("stderr")));
    }

    @Test
    void aRunTellsEveryFigureAsJsonWritesItsPageAndLeavesTheDirectoryAsItWas() throws Exception {
        Path directory = Files.createDirectory(temp.resolve("disk"));
        Ended ended = run(directory.toString(), "--seconds", "3", "--json", "--seek-ms", "4", "--rpm", "15000");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out().lines()).hasSize(1);
        JsonNode json = JsonMapper.shared().readTree(ended.out());
        assertThat(json.path("directory").asString()).isEqualTo(directory.toString());
        assertThat(json.path("fileSystem").asString())
                .isEqualTo(Files.getFileStore(directory).type());
        assertThat(json.path("disk").path("accessMillis").asDouble()).isEqualTo(6.17);
        assertThat(json.path("article")).hasSize(5);
        assertThat(json.path("forces")).hasSize(24).allSatisfy(ProbeCommandTest::assertMeasured);
        assertMeasured(json.path("randomReads"));
        assertThat(json.path("randomReads").path("direct").isBoolean()).isTrue();
        assertThat(json.path("costModel").path("fixedMicros").isNumber()).isTrue();
        assertThat(json.path("costModel").path("nanosPerByte").isNumber()).isTrue();
        assertThat(json.path("groups")).hasSize(10).allSatisfy(group -> {
            assertMeasured(group);
            assertThat(group.path("transactionsPerSecond").asDouble()).isPositive();
            assertThat(group.path("predictedTransactionsPerSecond").asDouble()).isPositive();
        });
        assertThat(json.path("journals")).hasSize(5).allSatisfy(row -> {
            assertMeasured(row.path("floor"));
            assertThat(row.path("kinds")).isNotEmpty().allSatisfy(kind -> {
                assertMeasured(kind);
                assertThat(kind.path("ofFloor").asDouble()).isPositive();
            });
        });
        assertThat(json.path("journals")
                        .path(0)
                        .path("kinds")
                        .path(0)
                        .path("kind")
                        .asString())
                .isEqualTo("chronicle");
        assertMeasured(json.path("fillAhead").path("on"));
        assertMeasured(json.path("fillAhead").path("off"));
        assertThat(ended.err()).contains(json.path("verdict").asString(), "s of about 3 s");

        Path report = Path.of(json.path("report").asString());
        assertThat(report).hasParent(temp.resolve("results/probe").toRealPath());
        assertThat(report.getFileName().toString()).matches("probe-\\d{8}-\\d{6}\\.html");
        assertThat(report).content().contains("<svg", json.path("verdict").asString());
        assertThat(directory).isEmptyDirectory();
    }

    private static void assertMeasured(JsonNode measured) {
        assertThat(measured.path("perSecond").asDouble()).isPositive();
        assertThat(measured.path("perSecondByRound")).isNotEmpty();
        assertThat(measured.path("samples").asLong()).isPositive();
        for (String field : List.of("p50Micros", "p99Micros", "p999Micros", "maxMicros")) {
            assertThat(measured.path(field).asDouble()).as(field).isPositive();
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process is killed there, not told to stop")
    void aProbeThatIsToldToStopCleansUp() throws Exception {
        Path directory = Files.createDirectory(temp.resolve("disk"));
        Files.writeString(directory.resolve("mine"), "untouched");
        Process process = start(directory.toString(), "--seconds", "60");
        try {
            // The first progress line may come before the scratch directory, the second comes in the midst of
            // measuring.
            awaitLines(2, process);
            assertThat(directory.toFile().list()).hasSize(2);
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(directory.toFile().list()).containsExactly("mine");
        assertThat(directory.resolve("mine")).hasContent("untouched");
    }

    private void awaitLines(int count, Process process) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(temp.resolve("stderr"))) {
            int lines = 0;
            while (lines < count && process.isAlive()) {
                if (reader.readLine() != null) {
                    lines++;
                } else {
                    Thread.onSpinWait();
                }
            }
            assertThat(lines).isEqualTo(count);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seconds=0 | --duration is 0s; it must be 1s to 3600s",
                "--duration=999999h | --duration is 3599996400s; it must be 1s to 3600s",
                "--seconds=9999 | --duration is 9999s",
                "--seconds=soon | 'soon'",
                "--seek-ms=-1 | seek-ms is -1.0",
                "--rpm=-7200 | rpm is -7200.0",
                "--mb-per-s=0 | mb-per-s is 0.0",
                "--report=/ | --report is '/'",
                "--frobnicate | --frobnicate"
            })
    void aWrongOptionIsNamedAndNothingIsMeasured(String option, String told) throws Exception {
        Path directory = Files.createDirectory(temp.resolve("disk"));
        Ended ended = inProcess(directory.toString(), option);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(told);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatIsNoneIsNamed() throws Exception {
        Path missing = temp.resolve("missing");
        Ended ended = inProcess(missing.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("DIR is '" + missing + "'; it does not exist");
        Ended none = inProcess();
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("DIR");
    }

    private static synchronized Ended inProcess(String... arguments) {
        PrintStream stderr = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        StringWriter usage = new StringWriter();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            List<String> all = new ArrayList<>(List.of("probe"));
            all.addAll(List.of(arguments));
            int code = CommandLines.of(new LaboratoryCommand())
                    .setErr(new PrintWriter(usage, true))
                    .execute(all.toArray(String[]::new));
            return new Ended(code, "", err.toString(StandardCharsets.UTF_8) + usage);
        } finally {
            System.setErr(stderr);
        }
    }
}
