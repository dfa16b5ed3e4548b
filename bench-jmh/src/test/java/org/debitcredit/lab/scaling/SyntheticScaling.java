package org.debitcredit.lab.scaling;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/** Throughputs of a known law with noise. */
final class SyntheticScaling {

    private SyntheticScaling() {}

    /**
     * Points at so many servers, each repeated.
     *
     * @param noise standard deviation as a share of the throughput
     */
    static List<ScalingPoint> points(
            IntToDoubleFunction throughput, int[] servers, int repetitions, double noise, SplittableRandom random) {
        List<ScalingPoint> points = new ArrayList<>();
        for (int each : servers) {
            for (int repetition = 0; repetition < repetitions; repetition++) {
                double error = noise * random.nextGaussian();
                points.add(new ScalingPoint(each, throughput.applyAsDouble(each) * Math.exp(error)));
            }
        }
        return points;
    }

    /** Throughputs of the Universal Scalability Law, written out anew. */
    static IntToDoubleFunction universal(double lambda, double sigma, double kappa) {
        return n -> lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1.0));
    }
}
