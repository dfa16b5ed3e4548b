package org.debitcredit.measure;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * Decides when the measurement of an open loop begins: once the loop has caught up with its warm-up.
 *
 * <p>While a cold service warms up, an open loop goes on to ask at its rate, and requests pile up. A measurement that begins
 * now takes that backlog in: response times of seconds that the service never has again, and more answers than were asked.
 *
 * <p>The backlog is how long ago the oldest request was due that is not answered. The loop has caught up when
 *
 * <ul>
 *   <li>the backlog is at most 10 ms: nothing worth waiting for, or
 *   <li>the backlog is what the service always takes: the smallest one of each of the last four seconds differs by no more
 *       than 1 % of that time, so that about as many requests are answered as become due.
 * </ul>
 *
 * <p>At a rate above what the service can carry neither comes, and the wait ends without having caught up. Not for several
 * threads; the clock is the caller's.
 */
public final class CatchUp {

    /** How the loop stands. */
    public enum State {
        CATCHING_UP,
        CAUGHT_UP,
        /** It has not caught up in the time that it was given. */
        GAVE_UP
    }

    private static final long IMMATERIAL_NANOS = Duration.ofMillis(10).toNanos();
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int SECONDS = 4;
    private static final long TOLERANCE_NANOS = (SECONDS - 1) * SECOND_NANOS / 100;

    private final long beginNanos;
    private final long patienceNanos;
    private final long[] smallest = new long[SECONDS];
    private int complete;
    private long secondFromNanos;
    private long smallestNow = Long.MAX_VALUE;

    /**
     * @param beginNanos end of the warm-up
     * @param patience how long to wait for the loop
     */
    public CatchUp(long beginNanos, Duration patience) {
        this.beginNanos = beginNanos;
        patienceNanos = patience.toNanos();
        secondFromNanos = beginNanos;
    }

    /**
     * Takes in how the loop stands, several times a second.
     *
     * @param backlogNanos how long ago the oldest request was due that is not answered; 0 when there is none
     */
    public State observe(long nowNanos, long backlogNanos) {
        if (backlogNanos <= IMMATERIAL_NANOS) {
            return State.CAUGHT_UP;
        }
        smallestNow = Math.min(smallestNow, backlogNanos);
        if (nowNanos - secondFromNanos >= SECOND_NANOS) {
            secondFromNanos = nowNanos;
            smallest[complete % SECONDS] = smallestNow;
            complete++;
            smallestNow = Long.MAX_VALUE;
            if (complete >= SECONDS && spread() <= TOLERANCE_NANOS) {
                return State.CAUGHT_UP;
            }
        }
        return nowNanos - beginNanos >= patienceNanos ? State.GAVE_UP : State.CATCHING_UP;
    }

    private long spread() {
        LongSummaryStatistics seconds = LongStream.of(smallest).summaryStatistics();
        return seconds.getMax() - seconds.getMin();
    }
}
