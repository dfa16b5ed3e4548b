package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.debitcredit.bank.BankScale;
import org.jspecify.annotations.Nullable;

/**
 * A server of the bank's REST contract on loopback, for terminals under test. A test says by {@link Conduct} what
 * becomes of each request, and can plant a fault.
 */
public final class BankDouble implements AutoCloseable {

    /** What becomes of a request. */
    public enum Fate {
        /** It is decided and answered. */
        ANSWERED,
        /** It is decided, and answered after more than the two seconds that the rules allow. */
        ANSWERED_LATE,
        /** It is decided, and the connection is closed without an answer. */
        ANSWER_LOST,
        /** It is never decided, and the connection is closed. */
        REQUEST_LOST,
        /** It is not decided, because the client's token cannot be checked. */
        UNAUTHENTICATED,
        /** Nothing comes until the double is closed. */
        SILENCE
    }

    /** Decides the fate of a request. */
    @FunctionalInterface
    public interface Conduct {
        /** @param time how often the key has arrived, from 1 */
        Fate of(String path, String key, int time);
    }

    private static final int BACKLOG = 1_000;
    private static final long LATE_MILLIS = 2_200;
    private static final String TOTALS = "/v1/totals";
    private static final String SNAPSHOTS = "/v1/snapshots";
    private static final String TELLERS = "/v1/tellers/";
    private static final String BRANCHES = "/v1/branches/";
    private static final BankScale SCALE = new BankScale(20, 10, 1_000);
    private static final BankScale SMALL = new BankScale(2, 10, 10_000);
    private static final Conduct ANSWERS = (path, key, time) -> Fate.ANSWERED;

    private final BankModel model;
    private final Conduct conduct;
    private final boolean hasTotals;
    private final Map<String, Integer> arrivals = new ConcurrentHashMap<>();
    private final Set<Long> tellers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private @Nullable HttpServer server;
    private int port;

    private BankDouble(BankScale scale, BankModel.Fault fault, Conduct conduct, boolean hasTotals) {
        this.model = new BankModel(scale, fault);
        this.conduct = conduct;
        this.hasTotals = hasTotals;
        start();
    }

    private static BankDouble of(BankModel.Fault fault) {
        return new BankDouble(SCALE, fault, ANSWERS, true);
    }

    /** One that keeps the contract. */
    public static BankDouble honest() {
        return of(BankModel.Fault.NONE);
    }

    /** One that answers {@code committed} and does nothing. */
    public static BankDouble doingNothing() {
        return of(BankModel.Fault.DOES_NOTHING);
    }

    /** One that refuses every transaction, because it knows no teller. */
    public static BankDouble knowingNoTeller() {
        return of(BankModel.Fault.KNOWS_NO_TELLER);
    }

    /** One that tells a position twice. */
    public static BankDouble repeatingPositions() {
        return of(BankModel.Fault.REPEATS_POSITIONS);
    }

    /** One that forgets an acknowledged key when it is started again. */
    public static BankDouble forgettingAKey() {
        return of(BankModel.Fault.FORGETS_A_KEY);
    }

    /** One of two branches that keeps the contract as far as its conduct lets it. */
    public static BankDouble conducting(Conduct conduct) {
        return conducting(SMALL, conduct);
    }

    /** The same of another size. */
    public static BankDouble conducting(BankScale scale, Conduct conduct) {
        return new BankDouble(scale, BankModel.Fault.NONE, conduct, true);
    }

    /** One of two branches that does not offer its totals. */
    public static BankDouble withoutTotals(Conduct conduct) {
        return new BankDouble(SMALL, BankModel.Fault.NONE, conduct, false);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Ids of the tellers at which transactions were asked for. */
    public Set<Long> tellers() {
        return Set.copyOf(tellers);
    }

    /** Requests with a key that arrived, repeated ones too. */
    public long requests() {
        return arrivals.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** How often each key arrived. */
    public Map<String, Integer> arrivals() {
        return Map.copyOf(arrivals);
    }

    /** The decisions, in their order. */
    public List<BankModel.Decision> decisions() {
        return model.decisions();
    }

    /** Whether a transaction was reversed before it arrived. */
    public boolean reversed(String key) {
        return model.isReversed(UUID.fromString(key));
    }

    /** Decides a transaction under its key, as when it arrives late, and answers the status. */
    public int arrivesLate(String key) {
        return model.execute(UUID.fromString(key), Json.object()).status();
    }

    /** Stops listening; what was answered is kept. */
    public synchronized void stop() {
        if (server != null) {
            server.stop(0);
            server = null;
        }
    }

    /** Listens again on the same port, as a server that was killed and has recovered. */
    public void restart() {
        stop();
        model.restarted();
        start();
    }

    private synchronized void start() {
        try {
            HttpServer started =
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            started.createContext("/", this::handle);
            started.setExecutor(threads);
            started.start();
            port = started.getAddress().getPort();
            server = started;
        } catch (IOException unbound) {
            throw new UncheckedIOException(unbound);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("POST")) {
            keyed(exchange);
        } else {
            answer(exchange, read(exchange.getRequestURI().getPath()));
        }
    }

    private void keyed(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals(SNAPSHOTS)) {
            answer(exchange, new BankModel.Response(404, Json.object()));
            return;
        }
        String key = exchange.getRequestHeaders().getFirst(BankHttp.KEY_HEADER);
        JsonNode body = Json.read(exchange.getRequestBody().readAllBytes());
        if (body.has("teller")) {
            tellers.add(body.path("teller").asLong());
        }
        switch (conduct.of(path, key, arrivals.merge(key, 1, Integer::sum))) {
            case ANSWERED -> answer(exchange, decide(path, key, body));
            case ANSWERED_LATE -> {
                BankModel.Response decided = decide(path, key, body);
                delay();
                answer(exchange, decided);
            }
            case ANSWER_LOST -> {
                decide(path, key, body);
                exchange.close();
            }
            case REQUEST_LOST -> exchange.close();
            case UNAUTHENTICATED ->
                answer(
                        exchange,
                        new BankModel.Response(
                                401, Json.object().put("type", Answer.PROBLEM_PREFIX + "unauthenticated")));
            case SILENCE -> {}
        }
    }

    private BankModel.Response decide(String path, String key, JsonNode body) {
        UUID id = UUID.fromString(key);
        return path.equals(BankHttp.REVERSALS_PATH) ? model.reverse(id, body) : model.execute(id, body);
    }

    private BankModel.Response read(String path) {
        if (path.equals(TOTALS) && !hasTotals) {
            return new BankModel.Response(404, Json.object());
        }
        return new BankModel.Response(
                200,
                switch (path) {
                    case "/v1/bank" -> model.bank();
                    case TOTALS -> model.totals();
                    default -> readOne(path, path.substring(path.lastIndexOf('/') + 1));
                });
    }

    private ObjectNode readOne(String path, String id) {
        if (path.startsWith(BankHttp.TRANSACTIONS_PATH)) {
            return model.status(UUID.fromString(id));
        }
        if (path.startsWith(TELLERS)) {
            return model.teller(Long.parseLong(id));
        }
        return path.startsWith(BRANCHES) ? model.branch(Long.parseLong(id)) : model.account(Long.parseLong(id));
    }

    /** The transaction was executed before: only its answer is late. */
    private void delay() {
        try {
            if (closed.await(LATE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("closed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, BankModel.Response response) throws IOException {
        try (exchange) {
            byte[] body = response.body().toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(response.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        stop();
        threads.shutdownNow();
    }
}
