package org.debitcredit.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are written as {@link Instant#toString} writes them. */
class TimeTextTest {

    private static String expected(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                999,
                1_000,
                999_000,
                999_999,
                1_000_000,
                1_000_001,
                -1,
                -1_000,
                -1_000_000,
                1_795_473_013_000_000L,
                1_795_473_013_042_000L,
                1_795_473_013_000_042L,
                253_402_300_799_999_999L,
                253_402_300_800_000_000L,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void limits(long micros) {
        assertThat(TimeText.of(micros)).isEqualTo(expected(micros));
    }

    @Test
    void anyTimesInAnyOrder() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 20_000; i++) {
            long micros = random.nextLong() >> random.nextInt(64);
            assertThat(TimeText.of(micros)).isEqualTo(expected(micros));
            assertThat(TimeText.of(micros + 1)).isEqualTo(expected(micros + 1));
        }
    }
}
