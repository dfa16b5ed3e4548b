package org.debitcredit.counters;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parses the texts of Linux. A text that is empty, is cut short or has another form counts nothing: kernels differ, and
 * no run should end for a counter.
 */
public final class ProcText {

    /** Unit of the times that Linux shows to programs, 1 / USER_HZ; the same on every Linux. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final long NANOS_PER_MICRO = 1_000;
    private static final long SECTOR_BYTES = 512;

    /** Places of fields in a line of {@code /proc/stat}, after the name. */
    private static final int NICE = 1;

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STOLEN = 7;

    /** Places of fields in {@code /proc/PID/stat}, after the name in brackets. */
    private static final int MAJOR_FAULTS = 9;

    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int PRIORITY = 16;

    /** Places of fields in a line of {@code /proc/diskstats}. */
    private static final int DISK_MAJOR = 0;

    private static final int DISK_MINOR = 1;
    private static final int DISK_NAME = 2;
    private static final int DISK_READS = 3;
    private static final int DISK_READ_SECTORS = 5;
    private static final int DISK_READ_TIME = 6;
    private static final int DISK_WRITES = 7;
    private static final int DISK_WRITTEN_SECTORS = 9;
    private static final int DISK_BUSY = 12;
    private static final int DISK_FLUSHES = 18;

    private static final String ALLOWED = "Cpus_allowed_list:";

    /** Place of a field in a line of {@code /proc/net/dev}, after the name. */
    private static final int SENT = 8;

    private ProcText() {}

    /**
     * Of {@code /proc/stat}.
     *
     * @param processors numbers of those that count; none for all of them
     */
    public static Counts stat(String text, Set<Integer> processors) {
        Set<String> names = processors.isEmpty()
                ? Set.of("cpu")
                : processors.stream().map(number -> "cpu" + number).collect(Collectors.toSet());
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        text.lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(fields -> fields.length > IO_WAIT + 1 && names.contains(fields[0]))
                .forEach(fields -> add(counts, Arrays.copyOfRange(fields, 1, fields.length)));
        return new Counts(counts);
    }

    private static void add(Map<Counter, Long> counts, String[] ticks) {
        long total = 0;
        // What follows is the time of guests, which is in the time of users already.
        for (int i = 0; i <= Math.min(STOLEN, ticks.length - 1); i++) {
            total += number(ticks[i]);
        }
        long idle = number(ticks[IDLE]) + number(ticks[IO_WAIT]);
        counts.merge(Counter.PROCESSOR_NANOS, total * NANOS_PER_TICK, Long::sum);
        counts.merge(Counter.PROCESSOR_NICE_NANOS, number(ticks[NICE]) * NANOS_PER_TICK, Long::sum);
        counts.merge(Counter.PROCESSOR_IDLE_NANOS, idle * NANOS_PER_TICK, Long::sum);
        if (ticks.length > STOLEN) {
            counts.merge(Counter.PROCESSOR_STOLEN_NANOS, number(ticks[STOLEN]) * NANOS_PER_TICK, Long::sum);
        }
    }

    /** Of {@code /proc/PID/stat}, whose second field is a name in brackets that may hold anything. */
    public static Counts processStat(String text) {
        String[] fields = afterName(text);
        if (fields.length <= SYSTEM) {
            return Counts.NONE;
        }
        return new Counts(Map.of(
                Counter.PROCESS_CPU_NANOS,
                (number(fields[USER]) + number(fields[SYSTEM])) * NANOS_PER_TICK,
                Counter.PROCESS_MAJOR_FAULTS,
                number(fields[MAJOR_FAULTS])));
    }

    /** Whether a process has a low priority, of its {@code /proc/PID/stat}. */
    public static boolean isNice(String text) {
        String[] fields = afterName(text);
        return fields.length > PRIORITY && number(fields[PRIORITY]) > 0;
    }

    private static String[] afterName(String text) {
        int end = text.lastIndexOf(')');
        return end < 0 ? new String[0] : text.substring(end + 1).trim().split("\\s+");
    }

    /** The times of a thread, of its {@code /proc/PID/task/TID/schedstat}; empty where the kernel has none. */
    public static Optional<ThreadTimes> threadTimes(String schedstat) {
        String[] fields = schedstat.trim().split("\\s+");
        return fields.length < 2
                ? Optional.empty()
                : Optional.of(new ThreadTimes(1, number(fields[0]), number(fields[1])));
    }

