package org.debitcredit.counters;

/** What is counted. Each counter only grows. Its name ends in its unit, unless it is a plain number. */
public enum Counter {
    /** Time of the processors in every state, each in steps of 10 ms. */
    PROCESSOR_NANOS,
    /** Of this, the time in which a processor had no work, or its work waited for a disk. */
    PROCESSOR_IDLE_NANOS,
    /** Of this, the time of programs with a low priority ({@code nice}), which give way to others. */
    PROCESSOR_NICE_NANOS,
    /** Of this, the time that other guests of the host had while the processor had work. */
    PROCESSOR_STOLEN_NANOS,
    /** Time in which some task of the machine waited for a processor. */
    PROCESSOR_PRESSURE_MICROS,
    /** Time in which some task of the machine waited for memory. */
    MEMORY_PRESSURE_MICROS,
    /** Time in which some task of the machine waited for a disk. */
    DISK_PRESSURE_MICROS,
    /** Pages of the machine that were read from a disk because a program touched them. */
    MACHINE_MAJOR_FAULTS,
    /** Pages that were written to or read from the swap area. */
    SWAPPED_PAGES,
    /** Reads that the device completed. */
    DISK_READS,
    DISK_READ_BYTES,
    /** Time of all reads together, from request to completion. */
    DISK_READ_MILLIS,
    /** Writes that the device completed. Linux also counts one without data for each flush that is asked for alone. */
    DISK_WRITES,
    DISK_WRITTEN_BYTES,
    /** Flushes of the device's cache; missing in kernels before 5.5. */
    DISK_FLUSHES,
    /** Time in which the device had at least one request. */
    DISK_BUSY_MILLIS,
    /** Bytes that all network interfaces sent, the loopback too. */
    NETWORK_SENT_BYTES,
    /** Processor time of a process in all its threads, in steps of 10 ms. */
    PROCESS_CPU_NANOS,
    PROCESS_MAJOR_FAULTS,
    /** System calls that read or wrote. */
    PROCESS_SYSCALLS,
    /** Bytes that the process had fetched from a disk. */
    PROCESS_READ_BYTES,
    /** Bytes that the process caused to be written to a disk. */
    PROCESS_WRITTEN_BYTES,
    /** Time in which the processes of the cgroup had to wait because of its limit. */
    CGROUP_THROTTLED_MICROS,
    /** Processor time of the cgroup. */
    CGROUP_CPU_MICROS
}
