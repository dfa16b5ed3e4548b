package org.debitcredit.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The tests of a series over time. */
class StationarityTest {

    private static final Significance LEVEL = new Significance(0.05);

    @Test
    void aSeriesThatReturnsToItsLevelHasNoUnitRoot() {
        // Rejected is the unit root: these are stationary.
        assertThat(SyntheticSeries.rejected(
                        200,
                        1,
                        random -> DickeyFuller.of(SyntheticSeries.independent(random, 120))
                                .probability()))
                .isEqualTo(200);
        assertThat(SyntheticSeries.rejected(
                        200,
                        2,
                        random -> DickeyFuller.of(SyntheticSeries.autoregressive(random, 120, 0.5))
                                .probability()))
                .isGreaterThan(195);
    }

    @Test
    void aSeriesThatWandersOffHasAUnitRoot() {
        assertThat(SyntheticSeries.rejected(
                        1_000,
                        3,
                        random -> DickeyFuller.of(SyntheticSeries.randomWalk(random, 120))
                                .probability()))
                .isBetween(30, 75);
    }

    @Test
    void theTablesOfMacKinnonHold() {
        assertThat(DickeyFuller.probability(-2.86154)).isCloseTo(0.05, within(2e-3));
        assertThat(DickeyFuller.probability(-3.43035)).isCloseTo(0.01, within(5e-4));
        assertThat(DickeyFuller.probability(-0.44)).isCloseTo(0.90, within(5e-3));
        assertThat(DickeyFuller.probability(3)).isEqualTo(1);
        assertThat(DickeyFuller.probability(-20)).isZero();
    }

    @Test
    void aSeriesThatNeverOrOnceChangesIsStationary() {
        double[] series = new double[60];
        assertThat(DickeyFuller.of(series).probability()).isZero();
        series[59] = 1;
        assertThat(DickeyFuller.of(series).probability()).isZero();
        series[59] = 0;
        series[30] = 1;
        assertThat(DickeyFuller.of(series).probability()).isLessThan(0.01);
        assertThatThrownBy(() -> DickeyFuller.of(new double[19]))
                .hasMessage("the series has 19 values; it must have 20 or more");
    }

    @Test
    void theStatisticDoesNotDependOnTheUnit() {
        double[] series = SyntheticSeries.autoregressive(new SplittableRandom(4), 100, 0.7);
        double[] inMicros =
                Arrays.stream(series).map(value -> 1e6 * value + 1e9).toArray();
        assertThat(DickeyFuller.of(inMicros).statistic())
                .isCloseTo(DickeyFuller.of(series).statistic(), within(1e-4));
    }

    @Test
    void aTrendIsFoundInEitherDirection() {
        assertThat(SyntheticSeries.rejected(
                        100,
                        5,
                        random -> MannKendall.probability(
                                SyntheticSeries.withTrend(SyntheticSeries.independent(random, 120), 0.02))))
                .isGreaterThan(95);
        assertThat(SyntheticSeries.rejected(
                        100,
                        6,
                        random -> MannKendall.probability(
                                SyntheticSeries.withTrend(SyntheticSeries.independent(random, 120), -0.02))))
                .isGreaterThan(95);
    }

    @Test
    void noTrendIsFoundAsOftenAsTheLevelSays() {
        assertThat(SyntheticSeries.rejected(
                        1_000, 7, random -> MannKendall.probability(SyntheticSeries.independent(random, 60))))
                .isBetween(30, 70);
        // Whole numbers, most of them equal.
        assertThat(SyntheticSeries.rejected(
                        1_000,
                        8,
                        random -> MannKendall.probability(
                                random.ints(60, 0, 3).asDoubleStream().toArray())))
                .isBetween(30, 70);
        assertThat(MannKendall.probability(new double[50])).isEqualTo(1);
    }

