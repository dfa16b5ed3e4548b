package org.debitcredit.measure.tail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Measures the tail at a rate until its tests pass, longer after each try that did not pass, and gives up after {@value
 * #TRIES_MAX} tries, or when the patience leaves no time, or the heap no place, for a longer one.
 *
 * <pre>
 *   run ─▶ rate reached? all answered? ─no─▶ RATE_NOT_REACHED or FAILED, no other try
 *    ▲          │ yes
 *    │      load, steady state, pauses, independence by thinning, precision
 *    │          │ all passed ─▶ ACCEPTED
 *    └─ longer ─┘ one did not; after the last try: that one, with its reason
 * </pre>
 *
 * @param quantile whose precision decides how long is measured, one of {@link KindTail#QUANTILES}
 * @param patience the most time that all tries together may measure
 * @param heapBytes the most memory for the response times of one try
 * @param listener receives the result of each try
 */
public record SelfCorrection(double quantile, Duration patience, long heapBytes, Consumer<String> listener) {

    /** The most tries. */
    public static final int TRIES_MAX = 10;

    /** Requests of the first try. */
    private static final long FIRST_SAMPLES = 10_000;

    /** Half of them would show a steady state, but not a drift of 0.2 % a second. */
    private static final long SHORTEST_SECONDS = 40;

    /** Fewer responses beyond a quantile leave it without an upper bound. */
    private static final double FEWEST_BEYOND = 4;

    /** What a response takes while its window is judged: in its thread's series, in the merged one, and in copies. */
    private static final long SAMPLE_BYTES = 48;

    /** 9 hours: the response times of a window are sorted by a time of at most 9.5 hours. */
    private static final long LONGEST_SECONDS = 32_400;

    private static final double LONGER = 1.5;
    private static final double MUCH_LONGER = 4;

    public SelfCorrection {
        if (patience.toSeconds() < SHORTEST_SECONDS || patience.toSeconds() > LONGEST_SECONDS) {
            throw new IllegalArgumentException("patience is " + patience.toSeconds() + " s; it must be "
                    + SHORTEST_SECONDS + " s, in which a steady state shows, to " + LONGEST_SECONDS + " s");
        }
    }

    /** The same with half of this process's heap: the other half is for whatever else runs in it. */
    public static SelfCorrection inThisHeap(double quantile, Duration patience, Consumer<String> listener) {
        return new SelfCorrection(quantile, patience, Runtime.getRuntime().maxMemory() / 2, listener);
    }

    /**
     * Returns a rate, or refuses one at which no try can be accepted: too few requests would be due, or in the shortest
     * try more than the heap holds.
     *
     * @param option that gave the rate
     */
    public double requireRate(String option, double perSecond) {
        double due = perSecond * patience.toSeconds();
        double fewest = FEWEST_BEYOND / (1 - quantile);
        if (!(due >= fewest)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s is %s; in a patience of %d s %,.0f requests would be due, and the percentile needs %,.0f. Give a "
                            + "higher rate, or a longer patience",
                    option,
                    perSecond,
                    patience.toSeconds(),
                    due,
                    fewest));
        }
        if (heldSeconds(perSecond) < SHORTEST_SECONDS) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s is %s; in %d s, the shortest try, %,.0f requests would be due, and the heap holds the times of "
                            + "%,d. Give a lower rate, or a larger heap",
                    option,
                    perSecond,
                    SHORTEST_SECONDS,
                    perSecond * SHORTEST_SECONDS,
                    heapBytes / SAMPLE_BYTES));
        }
        return perSecond;
    }

    /** Seconds of the longest try whose response times the heap holds. */
    private long heldSeconds(double perSecond) {
        return (long) (heapBytes / perSecond / SAMPLE_BYTES);
    }

    /** Measures at a rate. */
    public Tail measure(OpenLoop loop, double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate is " + perSecond + "; it must be above 0");
        }
        List<String> tries = new ArrayList<>();
        long left = patience.toSeconds();
        // A sweep goes on to rates that its caller did not name. At those the shortest try is made in any case.
        long heldSeconds = Math.max(SHORTEST_SECONDS, heldSeconds(perSecond));
        long seconds = Math.min(left, Math.max(SHORTEST_SECONDS, (long) Math.ceil(FIRST_SAMPLES / perSecond)));
        while (true) {
            OpenLoopRun run = loop.run(perSecond, Duration.ofSeconds(seconds));
            Assessment found = Assessment.of(run, perSecond, quantile);
            left -= seconds;
            boolean isDecided = !found.verdict().isTriedAgain();
            long wanted = Math.min(left, (long) Math.ceil(seconds * longer(found)));
            long next = Math.min(wanted, heldSeconds);
            tries.add(String.format(
                    Locale.ROOT,
                    "%d s: %s%s",
                    run.traffic().seconds(),
                    found.reason(),
                    !isDecided && wanted > seconds && next <= seconds
                            ? "; the heap does not hold the response times of a longer try"
                            : ""));
            listener.accept(tries.get(tries.size() - 1));
            if (isDecided || tries.size() == TRIES_MAX || next <= seconds) {
                return new Tail(perSecond, found.verdict(), tries, run.traffic(), found.all(), found.byKind());
            }
            seconds = next;
        }
    }

    /** The bounds of a percentile come together as the square root of the number of samples grows. */
    private double longer(Assessment found) {
        if (found.verdict() != TailVerdict.NOT_PRECISE) {
            return LONGER;
        }
        double needed = Math.pow(KindTail.apart(found.all().percentile(quantile).micros()) / KindTail.PRECISION, 2);
        return Math.min(MUCH_LONGER, Math.max(LONGER, needed));
    }
}
