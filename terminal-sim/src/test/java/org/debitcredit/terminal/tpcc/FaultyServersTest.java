package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.debitcredit.terminal.tpcc.run.FakeServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands on servers that are not steady, fail or end, all at once, because a rate is measured for 40 s. */
class FaultyServersTest {

    private static final List<String> AT_A_RATE = List.of("run", "--rate", "400", "--patience", "40s");
    private static final List<String> TERMINALS = List.of("run", "--terminals", "2", "--no-think", "--duration", "20s");

    /** Of the first rate about 4,100 requests are due in the warm-up and in the window, and of the second 8,200. */
    private static final int REQUESTS_OF_ONE_RATE = 4_800;

    @TempDir
    private static Path folder;

    private static JsonNode stalledAtARate;
    private static JsonNode slowerAtARate;
    private static JsonNode stalledTerminals;
    private static JsonNode slowerTerminals;
    private static JsonNode failing;
    private static JsonNode ending;

    @BeforeAll
    static void runAll() {
        Consumer<FakeServer> stalls = server -> server.stallEverySecond(50);
        Consumer<FakeServer> slower = server -> server.answerLaterEverySecond(500);
        CompletableFuture<JsonNode> first = run("stalled", stalls, AT_A_RATE);
        CompletableFuture<JsonNode> second = run("slower", slower, AT_A_RATE);
        CompletableFuture<JsonNode> third = run(
                "stalled-terminals",
                server -> {
                    server.answerAfterMillis(2);
                    server.stallEverySecond(50);
                },
                TERMINALS);
        CompletableFuture<JsonNode> fourth = run("slower-terminals", slower, TERMINALS);
        CompletableFuture<JsonNode> fifth =
                run("failing", FakeServer::failEverything, List.of("run", "--rate", "50", "--patience", "40s"));
        CompletableFuture<JsonNode> sixth = run(
                "ending",
                server -> server.endAfter(REQUESTS_OF_ONE_RATE),
                List.of("sweep", "--from", "100", "--patience", "40s"));
        stalledAtARate = first.join();
        slowerAtARate = second.join();
        stalledTerminals = third.join();
        slowerTerminals = fourth.join();
        failing = fifth.join();
        ending = sixth.join();
    }

    private static CompletableFuture<JsonNode> run(String name, Consumer<FakeServer> fault, List<String> command) {
        CompletableFuture<JsonNode> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try (FakeServer server = FakeServer.start()) {
                        fault.accept(server);
                        Path report = folder.resolve(name);
                        List<String> arguments = new ArrayList<>(command);
                        arguments.addAll(List.of("--warm-up", "1s", "--seed", "5"));
                        arguments.addAll(List.of("--url", server.address().toString(), "--report", report.toString()));
                        new CommandLine(new TpccCommand()).execute(arguments.toArray(String[]::new));
                        result.complete(new ObjectMapper()
                                .readTree(report.resolve("result.json").toFile()));
                    } catch (Exception failed) {
                        result.completeExceptionally(failed);
                    }
                },
                name);
        thread.start();
        return result;
    }

    private static void requireNoPercentile(JsonNode json) {
        assertThat(json.path("p50Micros").isNull()).as(json.toString()).isTrue();
        json.path("byType").forEach(type -> {
            for (String percentile : List.of("p50Micros", "p90Micros", "p99LowMicros", "p999HighMicros")) {
                assertThat(type.path(percentile).isNull()).as(json.toString()).isTrue();
            }
        });
        assertThat(json.path("requests").longValue()).as(json.toString()).isPositive();
    }

    /**
     * A client on a machine with other work may also find that it was late or paused itself, had no processor, or that
     * the percentiles scatter too much.
     */
    private static void requireVerdict(JsonNode json) {
        String verdict = json.path("verdict").textValue();
        if (verdict.equals("load-not-as-intended")) {
            assertThat(json.path("reasons").toString())
                    .containsAnyOf(
                            "requests are sent in time: ",
                            "the processors are the machine's own: ",
                            "those who ask paused, and not the service");
        } else {
            assertThat(verdict).as(json.toString()).isIn("not-stationary", "not-independent", "not-precise");
        }
        assertThat(json.path("accepted").booleanValue()).isFalse();
        requireNoPercentile(json);
    }

    /**
     * A client on a machine with other work may also find that it paused, or missed the closed loop's law, which voids
     * the run.
     */
    private static void requireReason(JsonNode json, String reason) {
        requireNoPercentile(json);
        assertThat(json.path("reasons").toString())
                .containsAnyOf(reason, "the closed loop's law: void: ", "those who ask paused, and not the service");
    }

    @Test
    void aServerThatStallsEverySecondHasNoNumber() {
        requireVerdict(stalledAtARate);
    }

    @Test
    void aServerThatGetsSlowerHasNoNumber() {
        requireVerdict(slowerAtARate);
    }

    @Test
    void noPercentileOfTerminalsIsShownWhenTheServerStalls() {
        // Where the machine has other work, its response times do not keep a level either.
        requireReason(stalledTerminals, "no percentile is shown: ");
    }

    @Test
    void noPercentileOfTerminalsIsShownWhenTheServerGetsSlower() {
        requireReason(slowerTerminals, "no percentile is shown: ");
    }

    @Test
    void failedTransactionsAreAVerdictAndNotANumber() {
        assertThat(failing.path("verdict").textValue()).isIn("failed", "rate-not-reached");
        assertThat(failing.path("accepted").booleanValue()).isFalse();
        assertThat(failing.path("reasons").toString()).contains("failed");
        requireNoPercentile(failing);
    }

    @Test
    void aServerThatEndsInTheSweepLeavesWhatWasMeasured() throws IOException {
        assertThat(ending.path("verdict").textValue()).as(ending.toString()).isEqualTo("failed");
        assertThat(ending.path("accepted").booleanValue()).isFalse();
        assertThat(ending.path("reasons").toString()).contains("in the sweep, the server at 127.0.0.1");
        assertThat(ending.path("saturationPerSecond").isNull()).isTrue();
        assertThat(ending.path("points").size()).isPositive();
        assertThat(ending.path("byType").path("payment").path("count").intValue())
                .isPositive();
        assertThat(ending.path("client").path("cpuMicrosPerAnswer").isNumber()).isTrue();
        Path report = folder.resolve("ending");
        assertThat(Files.readString(report.resolve("index.html"))).contains("failed: in the sweep, ");
        assertThat(Files.readString(report.resolve("result.csv"))).hasLineCount(2);
    }
}
