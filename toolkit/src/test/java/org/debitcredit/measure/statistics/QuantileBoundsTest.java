package org.debitcredit.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantileBoundsTest {

    private static Histogram oneToHundred() {
        Histogram samples = new Histogram(3);
        for (int value = 1; value <= 100; value++) {
            samples.recordValue(value);
        }
        return samples;
    }

    @Test
    void aQuantileIsTheSampleAtItsRank() {
        QuantileBounds bounds = QuantileBounds.of(oneToHundred(), 0.9);
        assertThat(bounds.estimate()).isEqualTo(90);
        assertThat(bounds.low()).isEqualTo(84);
        assertThat(bounds.high()).isEqualTo(96);
        assertThat(bounds.count()).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({"100, 0.9", "35, 0.9", "1000, 0.99", "7470, 0.5", "9000000, 0.9"})
    void theRanksAreTheTightestOnesWithTheConfidence(int count, double p) {
        BinomialDistribution below = new BinomialDistribution(count, p);
        int low = (int) QuantileBounds.lowRank(count, p);
        int high = (int) QuantileBounds.highRank(count, p);
        assertThat(below.cumulativeProbability(low - 1)).isLessThanOrEqualTo(0.025);
        assertThat(below.cumulativeProbability(low)).isGreaterThanOrEqualTo(0.025);
        assertThat(1 - below.cumulativeProbability(high - 1)).isLessThanOrEqualTo(0.025);
        assertThat(1 - below.cumulativeProbability(high - 2)).isGreaterThan(0.025);
    }

    @Test
    void aRankIsNotRoundedThroughAPercentile() {
        Histogram samples = new Histogram(3);
        samples.recordValueWithCount(1, 9_000_000);
        samples.recordValueWithCount(1_000, 1_000_000);
        assertThat(QuantileBounds.atRank(samples, 9_000_000)).isEqualTo(1);
        assertThat(QuantileBounds.atRank(samples, 9_000_001)).isEqualTo(1_000);
        assertThat(QuantileBounds.of(samples, 0.9).estimate()).isEqualTo(1);
    }

    @Test
    void tooFewSamplesHaveNoUpperBound() {
        Histogram samples = new Histogram(3);
        assertThat(QuantileBounds.of(samples, 0.9).high()).isInfinite();
        samples.recordValue(5);
        assertThat(QuantileBounds.of(samples, 0.9).high()).isInfinite();
        assertThat(QuantileBounds.of(samples, 0.9).low()).isZero();
    }

    @Test
    void aPercentageIsRefused() {
        assertThatThrownBy(() -> QuantileBounds.of(oneToHundred(), 90))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("quantile is 90.0; it must be between 0 and 1");
        assertThatThrownBy(() -> QuantileBounds.atRank(oneToHundred(), 101))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> QuantileBounds.atRank(oneToHundred(), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theBoundsHoldTheTrueQuantileAsOftenAsTheySay() {
        SplittableRandom random = new SplittableRandom(5);
        double truth = -Math.log(0.1) * 100_000;
        int held = 0;
        for (int run = 0; run < 1_000; run++) {
            Histogram samples = new Histogram(3);
            for (int i = 0; i < 200; i++) {
                samples.recordValue((long) (-Math.log(1 - random.nextDouble()) * 100_000));
            }
            QuantileBounds bounds = QuantileBounds.of(samples, 0.9);
            held += bounds.low() <= truth && truth <= bounds.high() ? 1 : 0;
        }
        assertThat(held).isBetween(940, 985);
    }

    @Test
    void halfMinutesThatDifferWidenTheBounds() {
        QuantileBounds bounds = new QuantileBounds(0.9, 7_000_000, 99, 100, 101);
        // A standard deviation of 20 among four, and Student's 3.182 for three degrees of freedom.
        QuantileBounds wider = bounds.widenedBy(new double[] {80, 120, 80, 120});
        double half = 3.182446 * 23.094011 / 2;
        assertThat(wider.low()).isCloseTo(100 - half, within(1e-3));
        assertThat(wider.high()).isCloseTo(100 + half, within(1e-3));
        assertThat(wider.estimate()).isEqualTo(100);
    }

    @Test
    void halfMinutesThatAgreeNarrowNothing() {
        QuantileBounds bounds = new QuantileBounds(0.9, 1_000, 90, 100, 110);
        assertThat(bounds.widenedBy(new double[] {100, 100, 100})).isEqualTo(bounds);
        assertThat(bounds.widenedBy(new double[] {500})).isEqualTo(bounds);
    }

    /** The ranks are those of SciPy 1.17 ({@code binom.ppf}); those of more samples than an int counts, too. */
    @ParameterizedTest
    @CsvSource({
        "35, 0.9, 28, 36",
        "36, 0.9, 29, 36",
        "100, 0.99, 97, 101",
        "1000, 0.999, 997, 1001",
        "5000, 0.999, 4990, 5000",
        "41800000, 0.9, 37616198, 37623802",
        "2000000000, 0.999, 1997997229, 1998002771",
        "3000000000, 0.9, 2699967794, 2700032206",
        "3000000000, 0.999, 2996996606, 2997003394"
    })
    void anotherImplementationAgrees(long count, double p, long low, long high) {
        assertThat(QuantileBounds.lowRank(count, p)).isCloseTo(low, within(count > Integer.MAX_VALUE ? 2L : 0L));
        assertThat(QuantileBounds.highRank(count, p)).isCloseTo(high, within(count > Integer.MAX_VALUE ? 2L : 0L));
    }
}
