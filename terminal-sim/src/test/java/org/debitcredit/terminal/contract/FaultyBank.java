package org.debitcredit.terminal.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.debitcredit.bank.BankScale;
import org.jspecify.annotations.Nullable;

/** A server of the bank's REST contract on loopback, for terminals under test. It can have a planted fault. */
public final class FaultyBank implements AutoCloseable {

    private static final int BACKLOG = 1_000;
    private static final String TRANSACTIONS = BankHttp.TRANSACTIONS_PATH;

    private final BankModel model;
    private final LongUnaryOperator delayMillis;
    private final AtomicLong requests = new AtomicLong();
    private final Set<Long> tellers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private @Nullable HttpServer server;
    private int port;

    private FaultyBank(BankModel.Fault fault, LongUnaryOperator delayMillis) {
        this.model = new BankModel(new BankScale(20, 10, 1_000), fault);
        this.delayMillis = delayMillis;
        start();
    }

    /** One that keeps the contract. */
    public static FaultyBank honest() {
        return new FaultyBank(BankModel.Fault.NONE, request -> 0);
    }

    /** One that delays its answers to transactions by so many milliseconds; its argument counts them, from 1. */
    public static FaultyBank slow(LongUnaryOperator delayMillis) {
        return new FaultyBank(BankModel.Fault.NONE, delayMillis);
    }

    /** One that answers {@code committed} and does nothing. */
    public static FaultyBank doingNothing() {
        return new FaultyBank(BankModel.Fault.DOES_NOTHING, request -> 0);
    }

    /** One that tells a position twice. */
    public static FaultyBank repeatingPositions() {
        return new FaultyBank(BankModel.Fault.REPEATS_POSITIONS, request -> 0);
    }

    /** One that forgets an acknowledged key when it is started again. */
    public static FaultyBank forgettingAKey() {
        return new FaultyBank(BankModel.Fault.FORGETS_A_KEY, request -> 0);
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Ids of the tellers at which transactions were asked for. */
    public Set<Long> tellers() {
        return Set.copyOf(tellers);
    }

    /** Transactions that were asked for, repeated ones too. */
    public long requests() {
        return requests.get();
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
        try (exchange) {
            BankModel.Response response = response(exchange);
            byte[] body = response.body().toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(response.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private BankModel.Response response(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (exchange.getRequestMethod().equals("POST")) {
            UUID key = UUID.fromString(exchange.getRequestHeaders().getFirst(BankHttp.KEY_HEADER));
            tellers.add(Json.read(body).path("teller").asLong());
            BankModel.Response decided = path.equals(TRANSACTIONS)
                    ? model.execute(key, Json.read(body))
                    : model.reverse(key, Json.read(body));
            delay();
            return decided;
        }
        String last = path.substring(path.lastIndexOf('/') + 1);
        return new BankModel.Response(
                200,
                switch (path) {
                    case "/v1/bank" -> model.bank();
                    case "/v1/totals" -> model.totals();
                    default ->
                        path.startsWith(TRANSACTIONS)
                                ? model.status(UUID.fromString(last))
                                : model.account(Long.parseLong(last));
                });
    }

    /** The transaction was executed before: only its answer is late. */
    private void delay() {
        long millis = delayMillis.applyAsLong(requests.incrementAndGet());
        try {
            if (millis > 0 && closed.await(millis, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("closed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        stop();
        threads.shutdownNow();
    }
}
