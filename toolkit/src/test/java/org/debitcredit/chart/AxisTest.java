package org.debitcredit.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AxisTest {

    @Test
    void a_number_has_the_digits_that_count() {
        assertThat(Axis.number(0)).isEqualTo("0");
        assertThat(Axis.number(3 * 0.1)).isEqualTo("0.3");
        assertThat(Axis.number(1.23456)).isEqualTo("1.235");
        assertThat(Axis.number(1e-6)).isEqualTo("0.000001");
        assertThat(Axis.number(12_345_678.9)).isEqualTo("12,345,679");
    }

    @Test
    void powers_have_no_place_for_nothing() {
        assertThat(Axis.logarithmic("s").holds(0)).isFalse();
        assertThat(Axis.linear("s").holds(0)).isTrue();
        assertThat(Axis.linear("s").holds(Double.NaN)).isFalse();
    }
}
