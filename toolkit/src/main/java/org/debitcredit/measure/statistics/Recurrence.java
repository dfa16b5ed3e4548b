package org.debitcredit.measure.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.discrete.PoissonDistribution;

/**
 * Whether slow moments come again at a regular distance, as the pauses of a timer do. Thinning does not remove such a
 * dependence, and may hide it: neighbours that are a whole period apart look alike, and others do not.
 *
 * <p>A moment is slow when its median is more than twice the usual one. If the beginnings of slow moments were
 * independent, the number of pairs of them at any distance would have Poisson's law. The distance with the most
 * surprising number counts, and its probability is multiplied by the number of distances (Bonferroni).
 *
 * @param distance between slow moments, in moments; two neighbouring distances are counted together
 * @param slowShare part of all moments that were slow
 * @param probability p-value of the number of pairs under independence
 */
public record Recurrence(int distance, double slowShare, double probability) {

    private static final double SLOW = 2;
    private static final int NEAREST = 2;
    private static final int FARTHEST = 240;
    private static final int PERIODS_MIN = 3;

    /** Tests the medians of moments of equal length. A moment without a median, which is not a number, is not slow. */
    public static Recurrence of(double[] medians) {
        double usual = usual(medians);
        int[] begins = new int[medians.length];
        int count = 0;
        int slow = 0;
        for (int moment = 0; moment < medians.length; moment++) {
            if (medians[moment] > SLOW * usual) {
                slow++;
                if (moment == 0 || !(medians[moment - 1] > SLOW * usual)) {
                    begins[count++] = moment;
                }
            }
        }
        int farthest = Math.min(FARTHEST, medians.length / PERIODS_MIN);
        long[] pairs = pairs(Arrays.copyOf(begins, count), farthest + 1);
        int distance = 0;
        double least = 1;
        for (int each = NEAREST; each <= farthest; each++) {
            long again = pairs[each] + pairs[each + 1];
            double expected = (double) count
                    * count
                    * (2 * medians.length - 2 * each - 1)
                    / ((double) medians.length * medians.length);
            double probability = again == 0 ? 1 : tail(expected, again);
            if (probability < least) {
                least = probability;
                distance = pairs[each + 1] > pairs[each] ? each + 1 : each;
            }
        }
        double share = medians.length == 0 ? 0 : (double) slow / medians.length;
        return new Recurrence(distance, share, Math.min(1, least * Math.max(1, farthest - NEAREST + 1)));
    }

    private static double usual(double[] medians) {
        double[] known = Arrays.stream(medians)
                .filter(median -> !Double.isNaN(median))
                .sorted()
                .toArray();
        return known.length == 0 ? 0 : known[known.length / 2];
    }

    private static long[] pairs(int[] begins, int farthest) {
        long[] pairs = new long[farthest + 1];
        for (int first = 0; first < begins.length; first++) {
            for (int second = first + 1; second < begins.length; second++) {
                int distance = begins[second] - begins[first];
                if (distance > farthest) {
                    break;
                }
                pairs[distance]++;
            }
        }
        return pairs;
    }

    /** The probability of so many pairs, or more. */
    private static double tail(double expected, long pairs) {
        return 1
                - new PoissonDistribution(expected).cumulativeProbability((int) Math.min(Integer.MAX_VALUE, pairs - 1));
    }
}
