package org.debitcredit.probe;

import java.util.Map;

/**
 * The cost of one forced write: {@code fixed + bytes / bandwidth}. Grouping pays because the fixed part is shared.
 *
 * @param fixedMicros what it costs to force nothing
 * @param microsPerByte the reciprocal of the bandwidth; 0 if larger writes took no longer
 */
public record CostModel(double fixedMicros, double microsPerByte) {

    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * Fits by least squares of the <em>relative</em> error, so that cheap small writes weigh as much as expensive large
     * ones. Neither part is negative.
     *
     * @param microsByBytes measured cost of a forced write by its size
     */
    static CostModel fit(Map<Integer, Double> microsByBytes) {
        if (microsByBytes.size() < 2) {
            throw new IllegalArgumentException(microsByBytes.size() + " sizes are given; a line needs at least two");
        }
        // Normal equations of the relative costs 1 = fixed * (1 / t) + perByte * (b / t).
        double uu = 0;
        double uv = 0;
        double vv = 0;
        double u1 = 0;
        double v1 = 0;
        for (Map.Entry<Integer, Double> size : microsByBytes.entrySet()) {
            double u = 1 / size.getValue();
            double v = size.getKey() / size.getValue();
            uu += u * u;
            uv += u * v;
            vv += v * v;
            u1 += u;
            v1 += v;
        }
        double determinant = uu * vv - uv * uv;
        double fixed = (u1 * vv - v1 * uv) / determinant;
        double perByte = (v1 * uu - u1 * uv) / determinant;
        if (fixed < 0) {
            return new CostModel(0, v1 / vv);
        }
        return perByte < 0 ? new CostModel(u1 / uu, 0) : new CostModel(fixed, perByte);
    }

    /** Cost of one forced write of this size. */
    public double forceMicros(long bytes) {
        return fixedMicros + bytes * microsPerByte;
    }

    /** Transactions per second for a group size and its bytes. */
    public double transactionsPerSecond(int transactions, long bytes) {
        return transactions * MICROS_PER_SECOND / forceMicros(bytes);
    }

    /** 10^6 bytes a second; infinite if larger writes took no longer. */
    public double megabytesPerSecond() {
        return 1 / microsPerByte;
    }
}
