package org.debitcredit.workload;

/** The statistical check of the workload tests: a count against a share, four standard deviations wide. */
final class Shares {

    private Shares() {}

    /** Whether so many of the samples is what chance would give at the share; wrong once in 16,000 times. */
    static boolean fits(long count, long samples, double share) {
        double deviation = Math.sqrt(samples * share * (1 - share));
        return Math.abs(count - samples * share) <= 4 * deviation;
    }
}
