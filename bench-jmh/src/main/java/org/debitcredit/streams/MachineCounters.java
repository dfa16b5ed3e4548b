package org.debitcredit.streams;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Resources that a process has used so far, as counted by Linux ({@code proc(5)}); 0 if not available.
 *
 * @param cpuNanos of all its threads
 * @param syscalls that read or wrote
 * @param physicalWrites requests that the block device completed, of all processes
 */
record MachineCounters(long cpuNanos, long syscalls, long physicalWrites) {

    private static final Path IO = Path.of("/proc/self/io");
    private static final Path DISKS = Path.of("/proc/diskstats");
    private static final int NAME_FIELD = 2;
    private static final int WRITES_FIELD = 7;

    /**
     * Reads the counters of this process.
     *
     * @param device block device that counts: {@code /dev/vda}
     */
    static MachineCounters read(String device) {
        long cpu = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
        return new MachineCounters(cpu, readSyscalls(), readWrites(device));
    }

    private static long readSyscalls() {
        try {
            Map<String, Long> counters = Files.readAllLines(IO).stream()
                    .map(line -> line.split(": "))
                    .filter(pair -> pair.length == 2)
                    .collect(Collectors.toMap(pair -> pair[0], pair -> Long.valueOf(pair[1])));
            return counters.getOrDefault("syscr", 0L) + counters.getOrDefault("syscw", 0L);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static long readWrites(String device) {
        String name = device.substring(device.lastIndexOf('/') + 1);
        try {
            for (String line : Files.readAllLines(DISKS)) {
                String[] fields = line.trim().split("\\s+");
                if (fields.length > WRITES_FIELD && fields[NAME_FIELD].equals(name)) {
                    return Long.parseLong(fields[WRITES_FIELD]);
                }
            }
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
        return 0;
    }
}
