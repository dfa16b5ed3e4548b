package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.HistoryFiles;
import org.debitcredit.history.Machine;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.storage.DurableFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Isolated("it reads the process's standard output")
class BenchCommandTest {

    @TempDir(factory = TempDirFactory.Standard.class)
    Path temp;

    private int exitCode;
    private String errors = "";

    private String run(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream printedErrors = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(printedErrors, true, StandardCharsets.UTF_8));
        try {
            exitCode = new CommandLine(new BenchCommand()).execute(arguments);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        errors = printedErrors.toString(StandardCharsets.UTF_8);
        return printed.toString(StandardCharsets.UTF_8);
    }

    private JsonNode json(String printed) {
        List<String> lines = printed.lines().toList();
        return JsonMapper.shared().readTree(lines.get(lines.size() - 1));
    }

    @Test
    void a_bank_in_a_database_goes_on_where_the_run_before_ended() {
        String[] arguments = {
            "--ledger=jdbc:sqlite:" + temp.resolve("bank.sqlite"),
            "--journal=file",
            "--accounts=100000",
            "--batch=10",
            "--in-flight=4",
            "--warmup=0",
            "--seconds=1",
            "--directory=" + temp.resolve("banks"),
            "--json"
        };
        JsonNode first = json(run(arguments));
        assertThat(exitCode).as(errors).isZero();
        assertThat(first.path("ledger").asString()).isEqualTo("sqlite");
        assertThat(first.path("durable").asBoolean()).isTrue();
        JsonNode second = json(run(arguments));
        assertThat(exitCode).as(errors).isZero();
        assertThat(second.path("transactions").asLong()).isPositive();
        assertThat(second.path("invariantsHold").asBoolean()).isTrue();
    }

    @Test
    void the_plain_mode_needs_no_bank_and_keeps_the_books() {
        JsonNode json = json(run(
                "--ledger=jdbc:sqlite:" + temp.resolve("plain.sqlite"),
                "--sql-batch=1",
                "--accounts=100000",
                "--warmup=0",
                "--seconds=1",
                "--json"));
        assertThat(exitCode).as(errors).isZero();
        assertThat(json.path("journal").asString()).isEqualTo("none");
        assertThat(json.path("transactions").asLong()).isPositive();
        assertThat(json.path("invariantsHold").asBoolean()).isTrue();
    }

    @Test
    void what_the_plain_mode_cannot_do_is_named() {
        run("--ledger=h2", "--sql-batch=1", "--batch=1", "--in-flight=1");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--sql-batch is given with --ledger h2, but it needs the JDBC URL of a database");
        run("--ledger=jdbc:sqlite:" + temp.resolve("x.sqlite"), "--sql-batch=7");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--sql-batch is 7; it must be 1");
        run("--ledger=jdbc:sqlite:" + temp.resolve("x.sqlite"), "--sql-batch=1", "--batch=10", "--in-flight=1");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--batch is 10").contains("--batch must be 1");
    }

    @Test
    void a_token_among_the_arguments_is_refused_and_not_printed() {
        run("--url=127.0.0.1:1", "--token=a-secret");

        assertThat(errors)
                .contains("--token is no option any more", "--token-file")
                .doesNotContain("a-secret");
    }

    @Test
    void options_of_another_kind_of_run_are_refused() {
        run("--url=127.0.0.1:1", "--ledger=memory");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--ledger is given with --url; the service sets this itself");
        run("--token-file=" + temp.resolve("token"));
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--token-file is given without --url", "leave --token-file out");
        run("--calls");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--calls is given without --url", "leave --calls out");
        run("--url=127.0.0.1:1", "--token-file=" + temp.resolve("token"));
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--token-file is '" + temp.resolve("token") + "', which does not exist");
        run("--ledger=memory", "--database-commit=durable");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--database-commit is given with --ledger memory");
        run("--ledger=jdbc:sqlite:" + temp.resolve("x.sqlite"), "--sql-batch=1", "--database-commit=durable");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--database-commit is given with --sql-batch");
        run("--ledger=jdbc:sqlite:" + temp.resolve("x.sqlite"), "--sql-batch=1", "--journal=file");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--journal is given with --sql-batch");
        run("--url=127.0.0.1:1", "--sql-batch=1");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--url is given with --sql-batch");
    }

    @Test
    void a_number_out_of_its_limits_is_refused_by_the_name_of_its_option() {
        for (String wrong : List.of(
                "--streams=0",
                "--streams=1001",
                "--batch=0",
                "--batch=8193",
                "--in-flight=0",
                "--in-flight=100001",
                "--rate=-1",
                "--rate=NaN",
                "--rate=Infinity",
                "--warm-up=-1",
                "--duration=0")) {
            run(wrong, "--directory=" + temp);
            assertThat(exitCode).as(wrong).isEqualTo(2);
            assertThat(errors).startsWith("bank: " + wrong.substring(0, wrong.indexOf('=')) + " is ");
        }
    }

