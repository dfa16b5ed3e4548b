package org.debitcredit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.debitcredit.lab.Steps.SECONDS;

import java.util.List;
import org.debitcredit.lab.Bottleneck.Named;
import org.debitcredit.lab.Bottleneck.NoStableStep;
import org.debitcredit.lab.Bottleneck.NoneNear;
import org.junit.jupiter.api.Test;

class BottleneckTest {

    private static Named named(StepCounters... steps) {
        return (Named) Bottleneck.of(List.of(steps));
    }

    /** 15,000 tps in groups of 2.1, 98 % of the time in the force. */
    private static Steps forced() {
        long transactions = 150_000;
        long forces = Math.round(transactions / 2.1);
        return Steps.of(transactions)
                .use(Resource.FORCE, ResourceUse.of(1, 0.98 * SECONDS, forces).probed(130_000))
                .busy(Resource.WRITER, 1, 0.0115)
                .busy(Resource.PROCESSORS, 2, 0.01);
    }

    @Test
    void a_force_at_its_limit_is_named_with_its_figures_and_the_next_limit() {
        Named named = named(forced().counters());
        assertThat(named.resource()).isEqualTo(Resource.FORCE);
        assertThat(named.sentence())
                .isEqualTo(
                        "The forced disk is the bottleneck: 98 % busy, 0.137 ms per force, 2.1 transactions per force, "
                                + "at most 15,100 tps. Next would be the writer, at 1.3M; this load would reach 1.3M.");
        assertThat(named.ceiling()).isCloseTo(15_000 / 0.9915, within(1.0));
    }

    @Test
    void the_part_of_the_engines_thread_that_takes_most_is_named_and_the_rest_is_told() {
        Named named = named(Steps.of(100_000)
                .use(Resource.FORCE, ResourceUse.of(1, 0.4 * SECONDS, 1_000))
                .busy(Resource.WRITER, 1, 0.59)
                .counters());
        assertThat(named.resource()).isEqualTo(Resource.WRITER);
        assertThat(named.sentence()).contains("The rest of the engine's thread: the forced disk 40 %.");
        // The same group could be forced 1 / 0.4 times as often, but then it would be as large as half of those in
        // flight.
        assertThat(named.next().orElseThrow().resource()).isEqualTo(Resource.FORCE);
    }

    @Test
    void a_lock_shows_by_a_busy_connection_while_processors_disk_and_force_are_idle() {
        Steps waiting = Steps.of(10_000)
                .busy(Resource.DATABASE, 1, 0.97)
                .busy(Resource.WRITER, 1, 0.01)
                .use(Resource.FORCE, ResourceUse.of(1, 0.02 * SECONDS, 5_000))
                .use(Resource.DISK, ResourceUse.of(1, 0.9 * SECONDS, 5_000).probed(100_000))
                .busy(Resource.PROCESSORS, 2, 0.05);
        assertThat(named(waiting.counters()).resource()).isEqualTo(Resource.DATABASE);
        assertThat(named(waiting.counters()).sentence()).contains("wait for a lock");
        Steps busy = waiting.busy(Resource.PROCESSORS, 2, 0.6);
        assertThat(named(busy.compilers(1.1).counters()).sentence())
                .as("the compilers are no work for a connection")
                .contains("wait for a lock");
        Named working = named(busy.compilers(0).counters());
        assertThat(working.resource()).isEqualTo(Resource.DATABASE);
        assertThat(working.sentence()).doesNotContain("lock").doesNotContain("not counted");
    }

    @Test
    void a_connection_that_keeps_one_of_many_processors_busy_waits_for_no_lock() {
        Steps computing = Steps.of(10_000)
                .busy(Resource.DATABASE, 1, 0.97)
                .use(Resource.FORCE, ResourceUse.of(1, 0.02 * SECONDS, 5_000))
                .use(Resource.DISK, ResourceUse.of(1, 0.01 * SECONDS, 1_000).probed(100_000));
        assertThat(named(computing.busy(Resource.PROCESSORS, 8, 0.13).counters())
                        .sentence())
                .doesNotContain("lock")
                .doesNotContain("not counted");
        assertThat(named(computing.busy(Resource.PROCESSORS, 8, 0.05).counters())
                        .sentence())
                .contains("wait for a lock");
    }

    @Test
    void a_database_that_waits_for_its_own_writes_waits_for_no_lock_although_the_device_is_mostly_idle() {
        Named named = named(Steps.of(10_000)
                .busy(Resource.DATABASE, 1, 0.97)
                .use(Resource.FORCE, ResourceUse.of(1, 0.02 * SECONDS, 5_000))
                .use(Resource.DISK, ResourceUse.of(1, 0.3 * SECONDS, 90_000).probed(100_000))
                .busy(Resource.PROCESSORS, 2, 0.05)
                .counters());
        assertThat(named.resource()).isEqualTo(Resource.DATABASE);
        assertThat(named.sentence()).doesNotContain("lock").doesNotContain("not counted");
    }