    @Test
    void theStatisticOfMannAndKendallIsTheOneOfTheTables() {
        // Ten rising values: S is 45 and its variance 125.
        double probability = MannKendall.probability(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        assertThat(probability).isCloseTo(Significance.ofDeviations(44 / Math.sqrt(125)), within(1e-12));
        assertThat(Significance.ofDeviations(1.959964)).isCloseTo(0.05, within(1e-6));
    }

    @Test
    void neighboursThatDependOnEachOtherAreThinned() {
        assertThat(SyntheticSeries.rejected(
                        1_000, 9, random -> Independence.probability(SyntheticSeries.independent(random, 120))))
                .isBetween(30, 70);
        assertThat(SyntheticSeries.rejected(
                        100, 10, random -> Independence.probability(SyntheticSeries.autoregressive(random, 120, 0.5))))
                .isGreaterThan(95);
        double[] dependent = SyntheticSeries.autoregressive(new SplittableRandom(11), 5_000, 0.8);
        int step = Independence.step(dependent, LEVEL).orElseThrow();
        assertThat(step).isBetween(5, 50);
        assertThat(LEVEL.rejects(Independence.probability(Independence.thinned(dependent, step))))
                .isFalse();
        assertThat(Independence.step(SyntheticSeries.independent(new SplittableRandom(12), 500), LEVEL))
                .hasValue(1);
        double[] rising = SyntheticSeries.withTrend(new double[200], 1);
        assertThat(Independence.step(rising, LEVEL)).isEqualTo(OptionalInt.empty());
        assertThat(Independence.probability(new double[100])).isEqualTo(1);
        assertThat(Independence.thinned(new double[] {1, 2, 3, 4, 5}, 2)).containsExactly(1, 3, 5);
    }

    @Test
    void aTrendIsRemoved() {
        double[] series = SyntheticSeries.independent(new SplittableRandom(13), 200);
        double[] rising = SyntheticSeries.withTrend(series, 5);
        assertThat(Trend.removedFrom(rising)).containsExactly(Trend.removedFrom(series), within(1e-9));
        assertThat(Trend.removedFrom(new double[] {3, 3, 3})).containsExactly(new double[3], within(1e-12));
    }

    @Test
    void aLevelIsDivided() {
        Significance divided = Significance.divided(0.01, 5);
        assertThat(divided.perTest()).isCloseTo(0.002, within(1e-12));
        assertThat(divided.deviations()).isCloseTo(3.0902, within(1e-3));
        assertThat(divided.rejects(0.0019)).isTrue();
        assertThat(divided.rejects(0.0021)).isFalse();
        assertThatThrownBy(() -> new Significance(1)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> Significance.divided(0.01, 0)).hasMessageContaining("1 or more");
    }

    /** The figures are those of statsmodels 0.15 ({@code adfuller}, lags by BIC) and SciPy 1.17. */
    @Test
    void otherImplementationsAgree() {
        double[] series = {
            20, 21, 20, 17, 17, 16, 18, 23, 21, 19, 21, 22, 22, 19, 20, 23, 18, 18, 14, 13,
            11, 15, 14, 18, 20, 21, 14, 16, 19, 21, 17, 18, 17, 17, 23, 21, 22, 25, 23, 23
        };
        DickeyFuller unitRoot = DickeyFuller.of(series);
        assertThat(unitRoot.statistic()).isCloseTo(-2.754528508, within(1e-8));
        assertThat(unitRoot.probability()).isCloseTo(0.065068326, within(1e-8));
        assertThat(unitRoot.lags()).isZero();
        assertThat(MannKendall.probability(series)).isCloseTo(0.425074647, within(1e-8));
        assertThat(Independence.probability(series)).isCloseTo(0.000269348, within(1e-8));
    }

    @Test
    void zeroIsZeroWhateverItsSign() {
        double[] zeros = {0, 1, -0.0, 2, 0, 1, -0.0, 3, 0.0, 2};
        double[] same = {0, 1, 0, 2, 0, 1, 0, 3, 0, 2};
        assertThat(MannKendall.probability(zeros)).isEqualTo(MannKendall.probability(same));
        assertThat(Independence.probability(zeros)).isEqualTo(Independence.probability(same));
    }

    @Test
    void fewValuesShowNothing() {
        for (int length = 0; length <= 2; length++) {
            double[] few = Arrays.copyOf(new double[] {1, 2}, length);
            assertThat(LEVEL.rejects(MannKendall.probability(few))).isFalse();
            assertThat(LEVEL.rejects(Independence.probability(few))).isFalse();
        }
    }

    @Test
    void whatIsNotANumberIsRejected() {
        assertThat(LEVEL.rejects(Double.NaN)).isTrue();
    }
}
