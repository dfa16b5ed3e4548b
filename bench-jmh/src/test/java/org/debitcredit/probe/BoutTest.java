package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The arithmetic of measuring, on a clock that advances only by the duration of each operation. */
class BoutTest {

    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private long now;
    private long runs;

    private Bout bout(long sliceNanos, long countMax, long operationNanos) throws IOException {
        return Bout.of(
                () -> {
                    runs++;
                    now += operationNanos;
                },
                sliceNanos,
                countMax,
                () -> now);
    }

    @Test
    void counts_what_ran_after_the_warm_up() throws IOException {
        Bout bout = bout(10 * MILLI, Long.MAX_VALUE, 100 * MICRO);
        assertThat(bout.count()).isEqualTo(90);
        assertThat(runs).isEqualTo(100);
        assertThat(bout.perSecond()).isCloseTo(10_000, within(1e-6));
    }

    @Test
    void an_operation_longer_than_the_slice_still_counts_once() throws IOException {
        Bout bout = bout(MILLI, Long.MAX_VALUE, 50 * MILLI);
        assertThat(bout.count()).isEqualTo(1);
        assertThat(bout.perSecond()).isCloseTo(20, within(1e-6));
    }

    @Test
    void ends_early_at_the_most_that_may_be_written() throws IOException {
        Bout bout = bout(1_000 * MILLI, 20, MICRO);
        assertThat(bout.count()).isEqualTo(20);
        assertThat(runs).isEqualTo(22);
    }

    @Test
    void percentiles_are_of_all_samples_together() {
        Histogram nanos = OperationTimes.histogram();
        for (int i = 1; i <= 1_000; i++) {
            nanos.recordValue(i * MICRO);
        }
        OperationTimes times = OperationTimes.ofNanos(nanos);
        assertThat(times.count()).isEqualTo(1_000);
        assertThat(times.p50Micros()).isCloseTo(500, within(1.0));
        assertThat(times.p99Micros()).isCloseTo(990, within(1.0));
        assertThat(times.p999Micros()).isCloseTo(999, within(1.0));
        assertThat(times.maxMicros()).isCloseTo(1_000, within(1.0));
    }

    @Test
    void a_cell_takes_the_median_round_and_every_sample() throws IOException {
        Cell cell = new Cell();
        cell.add(bout(10 * MILLI, Long.MAX_VALUE, 100 * MICRO));
        cell.add(bout(10 * MILLI, Long.MAX_VALUE, 1_000 * MICRO));
        cell.add(bout(10 * MILLI, Long.MAX_VALUE, 500 * MICRO));
        MeasuredOperation measured = cell.measured();
        assertThat(measured.perSecond()).isCloseTo(2_000, within(1e-6));
        assertThat(measured.byRound()).hasSize(3);
        assertThat(measured.times().count()).isEqualTo(90 + 9 + 18);
        assertThat(measured.spread()).isCloseTo((10_000.0 - 1_000) / 2_000, within(1e-9));
    }

    @Test
    void the_ratio_is_the_median_of_the_rounds_not_of_the_ends() {
        // The machine was ten times slower in the last round, for both: the ratio does not notice.
        assertThat(Median.ofRatios(List.of(50.0, 60.0, 5.0), List.of(100.0, 100.0, 10.0)))
                .isEqualTo(0.5);
        assertThat(Median.of(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
        assertThatThrownBy(() -> Median.of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Median.ofRatios(List.of(1.0), List.of(1.0, 2.0)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
