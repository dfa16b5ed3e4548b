package org.debitcredit.measure;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the requests and answers of a window by the second. A request belongs to the window when it was <i>meant</i>
 * to be sent in it, whenever its answer comes. Times are of one clock, {@link System#nanoTime}. Any thread may count.
 */
public final class TrafficCounter {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long LATE_NANOS = Traffic.LATE_MILLIS * 1_000_000L;

    private final long fromNanos;
    private final AtomicLongArray due;
    private final AtomicLongArray late;
    private final AtomicLongArray answers;
    private final AtomicLong failed = new AtomicLong();

    /** @param seconds length of the window */
    public TrafficCounter(long fromNanos, int seconds) {
        this.fromNanos = fromNanos;
        due = new AtomicLongArray(seconds);
        late = new AtomicLongArray(seconds);
        answers = new AtomicLongArray(seconds);
    }

    /** Whether a request that was meant to be sent then belongs to the window. */
    public boolean measures(long intendedNanos) {
        long since = intendedNanos - fromNanos;
        return since >= 0 && since < due.length() * SECOND_NANOS;
    }

    /** Counts a request that was meant to be sent then. Called once for each request, whatever its outcome. */
    public void due(long intendedNanos) {
        count(due, intendedNanos);
    }

    /** The same of a request of which it is known when it was sent. */
    public void due(long intendedNanos, long actualNanos) {
        count(due, intendedNanos);
        if (actualNanos - intendedNanos > LATE_NANOS) {
            count(late, intendedNanos);
        }
    }

    /** Counts an answer that came then. */
    public void answered(long answeredNanos) {
        count(answers, answeredNanos);
    }

    /** Counts a request that got no answer, or a wrong one. */
    public void failed(long intendedNanos) {
        if (measures(intendedNanos)) {
            failed.incrementAndGet();
        }
    }

    /** The counts. */
    public Traffic traffic() {
        return new Traffic(copy(due), copy(answers), failed.get(), copy(late));
    }

    private void count(AtomicLongArray seconds, long nanos) {
        if (measures(nanos)) {
            seconds.incrementAndGet((int) ((nanos - fromNanos) / SECOND_NANOS));
        }
    }

    private static long[] copy(AtomicLongArray counts) {
        long[] copied = new long[counts.length()];
        for (int i = 0; i < copied.length; i++) {
            copied[i] = counts.get(i);
        }
        return copied;
    }
}
