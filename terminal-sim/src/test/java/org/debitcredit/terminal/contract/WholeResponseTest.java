package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WholeResponseTest {

    private static final int BYTES = 10;

    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/whole", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, BYTES);
                exchange.getResponseBody().write(new byte[BYTES]);
            }
        });
        server.createContext("/unfinished", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, BYTES);
                exchange.getResponseBody().write(new byte[1]);
                exchange.getResponseBody().flush();
                mayEnd.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void aResponseThatEndsInTimeIsReturned() throws IOException, InterruptedException {
        assertThat(WholeResponse.await(client, request("/whole", Duration.ofSeconds(10)))
                        .body())
                .hasSize(BYTES);
    }

    /** The headers and the first byte come at once, and nothing after them. */
    @Test
    void aBodyThatIsNotFinishedIsNotWaitedForLongerThanTheTimeOut() {
        assertThatThrownBy(() -> WholeResponse.await(client, request("/unfinished", Duration.ofMillis(300))))
                .isInstanceOf(HttpTimeoutException.class);
    }

    private HttpRequest request(String path, Duration patience) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return HttpRequest.newBuilder(url).timeout(patience).GET().build();
    }
}
