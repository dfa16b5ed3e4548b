package org.debitcredit.server.command.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.debitcredit.server.command.client.KeyedSender.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is concluded from the answers to a transaction and its repeats. */
class KeyedSenderTest {

    private static final String LOST = "";

    private final Queue<String> answers = new ConcurrentLinkedQueue<>();
    private final Queue<String> keys = new ConcurrentLinkedQueue<>();
    private final List<String> notices = new ArrayList<>();
    private final Queue<Long> pauses = new ArrayDeque<>();
    private long nanos;
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            String answer = answers.poll();
            if (answer == null || answer.equals(LOST)) {
                exchange.close();
                return;
            }
            int status = Integer.parseInt(answer.substring(0, 3));
            if (answer.contains("busy")) {
                exchange.getResponseHeaders().set("Retry-After", "1");
            }
            byte[] body = answer.substring(3).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String problem(int status, String code) {
        return status + "{\"type\":\"urn:debitcredit:" + code + "\",\"title\":\"t\",\"status\":" + status
                + ",\"detail\":\"words\"}";
    }

    private Result send(Duration resendFor, String... answered) throws IOException {
        return send(resendFor, false, answered);
    }

    private Result send(Duration resendFor, boolean isRepetition, String... answered) throws IOException {
        answers.addAll(List.of(answered));
        KeyedSender sender = new KeyedSender(
                new RunningServer(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null),
                resendFor,
                () -> nanos,
                pause -> {
                    pauses.add(pause);
                    nanos += pause;
                },
                notices::add);
        return sender.send("/v1/transactions", NewKey.now(), isRepetition, "{}");
    }

    private static String code(Result result) {
        return ((Result.Known) result).answer().code();
    }

    private static final String COMMITTED = "200{\"status\":\"committed\",\"position\":1,\"balance\":1}";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void an_answer_of_the_bank_is_final() throws IOException {
        assertThat(((Result.Known) send(MINUTE, COMMITTED)).answer().isOk()).isTrue();
        assertThat(code(send(MINUTE, problem(422, "insufficient-funds")))).isEqualTo("insufficient-funds");
        assertThat(code(send(MINUTE, problem(403, "out-of-scope")))).isEqualTo("out-of-scope");
        assertThat(code(send(MINUTE, problem(500, "ledger-damaged")))).isEqualTo("ledger-damaged");
        assertThat(notices).isEmpty();
    }

    @Test
    void a_busy_bank_is_asked_again_when_it_says() throws IOException {
        assertThat(((Result.Known) send(MINUTE, problem(503, "busy"), problem(503, "not-executed"), COMMITTED))
                        .answer()
                        .isOk())
                .isTrue();
        assertThat(pauses.poll()).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(notices).hasSize(2).allMatch(line -> line.startsWith("nothing was executed: words. Sending again"));
        assertThat(keys).hasSize(3);
        assertThat(keys.stream().distinct()).hasSize(1);
    }

    @Test
    void a_bank_that_stays_busy_has_executed_nothing() throws IOException {
        assertThat(code(send(Duration.ZERO, problem(503, "busy")))).isEqualTo("busy");
    }

    /** Each says that this attempt was not executed, which leaves open what became of the lost one. */
    @Test
    void after_a_lost_answer_only_a_stored_answer_tells() throws IOException {
        for (String later : List.of(
                problem(503, "busy"),
                problem(401, "unauthenticated"),
                problem(422, "key-expired"),
                problem(500, "ledger-damaged"))) {
            answers.clear();
            Result result = send(Duration.ofSeconds(1), LOST, later);
            assertThat(result).as(later).isInstanceOf(Result.Unknown.class);
        }
        answers.clear();
        assertThat(code(send(
                        MINUTE,
                        LOST,
                        problem(422, "insufficient-funds").replace("\"title\"", "\"position\":4,\"title\""))))
                .isEqualTo("insufficient-funds");
    }

    /** Somebody who repeats a transaction by its key, after the process that sent it first has ended. */
    @Test
    void of_a_repetition_too_only_a_stored_answer_tells() throws IOException {
        for (String answer : List.of(
                problem(503, "not-executed"),
                problem(503, "busy"),
                problem(401, "unauthenticated"),
                problem(403, "out-of-scope"),
                problem(422, "key-expired"))) {
            answers.clear();
            assertThat(send(Duration.ofSeconds(1), true, answer)).as(answer).isInstanceOf(Result.Unknown.class);
        }
        answers.clear();
        assertThat(((Result.Known) send(MINUTE, true, COMMITTED)).answer().isOk())
                .isTrue();
    }

    @Test
    void what_may_have_been_executed_is_repeated_until_it_is_known() throws IOException {
        for (String open :
                List.of(LOST, problem(504, "outcome-unknown"), problem(500, "internal"), "502<html>", "504")) {
            Result result = send(MINUTE, open, COMMITTED);
            assertThat(((Result.Known) result).answer().isOk()).as(open).isTrue();
        }
        assertThat(notices).hasSize(5).allMatch(line -> line.startsWith("the outcome is unknown: "));
    }

    @Test
    void an_answer_of_something_else_leaves_the_outcome_open() throws IOException {
        assertThat(send(MINUTE, "200<html>")).isInstanceOf(Result.Unknown.class);
        assertThat(keys).hasSize(1);
    }

    @Test
    void a_first_attempt_without_a_connection_sends_nothing() {
        stop();
        assertThatThrownBy(() -> send(MINUTE)).isInstanceOf(NothingSentException.class);
    }

    @Test
    void a_repeat_without_a_connection_leaves_the_outcome_open() throws IOException {
        answers.add(LOST);
        KeyedSender sender = new KeyedSender(
                new RunningServer(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null),
                Duration.ofSeconds(2),
                () -> nanos,
                pause -> {
                    server.stop(0);
                    nanos += pause;
                },
                notices::add);
        assertThat(sender.send("/v1/transactions", NewKey.now(), false, "{}")).isInstanceOf(Result.Unknown.class);
        assertThat(notices).last().asString().contains("no bank answers");
    }
}
