package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SteadyTimeTest {

    private static final Instant BEGAN = Instant.parse("2026-11-23T10:00:00Z");

    @Test
    void aWallClockThatIsSetMovesNothing() {
        AtomicReference<Instant> wall = new AtomicReference<>(BEGAN);
        AtomicLong nanos = new AtomicLong(-7);
        SteadyTime time = new SteadyTime(wall::get, nanos::get);
        wall.set(BEGAN.minus(Duration.ofHours(1)));
        nanos.addAndGet(1_500_000_000);
        assertThat(time.instant()).isEqualTo(BEGAN.plusMillis(1_500));
    }
}
