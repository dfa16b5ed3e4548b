package org.debitcredit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.debitcredit.lab.Steps.SECONDS;

import java.util.List;
import org.debitcredit.lab.Bottleneck.Named;
import org.debitcredit.lab.Bottleneck.NextLimit;
import org.junit.jupiter.api.Test;

/** What is predicted for the time after the named resource is cleared. */
class NextLimitTest {

    private static Named named(StepCounters... steps) {
        return (Named) Bottleneck.of(List.of(steps));
    }

    /** A step on a full line, with forces that take so long each. */
    private static StepCounters onLine(int inFlight, long transactions, long forces, double forceMillis, double busy) {
        return Steps.of(transactions)
                .inFlight(inFlight)
                .busy(Resource.LINE, 1, 1)
                .busy(Resource.PROCESSORS, 2, busy)
                .use(Resource.FORCE, ResourceUse.of(1, forces * forceMillis / 1e3, forces))
                .counters();
    }

    private static NextLimit afterLine(StepCounters... steps) {
        assertThat(named(steps).resource()).isEqualTo(Resource.LINE);
        NextLimit next = named(steps).next().orElseThrow();
        assertThat(next.resource()).isEqualTo(Resource.PROCESSORS);
        return next;
    }

    @Test
    void the_next_limit_assumes_no_smaller_groups_than_were_counted() {
        // 0.25 ms of a processor with groups of 8. The line through both steps would tell 0.8 ms with groups of 1.
        assertThat(afterLine(onLine(4, 10_000, 5_000, 0.1, 0.25), onLine(16, 40_000, 5_000, 0.1, 0.5))
                        .ceiling())
                .isCloseTo(8_000, within(1.0));
    }

    @Test
    void a_load_is_predicted_to_keep_the_next_resource_as_busy_as_the_named_one() {
        Named named = named(Steps.of(1_000)
                .withoutEngine()
                .busy(Resource.LINE, 1, 0.9)
                .busy(Resource.PROCESSORS, 2, 0.3)
                .counters());
        // 0.3 of the processors for 100 tps, so that they would allow 333 tps; nine tenths of that are 300.
        NextLimit next = named.next().orElseThrow();
        assertThat(next.ceiling()).isCloseTo(100 / 0.3, within(1e-6));
        assertThat(next.throughput()).isCloseTo(300, within(1e-6));
        assertThat(named.sentence()).endsWith("Next would be the processors, at 333; this load would reach 300.");
    }

    @Test
    void a_load_is_predicted_to_keep_the_processors_as_busy_as_the_thread_of_the_named_resource() {
        Named named = named(Steps.of(1_000)
                .use(Resource.FORCE, ResourceUse.of(1, 0.6 * SECONDS, 1_000))
                .busy(Resource.WRITER, 1, 0.35)
                .busy(Resource.PROCESSORS, 1, 0.5)
                .counters());
        assertThat(named.resource()).isEqualTo(Resource.FORCE);
        NextLimit next = named.next().orElseThrow();
        assertThat(next.throughput()).isCloseTo(0.95 * next.ceiling(), within(1e-6));
    }

    @Test
    void a_load_is_not_predicted_to_do_less_when_a_resource_is_cleared() {
        // The load generator is named although the processors are busier.
        Named named = named(Steps.of(1_000)
                .withoutEngine()
                .busy(Resource.CLIENT, 1, 0.86)
                .busy(Resource.PROCESSORS, 2, 0.99)
                .counters());
        assertThat(named.resource()).isEqualTo(Resource.CLIENT);
        assertThat(named.next().orElseThrow().throughput()).isCloseTo(100, within(1e-6));
    }

    @Test
    void the_next_limit_of_a_disk_assumes_the_larger_groups_that_form_there() {
        StepCounters step = Steps.of(20_000)
                .inFlight(64)
                .busy(Resource.LINE, 1, 1)
                .use(Resource.FORCE, ResourceUse.of(1, 5, 12_500))
                .use(Resource.DISK, ResourceUse.of(1, 7, 12_500).probed(560_000))
                .counters();
        assertThat(named(step).resource()).isEqualTo(Resource.LINE);
        // 0.56 ms for each force: 2,857 tps with the counted groups of 1.6.
        assertThat(named(step).next().orElseThrow().ceiling()).isGreaterThan(10_000);
    }

    @Test
    void the_next_limit_of_processors_assumes_no_larger_groups_either() {
        // 0.375 ms of a processor with the counted groups of 1.6.
        assertThat(afterLine(onLine(8, 10_000, 10_000, 0.4, 0.25), onLine(64, 20_000, 12_500, 0.4, 0.375))
                        .ceiling())
                .isCloseTo(2 / 0.375e-3, within(1.0));
    }
}
