package org.debitcredit.measure.statistics;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.stat.descriptive.moment.StandardDeviation;

/**
 * A quantile with the bounds between which the true one lies with {@value #CONFIDENCE} confidence, in the unit of the
 * samples.
 *
 * <p>The bounds are order statistics: how many of {@code n} independent samples are below the true quantile is binomial
 * with {@code n} and {@code p}, whatever their distribution (David and Nagaraja, <i>Order Statistics</i>, 3rd edition,
 * section 7.1). The ranks are exact, and a sample is found by its rank: a percentile that is made of a rank is rounded.
 *
 * @param p of the quantile: 0.9 has nine tenths of the samples below it
 * @param count number of samples
 * @param low lower bound; 0 when there are too few samples for one
 * @param estimate the sample at the quantile's own rank
 * @param high upper bound; infinite when there are too few samples for one
 */
public record QuantileBounds(double p, long count, double low, double estimate, double high) {

    static final double CONFIDENCE = 0.95;

    private static final double TAIL = (1 - CONFIDENCE) / 2;

    /**
     * The bounds of a histogram's quantile. A sample counts as its bucket: its lower edge for the lower bound, its
     * upper edge otherwise.
     *
     * @throws IllegalArgumentException when {@code p} is not a share between 0 and 1, such as a percentage
     */
    public static QuantileBounds of(Histogram samples, double p) {
        requireShare(p);
        long count = samples.getTotalCount();
        if (count == 0) {
            return new QuantileBounds(p, 0, 0, 0, Double.POSITIVE_INFINITY);
        }
        long lowRank = lowRank(count, p);
        long highRank = highRank(count, p);
        return new QuantileBounds(
                p,
                count,
                lowRank == 0 ? 0 : samples.lowestEquivalentValue(atRank(samples, lowRank)),
                quantile(samples, p),
                highRank > count ? Double.POSITIVE_INFINITY : atRank(samples, highRank));
    }

    /**
     * These bounds, or wider ones where parts of the run differ by more than chance. Neighbouring samples are
     * correlated, so that bounds for independent ones are too narrow in a long run. The quantiles of successive batches
     * vary by the true spread: their standard error around the quantile of all samples gives a second interval (batch
     * quantiles, after Law, <i>Simulation Modeling and Analysis</i>, section 9.5), and what both intervals cover
     * together is taken. The quantiles of the batches are not averaged.
     *
     * @param batchQuantiles the same quantile of each half minute; fewer than two tell nothing
     */
    public QuantileBounds widenedBy(double[] batchQuantiles) {
        int batches = batchQuantiles.length;
        if (batches < 2) {
            return this;
        }
        double quantileOfStudent = new TDistribution(batches - 1).inverseCumulativeProbability(1 - TAIL);
        double half = quantileOfStudent * new StandardDeviation().evaluate(batchQuantiles) / Math.sqrt(batches);
        return new QuantileBounds(
                p, count, Math.max(0, Math.min(low, estimate - half)), estimate, Math.max(high, estimate + half));
    }

    /**
     * A quantile of a histogram without its bounds, 0 when there is no sample.
     *
     * @throws IllegalArgumentException when {@code p} is not a share between 0 and 1, such as a percentage
     */
    public static long quantile(Histogram samples, double p) {
        requireShare(p);
        long count = samples.getTotalCount();
        return count == 0 ? 0 : atRank(samples, rank(count, p));
    }

    /** The sample at a rank, counted from 1: the upper edge of its bucket. */
    static long atRank(Histogram samples, long rank) {
        if (rank < 1 || rank > samples.getTotalCount()) {
            throw new IllegalArgumentException(
                    "rank is " + rank + "; it must be 1 to the number of samples, " + samples.getTotalCount());
        }
        long seen = 0;
        for (HistogramIterationValue bucket : samples.recordedValues()) {
            seen += bucket.getCountAddedInThisIterationStep();
            if (seen >= rank) {
                return samples.highestEquivalentValue(bucket.getValueIteratedTo());
            }
        }
        throw new IllegalStateException(
                "the histogram counts " + samples.getTotalCount() + " samples and holds " + seen);
    }

    /** The rank of a quantile among so many samples, counted from 1. */
    static long rank(long count, double p) {
        return Math.max(1, (long) Math.ceil(count * p - 1e-9));
    }

    /** The largest rank that exceeds the true quantile with at most half of the error; 0 for none. */
    static long lowRank(long count, double p) {
        return binomial(count, p, TAIL);
    }

    /**
     * The smallest rank that falls below the true quantile with at most half of the error; above the count for none.
     */
    static long highRank(long count, double p) {
        return 1 + binomial(count, p, 1 - TAIL);
    }

    private static void requireShare(double p) {
        if (!(p > 0 && p < 1)) {
            throw new IllegalArgumentException("quantile is " + p + "; it must be between 0 and 1");
        }
    }

    /** How many of so many samples are below the quantile, with a cumulative probability. */
    private static long binomial(long count, double p, double cumulative) {
        if (count <= Integer.MAX_VALUE) {
            return new BinomialDistribution((int) count, p).inverseCumulativeProbability(cumulative);
        }
        // Hipparchus counts in ints. With so many samples the normal distribution is as good.
        double deviation = Math.sqrt(count * p * (1 - p));
        return Math.round(new NormalDistribution(count * p, deviation).inverseCumulativeProbability(cumulative));
    }
}
