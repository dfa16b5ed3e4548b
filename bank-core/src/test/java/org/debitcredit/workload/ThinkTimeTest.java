package org.debitcredit.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThinkTimeTest {

    private static final int SAMPLES = 200_000;
    private static final long MEAN_NANOS = Duration.ofSeconds(10).toNanos();

    private final SplittableRandom random = new SplittableRandom(1985);

    @Test
    void isExponentialWithTheStatedMean() {
        ThinkTime think = new ThinkTime(Duration.ofSeconds(10));
        assertThat(isExponential(draw(() -> think.nextNanos(random)))).isTrue();
    }

    @Test
    void theCheckRejectsOtherDistributions() {
        ThinkTime shorter = new ThinkTime(Duration.ofMillis(9_700));
        assertThat(isExponential(draw(() -> shorter.nextNanos(random)))).isFalse();
        assertThat(isExponential(draw(() -> random.nextLong(2 * MEAN_NANOS)))).isFalse();
        assertThat(isExponential(draw(() -> MEAN_NANOS))).isFalse();
    }

    @Test
    void isCutAtTenMeans() {
        ThinkTime think = new ThinkTime(Duration.ofNanos(1_000_000));
        long[] drawn = draw(() -> think.nextNanos(random));
        assertThat(LongStream.of(drawn).max().orElseThrow()).isEqualTo(10_000_000);
    }

    @Test
    void noMeanIsNoThinking() {
        assertThat(new ThinkTime(Duration.ZERO).nextNanos(random)).isZero();
        assertThatThrownBy(() -> new ThinkTime(Duration.ofSeconds(-1))).hasMessageContaining("PT-1S");
    }

    /** Mean, and the shares above half a mean, one, two and four means. */
    private static boolean isExponential(long[] drawn) {
        double mean = LongStream.of(drawn).average().orElseThrow();
        boolean fits = Math.abs(mean - MEAN_NANOS) < 4 * MEAN_NANOS / Math.sqrt(SAMPLES);
        for (double means : new double[] {0.5, 1, 2, 4}) {
            long above = LongStream.of(drawn)
                    .filter(nanos -> nanos > means * MEAN_NANOS)
                    .count();
            fits &= Shares.fits(above, SAMPLES, Math.exp(-means));
        }
        return fits;
    }

    private static long[] draw(java.util.function.LongSupplier source) {
        return LongStream.generate(source).limit(SAMPLES).toArray();
    }
}
