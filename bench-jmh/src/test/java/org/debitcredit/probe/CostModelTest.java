package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CostModelTest {

    @Test
    void finds_the_fixed_cost_and_the_bandwidth_that_made_the_figures() {
        Map<Integer, Double> micros = new TreeMap<>();
        for (int bytes : ForceSweep.BLOCK_BYTES) {
            micros.put(bytes, 120 + bytes / 500.0);
        }
        CostModel model = CostModel.fit(micros);
        assertThat(model.fixedMicros()).isCloseTo(120, within(1e-6));
        assertThat(model.megabytesPerSecond()).isCloseTo(500, within(1e-6));
        assertThat(model.forceMicros(100_000)).isCloseTo(320, within(1e-6));
        assertThat(model.transactionsPerSecond(1_000, 100_000)).isCloseTo(3_125_000, within(1e-3));
    }

    @Test
    void small_writes_weigh_as_much_as_large_ones() {
        // By absolute error the line would go near the large sizes, and miss the small by far more than 10 %.
        CostModel model = CostModel.fit(Map.of(512, 100.0, 4_096, 100.0, 1 << 20, 2_000.0, 1 << 19, 1_300.0));
        assertThat(model.forceMicros(512)).isCloseTo(100, within(10.0));
    }

    @Test
    void larger_writes_that_took_no_longer_cost_nothing_by_the_byte() {
        CostModel model = CostModel.fit(Map.of(512, 200.0, 1_024, 100.0));
        assertThat(model.microsPerByte()).isZero();
        assertThat(model.fixedMicros()).isBetween(100.0, 200.0);
        assertThat(model.megabytesPerSecond()).isInfinite();
        assertThat(model.transactionsPerSecond(10, 1_000)).isPositive().isFinite();
    }

    @Test
    void costs_that_grow_faster_than_the_size_leave_no_negative_fixed_cost() {
        CostModel model = CostModel.fit(Map.of(1_000, 1.0, 10_000, 100.0));
        assertThat(model.fixedMicros()).isZero();
        assertThat(model.microsPerByte()).isPositive();
    }

    @Test
    void one_size_is_no_line() {
        assertThatThrownBy(() -> CostModel.fit(Map.of(512, 100.0))).isInstanceOf(IllegalArgumentException.class);
    }
}
