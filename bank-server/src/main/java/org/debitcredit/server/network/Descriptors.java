package org.debitcredit.server.network;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The number of connections for which the process's file descriptors and heap are sufficient. */
final class Descriptors {

    /** Reserved for files that are opened later: journal, snapshots, backups, and connections to a database. */
    static final int KEPT = 128;

    private static final int CONNECTIONS_MIN = 16;

    /** Memory of an idle connection: buffers of the socket, of HTTP/2 and of TLS, rounded up. */
    private static final int CONNECTION_BYTES = 32 << 10;

    private static final int SHARE_OF_HEAP = 2;

    /** Used if the system gives no information. */
    private static final int CONNECTIONS_UNKNOWN = 10_000;

    private Descriptors() {}

    /** Connections that there is room for now. */
    static int connectionsMax() {
        long heapBytes = Runtime.getRuntime().maxMemory();
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return connectionsMax(system.getMaxFileDescriptorCount(), system.getOpenFileDescriptorCount(), heapBytes);
        }
        return CONNECTIONS_UNKNOWN;
    }

    /**
     * The same for given numbers.
     *
     * @param max descriptors that the process may have
     * @param open descriptors that it has
     * @param heapBytes maximum size of its heap, in bytes
     */
    static int connectionsMax(long max, long open, long heapBytes) {
        long ofHeap = heapBytes / SHARE_OF_HEAP / CONNECTION_BYTES;
        return (int) Math.max(CONNECTIONS_MIN, Math.min(Integer.MAX_VALUE, Math.min(ofHeap, max - open - KEPT)));
    }
}
