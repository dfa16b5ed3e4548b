package org.debitcredit.it;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * A terminal that deposits 1 into account 1 at a steady rate, and measures from when each request was due. A request
 * whose connection is refused or broken is sent again with its key, and its time goes on.
 */
final class HonestClient implements AutoCloseable {

    private static final int PER_SECOND = 20;
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final Transaction DEPOSIT = Transaction.deposit(0, 1, 1);

    private final Way way;
    private final Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
    private final Thread thread = new Thread(this::run, "honest-client");
    private volatile boolean ends;
    private volatile long committed;
    private volatile long broken;
    private volatile @Nullable String failure;

    /** How it reaches the bank. */
    interface Way extends AutoCloseable {

        /**
         * Sends a deposit and waits for its answer; returns once it is committed.
         *
         * @throws IOException when the connection is refused or broken, so that it is to be sent again
         * @throws IllegalStateException when it is answered otherwise
         */
        void deposit(Sent sent) throws IOException;

        @Override
        void close() throws IOException;
    }

    private HonestClient(Way way) {
        this.way = way;
    }

    static HonestClient start(Way way) {
        HonestClient client = new HonestClient(way);
        client.thread.start();
        return client;
    }

    /** Over one channel of gRPC, which it closes. */
    static HonestClient overGrpc(GrpcBank bank) {
        return start(new Way() {
            @Override
            public void deposit(Sent sent) throws IOException {
                try {
                    bank.execute(sent);
                } catch (StatusRuntimeException e) {
                    switch (e.getStatus().getCode()) {
                        case UNAVAILABLE, RESOURCE_EXHAUSTED, DEADLINE_EXCEEDED -> throw new IOException(e);
                        default -> throw new IllegalStateException("answered " + e.getStatus(), e);
                    }
                }
            }

            @Override
            public void close() {
                bank.close();
            }
        });
    }

    /** Deposits that were answered as committed. */
    long committed() {
        return committed;
    }

    /** Why it stopped trying; null while it has not. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Answer times and how often a connection was refused or broken, in words. */
    String figures() {
        return String.format(
                "%d committed, p50 %.1f ms, p99 %.1f ms, max %.1f ms, %d connections refused or broken",
                committed,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMaxValue() / 1e3,
                broken);
    }

    double p99Millis() {
        return micros.getValueAtPercentile(99) / 1e3;
    }

    private void run() {
        long due = System.nanoTime();
        while (!ends && failure == null) {
            long wait = due - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            } else {
                deposit(due);
                due += TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
            }
        }
    }

    private void deposit(long due) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        UUID key = TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
        Sent sent = new Sent(key, DEPOSIT);
        for (boolean isAnswered = false; !isAnswered; ) {
            try {
                way.deposit(sent);
                isAnswered = true;
            } catch (IllegalStateException refused) {
                failure = refused.getMessage();
                return;
            } catch (IOException e) {
                broken++;
                if (System.nanoTime() - due > GIVE_UP_NANOS) {
                    failure = "no answer for 30 s, at last " + e;
                    return;
                }
            }
        }
        committed++;
        micros.recordValue(
                Math.min(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due), micros.getHighestTrackableValue()));
    }

    /** Ends it; returns how many deposits were answered as committed. */
    long stop() {
        ends = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return committed;
    }

    @Override
    public void close() throws IOException {
        stop();
        way.close();
    }
}
