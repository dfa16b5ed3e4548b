package org.debitcredit.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicksTest {

    @Test
    void powers_hold_the_range_and_little_more() {
        assertThat(Ticks.logarithmic(644, 9_410)).containsExactly(500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0);
        assertThat(Ticks.logarithmic(4_943, 6_582_617))
                .containsExactly(1_000.0, 10_000.0, 100_000.0, 1_000_000.0, 10_000_000.0);
        assertThat(Ticks.logarithmic(100, 100)).hasSize(2).first().isEqualTo(100.0);
    }

    @Test
    void the_tail_of_a_distribution_has_exact_powers() {
        assertThat(Ticks.logarithmic(0.00002, 1)).containsExactly(0.00001, 0.0001, 0.001, 0.01, 0.1, 1.0);
    }

    @Test
    void steps_are_1_2_or_5_times_a_power_of_ten() {
        assertThat(Ticks.linear(0, 87, 5)).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
        assertThat(Ticks.linear(0, 1_000_000, 5))
                .containsExactly(0.0, 200_000.0, 400_000.0, 600_000.0, 800_000.0, 1_000_000.0);
        assertThat(Ticks.linear(0, 0.3, 5)).hasSize(4).startsWith(0.0, 0.1);
        assertThat(Ticks.linear(3, 3, 5)).hasSizeGreaterThan(1);
        assertThat(Ticks.linear(0, 0, 5)).startsWith(0.0).hasSizeGreaterThan(1);
    }
}