    /** Of {@code /proc/PID/io}. */
    public static Counts processIo(String text) {
        Map<String, Long> lines = pairs(text, ":");
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        if (lines.containsKey("syscr") && lines.containsKey("syscw")) {
            counts.put(Counter.PROCESS_SYSCALLS, lines.get("syscr") + lines.get("syscw"));
        }
        put(counts, Counter.PROCESS_READ_BYTES, lines.get("read_bytes"));
        put(counts, Counter.PROCESS_WRITTEN_BYTES, lines.get("write_bytes"));
        return new Counts(counts);
    }

    /**
     * Of {@code /proc/diskstats}.
     *
     * @param device whose line is read: {@code /dev/vda}, or its number {@code 254:0}
     */
    public static Counts diskstats(String text, String device) {
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        disk(text, device).ifPresent(fields -> {
            counts.put(Counter.DISK_READS, number(fields[DISK_READS]));
            counts.put(Counter.DISK_READ_BYTES, number(fields[DISK_READ_SECTORS]) * SECTOR_BYTES);
            counts.put(Counter.DISK_READ_MILLIS, number(fields[DISK_READ_TIME]));
            counts.put(Counter.DISK_WRITES, number(fields[DISK_WRITES]));
            counts.put(Counter.DISK_WRITTEN_BYTES, number(fields[DISK_WRITTEN_SECTORS]) * SECTOR_BYTES);
            counts.put(Counter.DISK_BUSY_MILLIS, number(fields[DISK_BUSY]));
            if (fields.length > DISK_FLUSHES) {
                counts.put(Counter.DISK_FLUSHES, number(fields[DISK_FLUSHES]));
            }
        });
        return new Counts(counts);
    }

    /**
     * The name of the disk that a device is, or is a partition of, of {@code /proc/diskstats}. Linux counts flushes of
     * whole disks only, and calls their partitions {@code vda1}, or {@code nvme0n1p1} if the disk ends in a digit.
     *
     * @param device {@code /dev/vda1}, or its number {@code 254:1}
     * @return empty if it is not listed
     */
    public static Optional<String> wholeDisk(String text, String device) {
        return disk(text, device)
                .map(fields -> fields[DISK_NAME])
                .map(name -> Stream.of(
                                name.replaceFirst("(?<=[0-9])p[0-9]+$", ""), name.replaceFirst("(?<=[a-z])[0-9]+$", ""))
                        .filter(each -> !each.equals(name) && disk(text, each).isPresent())
                        .findFirst()
                        .orElse(name));
    }

    private static Optional<String[]> disk(String text, String device) {
        String name = device.substring(device.lastIndexOf('/') + 1);
        return text.lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(fields -> fields.length > DISK_BUSY)
                .filter(fields -> fields[DISK_NAME].equals(name)
                        || (fields[DISK_MAJOR] + ":" + fields[DISK_MINOR]).equals(device))
                .findFirst();
    }

    /** Of {@code /proc/net/dev}, in which a number may follow its interface without a blank. */
    public static Counts networkDevices(String text) {
        List<String[]> interfaces = text.lines()
                .filter(line -> line.indexOf(':') >= 0)
                .map(line -> line.substring(line.indexOf(':') + 1).trim().split("\\s+"))
                .filter(fields -> fields.length > SENT)
                .toList();
        if (interfaces.isEmpty()) {
            return Counts.NONE;
        }
        long sent =
                interfaces.stream().mapToLong(fields -> number(fields[SENT])).sum();
        return new Counts(Map.of(Counter.NETWORK_SENT_BYTES, sent));
    }

    /** Of {@code /proc/vmstat}. */
    public static Counts vmstat(String text) {
        Map<String, Long> lines = pairs(text, " ");
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        put(counts, Counter.MACHINE_MAJOR_FAULTS, lines.get("pgmajfault"));
        if (lines.containsKey("pswpin") && lines.containsKey("pswpout")) {
            counts.put(Counter.SWAPPED_PAGES, lines.get("pswpin") + lines.get("pswpout"));
        }
        return new Counts(counts);
    }

