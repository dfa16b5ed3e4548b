package org.debitcredit.terminal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Json;

/**
 * A server that speaks the contract, decides each key once, and keeps no money. A test says by {@link Conduct} what
 * becomes of each request's answer.
 */
public final class BankDouble implements AutoCloseable {

    /** What becomes of a request. */
    public enum Fate {
        /** It is decided and answered. */
        ANSWERED,
        /** It is decided, and the connection is closed without an answer. */
        ANSWER_LOST,
        /** It is never decided, and the connection is closed. */
        REQUEST_LOST,
        /** Nothing comes until the double is closed. */
        SILENCE
    }

    /** Decides the fate of a request. */
    @FunctionalInterface
    public interface Conduct {
        /** @param time how often the key has arrived, from 1 */
        Fate of(String path, String key, int time);
    }

    /** What was decided under a key. */
    public record Decision(String path, String key, long position, String answer, int status) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int branches;
    private final int accountsPerBranch;
    private final Conduct conduct;
    private final Map<String, Decision> decisions = new HashMap<>();
    private final Map<String, String> reversedBy = new HashMap<>();
    private final Map<String, Integer> arrivals = new HashMap<>();

    /** A bank of two branches. */
    public BankDouble(Conduct conduct) throws IOException {
        this(2, 10_000, conduct);
    }

    public BankDouble(int branches, int accountsPerBranch, Conduct conduct) throws IOException {
        this.branches = branches;
        this.accountsPerBranch = accountsPerBranch;
        this.conduct = conduct;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/bank", exchange -> answer(exchange, 200, bank()));
        server.createContext(BankHttp.TRANSACTIONS_PATH, this::keyed);
        server.createContext(BankHttp.REVERSALS_PATH, this::keyed);
        server.createContext(BankHttp.ACCOUNTS_PATH, exchange -> answer(exchange, 200, "{\"balance\":100}"));
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The decisions, in their order. */
    public synchronized List<Decision> decisions() {
        return decisions.values().stream()
                .sorted((one, other) -> Long.compare(one.position(), other.position()))
                .toList();
    }

    /** Whether a transaction was reversed. */
    public synchronized boolean reversed(String key) {
        return reversedBy.containsKey(key);
    }

    /** How often each key arrived. */
    public synchronized Map<String, Integer> arrivals() {
        return Map.copyOf(arrivals);
    }

    private synchronized String bank() {
        return String.format(
                "{\"preset\":\"gray2005\",\"branches\":%d,\"tellersPerBranch\":10,\"accountsPerBranch\":%d,"
                        + "\"position\":%d}",
                branches, accountsPerBranch, decisions.size());
    }

    private void keyed(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String key = exchange.getRequestHeaders().getFirst(BankHttp.KEY_HEADER);
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int time;
        synchronized (this) {
            time = arrivals.merge(key, 1, Integer::sum);
        }
        switch (conduct.of(path, key, time)) {
            case ANSWERED -> {
                Decision decision = decide(path, key, body);
                answer(exchange, decision.status(), decision.answer());
            }
            case ANSWER_LOST -> {
                decide(path, key, body);
                exchange.close();
            }
            case REQUEST_LOST -> exchange.close();
            case SILENCE -> {}
        }
    }

    /** Decides a request under its key, as when it arrives late. */
    public synchronized Decision decide(String path, String key, String body) {
        Decision before = decisions.get(key);
        if (before != null) {
            return before;
        }
        long position = decisions.size() + 1;
        Decision decision;
        if (path.equals(BankHttp.REVERSALS_PATH)) {
            JsonNode json = Json.read(body.getBytes(StandardCharsets.UTF_8));
            reversedBy.put(json.path("originalKey").asText(), key);
            decision = new Decision(path, key, position, committed(position), 200);
        } else if (reversedBy.containsKey(key)) {
            String refused = "{\"type\":\"urn:debitcredit:reversed\",\"status\":422,\"position\":" + position + "}";
            decision = new Decision(path, key, position, refused, 422);
        } else {
            decision = new Decision(path, key, position, committed(position), 200);
        }
        decisions.put(key, decision);
        return decision;
    }

    private static String committed(long position) {
        return "{\"status\":\"committed\",\"position\":" + position + ",\"balance\":" + 100 + ",\"filler\":\""
                + "x".repeat(200) + "\"}";
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
