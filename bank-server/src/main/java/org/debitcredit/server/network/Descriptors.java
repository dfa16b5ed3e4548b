package org.debitcredit.server.network;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many connections the process's file descriptors leave room for. */
final class Descriptors {

    /** For the journal, snapshots, backups, and the connections to a database: what a start opens later. */
    private static final int KEPT = 128;

    private static final int CONNECTIONS_MIN = 16;

    /** Where the system tells nothing. */
    private static final int CONNECTIONS_UNKNOWN = 10_000;

    private Descriptors() {}

    /** Connections that there is room for now. */
    static int connectionsMax() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return connectionsMax(system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount());
        }
        return CONNECTIONS_UNKNOWN;
    }

    static int connectionsMax(long max, long open) {
        return (int) Math.max(CONNECTIONS_MIN, Math.min(Integer.MAX_VALUE, max - open - KEPT));
    }
}
