package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.event.BankEvent;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.status.StatusSampler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The console's files, the report of the status, and its stream. */
@Timeout(60)
class ConsoleTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}";
    private static final String STREAM = "/v1/status/stream";
    private static final Pattern OUTSIDE = Pattern.compile("(?:src|href|url\\()=?[\"']?(?:https?:)?//");
    private static final Pattern INLINE =
            Pattern.compile("<script>|<style|\\sstyle=|\\son[a-z]+=", Pattern.CASE_INSENSITIVE);

    @TempDir
    private static Path data;

    private static TestServer server;

    @BeforeAll
    static void open() {
        server = TestServer.open(data);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    /** The events of a stream, as they arrive. */
    private static Stream<JsonNode> events(TestServer of) {
        try {
            HttpResponse<Stream<String>> response = HttpClient.newHttpClient()
                    .send(of.request(STREAM).GET().build(), HttpResponse.BodyHandlers.ofLines());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
            return response.body()
                    .filter(line -> line.startsWith("data: "))
                    .map(line -> JsonMapper.shared().readTree(line.substring(6)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/docs",
                "/console/console.css",
                "/console/console.js",
                "/console/access.js",
                "/console/charts.js",
                "/console/money.js",
                "/console/docs.js",
                "/console/uplot.js",
                "/console/uplot.css",
                "/console/icon.svg"
            })
    void aPageLoadsNothingFromElsewhereAndHasNoScriptOfItsOwn(String path) {
        HttpResponse<String> file = server.get(path);
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'self';")
                .doesNotContain("unsafe");
        assertThat(file.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(file.body()).isNotEmpty();
        assertThat(OUTSIDE.matcher(file.body()).find())
                .as("refers to another host")
                .isFalse();
        if (file.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
            assertThat(INLINE.matcher(file.body()).find()).as("has inline code").isFalse();
        }
    }

    @Test
    void thereAreNoOtherFiles() {
        assertProblem(server.get("/console/index.html"), 404, "not-found");
        assertProblem(server.get("/console/%2e%2e/application.yaml"), 404, "not-found");
        assertProblem(server.get("/console/nothing.js"), 404, "not-found");
    }

    @Test
    void theContractIsServedInJsonToo() {
        JsonNode contract = json(server.get("/v1/openapi.json"));
        assertThat(contract.path("paths").has("/v1/transactions")).isTrue();
        assertThat(contract.path("openapi").asString()).isEqualTo("3.1.0");
    }

    @Test
    void theReportFollowsTheBank() {
        for (int i = 0; i < 5; i++) {
            assertThat(server.execute(DEPOSIT).statusCode()).isEqualTo(200);
        }
        assertProblem(
                server.execute(DEPOSIT.replace("deposit", "withdrawal").replace(":1}", ":999999999}")),
                422,
                "insufficient-funds");
        long position = json(server.get("/v1/bank")).path("position").asLong();
        JsonNode report = await().atMost(Duration.ofSeconds(15))
                .until(
                        () -> json(server.get("/v1/status")),
                        status -> status.path("position").asLong() >= position
                                && status.path("journal").has("epochs"));
        assertThat(report.path("ready").asBoolean()).isTrue();
        assertThat(report.path("writer").path("state").asString()).isEqualTo("works");
        assertThat(report.path("mirror").path("state").asString()).isEqualTo("none");
        assertThat(report.path("ledger").path("kind").asString()).isEqualTo("h2");
        assertThat(report.path("journal").path("bytes").asLong()).isPositive();
        assertThat(report.path("journal").path("epochs").asInt()).isPositive();
        assertThat(report.path("disks").get(0).path("freeBytes").asLong()).isPositive();
        assertThat(report.path("files").path("journal").asLong()).isPositive();
        assertThat(report.path("heap").path("maxBytes").asLong()).isPositive();
        assertThat(report.path("refusals").findValuesAsString("code")).contains("insufficient-funds");
        assertThat(report.path("version").asString()).isNotEmpty();
    }

    /** Browsers give the forint and others no decimals, which ISO 4217 gives them, so the page must not ask those. */
    @Test
    void theDecimalsOfAnAmountComeFromTheServer(@TempDir Path hungarian) {
        assertThat(json(server.get("/v1/bank")).path("fractionDigits").asInt()).isEqualTo(2);
        try (TestServer forint = TestServer.open(hungarian, "bank.currency=HUF")) {
            assertThat(json(forint.get("/v1/bank")).path("fractionDigits").asInt())
                    .isEqualTo(2);
        }
        try (TestServer yen = TestServer.open(hungarian.resolve("yen"), "bank.currency=JPY")) {
            JsonNode digits = json(yen.get("/v1/bank")).path("fractionDigits");
            assertThat(digits.isInt()).isTrue();
            assertThat(digits.asInt()).isZero();
        }
        assertThat(server.get("/console/money.js").body())
                .contains("fractionDigits")
                .doesNotContain("NumberFormat");
    }

    @Test
    void theStreamShowsRatesAndTimesWhileThereIsLoad() {
        try (Stream<JsonNode> events = events(server)) {
            JsonNode loaded = events.peek(event -> server.execute(DEPOSIT))
                    .filter(event -> event.path("perSecond").path("deposit").asDouble() > 0)
                    .findFirst()
                    .orElseThrow();
            assertThat(loaded.path("response").path("count").asLong()).isPositive();
            double p50 = loaded.path("response").path("p50Micros").asDouble();
            assertThat(p50).isPositive();
            assertThat(loaded.path("response").path("p999Micros").asDouble()).isGreaterThanOrEqualTo(p50);
            assertThat(loaded.path("force").path("count").asLong()).isPositive();
            assertThat(loaded.path("groups").path("mean").asDouble()).isGreaterThanOrEqualTo(1);
        }
    }

    /** The report of a second may be on its way when the service stops. */
    @Test
    void aStopDuringAReportEndsTheStreams(@TempDir Path other) throws InterruptedException {
        try (TestServer stopping = TestServer.open(other)) {
            StatusSampler sampler = stopping.context.getBean(StatusSampler.class);
            CountDownLatch reported = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(1);
            sampler.reports()
                    .skip(1)
                    .subscribe(
                            report -> {
                                reported.countDown();
                                try {
                                    goOn.await();
                                } catch (InterruptedException e) {
                                    throw new AssertionError(e);
                                }
                            },
                            failure -> {},
                            ended::countDown);
            assertThat(reported.await(10, TimeUnit.SECONDS)).isTrue();
            Thread stop = new Thread(sampler::end);
            stop.start();
            stop.join(200);
            goOn.countDown();
            assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
            stop.join();
        }
    }

    /** A browser that does not read: the reports that it does not take are left out, and nobody waits for it. */
    @Test
    void aStreamThatIsNotReadHoldsUpNobody() throws IOException {
        List<Socket> deaf = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                Socket socket = new Socket();
                socket.setReceiveBufferSize(1_024);
                socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
                socket.getOutputStream()
                        .write(("GET " + STREAM + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                deaf.add(socket);
            }
            await().until(() -> streams(server) >= 4);
            long[] position = {0};
            try (Stream<JsonNode> events = events(server)) {
                long began = System.nanoTime();
                List<JsonNode> seen =
                        events.peek(event -> server.execute(DEPOSIT)).limit(4).toList();
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
                for (JsonNode event : seen) {
                    assertThat(event.path("position").asLong()).isGreaterThanOrEqualTo(position[0]);
                    position[0] = event.path("position").asLong();
                }
            }
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> streams(server) == 0);
    }

    private static double streams(TestServer of) {
        return of.context
                .getBean(MeterRegistry.class)
                .get("bank.status.streams")
                .gauge()
                .value();
    }

    @Test
    void aClientHasAtMostEightStreams() throws IOException, InterruptedException {
        await().atMost(Duration.ofSeconds(20)).until(() -> streams(server) == 0);
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest request = server.request(STREAM).GET().build();
        List<InputStream> open = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
                open.add(response.body());
                assertThat(response.statusCode()).isEqualTo(200);
            }
            assertProblem(server.get(STREAM), 503, "busy");
        } finally {
            for (InputStream stream : open) {
                stream.close();
            }
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> streams(server) == 0);
    }

    @Test
    void aStreamIsNoResponseTime() {
        try (Stream<JsonNode> events = events(server)) {
            assertThat(events.limit(1).toList()).hasSize(1);
        }
        assertThat(server.context
                        .getBean(MeterRegistry.class)
                        .find("http.server.requests")
                        .tag("uri", STREAM)
                        .timers())
                .isEmpty();
    }

    /** The server waits for requests that are not answered when it stops; a stream would never be. */
    @Test
    void anOpenStreamDoesNotHoldUpTheStop(@TempDir Path other) {
        TestServer stopping = TestServer.open(other);
        try (Stream<JsonNode> events = events(stopping)) {
            assertThat(events.limit(1).toList()).hasSize(1);
            long began = System.nanoTime();
            stopping.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void aMeterShowsForHowLongTheLedgerIsAway(@TempDir Path other) {
        try (TestServer losing = TestServer.open(other)) {
            BankState state = losing.context.getBean(BankState.class);
            assertThat(losing.get("/actuator/prometheus").body()).contains("\nbank_ledger_away 0.0");
            state.accept(new BankEvent.LedgerLost(new IllegalStateException("the connection is closed")));
            assertThat(losing.get("/actuator/prometheus").body()).contains("\nbank_ledger_away 1.0");
            state.accept(new BankEvent.LedgerResumed());
            assertThat(losing.get("/actuator/prometheus").body()).contains("\nbank_ledger_away 0.0");
        }
    }

    @Test
    void metersOfDisksFilesAndBuildAreThere() {
        String meters = await().atMost(Duration.ofSeconds(15))
                .until(
                        () -> server.get("/actuator/prometheus").body(),
                        text -> text.contains("bank_files_bytes{kind=\"journal\""));
        assertThat(meters)
                .contains(
                        "bank_disk_free_bytes{place=\"data\"}",
                        "bank_disk_total_bytes{place=\"data\"}",
                        "bank_backup_age_seconds",
                        "bank_backup_bytes",
                        "bank_backup_disk_free_bytes",
                        "bank_backup_disk_total_bytes",
                        "bank_snapshot_age_seconds",
                        "bank_snapshot_redo_seconds",
                        "bank_journal_epochs",
                        "bank_key_window_seconds",
                        "bank_clock_ahead_seconds",
                        "bank_key_ahead_max_seconds 10.0",
                        "bank_requests_in_flight",
                        "bank_position",
                        "bank_ready 1.0",
                        "bank_build_info{")
                .doesNotContain("disk_free_bytes{path=");
        server.execute(DEPOSIT);
        assertThat(server.get("/actuator/prometheus").body())
                .containsPattern("http_server_requests_seconds_bucket\\{[^}]*uri=\"/v1/transactions\",le=\"1.0E-4\"\\}")
                .containsPattern("http_server_requests_seconds_bucket\\{[^}]*le=\"0.002\"\\}");
    }
}
