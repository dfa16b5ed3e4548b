package org.debitcredit.lab.run;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.Counts;
import org.debitcredit.counters.ThreadTimes;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;

/** What each resource did between two readings, and what a shortage of memory cost. */
final class Use {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Linux keeps 15 characters of a thread's name. */
    private static final String WRITER = "bank-writer";

    private static final String LOOPS = "bank-loop-";
    private static final String ACCEPTING_LOOPS = "bank-loop-sele";

    /** The group that the service's engine takes at most. */
    private static final int GROUP_MAX = 16_384;

    private final Setting setting;
    private final Reading from;
    private final Reading to;
    private final double seconds;
    private final Counts machine;
    private final Counts service;

    private Use(Setting setting, Reading from, Reading to) {
        this.setting = setting;
        this.from = from;
        this.to = to;
        seconds = (to.nanos() - from.nanos()) / NANOS_PER_SECOND;
        machine = to.machine().since(from.machine());
        service = to.service().since(from.service());
    }

    /**
     * The counters of a step.
     *
     * @param responseSeconds mean response time of a submission
     */
    static StepCounters of(Setting setting, Reading from, Reading to, double responseSeconds, ProbedCapacities probed) {
        return new Use(setting, from, to).counters(responseSeconds, probed);
    }

    private StepCounters counters(double responseSeconds, ProbedCapacities probed) {
        long transactions = Math.round(passed(ServiceMeters::transactions));
        Map<Resource, ResourceUse> uses = new EnumMap<>(Resource.class);
        ResourceUse processors = processors(to.processors(), machine);
        uses.put(Resource.PROCESSORS, processors);
        double pauses = passed(ServiceMeters::pauseSeconds);
        double forcing = writer("force");
        long forces = Math.round(passed(ServiceMeters::forces));
        ResourceUse force = ResourceUse.of(1, cut(forcing, 1), forces);
        OptionalDouble forceNanos = probed.forceNanos();
        uses.put(Resource.FORCE, forceNanos.isPresent() ? force.probed(forceNanos.getAsDouble()) : force);
        double waited = putWriter(uses, pauses);
        ThreadTimes loops = threads(to.serviceThreads(), from.serviceThreads(), Use::isLoop);
        put(uses, Resource.EVENT_LOOPS, loops.threads(), loops.cpuNanos() / NANOS_PER_SECOND, 0);
        probed.line()
                .ifPresent(capacity -> put(
                        uses,
                        Resource.LINE,
                        setting.terminals(),
                        transactions * capacity.bytesPerTransaction() / capacity.bytesPerSecond(),
                        0));
        putClient(uses);
        double readSeconds = putDisk(uses, probed.disk());
        long reads = machine.get(Counter.DISK_READS);
        long faults = service.get(Counter.PROCESS_MAJOR_FAULTS);
        MemoryUse memory = new MemoryUse(
                faults,
                reads == 0 ? 0 : Math.min(readSeconds, readSeconds * faults / reads),
                threads(to.serviceThreads(), from.serviceThreads(), Use::isCollector)
                                .cpuNanos()
                        / NANOS_PER_SECOND,
                waited,
                machine.get(Counter.MEMORY_PRESSURE_MICROS) / MICROS_PER_SECOND);
        long ticks = machine.get(Counter.PROCESSOR_NANOS);
        double steal = ticks == 0 ? 0 : (double) machine.get(Counter.PROCESSOR_STOLEN_NANOS) / ticks;
        return new StepCounters(
                load(),
                seconds,
                transactions,
                responseSeconds,
                (double) setting.inFlight() * setting.batch(),
                0,
                GROUP_MAX,
                Math.min(steal, Math.nextDown(1.0)),
                uses,
                memory,
                StepCounters.ENGINE,
                allProcessors(processors),
                setting.isLogApart(),
                compilerSeconds());
    }

    /**
     * Those that the service shares with the load generator when it is not confined; empty if there are no more.
     *
     * @param own that it may use
     */
    private Optional<ResourceUse> allProcessors(ResourceUse own) {
        if (to.processors().isEmpty()) {
            return Optional.empty();
        }
        ResourceUse all = processors(to.allProcessors(), to.allTimes().since(from.allTimes()));
        return Optional.of(all).filter(use -> use.servers() > own.servers());
    }

    private ResourceUse processors(Set<Integer> numbers, Counts times) {
        double line = numbers.equals(to.allProcessors()) ? lineSeconds() : 0;
        return ProcessorUse.of(line, numbers, times, to.isNice(), to.quota(), service, seconds);
    }

    private double compilerSeconds() {
        ThreadTimes compilers = threads(to.serviceThreads(), from.serviceThreads(), Use::isCompiler);
        double weight = ProcessorUse.weight(ProcessorUse.number(to.processors()), to.quota(), service);
        return compilers.cpuNanos() / NANOS_PER_SECOND * weight;
    }

    /** Processor time of the proxies that play slow lines: a slow line takes no processor, and goes with them. */
    private double lineSeconds() {
        ThreadTimes lines =
                threads(to.clientThreads(), from.clientThreads(), name -> name.startsWith(ThrottlingProxy.THREADS));
        return Math.max(0, lines.cpuNanos() / NANOS_PER_SECOND);
    }

    private String load() {
        return setting.inFlight() + (setting.batch() == 1 ? " in flight" : " in flight, each of " + setting.batch());
    }

