package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** {@code bank status} of a running service, and of none. */
class StatusCommandTest {

    /** The connection ends without an answer. */
    private static final int BROKEN = 0;

    private static PrintedRun run(String... arguments) {
        return PrintedRun.of(arguments);
    }

    @Test
    void a_ready_service_is_shown_on_one_screen() {
        String url = "http://127.0.0.1:" + TestServer.shared().port();
        PrintedRun run = await().atMost(Duration.ofSeconds(20))
                .until(() -> run("status", "--url", url), ended -> ended.out().contains("\ndisk "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines()).hasSizeBetween(18, 24);
        assertThat(run.out())
                .startsWith("service     ready, version ")
                .contains("\nwriter      works, position ")
                .contains("\nmirror      none")
                .contains("\nledger      h2, in memory");
    }

    @Test
    void json_is_the_report() {
        String url = "http://127.0.0.1:" + TestServer.shared().port();
        // The report is made once a second, so the first one may be from before the bank was open.
        PrintedRun run = await().atMost(Duration.ofSeconds(20))
                .until(() -> run("status", "--json", "--url", url), reported -> reported.exitCode() == 0);
        assertThat(JsonMapper.shared().readTree(run.out()).path("ready").asBoolean())
                .isTrue();
    }

    @Test
    void where_nobody_answers_it_says_so() {
        PrintedRun run = run("status", "--url", "http://127.0.0.1:1");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("bank: no bank answers at http://127.0.0.1:1");
        assertThat(run("status", "--url", "127.0.0.1").exitCode()).isEqualTo(2);
    }

    /** It fails first, then it is not ready, then it is. */
    @Test
    void a_service_that_starts_is_waited_for() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        PrintedRun run = waitingFor(() -> asked.incrementAndGet() == 1 ? 503 : 200, () -> asked.get() > 2);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("service     ready");
        assertThat(asked).hasValue(3);
    }

    /** A proxy refuses for a moment, or breaks the connection: none of that says what the service would answer. */
    @Test
    void what_passes_is_waited_for() throws IOException {
        Iterator<Integer> answers = List.of(429, 408, BROKEN).iterator();
        PrintedRun run = waitingFor(() -> answers.hasNext() ? answers.next() : 200, () -> true);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("service     ready");
        assertThat(answers).isExhausted();
    }

    /** Each repeat would count as another failed token. */
    @Test
    void a_refusal_is_not_waited_for() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        PrintedRun run = waitingFor(() -> asked.incrementAndGet() == 1 ? 401 : 200, () -> true);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("bank: the server answered 401");
        assertThat(asked).hasValue(1);
    }

    @Test
    void the_wait_ends() {
        PrintedRun run = run("status", "--url", "http://127.0.0.1:1", "--wait", "1ms");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("bank: no bank answers at http://127.0.0.1:1");
    }

    /** Waits at most a minute for another service, which answers as given. */
    private static PrintedRun waitingFor(IntSupplier status, BooleanSupplier isReady) throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            int answered = status.getAsInt();
            if (answered == BROKEN) {
                exchange.close();
                return;
            }
            byte[] body = ("{\"ready\":" + isReady.getAsBoolean() + "}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answered, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        other.start();
        try {
            return run(
                    "status",
                    "--wait",
                    "1m",
                    "--url",
                    "http://127.0.0.1:" + other.getAddress().getPort());
        } finally {
            other.stop(0);
        }
    }

    @Test
    void what_is_not_a_bank_is_named_in_one_line() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] page = "<html>another service</html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        other.start();
        try {
            String url = "http://127.0.0.1:" + other.getAddress().getPort();
            for (String command : new String[] {"status", "backup"}) {
                PrintedRun run = run(command, "--json", "--url", url);
                assertThat(run.exitCode()).isEqualTo(1);
                assertThat(run.out()).isEmpty();
                assertThat(run.err()).startsWith("bank: ").contains(url);
                assertThat(run.err().lines()).hasSize(1);
            }
        } finally {
            other.stop(0);
        }
    }

    /** A problem document is shown as its words, and a page only in part. */
    @Test
    void what_a_server_answers_instead_is_shown_in_one_line() throws IOException {
        String problem = "{\"title\":\"Forbidden\",\"status\":403,\"detail\":\"a role is missing\"}";
        assertThat(answered(403, problem)).isEqualTo("bank: the server answered 403: Forbidden: a role is missing");
        assertThat(answered(502, "<html>" + "x".repeat(500)))
                .isEqualTo("bank: the server answered 502: <html>" + "x".repeat(194) + "...");
    }

    private static String answered(int status, String body) throws IOException {
        PrintedRun run = askingOther(status, body, "status");
        assertThat(run.exitCode()).isEqualTo(1);
        return run.err().strip();
    }

    /** Asks another service, which always answers the same. */
    private static PrintedRun askingOther(int status, String body, String... command) throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        other.start();
        try {
            return run(Stream.concat(
                            Arrays.stream(command),
                            Stream.of(
                                    "--url",
                                    "http://127.0.0.1:" + other.getAddress().getPort()))
                    .toArray(String[]::new));
        } finally {
            other.stop(0);
        }
    }

    /** A scheduled backup must not count as taken because something else answered. */
    @Test
    void an_answer_that_names_no_backup_is_a_failure() throws IOException {
        for (String body : new String[] {"{}", "{\"name\":\"backup-1\"}", "{\"name\":1,\"position\":2}"}) {
            for (PrintedRun run :
                    new PrintedRun[] {askingOther(200, body, "backup"), askingOther(200, body, "backup", "--json")}) {
                assertThat(run.exitCode()).as(body).isEqualTo(1);
                assertThat(run.out()).isEmpty();
                assertThat(run.err().strip())
                        .startsWith("bank: what answers at http://127.0.0.1:")
                        .endsWith(" is not a bank: its answer names no backup");
            }
        }
    }

    @Test
    void what_a_server_names_cannot_change_the_screen() throws IOException {
        PrintedRun run = askingOther(200, "{\"ready\":true,\"version\":\"1\\u001b[2J\"}", "status");
        assertThat(run.out()).contains("version 1?[2J").doesNotContain("\u001b");
    }

    /** A token is a secret: no message repeats it. */
    @Test
    void a_file_with_two_tokens_is_refused_without_showing_them(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "first-secret\nsecond-secret\n");
        PrintedRun run = run("status", "--url", "http://127.0.0.1:1", "--token-file", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("bank: ").contains(file.toString()).doesNotContain("secret");
    }
}
