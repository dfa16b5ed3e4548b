package org.debitcredit.measure.tail;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.Independence;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.statistics.Significance;

/**
 * The percentiles of one kind of request.
 *
 * @param kind its name
 * @param count how many responses there were
 * @param step every so many-th response is independent of the one before; empty if none is
 * @param percentiles of the independent responses, in the order of {@link #QUANTILES}
 */
public record KindTail(String kind, long count, OptionalInt step, List<Percentile> percentiles) {

    /** The quantiles of every kind. */
    public static final List<Double> QUANTILES = List.of(0.5, 0.9, 0.99, 0.999);

    /** The largest distance of a bound from its percentile, as a part of it. */
    static final double PRECISION = 0.1;

    /** Level of the test of neighbours. A dependence that is missed makes the bounds a little too narrow. */
    private static final Significance DEPENDENCE = new Significance(0.05);

    /** A test of many more pairs would reject for a difference that means nothing. */
    private static final int PAIRS_MAX = 10_000;

    private static final int SIGNIFICANT_DIGITS = 3;

    public KindTail {
        percentiles = List.copyOf(percentiles);
    }

    /**
     * Thins the responses of a kind until neighbours are independent, and takes their percentiles.
     *
     * @param isAccepted whether the tests of the whole run passed
     */
    public static KindTail of(String kind, double[] micros, boolean isAccepted) {
        OptionalInt step = Independence.step(micros, DEPENDENCE, PAIRS_MAX);
        Histogram independent = new Histogram(SIGNIFICANT_DIGITS);
        for (double value : Independence.thinned(micros, step.orElse(1))) {
            independent.recordValue((long) value);
        }
        List<Percentile> percentiles = new ArrayList<>();
        for (double quantile : QUANTILES) {
            QuantileBounds bounds = QuantileBounds.of(independent, quantile);
            percentiles.add(new Percentile(bounds, isAccepted && step.isPresent() && apart(bounds) <= PRECISION));
        }
        return new KindTail(kind, micros.length, step, percentiles);
    }

    /** The percentile of a quantile. */
    public Percentile percentile(double quantile) {
        int at = QUANTILES.indexOf(quantile);
        if (at < 0) {
            throw new IllegalArgumentException("quantile is " + quantile + "; it must be one of " + QUANTILES);
        }
        return percentiles.get(at);
    }

    /** How far the farther bound is from the percentile, as a part of it; infinite without both bounds. */
    static double apart(QuantileBounds bounds) {
        if (bounds.low() == 0 || bounds.estimate() == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(bounds.high() - bounds.estimate(), bounds.estimate() - bounds.low()) / bounds.estimate();
    }

    /** The same for the only kind of its run. */
    KindTail named(String only) {
        return new KindTail(only, count, step, percentiles);
    }

    /** The same without any percentile that may be shown. */
    public KindTail withheld() {
        return new KindTail(
                kind,
                count,
                step,
                percentiles.stream()
                        .map(each -> new Percentile(each.micros(), false))
                        .toList());
    }
}
