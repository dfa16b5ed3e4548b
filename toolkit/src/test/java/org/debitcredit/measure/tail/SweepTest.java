package org.debitcredit.measure.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;
import org.junit.jupiter.api.Test;

class SweepTest {

    private static final SelfCorrection QUICK =
            new SelfCorrection(0.99, Duration.ofMinutes(4), Long.MAX_VALUE, line -> {});

    @Test
    void itFindsTheRateAtWhichTheServerIsSaturated() {
        List<SweepPoint> told = new ArrayList<>();

        Sweep sweep = Sweep.of(QueueModel.healthy(1, 500), QUICK, 125, told::add);

        assertThat(sweep.saturationPerSecond().orElseThrow()).isBetween(1_750.0, 2_050.0);
        assertThat(told).containsExactlyInAnyOrderElementsOf(sweep.points()).hasSizeLessThan(16);
        assertThat(sweep.points())
                .isSortedAccordingTo((one, other) ->
                        Double.compare(one.tail().askedPerSecond(), other.tail().askedPerSecond()));
    }

    @Test
    void latencyRisesTowardsSaturation() {
        Sweep sweep = Sweep.of(QueueModel.healthy(1, 500), QUICK, 125, point -> {});

        List<Double> shown = sweep.points().stream()
                .filter(SweepPoint::isSustained)
                .map(point -> point.tail().all().percentile(0.99))
                .filter(Percentile::isShown)
                .map(percentile -> percentile.micros().estimate())
                .toList();
        assertThat(shown.size()).isGreaterThanOrEqualTo(4);
        assertThat(shown.get(shown.size() - 1)).isGreaterThan(1.5 * shown.get(0));
    }

    @Test
    void aServerThatDoesNotCarryTheLowestRateHasNoSaturation() {
        Sweep sweep = Sweep.of(QueueModel.healthy(1, 500), QUICK, 10_000, point -> {});

        assertThat(sweep.points()).hasSize(1);
        assertThat(sweep.saturationPerSecond()).isEmpty();
    }

    /** A sweep has some twenty points, and each response takes 8 bytes. */
    @Test
    void aPointHoldsNoResponseTimes() {
        assertThat(held(SweepPoint.class))
                .contains(Tail.class, Traffic.class)
                .doesNotContain(OpenLoopRun.class, ResponseSeries.class);
    }

    /** The types of what a record consists of, and of the records in it. */
    private static Set<Class<?>> held(Class<?> type) {
        Set<Class<?>> types = new HashSet<>();
        for (RecordComponent component : type.getRecordComponents()) {
            types.add(component.getType());
            if (component.getType().isRecord()) {
                types.addAll(held(component.getType()));
            }
        }
        return types;
    }
}
