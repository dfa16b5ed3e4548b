package org.debitcredit.streams;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import org.debitcredit.counters.Counter;
import org.debitcredit.counters.Counts;
import org.debitcredit.counters.MachineReader;

/**
 * Resources that this process has used so far; 0 if not available.
 *
 * @param cpuNanos of all its threads
 * @param syscalls that read or wrote
 * @param physicalWrites writes that the block device completed, of all processes
 */
record MachineCounters(long cpuNanos, long syscalls, long physicalWrites) {

    private static final MachineReader READER = MachineReader.here();

    /**
     * Reads the counters of this process.
     *
     * @param device block device whose writes are read: {@code /dev/vda}; empty for none
     */
    static MachineCounters read(String device) {
        // The JVM tells its processor time more finely than Linux does.
        long cpu = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
        Counts process = READER.process(ProcessHandle.current().pid());
        long writes = device.isEmpty() ? 0 : READER.machine(device, Set.of()).get(Counter.DISK_WRITES);
        return new MachineCounters(cpu, process.get(Counter.PROCESS_SYSCALLS), writes);
    }
}
