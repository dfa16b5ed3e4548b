package org.debitcredit.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomDrawsTest {

    private static long[] drawn(int offered) {
        RandomDraws draws = new RandomDraws(new SplittableRandom(3));
        for (int value = 0; value < offered; value++) {
            draws.offer(value);
        }
        return draws.values();
    }

    @Test
    void fewValuesAreAllKept() {
        assertThat(drawn(0)).isEmpty();
        assertThat(drawn(3)).containsExactly(0, 1, 2);
        assertThat(drawn(RandomDraws.MOST)).hasSize(RandomDraws.MOST).doesNotHaveDuplicates();
    }

    @Test
    void ofManyEachHasTheSameChance() {
        long[] drawn = drawn(200_000);
        assertThat(drawn).hasSize(RandomDraws.MOST).doesNotHaveDuplicates();
        assertThat(LongStream.of(drawn).average().orElseThrow()).isCloseTo(100_000, within(2_000.0));
        for (int tenth = 0; tenth < 10; tenth++) {
            long from = tenth * 20_000L;
            assertThat(LongStream.of(drawn)
                            .filter(value -> value >= from && value < from + 20_000)
                            .count())
                    .isBetween(870L, 1_130L);
        }
    }
}