    @Test
    void a_journal_that_is_not_the_databases_is_named_with_its_place() throws IOException {
        Path database = temp.resolve("bank.sqlite");
        String[] arguments = {
            "--ledger=jdbc:sqlite:" + database,
            "--journal=file",
            "--accounts=100000",
            "--warmup=0",
            "--seconds=1",
            "--directory=" + temp.resolve("banks")
        };
        run(arguments);
        assertThat(exitCode).as(errors).isZero();
        try (var banks = Files.list(temp.resolve("banks"))) {
            DurableFiles.deleteTree(banks.findFirst().orElseThrow());
        }
        run(arguments);
        assertThat(exitCode).isEqualTo(1);
        assertThat(errors.lines().toList().get(errors.lines().toList().size() - 1))
                .contains(database + " holds bank")
                .contains("the journal of this URL is in " + temp.resolve("banks"));
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
        List<RecordedInterval> intervals = new ArrayList<>();
        HistogramLog.read(temp.resolve("chart.hlog"), intervals::add);
        assertThat(intervals).hasSizeBetween(2, 3);
        MergedRecording merged = new MergedRecording(0.5);
        intervals.forEach(merged::add);
        Histogram micros = merged.of("SUBMISSION").fromIntended();
        assertThat(QuantileBounds.quantile(micros, 0.5))
                .isEqualTo(json.path("p50Micros").asLong());
        assertThat(micros.getMaxValue()).isEqualTo(json.path("maxMicros").asLong());
        assertThat(errors).contains("response times: " + temp.resolve("chart.hlog"));
        try (var left = Files.list(temp.resolve("banks"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void a_service_that_is_not_there_is_named_in_one_line() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
        }
        for (String calls : List.of("--batch=10", "--calls")) {
            assertThat(run("--url=127.0.0.1:" + port, calls, "--seconds=1", "--json"))
                    .isEmpty();
            assertThat(exitCode).isEqualTo(1);
            assertThat(errors.lines())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("bank: no bank answers at 127.0.0.1:" + port + " (Connection refused")
                    .endsWith("--url must be HOST:PORT of a running service's gRPC port, in plain text");
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
        assertThat(run("--compare", history.toString())).contains("REGRESSION: below 7.105");
        assertThat(exitCode).isEqualTo(1);
        run("--compare", temp.resolve("missing").toString());
        assertThat(exitCode).isEqualTo(2);
        Files.writeString(history.resolve("bus.jsonl"), "{}\n");
        run("--compare", history.toString());
        assertThat(exitCode).isEqualTo(1);
    }

    @Test
    void nothing_to_compare_is_said_and_told_by_the_exit_code() throws IOException {
        Path history = temp.resolve("history");
        for (int i = 0; i < 3; i++) {
            record(history, "commit" + i, 10);
        }
        assertThat(run("--compare", history.toString()))
                .endsWith("NOTHING TO COMPARE: no benchmark has 3 recorded runs of the same settings before its latest."
                        + System.lineSeparator())
                .doesNotContain("No regression");
        assertThat(exitCode).isEqualTo(2);
        record(history, "commit3", 10);
        assertThat(run("--compare", history.toString()))
                .endsWith("No regression in the latest runs of 1 benchmark." + System.lineSeparator());
        assertThat(exitCode).isZero();
        assertThat(run("--compare", temp.resolve("missing").toString(), "--json"))
                .isEmpty();
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("there is no directory " + temp.resolve("missing") + "; give one with recorded");
        Path empty = Files.createDirectory(temp.resolve("empty"));
        run("--compare", empty.toString());
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("there is no recorded benchmark in " + empty);
    }

    @Test
    void a_comparison_is_told_as_json_alone_on_stdout() throws IOException {
        Path history = temp.resolve("history");
        for (int i = 0; i < 3; i++) {
            record(history, "commit" + i, 10);
        }
        String nothing = run("--compare", history.toString(), "--json");
        assertThat(nothing.lines()).hasSize(1);
        assertThat(json(nothing).path("compared").asInt()).isZero();
        assertThat(json(nothing).path("benchmarks").path(0).path("verdict").asString())
                .isEqualTo("nothing-to-compare");
        assertThat(json(nothing).path("benchmarks").path(0).path("bound").isNull())
                .isTrue();
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("commit2", "NOTHING TO COMPARE");

        record(history, "commit3", 4);
        Path chart = temp.resolve("trend.html");
        String worse = run("--compare", history.toString(), "--json", "--chart=" + chart);
        assertThat(worse.lines()).hasSize(1);
        assertThat(exitCode).isEqualTo(1);
        JsonNode json = json(worse);
        assertThat(json.path("verdict").asString()).isEqualTo("1 of 1 benchmark: REGRESSION in the latest runs.");
        assertThat(json.path("compared").asInt()).isEqualTo(1);
        assertThat(json.path("regressions").asInt()).isEqualTo(1);
        JsonNode bus = json.path("benchmarks").path(0);
        assertThat(bus.path("benchmark").asString()).isEqualTo("bus");
        assertThat(bus.path("revision").asString()).isEqualTo("commit3");
        assertThat(bus.path("ratio").asDouble()).isEqualTo(4);
        assertThat(bus.path("recorded").asInt()).isEqualTo(3);
        assertThat(bus.path("median").asDouble()).isEqualTo(10);
        assertThat(bus.path("bound").asDouble()).isEqualTo(7);
        assertThat(bus.path("change").asDouble()).isEqualTo(-0.6);
        assertThat(bus.path("verdict").asString()).isEqualTo("regression");
        assertThat(errors).contains("REGRESSION", "chart: " + chart);
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
                        ratio,
                        0.5));
    }

    @Test
    void wrong_usage_is_named_by_its_exit_code() {
        run("--accounts=12345");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--accounts is 12345; it must be a multiple of 100,000");
        run("--ledger=paper");
        assertThat(exitCode).isEqualTo(2);
        run("--url=localhost:99999");
        assertThat(exitCode).isEqualTo(2);
        run("--url=nowhere");
        assertThat(exitCode).isEqualTo(2);
        run("--url=http://127.0.0.1:8080");
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).contains("--url is 'http://127.0.0.1:8080', which is an HTTP URL; give the host");
        run("--stagger=soon");
        assertThat(exitCode).isEqualTo(2);
    }
}
