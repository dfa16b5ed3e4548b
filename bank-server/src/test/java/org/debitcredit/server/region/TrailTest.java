package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;

class TrailTest {

    private static final UUID BANK = new UUID(1, 1);
    private static final int MANY = 100_000;

    private final Trail trail = new Trail();

    private static LogPosition cursor(long position) {
        return new LogPosition(BANK, BANK, position, 0);
    }

    @Test
    void the_floor_is_the_latest_cursor_that_is_not_later() {
        trail.add(cursor(5));
        trail.add(cursor(9));
        assertThat(trail.floor(4)).isZero();
        assertThat(trail.floor(5)).isEqualTo(5);
        assertThat(trail.floor(8)).isEqualTo(5);
        assertThat(trail.floor(Long.MAX_VALUE)).isEqualTo(9);
        assertThat(trail.at(9)).isEqualTo(cursor(9));
        assertThat(trail.at(8)).isNull();
    }

    @Test
    void cursors_before_one_that_is_needed_are_forgotten() {
        trail.add(cursor(5));
        trail.add(cursor(9));
        trail.forgetBefore(9);
        assertThat(trail.floor(8)).isZero();
        assertThat(trail.at(9)).isEqualTo(cursor(9));
    }

    @Test
    void of_very_many_cursors_the_first_the_last_and_some_between_are_kept() {
        for (int position = 1; position <= MANY; position++) {
            trail.add(cursor(position));
        }
        assertThat(trail.at(1)).isNotNull();
        assertThat(trail.at(MANY)).isNotNull();
        assertThat(trail.floor(MANY / 2)).isBetween(MANY / 2 - 100L, MANY / 2L);
        long kept = 0;
        for (long at = MANY; at > 0; at = trail.floor(at - 1)) {
            kept++;
        }
        assertThat(kept).isBetween(5_000L, 20_000L);
    }
}
