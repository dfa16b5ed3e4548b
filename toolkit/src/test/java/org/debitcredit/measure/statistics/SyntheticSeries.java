package org.debitcredit.measure.statistics;

import java.util.SplittableRandom;
import java.util.function.Function;

/** Synthetic series whose law is known, and how often a test rejects them. */
final class SyntheticSeries {

    private SyntheticSeries() {}

    /** Normal, each value partly the one before. */
    static double[] autoregressive(SplittableRandom random, int length, double ofTheOneBefore) {
        double[] series = new double[length];
        double value = 0;
        for (int i = -100; i < length; i++) {
            value = ofTheOneBefore * value + normal(random);
            if (i >= 0) {
                series[i] = value;
            }
        }
        return series;
    }

    static double[] independent(SplittableRandom random, int length) {
        return autoregressive(random, length, 0);
    }

    static double[] randomWalk(SplittableRandom random, int length) {
        return autoregressive(random, length, 1);
    }

    static double[] withTrend(double[] series, double perValue) {
        double[] rising = series.clone();
        for (int i = 0; i < rising.length; i++) {
            rising[i] += i * perValue;
        }
        return rising;
    }

    /** Of so many samples, how many have a p-value under 5 %. */
    static int rejected(int samples, long seed, Function<SplittableRandom, Double> probability) {
        SplittableRandom random = new SplittableRandom(seed);
        int rejected = 0;
        for (int i = 0; i < samples; i++) {
            rejected += probability.apply(random.split()) < 0.05 ? 1 : 0;
        }
        return rejected;
    }

    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
