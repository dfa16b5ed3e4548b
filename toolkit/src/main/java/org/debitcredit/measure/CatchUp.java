package org.debitcredit.measure;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * Decides when the measurement of an open loop begins: once the loop has caught up with its warm-up.
 *
 * <p>While a cold service warms up, an open loop continues to send at its rate, and requests pile up. A measurement
 * that began now would include that backlog: response times of seconds that the service never has again, and more
 * answers than requests.
 *
 * <p>The backlog is the time since the oldest unanswered request was due. The loop has caught up when
 *
 * <ul>
 *   <li>the backlog is at most 10 ms: nothing worth waiting for, or
 *   <li>the backlog equals the service's normal response time: the smallest backlogs of the last four seconds differ by
 *     no more than 30 ms, which is 1 % of the three seconds from the first to the last of them. So about as many
 *     requests are answered as become due. And they neither rise nor fall from each second to the next: a loop that
 *     catches up slowly has not yet caught up.
 * </ul>
 *
 * <p>At a rate above the service's capacity neither occurs, and the wait ends without having caught up. Not
 * thread-safe; the caller provides the clock.
 */
public final class CatchUp {

    /** The state of the loop. */
    public enum State {
        CATCHING_UP,
        CAUGHT_UP,
        /** It did not catch up in the allowed time. */
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
     * Records the state of the loop. Called several times a second.
     *
     * @param backlogNanos time since the oldest unanswered request was due; 0 if there is none
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
            if (complete >= SECONDS && spread() <= TOLERANCE_NANOS && !hasDirection()) {
                return State.CAUGHT_UP;
            }
        }
        return nowNanos - beginNanos >= patienceNanos ? State.GAVE_UP : State.CATCHING_UP;
    }

    private boolean hasDirection() {
        int rises = 0;
        int falls = 0;
        for (int second = complete - SECONDS + 1; second < complete; second++) {
            long change = smallest[second % SECONDS] - smallest[(second - 1) % SECONDS];
            rises += change > 0 ? 1 : 0;
            falls += change < 0 ? 1 : 0;
        }
        return Math.max(rises, falls) == SECONDS - 1;
    }

    private long spread() {
        LongSummaryStatistics seconds = LongStream.of(smallest).summaryStatistics();
        return seconds.getMax() - seconds.getMin();
    }
}
