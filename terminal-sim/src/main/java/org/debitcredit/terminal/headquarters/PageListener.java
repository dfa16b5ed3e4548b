package org.debitcredit.terminal.headquarters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.debitcredit.terminal.console.RunFailure;

/** Serves the page on loopback. A browser loads it again every few seconds. */
final class PageListener implements AutoCloseable {

    private static final int BACKLOG = 16;
    private static final String RELOAD_SECONDS = "10";

    private final HttpServer server;
    private final Path page;
    private final Set<String> hosts;

    /** @param port 0 for a free one */
    PageListener(Path page, int port) {
        this.page = page;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException failed) {
            throw new RunFailure("the page cannot be served on port " + port + ": " + failed.getMessage(), failed);
        }
        int used = server.getAddress().getPort();
        hosts = Set.of("127.0.0.1:" + used, "localhost:" + used);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Limits the connections, and the time of requests and answers. The JDK's server reads the limits once, before its
     * first listener.
     */
    static void limitListeners() {
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "10");
        System.setProperty("jdk.httpserver.maxConnections", "64");
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!namesThis(exchange.getRequestHeaders().getOrDefault("Host", List.of()))) {
                answer(
                        exchange,
                        421,
                        "text/plain",
                        "the Host header does not name this listener".getBytes(StandardCharsets.UTF_8));
            } else if (!exchange.getRequestURI().getPath().equals("/")) {
                answer(exchange, 404, "text/plain", "there is nothing at this path".getBytes(StandardCharsets.UTF_8));
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                answer(exchange, 405, "text/plain", "the method must be GET".getBytes(StandardCharsets.UTF_8));
            } else {
                exchange.getResponseHeaders().set("Refresh", RELOAD_SECONDS);
                answer(exchange, 200, "text/html;charset=UTF-8", Files.readAllBytes(page));
            }
        }
    }

    /** A page of another site whose name leads to loopback must not read this one. */
    private boolean namesThis(List<String> host) {
        return host.size() == 1 && hosts.contains(host.get(0).toLowerCase(Locale.ROOT));
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
        exchange.sendResponseHeaders(status, content.length);
        exchange.getResponseBody().write(content);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