    @Test
    void what_a_busy_connection_waits_for_is_not_known_where_disk_and_force_were_not_counted() {
        Steps alone =
                Steps.of(8_000).withoutEngine().busy(Resource.DATABASE, 8, 0.99).busy(Resource.PROCESSORS, 2, 0.1);
        assertThat(named(alone.counters()).sentence())
                .contains("What it waits for is not known, because these were not counted: the disk, the forced disk.")
                .doesNotContain("lock");
        StepCounters notProbed = alone.use(Resource.FORCE, ResourceUse.of(1, 0.02 * SECONDS, 5_000))
                .use(Resource.DISK, ResourceUse.of(1, 0.1 * SECONDS, 5_000))
                .counters();
        assertThat(named(notProbed).sentence())
                .contains("not counted: the disk.")
                .doesNotContain("lock");
    }

    @Test
    void connections_without_an_engine_are_a_resource_of_their_own() {
        Named named = named(Steps.of(8_000)
                .withoutEngine()
                .busy(Resource.DATABASE, 8, 0.99)
                .busy(Resource.PROCESSORS, 2, 0.5)
                .counters());
        assertThat(named.resource()).isEqualTo(Resource.DATABASE);
        assertThat(named.sentence()).contains("9.9 ms per transaction on 8 connections");
        assertThat(named.next().orElseThrow()).satisfies(next -> {
            assertThat(next.resource()).isEqualTo(Resource.PROCESSORS);
            assertThat(next.ceiling()).isEqualTo(1_600);
        });
    }

    @Test
    void full_processors_are_named_although_the_force_seems_busy_because_it_waits_for_them() {
        StepCounters step = Steps.of(50_000)
                .use(Resource.FORCE, ResourceUse.of(1, 0.97 * SECONDS, 5_000).probed(200_000))
                .busy(Resource.WRITER, 1, 0.02)
                .busy(Resource.PROCESSORS, 1, 0.96)
                .counters();
        assertThat(named(step).resource()).isEqualTo(Resource.PROCESSORS);
        // 5,000 forces of 0.2 ms are a tenth of the time.
        assertThat(named(step).demands())
                .filteredOn(demand -> demand.resource() == Resource.FORCE)
                .singleElement()
                .satisfies(force -> assertThat(force.utilisation()).isCloseTo(0.1, within(1e-6)));
    }

    @Test
    void a_service_that_may_use_more_processors_shares_them_with_the_load_generator() {
        Steps step = Steps.of(50_000).busy(Resource.PROCESSORS, 1, 0.98).busy(Resource.WRITER, 1, 0.1);
        assertThat(named(step.counters()).next().orElseThrow().resource())
                .as("more of them than the machine has")
                .isEqualTo(Resource.WRITER);
        // 0.7 of two processors, so that both together would do 1 / 0.7 times as many.
        Named named = named(step.ofAllProcessors(2, 0.7).counters());
        assertThat(named.resource()).isEqualTo(Resource.PROCESSORS);
        assertThat(named.next().orElseThrow().resource()).isEqualTo(Resource.PROCESSORS);
        assertThat(named.next().orElseThrow().ceiling()).isCloseTo(5_000 / 0.7, within(1.0));
        assertThat(named.sentence()).contains("Next would be all processors of the machine, at 7,140;");
    }

    @Test
    void stolen_time_is_not_there_to_be_used() {
        Named named = named(
                Steps.of(50_000).busy(Resource.PROCESSORS, 2, 0.72).steal(0.25).counters());
        assertThat(named.utilisation()).isCloseTo(0.96, within(1e-6));
        assertThat(named.sentence()).contains("The host gave 25 % of their time to others.");
    }

    @Test
    void a_station_is_named_from_four_fifths_of_its_time_on_and_the_load_generator_later() {
        assertThat(Bottleneck.of(List.of(
                        Steps.of(50_000).busy(Resource.PROCESSORS, 2, 0.79).counters())))
                .isInstanceOf(NoneNear.class);
        Steps near = Steps.of(50_000).busy(Resource.PROCESSORS, 2, 0.81);
        assertThat(named(near.counters()).resource()).isEqualTo(Resource.PROCESSORS);
        assertThat(named(near.busy(Resource.CLIENT, 2, 0.84)
                                .busy(Resource.FORCE, 1, 0.82)
                                .counters())
                        .resource())
                .as("the busiest one")
                .isEqualTo(Resource.CLIENT);
        assertThat(named(near.busy(Resource.FORCE, 1, 0.9).counters()).resource())
                .as("not the load generator before the others")
                .isEqualTo(Resource.FORCE);
        assertThat(named(near.busy(Resource.CLIENT, 2, 0.86).counters()).resource())
                .isEqualTo(Resource.CLIENT);
    }

