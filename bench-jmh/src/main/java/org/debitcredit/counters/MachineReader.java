package org.debitcredit.counters;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the counters of a machine and of its processes. A file that is missing, or that this process may not read,
 * counts nothing.
 */
public final class MachineReader {

    private final Path proc;
    private final Path cgroups;
    private final Path blocks;

    /** The machine that this runs on. */
    public static MachineReader here() {
        return new MachineReader(Path.of("/proc"), Path.of("/sys/fs/cgroup"), Path.of("/sys/block"));
    }

    /**
     * A machine.
     *
     * @param proc where its {@code proc(5)} is mounted
     * @param cgroups where its cgroups are mounted
     * @param blocks the directory of its block devices, {@code /sys/block}
     */
    public MachineReader(Path proc, Path cgroups, Path blocks) {
        this.proc = proc;
        this.cgroups = cgroups;
        this.blocks = blocks;
    }

    /**
     * The counters of the whole machine.
     *
     * @param device block device whose counters are read: {@code /dev/vda}, or its number {@code 254:0}
     * @param processors numbers of those that count; none for all of them
     */
    public Counts machine(String device, Set<Integer> processors) {
        return processors(processors)
                .and(ProcText.vmstat(text(proc.resolve("vmstat"))))
                .and(ProcText.diskstats(text(proc.resolve("diskstats")), device))
                .and(ProcText.networkDevices(text(proc.resolve("net/dev"))))
                .and(pressure("cpu", Counter.PROCESSOR_PRESSURE_MICROS))
                .and(pressure("memory", Counter.MEMORY_PRESSURE_MICROS))
                .and(pressure("io", Counter.DISK_PRESSURE_MICROS));
    }

    /**
     * The name of the disk that a device is, or is a partition of; empty if the machine does not list it.
     *
     * @param device {@code /dev/vda1}, or its number {@code 254:1}
     */
    public Optional<String> wholeDisk(String device) {
        return ProcText.wholeDisk(text(proc.resolve("diskstats")), device);
    }

    /**
     * The names of the disks that a device is on: of a logical volume or an array those below it, of a partition its
     * disk; none if the machine does not list it.
     *
     * @param device {@code /dev/dm-1}, or its number {@code 254:1}
     */
    public Set<String> disksBelow(String device) {
        Set<String> disks = new HashSet<>();
        wholeDisk(device).ifPresent(disk -> addDisksBelow(disk, disks, new HashSet<>()));
        return disks;
    }

    private void addDisksBelow(String device, Set<String> disks, Set<String> seen) {
        if (!seen.add(device)) {
            return;
        }
        List<Path> slaves = entries(blocks.resolve(device).resolve("slaves"));
        if (slaves.isEmpty()) {
            disks.add(device);
        }
        for (Path slave : slaves) {
            String name = slave.getFileName().toString();
            addDisksBelow(wholeDisk(name).orElse(name), disks, seen);
        }
    }

    /**
     * The times of processors.
     *
     * @param processors numbers of those that count; none for all of them
     */
    public Counts processors(Set<Integer> processors) {
        return ProcText.stat(text(proc.resolve("stat")), processors);
    }

    private Counts pressure(String name, Counter counter) {
        return ProcText.pressure(text(proc.resolve("pressure").resolve(name)), counter);
    }

    /** The counters of a process and of its cgroup, or of the one around it that has the smallest quota. */
    public Counts process(long pid) {
        Path directory = directory(pid);
        List<Path> groups = groups(pid);
        return ProcText.processStat(text(directory.resolve("stat")))
                .and(ProcText.processIo(text(directory.resolve("io"))))
                .and(Stream.concat(limiting(groups).stream(), groups.stream())
                        .map(MachineReader::cgroupCpu)
                        .filter(counts -> !counts.equals(Counts.NONE))
                        .findFirst()
                        .orElse(Counts.NONE));
    }

    /**
     * How many processors a process may use at once by the smallest quota of its cgroup and of those around it; empty
     * without a quota.
     */
    public OptionalDouble processorQuota(long pid) {
        return groups(pid).stream()
                .flatMapToDouble(group -> quota(group).stream())
                .min();
    }

    /**
     * The cgroup of a process and those around it, the smallest first. Within a container, the process's own may be the
     * root of what is mounted.
     */
    private List<Path> groups(long pid) {
        Path own = ProcText.cgroup(text(directory(pid).resolve("cgroup")))
                .map(name -> cgroups.resolve(name.replaceFirst("^/", "")).normalize())
                .orElse(cgroups);
        List<Path> groups = new ArrayList<>();
        for (Path group = own; group != null && group.startsWith(cgroups); group = group.getParent()) {
            groups.add(group);
        }
        return groups.isEmpty() ? List.of(cgroups) : groups;
    }

    private static Optional<Path> limiting(List<Path> groups) {
        return groups.stream()
                .filter(group -> quota(group).isPresent())
                .min(Comparator.comparingDouble(group -> quota(group).orElseThrow()));
    }

    /** Of version 2 in one file, of version 1 in two. */
    private static OptionalDouble quota(Path group) {
        String both = text(group.resolve("cpu.max"));
        String quota = text(group.resolve("cpu.cfs_quota_us"));
        String period = text(group.resolve("cpu.cfs_period_us"));
        return ProcText.processorQuota(both.isEmpty() ? quota.trim() + " " + period : both);
    }

    private static Counts cgroupCpu(Path group) {
        return ProcText.cgroupCpu(text(group.resolve("cpu.stat")))
                .and(ProcText.cgroupUsage(text(group.resolve("cpuacct.usage"))));
    }

    /** The times of a process's threads so far, by their names, which several may share. */
    public Map<String, ThreadTimes> threads(long pid) {
        Map<String, ThreadTimes> times = new HashMap<>();
        for (Path thread : entries(directory(pid).resolve("task"))) {
            String name = text(thread.resolve("comm")).stripTrailing();
            threadTimes(thread).ifPresent(time -> times.merge(name, time, ThreadTimes::and));
        }
        return times;
    }

    /** A kernel without {@code schedstat} has the processor time in {@code stat}, which takes longer to read. */
    private static Optional<ThreadTimes> threadTimes(Path thread) {
        return ProcText.threadTimes(text(thread.resolve("schedstat")))
                .or(() -> ProcText.processStat(text(thread.resolve("stat")))
                        .find(Counter.PROCESS_CPU_NANOS)
                        .map(nanos -> new ThreadTimes(1, nanos, 0)));
    }

    /** The processors that a process may use; none where the system does not tell. */
    public Set<Integer> allowedProcessors(long pid) {
        return ProcText.allowedProcessors(text(directory(pid).resolve("status")));
    }

    /** Whether a process has a low priority, so that it gives way to others. */
    public boolean isNice(long pid) {
        return ProcText.isNice(text(directory(pid).resolve("stat")));
    }

    private Path directory(long pid) {
        return proc.resolve(Long.toString(pid));
    }

    private static List<Path> entries(Path directory) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (IOException | DirectoryIteratorException missing) {
            // The process has ended, or the system has no such directory.
            return entries;
        }
        return entries;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException missing) {
            return "";
        }
    }
}
