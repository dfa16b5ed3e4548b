package org.debitcredit.streams;

/**
 * The figures of about one second of a run.
 *
 * @param second since the beginning, warm-up included
 * @param seconds how long it really was
 * @param transactions answered
 * @param longestForceNanos of the journal
 * @param cpuNanos of this process
 */
public record Second(
        int second,
        double seconds,
        long transactions,
        long forces,
        long journalBytes,
        long longestForceNanos,
        long cpuNanos,
        long syscalls,
        long physicalWrites,
        boolean measured) {}