    @Test
    void what_the_compilers_take_is_for_no_transaction() {
        Steps step = Steps.of(50_000).busy(Resource.PROCESSORS, 2, 0.97).compilers(0.4);
        Named full = named(step.counters());
        assertThat(full.resource()).isEqualTo(Resource.PROCESSORS);
        assertThat(full.utilisation()).isCloseTo((1.94 - 0.4) / 1.6, within(1e-6));
        assertThat(full.sentence()).contains("The compilers of the service's JVM took 40 % of a processor.");
        // 0.6 of 1.6 processors are busy with 5,000 transactions per second.
        Named force = named(Steps.of(50_000)
                .busy(Resource.FORCE, 1, 0.95)
                .busy(Resource.PROCESSORS, 2, 0.5)
                .compilers(0.4)
                .counters());
        assertThat(force.next().orElseThrow().resource()).isEqualTo(Resource.PROCESSORS);
        assertThat(force.next().orElseThrow().ceiling()).isCloseTo(5_000 / 0.6 * 1.6, within(1.0));
    }

    @Test
    void a_virtual_disk_that_was_not_probed_is_never_full() {
        StepCounters step = Steps.of(50_000)
                .use(Resource.DISK, ResourceUse.of(1, SECONDS, 20_000))
                .busy(Resource.PROCESSORS, 2, 0.3)
                .counters();
        assertThat(Bottleneck.of(List.of(step))).isInstanceOf(NoneNear.class);
    }

    @Test
    void a_probed_disk_is_as_busy_as_its_accesses_would_keep_it() {
        StepCounters step = Steps.of(50_000)
                .use(Resource.DISK, ResourceUse.of(1, SECONDS, 95_000).probed(100_000))
                .busy(Resource.PROCESSORS, 2, 0.3)
                .counters();
        assertThat(named(step).resource()).isEqualTo(Resource.DISK);
        assertThat(named(step).utilisation()).isCloseTo(0.95, within(1e-6));
    }

    @Test
    void a_disk_that_serves_several_accesses_at_once_is_no_busier_than_it_was() {
        StepCounters step = Steps.of(50_000)
                .use(Resource.DISK, ResourceUse.of(1, 0.3 * SECONDS, 950_000).probed(100_000))
                .busy(Resource.PROCESSORS, 2, 0.3)
                .counters();
        assertThat(Bottleneck.of(List.of(step))).isInstanceOf(NoneNear.class);
    }

    @Test
    void the_disk_of_a_cleared_database_allows_no_less_than_before_and_its_time_is_that_of_the_thread() {
        Named named = named(Steps.of(10_000)
                .busy(Resource.DATABASE, 1, 0.9)
                .use(Resource.FORCE, ResourceUse.of(1, 0.08 * SECONDS, 1_000))
                .use(Resource.DISK, ResourceUse.of(1, 0.5 * SECONDS, 50_000).probed(100_000))
                .counters());
        assertThat(named.resource()).isEqualTo(Resource.DATABASE);
        assertThat(named.saturation()).isCloseTo(1, within(1e-6));
        assertThat(named.next().orElseThrow().resource()).isEqualTo(Resource.DISK);
        // A half of the time for 1,000 tps.
        assertThat(named.next().orElseThrow().ceiling()).isCloseTo(2_000, within(1.0));
    }

    @Test
    void forces_load_the_disk_unless_the_log_is_on_another_one() {
        Steps step = Steps.of(50_000)
                .use(Resource.FORCE, ResourceUse.of(1, 0.6 * SECONDS, 5_000).probed(1_200_000))
                .use(Resource.DISK, ResourceUse.of(1, SECONDS, 97_000).probed(100_000))
                .busy(Resource.PROCESSORS, 2, 0.3);
        // The thread is in forces for 6 of the disk's 9.7 s.
        assertThat(named(step.counters()).resource()).isEqualTo(Resource.FORCE);
        assertThat(named(step.logApart().counters()).resource()).isEqualTo(Resource.DISK);
    }

    @Test
    void a_disk_that_is_full_of_forces_is_the_forced_disk_although_the_probes_force_is_shorter() {
        Named named = named(Steps.of(20_000)
                .use(Resource.FORCE, ResourceUse.of(1, 0.98 * SECONDS, 2_000).probed(1_500_000))
                .use(Resource.DISK, ResourceUse.of(1, 0.97 * SECONDS, 8_000).probed(1_300_000))
                .busy(Resource.PROCESSORS, 2, 0.1)
                .counters());
        assertThat(named.resource()).isEqualTo(Resource.FORCE);
        assertThat(named.next().orElseThrow().resource()).isEqualTo(Resource.PROCESSORS);
    }

