package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.transaction.TransactionKey;

/**
 * Terminals in all regions, half of whose transactions are out-of-town. As a real one does, each sends a transaction
 * again under its key until it knows what became of it. They remember what every account and till must have.
 */
final class RegionTerminals implements AutoCloseable {

    private static final int TERMINALS = 8;
    private static final int ACCOUNTS = 40;
    private static final int AMOUNT_MAX = 500;
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long ANSWERED_NANOS_MAX = TimeUnit.SECONDS.toNanos(120);

    /** A till or an account of a region. */
    private record Place(int region, String kind, long id) {}

    private record Committed(int region, UUID key) {}

    private final RegionServers regions;
    private final long seed;
    private final Map<Place, AtomicLong> balances = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Committed> committed = new ConcurrentLinkedQueue<>();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong outOfTown = new AtomicLong();
    private final AtomicLong inTransit = new AtomicLong();
    private final AtomicLong sentAgain = new AtomicLong();
    private final ExecutorService threads = Executors.newFixedThreadPool(TERMINALS);
    private volatile boolean isOver;

    RegionTerminals(RegionServers regions, long seed) {
        this.regions = regions;
        this.seed = seed;
    }

    /** Works while something happens, and then until every terminal knows what became of its last transaction. */
    void workDuring(int round, Failing happening) throws Exception {
        isOver = false;
        List<Future<?>> terminals = new ArrayList<>();
        for (int terminal = 0; terminal < TERMINALS; terminal++) {
            Random random = new Random(seed + 31L * round + terminal);
            long till = terminal;
            terminals.add(threads.submit(() -> {
                while (!isOver) {
                    transact(random, till);
                }
                return null;
            }));
        }
        try {
            happening.happen();
        } finally {
            isOver = true;
            for (Future<?> terminal : terminals) {
                join(terminal);
            }
        }
    }

    /** What may fail. */
    interface Failing {
        void happen() throws Exception;
    }

    private static void join(Future<?> terminal) throws InterruptedException {
        try {
            terminal.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private void transact(Random random, long till) throws IOException {
        int acquirer = random.nextInt(regions.count());
        int distance = random.nextBoolean() ? 0 : 1 + random.nextInt(regions.count() - 1);
        int issuer = (acquirer + distance) % regions.count();
        long account = random.nextInt(ACCOUNTS);
        boolean isPaidIn = random.nextInt(5) < 3;
        long amount = 1 + random.nextInt(AMOUNT_MAX);
        UUID key = TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
        String body = "{\"type\":\"" + (isPaidIn ? "deposit" : "withdrawal") + "\",\"teller\":" + till
                + ",\"account\":" + account + ",\"amount\":" + amount
                + (issuer == acquirer ? "" : ",\"region\":" + issuer) + "}";
        if (isCommitted(acquirer, key, body)) {
            long signed = isPaidIn ? amount : -amount;
            add(new Place(acquirer, "tellers", till), signed);
            add(new Place(issuer, "accounts", account), signed);
            committed.add(new Committed(acquirer, key));
        }
        answered.incrementAndGet();
        outOfTown.addAndGet(acquirer == issuer ? 0 : 1);
    }

    private void add(Place place, long amount) {
        balances.computeIfAbsent(place, absent -> new AtomicLong()).addAndGet(amount);
    }

    /** Sends it until it is known. Only the lack of funds may be a reason to refuse it for good. */
    private boolean isCommitted(int acquirer, UUID key, String body) throws IOException {
        long begun = System.nanoTime();
        String last = "nothing";
        while (System.nanoTime() - begun < ANSWERED_NANOS_MAX) {
            try {
                RestBank.Answer answer = regions.rest(acquirer).post(key.toString(), body);
                last = answer.status() + " " + answer.text();
                switch (answer.status()) {
                    case 200 -> {
                        return true;
                    }
                    case 202 -> {
                        inTransit.incrementAndGet();
                        return true;
                    }
                    case 503, 504 -> {}
                    default -> {
                        assertThat(answer.reason()).as(last).isEqualTo("insufficient-funds");
                        return false;
                    }
                }
            } catch (IOException e) {
                last = e.toString();
            }
            sentAgain.incrementAndGet();
            LockSupport.parkNanos(AGAIN_NANOS);
        }
        throw new IOException("no answer to " + key + " " + body + " at region " + acquirer + ": " + last);
    }

    long answered() {
        return answered.get();
    }

    /** Everything that was answered is where it belongs, once. Nothing is posted meanwhile. */
    void assertThatEverythingIsThere() throws IOException {
        for (Map.Entry<Place, AtomicLong> expected : balances.entrySet()) {
            Place place = expected.getKey();
            assertThat(regions.rest(place.region).balance(place.kind, place.id))
                    .as(place.toString())
                    .isEqualTo(expected.getValue().get());
        }
        for (Committed known = committed.poll(); known != null; known = committed.poll()) {
            assertThat(regions.rest(known.region)
                            .get("/v1/transactions/" + known.key)
                            .json()
                            .path("status")
                            .asText())
                    .as("%s at region %d", known.key, known.region)
                    .isEqualTo("committed");
        }
    }

    /** What the terminals have seen. */
    String summary() {
        return answered + " answers, " + outOfTown + " of them out-of-town and " + inTransit + " in transit, "
                + sentAgain + " sent again";
    }

    @Override
    public void close() {
        isOver = true;
        threads.shutdownNow();
    }
}
