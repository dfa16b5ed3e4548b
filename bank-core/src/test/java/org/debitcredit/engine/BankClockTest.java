package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.debitcredit.bank.Clocks;
import org.junit.jupiter.api.Test;

class BankClockTest {

    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    private long wall = 1_700_000_000 * SECOND;
    private long nanos = 42;
    private final BankClock clock = new BankClock(new Clocks(() -> wall, () -> nanos), 0);

    private void pass(long micros) {
        wall += micros;
        nanos += 1_000 * micros;
    }

    @Test
    void it_is_the_systems_time_as_long_as_nobody_sets_that() {
        for (int i = 0; i < 1_000; i++) {
            pass(i * 137L);
            assertThat(clock.micros()).isEqualTo(wall);
        }
    }

    @Test
    void a_jump_of_a_day_that_is_corrected_after_a_second_moves_it_by_seconds() {
        wall += DAY;
        pass(SECOND);
        clock.micros();
        wall -= DAY;
        pass(SECOND);
        assertThat(clock.micros() - wall).isBetween(0L, 10 * SECOND);
        pass(10 * SECOND);
        assertThat(clock.micros()).isEqualTo(wall);
    }

    @Test
    void a_jump_that_stays_is_followed_at_ten_times_the_speed_of_time() {
        long before = clock.micros();
        wall += 3_600 * SECOND;
        pass(60 * SECOND);
        assertThat(clock.micros() - before).isEqualTo(600 * SECOND);
        assertThat(clock.systemAheadMicros()).isEqualTo(3_060 * SECOND);
        for (int i = 0; i < 400; i++) {
            pass(SECOND);
            clock.micros();
        }
        assertThat(clock.systemAheadMicros()).isZero();
    }

    /** A machine without a battery starts in 1970, until the time service answers. */
    @Test
    void it_does_not_begin_before_the_last_transaction() {
        long journals = wall;
        wall = 0;
        BankClock begun = new BankClock(new Clocks(() -> wall, () -> nanos), journals);
        assertThat(begun.micros()).isEqualTo(journals);
        assertThat(begun.systemAheadMicros()).isEqualTo(-journals);
        wall = journals + 90 * SECOND;
        nanos += 10 * 1_000 * SECOND;
        assertThat(begun.systemAheadMicros()).isZero();
    }

    @Test
    void it_stands_while_the_systems_clock_is_set_back() {
        long before = clock.micros();
        wall -= DAY;
        pass(60 * SECOND);
        assertThat(clock.micros()).isEqualTo(before);
        assertThat(clock.systemAheadMicros()).isNegative();
        wall += DAY;
        pass(10 * SECOND);
        assertThat(clock.micros()).isEqualTo(wall);
    }

    @Test
    void a_clock_that_never_counts_stands() {
        long before = clock.micros();
        wall += DAY;
        assertThat(clock.micros()).isEqualTo(before);
        nanos -= 1_000_000;
        assertThat(clock.micros()).isEqualTo(before);
    }
}
