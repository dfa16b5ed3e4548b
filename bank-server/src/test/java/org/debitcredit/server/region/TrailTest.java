package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrailTest {

    private static final UUID BANK = new UUID(1, 1);
    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final long DAY_MILLIS = 86_400_000;

    private final Trail trail = new Trail();

    private static LogPosition cursor(long position) {
        return new LogPosition(BANK, BANK, position, 0);
    }

    @Test
    void the_floor_is_the_latest_cursor_that_is_not_later() {
        trail.add(cursor(5), START_MILLIS);
        trail.add(cursor(9), START_MILLIS + Trail.SPACE_MILLIS);
        assertThat(trail.floor(4)).isZero();
        assertThat(trail.floor(5)).isEqualTo(5);
        assertThat(trail.floor(8)).isEqualTo(5);
        assertThat(trail.floor(Long.MAX_VALUE)).isEqualTo(9);
        assertThat(trail.at(9)).isEqualTo(cursor(9));
        assertThat(trail.at(8)).isNull();
    }

    @Test
    void cursors_before_one_that_is_needed_are_forgotten() {
        trail.add(cursor(5), START_MILLIS);
        trail.add(cursor(9), START_MILLIS + Trail.SPACE_MILLIS);
        trail.forgetBefore(9);
        assertThat(trail.floor(8)).isZero();
        assertThat(trail.at(9)).isEqualTo(cursor(9));
    }

    @Test
    void the_stream_is_continued_from_the_very_last_cursor() {
        trail.begin(cursor(3));
        trail.add(cursor(5), START_MILLIS);
        trail.add(cursor(9), START_MILLIS + 1);
        assertThat(trail.floor(9)).as("it is kept for one moment only").isEqualTo(5);
        assertThat(trail.from(9)).isEqualTo(cursor(9));
        assertThat(trail.from(8)).isEqualTo(cursor(5));
        assertThat(trail.from(4)).isEqualTo(cursor(3));
        assertThat(trail.from(2)).isNull();
    }

    @Test
    void a_clock_that_is_set_back_keeps_no_cursor_from_being_kept() {
        trail.add(cursor(5), START_MILLIS);
        trail.add(cursor(9), START_MILLIS - DAY_MILLIS);
        assertThat(trail.floor(9)).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 3_000})
    void the_floor_of_what_is_needed_advances_all_the_time(int groupsPerSecond) {
        int neededSeconds = 1_800;
        int seconds = 3_600;
        long precision = groupsPerSecond * Trail.SPACE_MILLIS / 1_000;
        for (int second = 0; second < seconds; second++) {
            for (int i = 0; i < groupsPerSecond; i++) {
                long position = (long) second * groupsPerSecond + i + 1;
                trail.add(cursor(position), START_MILLIS + second * 1_000L + i * 1_000L / groupsPerSecond);
            }
            if (second % 10 == 0 && second > neededSeconds) {
                long needed = (long) (second - neededSeconds) * groupsPerSecond;
                long floor = trail.floor(needed);
                assertThat(floor).isBetween(needed - precision, needed);
                trail.forgetBefore(floor);
                assertThat(trail.size()).isLessThan(10_000);
            }
        }
    }

    @Test
    void of_a_day_in_which_nothing_is_forgotten_the_first_cursor_and_those_of_the_last_half_hour_are_kept() {
        trail.begin(cursor(1));
        long position = 1;
        for (long millis = 0; millis < DAY_MILLIS; millis += 50) {
            position++;
            trail.add(cursor(position), START_MILLIS + millis);
        }
        assertThat(trail.size()).isBetween(10_000, 20_001);
        assertThat(trail.floor(1)).isEqualTo(1);
        long before = position - 1_800_000 / 50;
        assertThat(trail.floor(before)).isBetween(before - Trail.SPACE_MILLIS / 50, before);
        assertThat(trail.floor(before / 2)).as("the day is one long step").isPositive();
    }
}
