package org.debitcredit.terminal.certify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.Json;

/** A bank by the REST contract whose books can have a planted fault. */
final class FaultyBooks implements AutoCloseable {

    /** What is wrong. */
    enum Fault {
        NONE,
        /** A commit leaves the teller as it was. */
        FORGETS_THE_TELLER,
        /** A commit writes no history. */
        FORGETS_THE_HISTORY,
        /** A commit is answered, and nothing is done. */
        DOES_NOTHING,
        /** A commit is done, and its key is forgotten. */
        FORGETS_KEYS,
        /** Every look-up of a key is answered as if it were committed. */
        MAKES_LOOKUPS_UP,
        /** Its journal is in memory, and it says so. */
        IS_NOT_DURABLE,
        /** Another client is at work. */
        IS_SHARED,
        /** A withdrawal without funds is refused, and the teller pays it. */
        PAYS_WHAT_IT_REFUSES,
        /** The server says that the sums are equal, whatever they are. */
        HIDES_A_DIFFERENCE
    }

    private static final BankScale SCALE = Preset.GRAY2005.scale(2);

    private static final int KEY_WINDOW = 1_000;
    private static final String SNAPSHOTS = "/v1/snapshots";
    private static final String LOOKUP = BankHttp.TRANSACTIONS_PATH + "/";

    private volatile Fault fault;
    private final Map<String, Long> balances = new HashMap<>();
    private final Map<String, ObjectNode> commits = new HashMap<>();
    private final HttpServer server;
    private boolean isOpen = true;
    private long position;
    private long historyRows;
    private long history;

    FaultyBooks(Fault fault) throws IOException {
        this.fault = fault;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    /** From now on it has another fault. */
    void becomes(Fault other) {
        fault = other;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    Inspector inspector() {
        return new Inspector(url(), null);
    }

    private ObjectNode snapshot() {
        String now = Instant.now().toString();
        return Json.object().put("position", position).put("began", now).put("ended", now);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            ObjectNode answer = exchange.getRequestMethod().equals("POST")
                    ? path.equals(SNAPSHOTS)
                            ? snapshot()
                            : decide(
                                    exchange.getRequestHeaders().getFirst(BankHttp.KEY_HEADER),
                                    Json.read(exchange.getRequestBody().readAllBytes()))
                    : read(path);
            byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.has("type") ? 422 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private ObjectNode read(String path) {
        position += fault == Fault.IS_SHARED ? 1 : 0;
        return switch (path) {
            case "/v1/bank" ->
                Json.object()
                        .put("preset", "gray2005")
                        .put("branches", SCALE.branches())
                        .put("tellersPerBranch", SCALE.tellersPerBranch())
                        .put("accountsPerBranch", SCALE.accountsPerBranch())
                        .put("position", position)
                        .put("keyWindow", KEY_WINDOW)
                        .put("durable", fault != Fault.IS_NOT_DURABLE);
            case "/v1/totals" -> totals();
            default ->
                path.startsWith(LOOKUP)
                        ? lookUp(path.substring(LOOKUP.length()))
                        : Json.object().put("balance", balances.getOrDefault(path, 0L));
        };
    }

    private ObjectNode lookUp(String key) {
        return fault == Fault.MAKES_LOOKUPS_UP
                ? committed(position, 0)
                : commits.getOrDefault(key, Json.object().put("status", "unknown"));
    }

    private static ObjectNode committed(long position, long balance) {
        return Json.object()
                .put("status", "committed")
                .put("position", position)
                .put("balance", balance)
                .put("filler", "x".repeat(200));
    }

    private ObjectNode totals() {
        long tellers = sum("/v1/tellers/") + (fault == Fault.HIDES_A_DIFFERENCE ? 1 : 0);
        boolean equal = sum("/v1/accounts/") == tellers && tellers == sum("/v1/branches/") && tellers == history;
        return Json.object()
                .put("position", position)
                .put("accounts", sum("/v1/accounts/"))
                .put("tellers", tellers)
                .put("branches", sum("/v1/branches/"))
                .put("history", history)
                .put("historyRows", historyRows)
                .put("holds", equal || fault == Fault.HIDES_A_DIFFERENCE);
    }

    private long sum(String prefix) {
        return balances.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private ObjectNode decide(String key, JsonNode transaction) {
        position++;
        long teller = transaction.path("teller").asLong();
        long amount = transaction.path("amount").asLong();
        String account = "/v1/accounts/" + transaction.path("account").asLong();
        String type = transaction.path("type").asText();
        if (!type.equals("debit-credit") && !type.equals("deposit")) {
            if (fault == Fault.PAYS_WHAT_IT_REFUSES) {
                balances.merge("/v1/tellers/" + teller, -amount, Long::sum);
            }
            return Json.object()
                    .put("type", "urn:debitcredit:insufficient-funds")
                    .put("position", position);
        }
        if (fault != Fault.DOES_NOTHING) {
            balances.merge(account, amount, Long::sum);
            balances.merge("/v1/branches/" + BankScale.branchOf(teller), amount, Long::sum);
            if (fault != Fault.FORGETS_THE_TELLER) {
                balances.merge("/v1/tellers/" + teller, amount, Long::sum);
            }
            if (fault != Fault.FORGETS_THE_HISTORY) {
                history += amount;
                historyRows++;
            }
        }
        ObjectNode answer = committed(position, balances.getOrDefault(account, 0L));
        if (fault != Fault.FORGETS_KEYS) {
            commits.put(key, answer);
        }
        return answer;
    }

    /** Answers nothing any more, as a server that has died. */
    void die() {
        if (isOpen) {
            isOpen = false;
            server.stop(0);
        }
    }

    @Override
    public void close() {
        die();
    }
}
