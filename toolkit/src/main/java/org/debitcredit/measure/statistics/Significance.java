package org.debitcredit.measure.statistics;

import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The probability at which one of several tests of a run rejects a healthy one. The level of the run is divided by the
 * number of its tests, so that all tests together reject a healthy run no more often than the run's level (Bonferroni).
 *
 * @param perTest probability of rejecting a healthy run, for each test
 */
public record Significance(double perTest) {

    private static final NormalDistribution NORMAL = new NormalDistribution();

    public Significance {
        if (!(perTest > 0 && perTest < 1)) {
            throw new IllegalArgumentException("significance is " + perTest + "; it must be between 0 and 1");
        }
    }

    /** Divides the level of a run among its tests. */
    public static Significance divided(double perRun, int tests) {
        if (tests < 1) {
            throw new IllegalArgumentException("tests are " + tests + "; there must be 1 or more");
        }
        return new Significance(perRun / tests);
    }

    /** Whether a test with this p-value rejects. A p-value that is not a number rejects: its test has shown nothing. */
    public boolean rejects(double probability) {
        return !(probability >= perTest);
    }

    /**
     * How many standard deviations a normal variable exceeds, in either direction, with the probability of one test.
     */
    public double deviations() {
        return NORMAL.inverseCumulativeProbability(1 - perTest / 2);
    }

    /** The p-value of a standard normal variable, in both directions. */
    static double ofDeviations(double deviations) {
        return 2 * NORMAL.cumulativeProbability(-Math.abs(deviations));
    }
}
