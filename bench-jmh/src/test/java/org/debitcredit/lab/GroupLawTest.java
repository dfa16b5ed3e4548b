package org.debitcredit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GroupLawTest {

    @Test
    void half_of_those_in_flight_share_a_force_when_clients_are_back_at_once() {
        assertThat(GroupLaw.atLimit(64, 4_096, group -> 1e-3, 1e-9)).isCloseTo(32, within(1e-6));
    }

    @Test
    void the_group_is_smaller_while_clients_think() {
        double group = GroupLaw.atLimit(64, 4_096, size -> 1e-3, 10e-3);
        assertThat(group).isBetween(1.0, 10.0);
        double missed = 1 / (1 - Math.exp(-1e-3 / 10e-3));
        assertThat(group).isCloseTo(64 / (1 + missed), within(1e-6));
    }

    @Test
    void a_group_is_never_larger_than_allowed_or_smaller_than_one() {
        assertThat(GroupLaw.atLimit(1_000, 16, group -> 1e-3, 1e-9)).isEqualTo(16);
        assertThat(GroupLaw.atLimit(1, 16, group -> 1e-3, 1)).isEqualTo(1);
    }

    @Test
    void while_clients_are_away_for_long_a_group_has_what_comes_during_one() {
        double group = GroupLaw.atLimit(5_000, 4_096, size -> 1e-3, 1 - 1.5e-3);
        assertThat(group).isCloseTo(5_000 * 1e-3, within(1e-3));
    }
}
