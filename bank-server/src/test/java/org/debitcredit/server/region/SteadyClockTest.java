package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

    private static final long START_MILLIS = 1_700_000_000_000L;

    @Test
    void it_goes_on_from_the_start_whatever_the_origin_of_the_nanoseconds_is() {
        for (long origin : new long[] {0, -5_000_000_123L, Long.MAX_VALUE - 1}) {
            AtomicLong nanos = new AtomicLong(origin);
            SteadyClock clock = new SteadyClock(START_MILLIS, nanos::get);
            assertThat(clock.millis()).isEqualTo(START_MILLIS);
            nanos.addAndGet(TimeUnit.HOURS.toNanos(1) + 999_999);
            assertThat(clock.millis()).isEqualTo(START_MILLIS + 3_600_000);
        }
    }
}
