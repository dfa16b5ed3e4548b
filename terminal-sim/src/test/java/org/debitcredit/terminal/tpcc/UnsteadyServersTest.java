package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** Runs of the command on servers that are not steady, all at once, because each takes 20 s. */
class UnsteadyServersTest {

    private static final List<String> AT_A_RATE = List.of("--rate", "400", "--patience", "40s");
    private static final List<String> TERMINALS = List.of("--terminals", "2", "--no-think", "--duration", "20s");

    @TempDir
    private static Path folder;

    private static JsonNode stalledAtARate;
    private static JsonNode slowerAtARate;
    private static JsonNode stalledTerminals;
    private static JsonNode slowerTerminals;

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
        stalledAtARate = first.join();
        slowerAtARate = second.join();
        stalledTerminals = third.join();
        slowerTerminals = fourth.join();
    }

    private static CompletableFuture<JsonNode> run(String name, Consumer<FakeServer> fault, List<String> load) {
        CompletableFuture<JsonNode> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try (FakeServer server = FakeServer.start()) {
                        fault.accept(server);
                        Path report = folder.resolve(name);
                        List<String> arguments = new ArrayList<>(List.of("run", "--warm-up", "1s", "--seed", "5"));
                        arguments.addAll(List.of("--url", server.address().toString(), "--report", report.toString()));
                        arguments.addAll(load);
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

    /** A client on a machine with other work may also find that it was late itself, or had no processor. */
    private static void requireVerdict(JsonNode json) {
        String verdict = json.path("verdict").textValue();
        if (verdict.equals("load-not-as-intended")) {
            assertThat(json.path("reasons").toString())
                    .containsAnyOf("requests are sent in time: ", "the processors are the machine's own: ");
        } else {
            assertThat(verdict).as(json.toString()).isIn("not-stationary", "not-independent");
        }
        assertThat(json.path("accepted").booleanValue()).isFalse();
        requireNoPercentile(json);
    }

    /**
     * A client on a machine with other work may also find that it missed the closed loop's law, which voids the run.
     */
    private static void requireReason(JsonNode json, String reason) {
        requireNoPercentile(json);
        assertThat(json.path("reasons").toString()).containsAnyOf(reason, "the closed loop's law: void: ");
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
        requireReason(slowerTerminals, "no percentile is shown: response times ");
    }
}