    @Test
    void a_disk_full_of_page_faults_is_short_memory() {
        StepCounters step = Steps.of(1_000)
                .use(Resource.DISK, ResourceUse.of(1, SECONDS, 760).probed(13_100_000))
                .memory(new MemoryUse(600, 600 * 0.0131, 0, 0))
                .busy(Resource.PROCESSORS, 1, 0.3)
                .counters();
        assertThat(named(step).resource()).isEqualTo(Resource.MEMORY);
        assertThat(named(step).sentence())
                .startsWith("Memory is the bottleneck: 0.6 page faults per transaction take 79 %");
        // 160 accesses remain, and would allow more than the processor.
        assertThat(named(step).next().orElseThrow().resource()).isEqualTo(Resource.PROCESSORS);
    }

    @Test
    void processors_full_of_collections_are_short_memory() {
        StepCounters step = Steps.of(1_000)
                .busy(Resource.PROCESSORS, 2, 0.98)
                .memory(new MemoryUse(0, 0, 14, 0))
                .counters();
        assertThat(named(step).resource()).isEqualTo(Resource.MEMORY);
        assertThat(named(step).sentence()).contains("collections take 70 % of the processors' time");
    }

    @Test
    void collections_are_a_shortage_from_a_fifth_of_full_processors_on() {
        Steps step = Steps.of(1_000).busy(Resource.PROCESSORS, 2, 0.98);
        assertThat(named(step.memory(new MemoryUse(0, 0, 3.8, 0)).counters()).resource())
                .isEqualTo(Resource.PROCESSORS);
        assertThat(named(step.memory(new MemoryUse(0, 0, 4, 0)).counters()).resource())
                .isEqualTo(Resource.MEMORY);
    }

    @Test
    void waiting_for_memory_is_told_whatever_is_named() {
        Steps step = Steps.of(1_000).busy(Resource.PROCESSORS, 2, 0.98);
        assertThat(named(step.counters()).sentence()).doesNotContain("memory");
        assertThat(named(step.memory(new MemoryUse(0, 0, 0, 0, 1.2)).counters()).sentence())
                .contains("Some task of the machine waited for memory during 12 % of the time.");
    }

    @Test
    void a_full_client_is_named_first_because_the_step_measured_it() {
        StepCounters step = forced().busy(Resource.CLIENT, 1, 0.9).counters();
        assertThat(named(step).resource()).isEqualTo(Resource.CLIENT);
        assertThat(named(step).sentence()).contains("measured the client, and not the service");
    }

    @Test
    void nothing_is_named_when_nothing_is_near_its_limit() {
        Bottleneck none = Bottleneck.of(List.of(Steps.of(1_000)
                .busy(Resource.PROCESSORS, 2, 0.43)
                .busy(Resource.LINE, 1, 0.2)
                .counters()));
        assertThat(none).isInstanceOf(NoneNear.class);
        assertThat(none.sentence())
                .isEqualTo("Nothing is near its limit: the processors are nearest, at 43 %, and would allow 233 tps.");
    }

    @Test
    void a_step_that_breaks_littles_law_shows_nothing() {
        StepCounters step = Steps.of(1_000).busy(Resource.PROCESSORS, 2, 0.99).counters(1);
        assertThat(Bottleneck.of(List.of(step))).isInstanceOf(NoStableStep.class);
        assertThat(Bottleneck.of(List.of())).isInstanceOf(NoStableStep.class);
        assertThat(Bottleneck.of(List.of(Steps.of(0).counters(0)))).isInstanceOf(NoStableStep.class);
    }

    @Test
    void demands_are_those_of_the_highest_stable_step_because_group_commit_lets_them_fall() {
        StepCounters light = Steps.of(7_000)
                .inFlight(1)
                .use(Resource.FORCE, ResourceUse.of(1, 0.9 * SECONDS, 7_000))
                .counters();
        StepCounters heavy = Steps.of(140_000)
                .inFlight(64)
                .use(Resource.FORCE, ResourceUse.of(1, 0.98 * SECONDS, 7_000))
                .counters();
        StepCounters thrashing = Steps.of(70_000)
                .inFlight(4_096)
                .use(Resource.FORCE, ResourceUse.of(1, 0.98 * SECONDS, 7_000))
                .counters();
        assertThat(named(light, heavy, thrashing).ceiling()).isCloseTo(14_000 / 0.98, within(1.0));
    }

    @Test
    void the_saturation_point_is_where_clients_begin_to_wait() {
        Named named = named(Steps.of(1_000)
                .withoutEngine()
                .busy(Resource.LINE, 20, 0.95)
                .busy(Resource.PROCESSORS, 1, 0.5)
                .counters());
        // D is 190 ms on 20 lines and 5 ms of the processor: (0.190 + 0.005) / (0.190 / 20).
        assertThat(named.saturation()).isCloseTo(0.195 / 0.0095, within(1e-6));
    }
}
