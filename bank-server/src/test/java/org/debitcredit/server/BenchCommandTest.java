package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.HistoryFiles;
import org.debitcredit.history.Machine;
import org.debitcredit.server.command.BenchCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated("it reads the process's standard output")
class BenchCommandTest {

    @TempDir
    Path temp;

    private int exitCode;

    private String run(String... arguments) {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            exitCode = new CommandLine(new BenchCommand()).execute(arguments);
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private JsonNode json(String printed) {
        List<String> lines = printed.lines().toList();
        return JsonMapper.shared().readTree(lines.get(lines.size() - 1));
    }

    @Test
    void a_run_in_process_tells_everything_and_leaves_nothing() throws IOException {
        Path chart = temp.resolve("chart.html");
        JsonNode json = json(run(
                "--accounts=100000",
                "--batch=10",
                "--in-flight=4",
                "--streams=2",
                "--warmup=0",
                "--seconds=1",
                "--directory=" + temp.resolve("banks"),
                "--chart=" + chart,
                "--json"));
        assertThat(exitCode).isZero();
        for (String field : List.of(
                "ledger",
                "journal",
                "inFlight",
                "streams",
                "batch",
                "accounts",
                "transactions",
                "seconds",
                "tps",
                "p50Micros",
                "p90Micros",
                "p99Micros",
                "p999Micros",
                "maxMicros",
                "forces",
                "transactionsPerForce",
                "journalBytesPerTransaction",
                "cpuMicrosPerTransaction",
                "syscallsPerTransaction",
                "physicalWritesPerTransaction",
                "durable",
                "invariantsHold")) {
            assertThat(json.has(field)).as(field).isTrue();
        }
        assertThat(json.path("invariantsHold").asBoolean()).isTrue();
        assertThat(json.path("transactions").asLong()).isPositive();
        assertThat(Files.readString(chart)).contains("<svg");
        try (var left = Files.list(temp.resolve("banks"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void a_service_is_loaded_over_its_wire() throws IOException {
        try (TestServer server = TestServer.open(temp.resolve("data"))) {
            String target = server.channel.authority();
            JsonNode batches = json(run("--url=" + target, "--batch=50", "--warmup=0", "--seconds=1", "--json"));
            assertThat(exitCode).isZero();
            assertThat(batches.path("transactions").asLong()).isPositive();
            assertThat(batches.path("invariantsHold").asBoolean()).isTrue();
            JsonNode calls = json(run(
                    "--url=" + target, "--batch=1", "--calls", "--in-flight=8", "--warmup=0", "--seconds=1", "--json"));
            assertThat(exitCode).isZero();
            assertThat(calls.path("transactions").asLong()).isPositive();
        }
    }

    @Test
    void recorded_benchmarks_are_compared_and_a_regression_is_told_by_the_exit_code() throws IOException {
        Path history = temp.resolve("history");
        Path chart = temp.resolve("trend.html");
        for (int i = 0; i < 4; i++) {
            record(history, "commit" + i, 10 + i * 0.1);
        }
        assertThat(run("--compare", history.toString(), "--chart=" + chart))
                .contains("commit0", "commit3", "+2 %", "within noise");
        assertThat(exitCode).isZero();
        assertThat(Files.readString(chart)).contains("<svg");
        record(history, "commit4", 4);
        assertThat(run("--compare", history.toString())).contains("REGRESSION: below 5.075");
        assertThat(exitCode).isEqualTo(1);
        run("--compare", temp.resolve("missing").toString());
        assertThat(exitCode).isEqualTo(2);
        Files.writeString(history.resolve("bus.jsonl"), "{}\n");
        run("--compare", history.toString());
        assertThat(exitCode).isEqualTo(1);
    }

    private static void record(Path history, String revision, double ratio) throws IOException {
        HistoryFiles.append(
                history,
                new BenchmarkRun(
                        "bus",
                        revision,
                        Instant.parse("2026-11-21T17:00:00Z"),
                        new Machine(2, "cpu", "os", "jdk"),
                        "settings",
                        1,
                        "ops/s",
                        1,
                        "loops/s",
                        ratio));
    }

    @Test
    void wrong_usage_is_named_by_its_exit_code() {
        run("--accounts=12345");
        assertThat(exitCode).isEqualTo(2);
        run("--ledger=paper");
        assertThat(exitCode).isEqualTo(2);
        run("--url=nowhere");
        assertThat(exitCode).isEqualTo(2);
        run("--stagger=soon");
        assertThat(exitCode).isEqualTo(2);
    }
}
