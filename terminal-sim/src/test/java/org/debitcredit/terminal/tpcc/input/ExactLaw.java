package org.debitcredit.terminal.tpcc.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;
import org.debitcredit.tpcc.NuRand;
import org.hipparchus.stat.inference.ChiSquareTest;

/**
 * The exact probabilities of whole numbers, and the chi-squared test of samples against them. Numbers that are too rare
 * to be tested one by one are tested together with their neighbours.
 *
 * @param from the number of the first probability
 */
record ExactLaw(int from, double[] probabilities) {

    /** The p-value below which samples do not follow the law; the seeds of the tests are fixed. */
    static final double REJECTED = 1e-3;

    private static final double EXPECTED_MIN = 5;

    static ExactLaw uniform(int from, int to) {
        double[] probabilities = new double[to - from + 1];
        Arrays.fill(probabilities, 1.0 / probabilities.length);
        return new ExactLaw(from, probabilities);
    }

    static ExactLaw of(double... probabilities) {
        return new ExactLaw(0, probabilities);
    }

    /** Counts every pair of the two uniform numbers of clause 2.1.6. */
    static ExactLaw of(NuRand numbers) {
        int range = numbers.to() - numbers.from() + 1;
        long[] pairs = new long[range];
        for (int random = 0; random <= numbers.a(); random++) {
            for (int uniform = numbers.from(); uniform <= numbers.to(); uniform++) {
                pairs[((random | uniform) + numbers.c()) % range]++;
            }
        }
        double all = (double) range * (numbers.a() + 1);
        return new ExactLaw(
                numbers.from(),
                Arrays.stream(pairs).mapToDouble(count -> count / all).toArray());
    }

    boolean accepts(int draws, IntSupplier samples) {
        return probability(draws, samples) >= REJECTED;
    }

    /** The p-value of samples under this law; 0 when one of them cannot occur. */
    private double probability(int draws, IntSupplier samples) {
        long[] counts = new long[probabilities.length];
        for (int i = 0; i < draws; i++) {
            int place = samples.getAsInt() - from;
            if (place < 0 || place >= counts.length || probabilities[place] == 0) {
                return 0;
            }
            counts[place]++;
        }
        List<Double> expected = new ArrayList<>();
        List<Long> observed = new ArrayList<>();
        double together = 0;
        long counted = 0;
        for (int place = 0; place < counts.length; place++) {
            together += probabilities[place] * draws;
            counted += counts[place];
            if (together >= EXPECTED_MIN) {
                expected.add(together);
                observed.add(counted);
                together = 0;
                counted = 0;
            }
        }
        int last = expected.size() - 1;
        expected.set(last, expected.get(last) + together);
        observed.set(last, observed.get(last) + counted);
        return new ChiSquareTest()
                .chiSquareTest(
                        expected.stream().mapToDouble(Double::doubleValue).toArray(),
                        observed.stream().mapToLong(Long::longValue).toArray());
    }
}