    /**
     * Of a file in {@code /proc/pressure}, which a kernel may lack, and which cannot be read where it is switched off.
     *
     * @param counter the counter that gets the file's total
     */
    public static Counts pressure(String text, Counter counter) {
        return text.lines()
                .filter(line -> line.startsWith("some "))
                .findFirst()
                .filter(line -> line.contains("total="))
                .map(line -> new Counts(Map.of(counter, number(line.substring(line.indexOf("total=") + 6)))))
                .orElse(Counts.NONE);
    }

    /** Of a cgroup's {@code cpu.stat}: of version 2 in microseconds, of version 1 in nanoseconds. */
    public static Counts cgroupCpu(String text) {
        Map<String, Long> lines = pairs(text, " ");
        Map<Counter, Long> counts = new EnumMap<>(Counter.class);
        put(counts, Counter.CGROUP_CPU_MICROS, lines.get("usage_usec"));
        Long throttledNanos = lines.get("throttled_time");
        put(
                counts,
                Counter.CGROUP_THROTTLED_MICROS,
                throttledNanos == null ? lines.get("throttled_usec") : Long.valueOf(throttledNanos / NANOS_PER_MICRO));
        return new Counts(counts);
    }

    /** Of {@code cpuacct.usage}, the processor time of a cgroup of version 1 in nanoseconds. */
    public static Counts cgroupUsage(String text) {
        String nanos = text.trim();
        return isNumber(nanos)
                ? new Counts(Map.of(Counter.CGROUP_CPU_MICROS, number(nanos) / NANOS_PER_MICRO))
                : Counts.NONE;
    }

    /**
     * How many processors a cgroup may use at once, of its quota and its period, as in {@code cpu.max}; empty if there
     * is no limit.
     */
    public static OptionalDouble processorQuota(String text) {
        String[] fields = text.trim().split("\\s+");
        return fields.length == 2 && isNumber(fields[0]) && number(fields[1]) > 0
                ? OptionalDouble.of((double) number(fields[0]) / number(fields[1]))
                : OptionalDouble.empty();
    }

    /**
     * The directory of a process's cgroup under the mount point of cgroups, of its {@code /proc/PID/cgroup}: of version
     * 2, else that of the controller {@code cpu} of version 1.
     */
    public static Optional<String> cgroup(String text) {
        List<String[]> lines = text.lines()
                .map(line -> line.split(":", 3))
                .filter(fields -> fields.length == 3)
                .toList();
        Optional<String> first = lines.stream()
                .filter(fields -> List.of(fields[1].split(",")).contains("cpu"))
                .map(fields -> fields[1] + fields[2])
                .findFirst();
        return first.or(() -> lines.stream()
                .filter(fields -> fields[1].isEmpty())
                .map(fields -> fields[2])
                .findFirst());
    }

    /**
     * The processors that a process may use, of its {@code /proc/PID/status}: {@code 0-2,7} are 0, 1, 2 and 7. None
     * where the kernel does not tell.
     */
    public static Set<Integer> allowedProcessors(String text) {
        Set<Integer> processors = new TreeSet<>();
        text.lines()
                .filter(line -> line.startsWith(ALLOWED))
                .flatMap(line -> Arrays.stream(line.substring(ALLOWED.length()).split(",")))
                .map(range -> range.trim().split("-"))
                .filter(ends -> Arrays.stream(ends).allMatch(ProcText::isNumber))
                .forEach(ends -> {
                    for (long i = number(ends[0]); i <= number(ends[ends.length - 1]); i++) {
                        processors.add((int) i);
                    }
                });
        return processors;
    }

    private static Map<String, Long> pairs(String text, String separator) {
        Map<String, Long> pairs = new HashMap<>();
        text.lines()
                .map(line -> line.split(separator, 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> {
                    String value = pair[1].trim();
                    if (isNumber(value)) {
                        pairs.put(pair[0].trim(), Long.valueOf(value));
                    }
                });
        return pairs;
    }

    private static void put(Map<Counter, Long> counts, Counter counter, @Nullable Long value) {
        if (value != null) {
            counts.put(counter, value);
        }
    }

    private static long number(String text) {
        String trimmed = text.trim();
        return isNumber(trimmed) ? Long.parseLong(trimmed) : 0;
    }

    /** Of at most 18 digits, which a long always holds. */
    private static boolean isNumber(String text) {
        return text.matches("[0-9]{1,18}");
    }
}
