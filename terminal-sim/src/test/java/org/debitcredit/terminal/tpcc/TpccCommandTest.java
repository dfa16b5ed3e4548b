package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.WrongUsage;
import org.debitcredit.terminal.tpcc.run.FakeServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@ResourceLock(Resources.SYSTEM_OUT)
class TpccCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final PrintStream before = System.out;
    private FakeServer server;

    @BeforeEach
    void start() throws Exception {
        server = FakeServer.start();
        System.setOut(new PrintStream(stdout, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() {
        System.setOut(before);
        server.close();
    }

    private int execute(String... arguments) {
        CommandLine line = new CommandLine(new TpccCommand());
        line.setErr(new PrintWriter(err));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            err.append(String.valueOf(failure.getMessage()));
            return failure instanceof WrongUsage ? 2 : failure instanceof RunFailure ? 1 : 99;
        });
        return line.execute(arguments);
    }

    private int drive(String command, String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                command,
                "--url",
                server.address().toString(),
                "--report",
                folder.toString(),
                "--warm-up",
                "200ms",
                "--json"));
        all.addAll(List.of(arguments));
        return execute(all.toArray(String[]::new));
    }

    private JsonNode json() throws Exception {
        List<String> lines = stdout.toString(StandardCharsets.UTF_8).lines().toList();
        return new ObjectMapper().readTree(lines.get(lines.size() - 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "load | --url is not given",
                "load --url nowhere | --url is 'nowhere'; it must be the host and gRPC port",
                "load --url 127.0.0.1:99999 | --url is '127.0.0.1:99999'",
                "run --rate 1 --terminals 1 | --rate and --terminals are both given",
                "run --patience 5s --url 127.0.0.1:1 | patience is 5 s",
                "run --rate 1 --patience 86401s | patience is 86401 s; it must be 20 s, in which",
                "run --rate 0 | --rate is 0.0; it must be above 0 and at most 1000000 requests a second",
                "run --rate NaN | --rate is NaN; it must be above 0",
                "run --rate 1e12 | --rate is 1.0E12; it must be above 0 and at most 1000000",
                "run --terminals 0 | --terminals is 0; it must be 1 to 1000000",
                "run --terminals 1000001 | --terminals is 1000001; it must be 1 to 1000000",
                "run --terminals 9 --duration 999ms | --duration is 0 s; it must be 1 s to 24 h",
                "run --terminals 9 --duration 25h | --duration is 90000 s; it must be 1 s to 24 h",
                "run --terminals 9 --patience 1m | --patience is given with --terminals",
                "run --no-think | --no-think is given without --terminals",
                "run --duration 1m | --duration is given without --terminals",
                "run --streams 0 | --streams is 0; it must be 1 to 64",
                "run --streams 65 | --streams is 65; it must be 1 to 64",
                "run --terminals 90 --streams 65 | --streams is 65; it must be 1 to 64",
                "run --in-flight 1 | --in-flight is 1; it must be the number of streams to 100000",
                "run --in-flight 100001 | --in-flight is 100001; it must be the number of streams to 100000",
                "run --warm-up 999999999h | --warm-up is 3599999996400 s; it must be 0 s to 24 h",
                "run --warehouses 0 | warehouses is 0; it must be 1 to 10000",
                "run --warehouses 10001 | warehouses is 10001; it must be 1 to 10000",
                "run --url 127.0.0.1:1 --database jdbc:h2:mem:a | --database and --url are both given",
                "run --url 127.0.0.1:1 --warehouses 2 | --warehouses and --url are both given",
                "load --url 127.0.0.1:1 --warehouses 0 | warehouses is 0; it must be 1 to 10000",
                "sweep --from 0 | --from is 0.0; it must be above 0 and at most 1000000",
                "sweep --from Infinity | --from is Infinity; it must be above 0 and at most 1000000",
                "sweep --patience 19s | patience is 19 s",
                "sweep --warehouses 10001 | warehouses is 10001; it must be 1 to 10000",
                "run --mix deck | expected one of [CARDS, PERCENTAGES]"
            })
    void wrongUsageIsNamedAndEndsWith2(String arguments, String message) {
        List<String> all = new ArrayList<>(List.of(arguments.split(" ")));
        if (!all.contains("load")) {
            all.addAll(List.of("--report", folder.toString()));
        }
        if (all.contains("127.0.0.1:1")) {
            all.set(all.indexOf("127.0.0.1:1"), server.address().toString());
        }

        assertThat(execute(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void aServerThatIsNotThereEndsWith1() {
        String url = server.address().toString();
        server.close();

        assertThat(execute("load", "--url", url)).isEqualTo(1);
        assertThat(err.toString()).contains("no server answers at " + url);
    }

    @Test
    void aSecuredServerRequiresItsToken() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "secret\n");
        try (FakeServer secured = FakeServer.securedBy("secret")) {
            String url = secured.address().toString();

            assertThat(execute("check", "--url", url)).isEqualTo(1);
            assertThat(err.toString()).contains("requires a valid token");
            assertThat(execute("check", "--url", url, "--token-file", token.toString()))
                    .isZero();
        }
    }

    @Test
    void loadTellsWhatIsLoaded() throws Exception {
        assertThat(execute("load", "--url", server.address().toString(), "--warehouses", "3", "--json"))
                .isZero();
        assertThat(json().path("warehouses").intValue()).isEqualTo(3);
    }

    @Test
    void aConditionThatDoesNotHoldEndsWith1() throws Exception {
        String url = server.address().toString();
        assertThat(execute("check", "--url", url, "--after-load", "--json")).isZero();
        assertThat(json().path("conditions")).hasSize(12);

        server.breakConditions();

        assertThat(execute("check", "--url", url, "--json")).isEqualTo(1);
        assertThat(json().path("holds").booleanValue()).isFalse();
        assertThat(json().path("conditions")).hasSize(11);
        assertThat(json().path("conditions").path(2).path("first").path(0).textValue())
                .isEqualTo("warehouse 1, district 4");
    }

    @Test
    void aRunAtARateShowsPercentilesOnlyWhenItsTestsPassed() throws Exception {
        int exit = drive("run", "--rate", "500", "--patience", "20s", "--seed", "3");

        JsonNode json = json();
        boolean isAccepted = json.path("verdict").textValue().equals("accepted");
        assertThat(exit).isEqualTo(isAccepted ? 0 : 1);
        assertThat(json.path("p99Micros").isNull()).isEqualTo(!isAccepted);
        assertThat(json.path("byType").path("delivery").path("p999Micros").isNull())
                .isTrue();
        JsonNode newOrder = json.path("byType").path("newOrder");
        assertThat(newOrder.path("count").longValue()).isBetween(3_500L, 5_500L);
        assertThat(newOrder.path("rollbacks").longValue()).isBetween(10L, 120L);
        assertThat(json.path("newOrdersPerMinute").doubleValue()).isBetween(10_000.0, 16_000.0);
        assertThat(json.path("reasons").path(0).textValue()).startsWith("20 s: ");
        assertThat(json.path("client").path("eventLoopThreads").intValue()).isEqualTo(1);
        for (String file : List.of("index.html", "result.json", "result.csv", "client.hlog", "server.hlog")) {
            assertThat(folder.resolve(file)).isNotEmptyFile();
        }
        assertThat(Files.readString(folder.resolve("index.html"))).contains("Figure 3: durations at the server");
        List<RecordedInterval> kept = new ArrayList<>();
        HistogramLog.read(folder.resolve("client.hlog"), kept::add);
        assertThat(kept).hasSize(21);
    }

    @Test
    void failedTransactionsAreAVerdictAndNotANumber() throws Exception {
        server.failEverything();

        assertThat(drive("run", "--rate", "50", "--patience", "20s")).isEqualTo(1);
        assertThat(json().path("verdict").textValue()).isIn("failed", "rate-not-reached");
        assertThat(json().path("p50Micros").isNull()).isTrue();
    }

    @Test
    void terminalsAreJudgedByTheirRules() throws Exception {
        server.answerAfterMillis(5);

        int exit = drive("run", "--terminals", "4", "--no-think", "--duration", "3s");

        assertThat(exit).isEqualTo(1);
        assertThat(json().path("verdict").textValue())
                .as("three seconds show no steady state")
                .isIn("undecided", "void");
        assertThat(json().path("load").textValue()).isEqualTo("4 terminals without key and think times");
        assertThat(json().path("byType").path("payment").path("count").longValue())
                .isGreaterThan(100);
    }

    @Test
    void aSweepThatFindsTheLowestRateTooMuchEndsWith1() throws Exception {
        server.answerAfterMillis(200);

        assertThat(drive("sweep", "--from", "5000", "--in-flight", "2", "--patience", "20s"))
                .isEqualTo(1);
        assertThat(json().path("saturationPerSecond").isNull()).isTrue();
        assertThat(json().path("points")).hasSize(1);
        assertThat(Files.readString(folder.resolve("index.html"))).contains("Figure 4: latency against throughput");
        assertThat(Files.readString(folder.resolve("result.csv"))).contains("rate-not-reached");
    }

    @Test
    void deliveriesThatAreLateFailTheRun() throws Exception {
        server.deliverIn(Duration.ofSeconds(81));

        assertThat(drive("run", "--terminals", "4", "--no-think", "--duration", "2s"))
                .isEqualTo(1);
        JsonNode json = json();
        assertThat(json.path("verdict").textValue()).isEqualTo("fail");
        assertThat(json.path("deferredDeliveries").path("inTime").booleanValue())
                .isFalse();
        JsonNode reasons = json.path("reasons");
        assertThat(reasons.path(reasons.size() - 1).textValue())
                .startsWith("deferred deliveries are late: the work of all ")
                .contains("90 % of what was done took at most 81.000 s");
        assertThat(json.path("p50Micros").isNull()).isTrue();
        assertThat(Files.readString(folder.resolve("index.html"))).contains("deferred deliveries are late");
    }

    @Test
    void aServerThatRefusesSaysWhy() {
        server.refuseLoads("a load of 1 warehouses was begun in this database");

        assertThat(execute("load", "--url", server.address().toString(), "--warehouses", "2"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("refuses: a load of 1 warehouses was begun in this database");
    }

    @Test
    void aReportThatCannotBeWrittenIsNamed() throws Exception {
        Files.createDirectory(folder.resolve("client.hlog"));

        assertThat(drive("run", "--terminals", "1", "--no-think", "--duration", "1s"))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("the report in " + folder + " cannot be written: ")
                .contains("give another folder by --report");
    }
}
