package org.debitcredit.measure.tail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.RandomDraws;

/**
 * A server with one thread and a queue, in simulated time. It goes on from one run to the next, as a real one does.
 *
 * @param random of arrivals and services
 * @param meanServiceMicros of a lognormal law, by the time in seconds since the server began
 * @param stallSeconds how long it does nothing at the begin of each second
 */
final class QueueModel implements OpenLoop {

    private static final double SECOND_MICROS = 1e6;
    private static final double WARM_UP_SECONDS = 2;
    private static final double SIGMA = 0.5;
    private static final double BACKLOG_MICROS = 1e6;

    private final SplittableRandom random;
    private final DoubleUnaryOperator meanServiceMicros;
    private final double stallSeconds;
    private final List<Duration> windows = new ArrayList<>();
    private double nowMicros;
    private double freeMicros;
    private long unfinished;

    QueueModel(SplittableRandom random, DoubleUnaryOperator meanServiceMicros, double stallSeconds) {
        this.random = random;
        this.meanServiceMicros = meanServiceMicros;
        this.stallSeconds = stallSeconds;
    }

    /** A server that is always alike. */
    static QueueModel healthy(long seed, double meanServiceMicros) {
        return new QueueModel(new SplittableRandom(seed), second -> meanServiceMicros, 0);
    }

    /** The same, which leaves the work of so many answered requests for later in each window. */
    QueueModel leaving(long requests) {
        unfinished = requests;
        return this;
    }

    /** The lengths of the windows that were measured. */
    List<Duration> windows() {
        return windows;
    }

    @Override
    public OpenLoopRun run(double perSecond, Duration measured) {
        windows.add(measured);
        double gapMicros = SECOND_MICROS / perSecond;
        double from = nowMicros + WARM_UP_SECONDS * SECOND_MICROS;
        double to = from + measured.toSeconds() * SECOND_MICROS;
        boolean caughtUp = true;
        long[] due = new long[(int) measured.toSeconds()];
        long[] answers = new long[due.length];
        ResponseSeries responses = new ResponseSeries();
        RandomDraws gaps = new RandomDraws(random.split());
        Histogram lateness = new Histogram(3);
        for (double at = nowMicros + gap(gapMicros); at < to; ) {
            double done = serve(at);
            if (at >= from) {
                caughtUp &= due[0] > 0 || done - at < BACKLOG_MICROS;
                due[(int) ((at - from) / SECOND_MICROS)]++;
                responses.add(0, (long) (at - from), (long) (done - at));
                lateness.recordValue(0);
            }
            if (done >= from && done < to) {
                answers[(int) ((done - from) / SECOND_MICROS)]++;
            }
            double gap = gap(gapMicros);
            gaps.offer((long) (gap * 1_000));
            at += gap;
        }
        nowMicros = Math.max(to, freeMicros);
        double[] drawn = new double[gaps.values().length];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = gaps.values()[i];
        }
        return new OpenLoopRun(
                caughtUp, new Traffic(due, answers, 0), List.of("REQUEST"), responses, drawn, lateness, 0, unfinished);
    }

    private double serve(double atMicros) {
        double begins = Math.max(atMicros, freeMicros);
        double mean = meanServiceMicros.applyAsDouble(begins / SECOND_MICROS);
        double service = mean * Math.exp(SIGMA * random.nextGaussian() - SIGMA * SIGMA / 2);
        double inSecond = begins / SECOND_MICROS % 1;
        double stalled = inSecond < stallSeconds ? (stallSeconds - inSecond) * SECOND_MICROS : 0;
        freeMicros = begins + stalled + service;
        return freeMicros;
    }

    private double gap(double meanMicros) {
        return -Math.log(1 - random.nextDouble()) * meanMicros;
    }
}
