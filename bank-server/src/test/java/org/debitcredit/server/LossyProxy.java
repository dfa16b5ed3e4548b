package org.debitcredit.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Passes requests to a server, and breaks the connection of some after the server has answered them. */
final class LossyProxy implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final int port;
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final Consumer<HttpExchange> seen;
    private int losses;

    /**
     * A proxy.
     *
     * @param losses how many answers to money transactions are lost, the first ones
     * @param seen receives each request before it is passed on
     */
    LossyProxy(TestServer server, int losses, Consumer<HttpExchange> seen) throws IOException {
        this.port = server.port();
        this.losses = losses;
        this.seen = seen;
        proxy.createContext("/", this::pass);
        proxy.start();
    }

    String url() {
        return "http://127.0.0.1:" + proxy.getAddress().getPort();
    }

    /** The keys of the money transactions that passed, in order. */
    List<String> keys() {
        return List.copyOf(keys);
    }

    private void pass(HttpExchange exchange) throws IOException {
        seen.accept(exchange);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        for (String name : List.of("Content-Type", "Idempotency-Key")) {
            String value = exchange.getRequestHeaders().getFirst(name);
            if (value != null) {
                request.header(name, value);
            }
        }
        HttpResponse<byte[]> answer;
        try {
            answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        if (key != null) {
            keys.add(key);
            if (losses > 0) {
                losses--;
                exchange.close();
                return;
            }
        }
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
        exchange.getResponseBody().write(answer.body());
        exchange.close();
    }

    @Override
    public void close() {
        proxy.stop(0);
    }
}
