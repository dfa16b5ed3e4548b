package org.debitcredit.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ExponentialFitTest {

    private static final TruncatedExponential LAW = new TruncatedExponential(10_000);

    private static double thought(SplittableRandom random, int count, ToDoubleFunction<SplittableRandom> draw) {
        long[] millis = new long[count];
        for (int i = 0; i < count; i++) {
            millis[i] = (long) draw.applyAsDouble(random);
        }
        return ExponentialFit.ofThinkTimes(millis, LAW, random);
    }

    private static double gaps(SplittableRandom random, int count, ToDoubleFunction<SplittableRandom> draw) {
        double[] gaps = new double[count];
        for (int i = 0; i < count; i++) {
            gaps[i] = draw.applyAsDouble(random);
        }
        return ExponentialFit.ofGaps(gaps);
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }

    @Test
    void theTablesOfTheTestHold() {
        assertThat(AndersonDarling.probability(100_000, 1.933)).isCloseTo(0.10, within(5e-4));
        assertThat(AndersonDarling.probability(100_000, 2.492)).isCloseTo(0.05, within(5e-4));
        assertThat(AndersonDarling.probability(100_000, 3.857)).isCloseTo(0.01, within(5e-4));
        assertThat(AndersonDarling.probabilityOfExponential(100_000, 1.321)).isCloseTo(0.05, within(3e-3));
        assertThat(AndersonDarling.probabilityOfExponential(100_000, 1.959)).isCloseTo(0.01, within(1e-3));
        // One sample in the middle: -1 - 2 ln(1/2).
        assertThat(AndersonDarling.statistic(new double[] {0.5})).isCloseTo(2 * Math.log(2) - 1, within(1e-12));
    }

    @Test
    void thinkTimesOfTheLawAreRejectedAsOftenAsTheLevelSays() {
        assertThat(SyntheticSeries.rejected(1_000, 1, random -> thought(random, 300, LAW::drawMillis)))
                .isBetween(30, 70);
    }

    @Test
    void aCoarseClockIsNoFault() {
        TruncatedExponential coarse = new TruncatedExponential(3);
        int rejected = SyntheticSeries.rejected(1_000, 2, random -> {
            long[] millis = random.longs(300, 0, 1)
                    .map(zero -> coarse.drawMillis(random))
                    .toArray();
            return ExponentialFit.ofThinkTimes(millis, coarse, random);
        });
        assertThat(rejected).isBetween(30, 70);
    }

    @Test
    void otherThinkTimesAreRejected() {
        assertThat(SyntheticSeries.rejected(100, 3, random -> thought(random, 300, each -> each.nextDouble(20_000))))
                .isEqualTo(100);
        assertThat(SyntheticSeries.rejected(100, 4, random -> thought(random, 300, each -> 10_000)))
                .isEqualTo(100);
        // Of another mean: the law has one.
        assertThat(SyntheticSeries.rejected(
                        100, 5, random -> thought(random, 10_000, each -> 10_500 * exponential(each))))
                .isGreaterThan(95);
        // Cut at twice the mean.
        assertThat(SyntheticSeries.rejected(
                        100, 6, random -> thought(random, 2_000, each -> Math.min(20_000, LAW.drawMillis(each)))))
                .isEqualTo(100);
    }

    @Test
    void gapsAreTestedForTheirShapeAlone() {
        assertThat(SyntheticSeries.rejected(1_000, 7, random -> gaps(random, 300, each -> 7 * exponential(each))))
                .isBetween(30, 70);
        assertThat(SyntheticSeries.rejected(100, 8, random -> gaps(random, 300, each -> 1)))
                .isEqualTo(100);
        assertThat(SyntheticSeries.rejected(100, 9, random -> gaps(random, 300, each -> each.nextDouble())))
                .isEqualTo(100);
        // Bursts: every other one comes right after the one before.
        assertThat(SyntheticSeries.rejected(
                        100, 10, random -> gaps(random, 300, each -> each.nextBoolean() ? 0.01 : exponential(each))))
                .isEqualTo(100);
    }

    @Test
    void theLawIsCutAndInWholeMilliseconds() {
        SplittableRandom random = new SplittableRandom(11);
        double sum = 0;
        long longest = 0;
        for (int i = 0; i < 200_000; i++) {
            long millis = LAW.drawMillis(random);
            sum += millis;
            longest = Math.max(longest, millis);
        }
        assertThat(sum / 200_000).isCloseTo(LAW.meanOfWholeMillis(), within(100.0));
        assertThat(longest).isLessThanOrEqualTo(100_000);
        assertThat(LAW.meanOfWholeMillis()).isCloseTo(10_000 * (1 - Math.exp(-10)) - 0.5, within(0.01));
        assertThat(LAW.cumulative(-1)).isZero();
        assertThat(LAW.cumulative(0)).isCloseTo(1e-4, within(1e-7));
        assertThat(LAW.cumulative(99_999)).isLessThan(1);
        assertThat(LAW.cumulative(100_000)).isEqualTo(1);
    }

    @Test
    void nothingCannotBeTested() {
        assertThatThrownBy(() -> ExponentialFit.ofGaps(new double[0])).hasMessage("there is no time to test");
        assertThatThrownBy(() -> new TruncatedExponential(0.5)).hasMessage("mean is 0.5 ms; it must be 1 or more");
    }

    @Test
    void anotherImplementationAgrees() {
        // SciPy 1.17, anderson(gaps, "expon").
        double[] gaps = {0.05, 0.3, 0.35, 0.7, 0.71, 1.2, 2.0, 2.9};
        double mean = 8.21 / 8;
        double[] cumulative =
                DoubleStream.of(gaps).map(gap -> 1 - Math.exp(-gap / mean)).toArray();
        assertThat(AndersonDarling.statistic(cumulative)).isCloseTo(0.16736824, within(1e-7));
    }

    @Test
    void aTimeThatCannotOccurIsRejectedAmongThousandsThatCan() {
        SplittableRandom random = new SplittableRandom(12);
        for (long impossible : new long[] {-1, 100_001, 300_000}) {
            long[] millis = random.longs(10_000, 0, 1)
                    .map(zero -> LAW.drawMillis(random))
                    .toArray();
            assertThat(ExponentialFit.ofThinkTimes(millis, LAW, random)).isGreaterThan(0.002);
            millis[5_000] = impossible;
            assertThat(ExponentialFit.ofThinkTimes(millis, LAW, random)).isZero();
        }
        long[] longest = {100_000, 3, 5_000};
        assertThat(ExponentialFit.ofThinkTimes(longest, LAW, random)).isPositive();
    }

    @Test
    void fewTimesAreRejectedNoMoreOftenThanTheLevelSays() {
        for (int count : new int[] {1, 2, 5}) {
            assertThat(SyntheticSeries.rejected(2_000, 13, random -> thought(random, count, LAW::drawMillis)))
                    .isBetween(60, 140);
            assertThat(SyntheticSeries.rejected(2_000, 14, random -> gaps(random, count, each -> exponential(each))))
                    .isLessThan(140);
        }
    }

    @Test
    void gapsThatAreAllEqualOrNoTimeAtAllAreRejected() {
        Significance level = new Significance(0.002);
        for (double gap : new double[] {0, 1, Double.NaN}) {
            double[] gaps = new double[100];
            Arrays.fill(gaps, gap);
            assertThat(level.rejects(ExponentialFit.ofGaps(gaps))).isTrue();
        }
    }
}
