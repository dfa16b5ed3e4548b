package org.debitcredit.terminal.run;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.debitcredit.terminal.console.RunFailure;

/** The file descriptors of this process: each connection takes one. */
public final class Descriptors {

    /** For files, the event loops, and requests besides the terminals'. */
    private static final long OTHERS = 200;

    private Descriptors() {}

    /** Refuses a run that would need more descriptors than the process may have. */
    public static void check(int connections) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            check(connections, system.getOpenFileDescriptorCount(), system.getMaxFileDescriptorCount());
        }
    }

    static void check(int connections, long open, long limit) {
        long needed = open + OTHERS + connections;
        if (needed > limit) {
            throw new RunFailure(connections + " connections need " + needed
                    + " file descriptors, but this process may have " + limit
                    + ". Raise the limit (ulimit -n " + needed + ") or allow fewer connections");
        }
    }
}
