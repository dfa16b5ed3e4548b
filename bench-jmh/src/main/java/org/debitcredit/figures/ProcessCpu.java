package org.debitcredit.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time of another process, as Linux counts it. */
final class ProcessCpu {

    /** Of user space, the same on every Linux: USER_HZ. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final int USER_FIELD = 11;
    private static final int SYSTEM_FIELD = 12;

    private ProcessCpu() {}

    /** So far, user and system, in microseconds. */
    static long micros(long pid) throws IOException {
        Path stat = Path.of("/proc", String.valueOf(pid), "stat");
        if (!Files.isReadable(stat)) {
            throw new NotHereException("this system has no " + stat);
        }
        return parse(Files.readString(stat));
    }

    /** From a line of {@code /proc/PID/stat}, whose second field is a name in brackets that may hold anything. */
    static long parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER_FIELD]) + Long.parseLong(fields[SYSTEM_FIELD])) * MICROS_PER_TICK;
    }
}
