package org.debitcredit.server.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Tallies of the groups that the writer made durable. Only the writer adds to them, without locks and without garbage.
 * Any thread may read the totals; one thread may take the intervals.
 */
public final class GroupTallies {

    private static final long NANOS_MIN = 1_000;
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 2;

    private final AtomicLong groups = new AtomicLong();
    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong largest = new AtomicLong();
    /** Committed transactions by the type's code. */
    private final AtomicLongArray committed = new AtomicLongArray(TransactionType.values().length + 1);

    private final SingleWriterRecorder forces = new SingleWriterRecorder(NANOS_MIN, NANOS_MAX, DIGITS);
    private @Nullable Histogram recycled;

    void add(int size, long forceNanos) {
        groups.setRelease(groups.getPlain() + 1);
        transactions.setRelease(transactions.getPlain() + size);
        if (size > largest.getPlain()) {
            largest.setRelease(size);
        }
        forces.recordValue(Math.min(Math.max(0, forceNanos), NANOS_MAX));
    }

    void addCommitted(int typeCode, int count) {
        committed.setRelease(typeCode, committed.getPlain(typeCode) + count);
    }

    /** Groups so far. */
    public long groups() {
        return groups.getAcquire();
    }

    /** Transactions of all groups, refused ones included. */
    public long transactions() {
        return transactions.getAcquire();
    }

    /** Committed transactions of a type. */
    public long committed(TransactionType type) {
        return committed.getAcquire(type.code());
    }

    /** Transactions of the largest group since the last call. */
    public long takeLargest() {
        return largest.getAndSet(0);
    }

    /** Times of the forces since the last call, nanoseconds; valid until the next call. */
    public Histogram takeForceNanos() {
        Histogram interval = forces.getIntervalHistogram(recycled);
        recycled = interval;
        return interval;
    }
}
