package org.debitcredit.terminal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.debitcredit.chart.Series.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DistributionTest {

    private static Histogram of(long... micros) {
        Histogram histogram = new Histogram(3);
        LongStream.of(micros).forEach(histogram::recordValue);
        return histogram;
    }

    static Stream<long[]> samples() {
        SplittableRandom random = new SplittableRandom(1);
        return Stream.of(
                new long[] {0},
                new long[] {0, 1, 2, 3},
                new long[] {1_000},
                new long[] {999, 1_000, 1_001},
                new long[] {100, 3_600_000_000L},
                LongStream.range(1, 5_000).toArray(),
                LongStream.range(0, 100_000)
                        .map(i -> (long) (2_000 * Math.exp(0.6 * random.nextGaussian())))
                        .toArray());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void cells_are_20_or_more_and_hold_every_answer(long[] micros) {
        List<Distribution.Cell> cells = Distribution.cells(of(micros));
        assertThat(cells).hasSizeGreaterThanOrEqualTo(Distribution.CELLS_MIN);
        assertThat(cells.stream().mapToLong(Distribution.Cell::answers).sum()).isEqualTo(micros.length);
        for (int i = 1; i < cells.size(); i++) {
            assertThat(cells.get(i).fromMillis()).isEqualTo(cells.get(i - 1).toMillis());
        }
    }

    @Test
    void an_answer_is_in_its_own_cell() {
        long[] micros = {500, 1_000, 1_000, 2_000, 50_000};
        for (Distribution.Cell cell : Distribution.cells(of(micros))) {
            assertThat(cell.answers())
                    .as("%s", cell)
                    .isEqualTo(LongStream.of(micros)
                            .filter(each -> each / 1e3 >= cell.fromMillis() && each / 1e3 < cell.toMillis())
                            .count());
        }
    }

    @Test
    void nothing_has_no_cell() {
        assertThat(Distribution.cells(of())).isEmpty();
        assertThat(Distribution.tail(of())).isEmpty();
    }

    @Test
    void the_tail_says_how_many_took_as_long_or_longer() {
        SplittableRandom random = new SplittableRandom(2);
        long[] micros = LongStream.range(0, 20_000)
                .map(i -> (long) (2_000 * Math.exp(0.6 * random.nextGaussian())))
                .sorted()
                .toArray();
        List<Point> tail = Distribution.tail(of(micros));
        assertThat(tail.get(0).y()).isEqualTo(1);
        assertThat(tail.get(tail.size() - 1).y()).isEqualTo(1.0 / micros.length);
        assertThat(tail.get(tail.size() - 1).x()).isCloseTo(micros[micros.length - 1] / 1e3, within(0.02));
        for (Point point : tail) {
            long longer = Arrays.stream(micros)
                    .filter(each -> each / 1e3 >= point.x() * (1 - 1e-9))
                    .count();
            // The histogram rounds a sample down by one of a thousand at most.
            assertThat(point.y() * micros.length).isCloseTo(longer, within(5.0));
        }
        assertThat(tail).hasSizeLessThan(1_500);
    }
}
