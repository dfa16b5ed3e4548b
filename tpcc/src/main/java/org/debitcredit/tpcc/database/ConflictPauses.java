package org.debitcredit.tpcc.database;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The pauses after which a transaction is begun again that the database rolled back because of another one. They are
 * random, so that the same transactions do not meet again, and longer after each failure. Used by one thread.
 */
public final class ConflictPauses {

    /** A transaction that has been failing for so long is not begun again. */
    static final long TIME_MAX_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long FIRST_MAX_NANOS = 100_000;
    private static final int DOUBLINGS_MAX = 7;

    private final SplittableRandom random;
    private final LongSupplier clockNanos;
    private final LongConsumer pauseNanos;

    ConflictPauses(SplittableRandom random, LongSupplier clockNanos, LongConsumer pauseNanos) {
        this.random = random;
        this.clockNanos = clockNanos;
        this.pauseNanos = pauseNanos;
    }

    /** Of a thread that sleeps. */
    public static ConflictPauses sleeping() {
        return new ConflictPauses(new SplittableRandom(), System::nanoTime, LockSupport::parkNanos);
    }

    /** The time at which a transaction is begun first. */
    public long nowNanos() {
        return clockNanos.getAsLong();
    }

    /**
     * Pauses; returns whether the transaction may be begun again then.
     *
     * @param failures of the transaction until now, 1 or more
     * @param begunNanos when it was begun first
     */
    public boolean mayRepeat(int failures, long begunNanos) {
        if (nowNanos() - begunNanos >= TIME_MAX_NANOS) {
            return false;
        }
        pauseNanos.accept(random.nextLong(FIRST_MAX_NANOS << Math.min(failures - 1, DOUBLINGS_MAX)));
        return true;
    }
}
