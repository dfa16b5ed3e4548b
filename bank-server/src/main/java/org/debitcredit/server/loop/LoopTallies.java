package org.debitcredit.server.loop;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Command;
import org.debitcredit.engine.Submission;
import org.jspecify.annotations.Nullable;

/**
 * Tallies of the money transactions of one event loop: requests under way, response times, and refusals by their code.
 * Only its event loop writes them, without locks and without garbage. Any thread may read the tallies; one thread may
 * take the intervals of the response times.
 */
final class LoopTallies {

    /** Ten minutes. Longer times count as this one; {@code bank.request-timeout} may be up to an hour. */
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(10);

    private static final long NANOS_MIN = 1_000;

    /** Percentiles are exact to one part in a hundred. */
    private static final int DIGITS = 2;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    /** By the outcome's code. */
    private final AtomicLongArray refusals = new AtomicLongArray(Byte.MAX_VALUE + 1);

    private final SingleWriterRecorder times = new SingleWriterRecorder(NANOS_MIN, NANOS_MAX, DIGITS);
    private @Nullable Histogram recycled;

    /** An empty histogram into which intervals can be added. */
    static Histogram newHistogram() {
        return new Histogram(NANOS_MIN, NANOS_MAX, DIGITS);
    }

    /** A request was submitted. */
    void begin() {
        begun.setRelease(begun.getPlain() + 1);
    }

    /**
     * A request was answered, or its time limit is over.
     *
     * @param nanos its response time
     */
    void end(long nanos) {
        ended.setRelease(ended.getPlain() + 1);
        times.recordValue(Math.min(Math.max(0, nanos), NANOS_MAX));
    }

    /** Counts the refusals and failures in an answer. */
    void count(Command answered) {
        if (answered instanceof Submission.OfOne one) {
            count(one.outcomeCode());
        } else if (answered instanceof BatchSubmission batch) {
            for (byte code : batch.outcome) {
                count(code);
            }
        }
    }

    /** Counts a refusal or failure of one request. */
    void count(byte code) {
        if (code > 0) {
            refusals.setRelease(code, refusals.getPlain(code) + 1);
        }
    }

    /** Requests that are not answered yet. */
    long inFlight() {
        long before = ended.getAcquire();
        return begun.getAcquire() - before;
    }

    /** Refusals and failures of this code. */
    long refusals(byte code) {
        return refusals.getAcquire(code);
    }

    /** Adds the response times since the last call. */
    void addInterval(Histogram sum) {
        Histogram interval = times.getIntervalHistogram(recycled);
        sum.add(interval);
        recycled = interval;
    }
}
