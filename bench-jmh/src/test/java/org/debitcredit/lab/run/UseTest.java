package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.Counts;
import org.debitcredit.counters.ThreadTimes;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.junit.jupiter.api.Test;

/** Ten seconds of a service on both processors of a machine, from two readings. */
class UseTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Offset<Double> ROUNDING = within(1e-9);
    private static final Setting MEMORY = Starts.poor().but(draft -> {
        draft.ledger = Setting.MEMORY;
        draft.terminals = 50;
        draft.inFlight = 50;
    });

    private final Map<String, ThreadTimes> threads = new HashMap<>();
    private final Map<String, ThreadTimes> clients = new HashMap<>();
    private final Map<String, Double> meters = new HashMap<>();
    private Counts machine = new Counts(Map.of(
            Counter.PROCESSOR_NANOS, 20 * SECOND,
            Counter.PROCESSOR_IDLE_NANOS, 6 * SECOND,
            Counter.PROCESSOR_STOLEN_NANOS, SECOND));
    private Counts service = Counts.NONE;
    private Set<Integer> allProcessors = Set.of(0, 1);
    private Counts allTimes = Counts.NONE;
    private OptionalDouble quota = OptionalDouble.empty();
    private boolean isNice;

    private static void step(Map<String, Double> meters, String step, double seconds) {
        meters.put("bank_writer_seconds_total{step=\"" + step + "\"}", seconds);
    }

    private StepCounters counters(Setting setting, ProbedCapacities probed) {
        Map<Counter, Long> zero = new HashMap<>();
        for (Counter counter : Counter.values()) {
            zero.put(counter, 0L);
        }
        Reading from = new Reading(
                0,
                Set.of(0, 1),
                isNice,
                new Counts(zero),
                allProcessors,
                new Counts(zero),
                quota,
                new Counts(zero),
                Map.of(),
                Map.of(),
                new ServiceMeters(Map.of()));
        Reading to = new Reading(
                10 * SECOND,
                Set.of(0, 1),
                isNice,
                machine,
                allProcessors,
                allTimes,
                quota,
                service,
                threads,
                clients,
                new ServiceMeters(meters));
        return Use.of(setting, from, to, 0.004, probed);
    }

    private StepCounters counters(Setting setting) {
        return counters(setting, ProbedCapacities.NONE);
    }

    private static ResourceUse use(StepCounters counters, Resource resource) {
        return Objects.requireNonNull(counters.uses().get(resource));
    }

    private static double busy(StepCounters counters, Resource resource) {
        return use(counters, resource).busySeconds();
    }

    @Test
    void processors_forces_and_event_loops() {
        meters.put("bank_transactions_total{type=\"debit-credit\"}", 30_000.0);
        meters.put("bank_journal_force_seconds_count", 10_000.0);
        step(meters, "force", 6.5);
        threads.put("bank-loop-epoll", new ThreadTimes(2, 3 * SECOND, 0));
        threads.put("bank-loop-selec", new ThreadTimes(1, SECOND, 0));
        StepCounters counters =
                counters(MEMORY, new ProbedCapacities(Optional.empty(), OptionalDouble.of(500_000), Optional.empty()));
        assertThat(counters.throughput()).isEqualTo(3_000, ROUNDING);
        assertThat(counters.stealShare()).isEqualTo(0.05, ROUNDING);
        assertThat(busy(counters, Resource.PROCESSORS)).as("without steal").isEqualTo(13, ROUNDING);
        assertThat(use(counters, Resource.PROCESSORS).servers()).isEqualTo(2);
        assertThat(busy(counters, Resource.FORCE)).isEqualTo(6.5, ROUNDING);
        assertThat(counters.group()).isEqualTo(3, ROUNDING);
        assertThat(use(counters, Resource.FORCE).probedNanos()).hasValue(500_000);
        assertThat(busy(counters, Resource.EVENT_LOOPS))
                .as("those that accept do not count")
                .isEqualTo(3, ROUNDING);
        assertThat(counters.uses()).doesNotContainKeys(Resource.LINE, Resource.DATABASE);
        assertThat(counters.inFlight()).isEqualTo(50);
    }

    @Test
    void the_compilers_of_the_service() {
        threads.put("C1 CompilerThre", new ThreadTimes(1, SECOND, 0));
        threads.put("C2 Com..hread4", new ThreadTimes(1, 2 * SECOND, 0));
        threads.put("bank-writer", new ThreadTimes(1, 4 * SECOND, 0));
        assertThat(counters(MEMORY).compilerSeconds()).isEqualTo(3, ROUNDING);
    }

    @Test
    void programs_of_low_priority_give_way_unless_the_service_is_one_of_them() {
        machine = machine.and(new Counts(Map.of(Counter.PROCESSOR_NICE_NANOS, 4 * SECOND)));
        assertThat(busy(counters(MEMORY), Resource.PROCESSORS)).isEqualTo(9, ROUNDING);
        isNice = true;
        assertThat(busy(counters(MEMORY), Resource.PROCESSORS)).isEqualTo(13, ROUNDING);
    }

    @Test
    void the_proxies_that_play_slow_lines_are_no_work_of_service_or_load() {
        clients.put("lab-line-up", new ThreadTimes(8, SECOND, 0));
        clients.put("lab-line-down", new ThreadTimes(8, 2 * SECOND, 0));
        assertThat(busy(counters(MEMORY), Resource.PROCESSORS)).isEqualTo(10, ROUNDING);
    }

    @Test
    void the_machine_has_more_processors_than_a_confined_service_and_the_load_generator_uses_them_too() {
        assertThat(counters(MEMORY).allProcessors()).as("it is not confined").isEmpty();
        allProcessors = Set.of(0, 1, 2, 3);
        allTimes = new Counts(Map.of(
                Counter.PROCESSOR_NANOS, 40 * SECOND,
                Counter.PROCESSOR_IDLE_NANOS, 9 * SECOND,
                Counter.PROCESSOR_NICE_NANOS, 2 * SECOND,
                Counter.PROCESSOR_STOLEN_NANOS, SECOND));
        assertThat(counters(MEMORY).allProcessors()).contains(ResourceUse.of(4, 28));
    }

    @Test
    void a_quota_has_as_many_processors_as_it_allows_and_only_what_runs_under_it_is_their_work() {
        quota = OptionalDouble.of(1.5);
        service = new Counts(Map.of(Counter.CGROUP_CPU_MICROS, 12_000_000L));
        StepCounters counters = counters(MEMORY);
        ResourceUse processors = use(counters, Resource.PROCESSORS);
        assertThat(processors.busySeconds() / processors.servers())
                .as("12 of 15 s")
                .isEqualTo(8, ROUNDING);
        threads.put("C2 CompilerThre", new ThreadTimes(1, 3 * SECOND, 0));
        assertThat(counters(MEMORY).compilerSeconds() / processors.servers())
                .as("3 of 15 s")
                .isEqualTo(2, ROUNDING);
        quota = OptionalDouble.of(2);
        assertThat(busy(counters(MEMORY), Resource.PROCESSORS))
                .as("no fewer than the machine has")
                .isEqualTo(13, ROUNDING);
        assertThat(ProcessorUse.of(64, 600, OptionalDouble.of(2), Counts.NONE, 10)
                        .servers())
                .as("what runs under it is not counted")
                .isEqualTo(64);
    }

    @Test
    void the_writers_work_is_not_its_wait_for_a_processor() {
        step(meters, "execute", 4);
        step(meters, "append", 1);
        step(meters, "commit", 0.5);
        step(meters, "answer", 0.5);
        threads.put("bank-writer", new ThreadTimes(1, 2 * SECOND, 3 * SECOND));
        assertThat(busy(counters(MEMORY), Resource.WRITER)).isEqualTo(3, ROUNDING);
        threads.put("bank-writer", new ThreadTimes(1, 5 * SECOND, 3 * SECOND));
        assertThat(busy(counters(MEMORY), Resource.WRITER))
                .as("at least its processor time")
                .isEqualTo(5, ROUNDING);
        threads.put("bank-writer", new ThreadTimes(1, 9 * SECOND, 0));
        assertThat(busy(counters(MEMORY), Resource.WRITER))
                .as("its processor time in forces is no work")
                .isEqualTo(6, ROUNDING);
    }

    @Test
    void what_a_collection_stops_is_told_as_a_shortage_of_memory() {
        step(meters, "execute", 8);
        step(meters, "force", 2);
        meters.put("jvm_gc_pause_seconds_sum{gc=\"Copy\"}", 5.0);
        threads.put("bank-writer", new ThreadTimes(1, 3 * SECOND, 0));
        threads.put("VM Thread", new ThreadTimes(1, 5 * SECOND, 0));
        threads.put("GC Thread#0", new ThreadTimes(1, SECOND, 0));
        StepCounters counters = counters(MEMORY);
        assertThat(busy(counters, Resource.WRITER)).isEqualTo(3, ROUNDING);
        assertThat(counters.memory().stalledSeconds()).isEqualTo(5, ROUNDING);
        assertThat(counters.memory().collectionSeconds()).isEqualTo(6, ROUNDING);
    }

    @Test
    void the_kernels_pressure_on_memory_is_told() {
        machine = machine.and(new Counts(Map.of(Counter.MEMORY_PRESSURE_MICROS, 2_500_000L)));
        assertThat(counters(MEMORY).memory().pressureSeconds()).isEqualTo(2.5, ROUNDING);
    }

    @Test
    void a_database_is_busy_while_the_writer_waits_for_it() {
        step(meters, "execute", 6);
        step(meters, "commit", 2);
        step(meters, "append", 0.5);
        step(meters, "answer", 0.5);
        threads.put("bank-writer", new ThreadTimes(1, SECOND, 0));
        StepCounters counters = counters(Starts.poor());
        assertThat(busy(counters, Resource.DATABASE)).isEqualTo(8, ROUNDING);
        assertThat(busy(counters, Resource.WRITER)).isEqualTo(1, ROUNDING);
    }

    @Test
    void a_line_is_busy_by_the_bytes_that_it_carries() {
        meters.put("bank_transactions_total{type=\"debit-credit\"}", 1_500.0);
        Setting setting = Starts.poor();
        Optional<LineCapacity> line = Optional.of(new LineCapacity(4_800, 320));
        StepCounters counters = counters(setting, new ProbedCapacities(line, OptionalDouble.empty(), Optional.empty()));
        assertThat(use(counters, Resource.LINE).servers()).isEqualTo(20);
        assertThat(busy(counters, Resource.LINE)).isEqualTo(100, ROUNDING);
    }

    @Test
    void faults_take_their_share_of_the_disks_reads() {
        machine = machine.and(new Counts(Map.of(
                Counter.DISK_READS, 1_000L, Counter.DISK_READ_MILLIS, 4_000L, Counter.DISK_BUSY_MILLIS, 2_000L)));
        service = new Counts(Map.of(Counter.PROCESS_MAJOR_FAULTS, 250L));
        StepCounters counters = counters(MEMORY);
        assertThat(busy(counters, Resource.DISK)).isEqualTo(2, ROUNDING);
        assertThat(counters.memory().majorFaults()).isEqualTo(250);
        assertThat(counters.memory().faultSeconds()).isEqualTo(0.5, ROUNDING);
    }

    private static ProbedCapacities disk(double readNanos, double writeNanos, double flushNanos) {
        return new ProbedCapacities(
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.of(new DiskAccess(readNanos, writeNanos, flushNanos)));
    }

    private static Counts disk(long reads, long writes, long flushes, long busyMillis) {
        return new Counts(Map.of(
                Counter.DISK_READS, reads,
                Counter.DISK_READ_MILLIS, 1L,
                Counter.DISK_WRITES, writes,
                Counter.DISK_FLUSHES, flushes,
                Counter.DISK_BUSY_MILLIS, busyMillis));
    }

    @Test
    void reads_writes_and_flushes_keep_the_disk_as_busy_as_the_probe_tells() {
        // Linux counts each flush among the writes too.
        machine = machine.and(disk(500, 1_500 + 1_000, 1_000, 9_750));
        service = new Counts(Map.of(Counter.PROCESS_MAJOR_FAULTS, 250L));
        meters.put("bank_transactions_total{type=\"debit-credit\"}", 125_000.0);
        // 500 x 10 ms, 1,500 x 2 ms and 1,000 x 1.5 ms are 9.5 s.
        StepCounters counters = counters(MEMORY, disk(10_000_000, 2_000_000, 1_500_000));
        ResourceUse use = use(counters, Resource.DISK);
        assertThat(use.visits()).isEqualTo(3_000);
        assertThat(use.probedNanos().orElseThrow()).isEqualTo(9.5e9 / 3_000, within(1e-3));
        assertThat(use.busySeconds()).isEqualTo(9.75, ROUNDING);
        assertThat(counters.memory().faultSeconds()).isEqualTo(2.5, ROUNDING);
        Bottleneck bottleneck = Bottleneck.of(List.of(counters));
        assertThat(((Bottleneck.Named) bottleneck).resource()).isEqualTo(Resource.DISK);
    }

    @Test
    void a_log_apart_is_told() {
        assertThat(counters(Starts.poor()).isLogApart()).isFalse();
        assertThat(counters(Starts.poor().but(draft -> draft.isLogApart = true)).isLogApart())
                .isTrue();
    }

    @Test
    void page_faults_that_fill_half_of_a_full_disk_are_short_memory() {
        machine = machine.and(disk(900, 100, 50, 9_900));
        service = new Counts(Map.of(Counter.PROCESS_MAJOR_FAULTS, 850L));
        meters.put("bank_transactions_total{type=\"debit-credit\"}", 125_000.0);
        Bottleneck bottleneck = Bottleneck.of(List.of(counters(MEMORY, disk(11_000_000, 1_000_000, 1_000_000))));
        assertThat(((Bottleneck.Named) bottleneck).resource()).isEqualTo(Resource.MEMORY);
    }

    @Test
    void the_disk_is_not_known_without_a_probe_or_of_somebody_elses_database() {
        machine = machine.and(new Counts(Map.of(Counter.DISK_READS, 100L, Counter.DISK_BUSY_MILLIS, 1_000L)));
        assertThat(use(counters(MEMORY), Resource.DISK).probedNanos()).isEmpty();
        assertThat(use(counters(MEMORY, disk(1, 1, 1)), Resource.DISK).probedNanos())
                .isPresent();
        Setting others = MEMORY.but(draft -> draft.ledger = "jdbc:postgresql://elsewhere/bank");
        assertThat(counters(others, disk(1, 1, 1)).uses()).doesNotContainKey(Resource.DISK);
    }

    @Test
    void of_the_clients_threads_the_busiest_kind_counts() {
        clients.put("stream-0", new ThreadTimes(1, SECOND, 0));
        clients.put("stream-1", new ThreadTimes(1, SECOND, 0));
        clients.put("grpc-default-wo", new ThreadTimes(2, 8 * SECOND, 0));
        clients.put("main", new ThreadTimes(1, 9 * SECOND, 0));
        StepCounters counters = counters(MEMORY);
        assertThat(busy(counters, Resource.CLIENT)).isEqualTo(8, ROUNDING);
        assertThat(use(counters, Resource.CLIENT).servers()).isEqualTo(2);
    }
}
