package org.debitcredit.measure.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;
import org.junit.jupiter.api.Test;

class KindTestsTest {

    private static final int SECONDS = 60;
    private static final int PER_SECOND = 100;
    private static final int SEEDS = 20;

    private static int passed(DoubleUnaryOperator microsBySecond, int perSecond) {
        int passed = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            passed += KindTests.passAtRate(traffic(), series(seed, microsBySecond, perSecond)) ? 1 : 0;
        }
        return passed;
    }

    private static Traffic traffic() {
        long[] everySecond = new long[SECONDS];
        Arrays.fill(everySecond, PER_SECOND);
        return new Traffic(everySecond, everySecond, 0);
    }

    private static ResponseSeries series(int seed, DoubleUnaryOperator microsBySecond, int perSecond) {
        SplittableRandom random = new SplittableRandom(seed);
        ResponseSeries series = new ResponseSeries();
        for (int i = 0; i < SECONDS * perSecond; i++) {
            double second = (double) i / perSecond;
            double micros = microsBySecond.applyAsDouble(second) * Math.exp(0.3 * random.nextGaussian());
            series.add(0, (long) (second * Duration.ofSeconds(1).toNanos() / 1_000), (long) micros);
        }
        return ResponseSeries.merged(List.of(series));
    }

    @Test
    void aKindThatKeepsItsLevelPasses() {
        assertThat(passed(second -> 1_000, PER_SECOND)).isGreaterThanOrEqualTo(SEEDS - 1);
    }

    @Test
    void aKindThatDriftsOrPausesOrIsRareDoesNot() {
        assertThat(passed(second -> 1_000 * (1 + second / 100), PER_SECOND)).isZero();
        assertThat(passed(second -> second % 1 < 0.05 ? 20_000 : 1_000, PER_SECOND))
                .isZero();
        assertThat(passed(second -> 1_000, 0)).isZero();
    }
}