    /**
     * Puts the writer's own work and that of its database connection. Both are measured by the clock, so the time in
     * which the writer waited for a processor or was stopped by a collection is subtracted from them.
     *
     * @return how long the writer was stopped by collections while it had work
     */
    private double putWriter(Map<Resource, ResourceUse> uses, double pauseSeconds) {
        double ledger = writer("execute") + writer("commit");
        double other = writer("append") + writer("answer");
        double work = ledger + other;
        ThreadTimes thread = threads(to.serviceThreads(), from.serviceThreads(), WRITER::equals);
        double busyShare = Math.min(1, (work + writer("force")) / seconds);
        double stopped = Math.min(work, pauseSeconds * busyShare);
        double atLeast = Math.min(work, thread.cpuNanos() / NANOS_PER_SECOND);
        double busy = Math.max(atLeast, work - thread.waitNanos() / NANOS_PER_SECOND - stopped);
        double share = work == 0 ? 0 : busy / work;
        long groups = Math.round(passed(ServiceMeters::forces));
        if (setting.hasDatabase()) {
            put(uses, Resource.DATABASE, 1, ledger * share, groups);
            put(uses, Resource.WRITER, 1, other * share, groups);
        } else {
            put(uses, Resource.WRITER, 1, busy, groups);
        }
        return stopped;
    }

    /**
     * Puts the use of the disk: its reads and writes, and the flushes that forced writes wait for. The disk of somebody
     * else's database is not known, so that none is put there.
     *
     * @return seconds of the disk for reads
     */
    private double putDisk(Map<Resource, ResourceUse> uses, Optional<DiskAccess> access) {
        if (machine.find(Counter.DISK_READS).isEmpty() || setting.isOthersDatabase()) {
            return 0;
        }
        long reads = machine.get(Counter.DISK_READS);
        long flushes = machine.get(Counter.DISK_FLUSHES);
        // A flush is counted as a write without data too.
        long writes = Math.max(0, machine.get(Counter.DISK_WRITES) - flushes);
        long visits = reads + writes + flushes;
        double busy = cut(machine.get(Counter.DISK_BUSY_MILLIS) / MILLIS_PER_SECOND, 1);
        ResourceUse use = ResourceUse.of(1, busy, visits);
        if (access.isEmpty()) {
            uses.put(Resource.DISK, use);
            return Math.min(busy, machine.get(Counter.DISK_READ_MILLIS) / MILLIS_PER_SECOND);
        }
        DiskAccess each = access.get();
        double nanos = reads * each.readNanos() + writes * each.writeNanos() + flushes * each.flushNanos();
        uses.put(Resource.DISK, use.probed(visits == 0 ? each.readNanos() : nanos / visits));
        return Math.min(busy, reads * each.readNanos() / NANOS_PER_SECOND);
    }

    /** Puts the load generator's use: that of its senders or of its network threads, whichever are busier. */
    private void putClient(Map<Resource, ResourceUse> uses) {
        ThreadTimes senders = threads(to.clientThreads(), from.clientThreads(), name -> name.startsWith("stream-"));
        ThreadTimes network =
                threads(to.clientThreads(), from.clientThreads(), name -> name.startsWith("grpc-default-w"));
        ThreadTimes busiest = perThread(senders) > perThread(network) ? senders : network;
        put(uses, Resource.CLIENT, busiest.threads(), busiest.cpuNanos() / NANOS_PER_SECOND, 0);
    }

    private static double perThread(ThreadTimes times) {
        return times.threads() == 0 ? 0 : (double) times.cpuNanos() / times.threads();
    }

    private void put(Map<Resource, ResourceUse> uses, Resource resource, int servers, double busySeconds, long visits) {
        if (servers > 0) {
            uses.put(resource, ResourceUse.of(servers, cut(busySeconds, servers), visits));
        }
    }

    /**
     * The sources of a reading are read one after the other, so a busy time may be longer than the step by a little.
     */
    private double cut(double busySeconds, int servers) {
        return Math.max(0, Math.min(busySeconds, seconds * servers));
    }

    private double writer(String step) {
        return passed(meters -> meters.writerSeconds(step));
    }

    private double passed(ToDoubleFunction<ServiceMeters> meter) {
        return Math.max(0, meter.applyAsDouble(to.meters()) - meter.applyAsDouble(from.meters()));
    }

    private static boolean isLoop(String name) {
        return name.startsWith(LOOPS) && !name.startsWith(ACCEPTING_LOOPS);
    }

    /** Of any collector of the JVM. */
    private static boolean isCollector(String name) {
        return name.startsWith("GC Thread")
                || name.startsWith("G1 ")
                || name.startsWith("ZWorker")
                || name.startsWith("Shenandoah")
                || name.equals("VM Thread");
    }

    /** Of C1, C2 or JVMCI; the JVM or Linux shortens the rest of <i>C2 CompilerThread0</i>. */
    static boolean isCompiler(String name) {
        return name.startsWith("C1 Com") || name.startsWith("C2 Com") || name.startsWith("JVMCI Com");
    }

    private static ThreadTimes threads(
            Map<String, ThreadTimes> now, Map<String, ThreadTimes> before, Predicate<String> isMeant) {
        ThreadTimes times = ThreadTimes.NONE;
        for (Map.Entry<String, ThreadTimes> thread : now.entrySet()) {
            if (isMeant.test(thread.getKey())) {
                times = times.and(thread.getValue().since(before.getOrDefault(thread.getKey(), ThreadTimes.NONE)));
            }
        }
        return times;
    }
}
