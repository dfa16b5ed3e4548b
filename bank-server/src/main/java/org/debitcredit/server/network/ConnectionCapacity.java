package org.debitcredit.server.network;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.debitcredit.server.settings.ConfigurationRefused;

/** The number of connections for which the process's file descriptors and heap are sufficient. */
final class ConnectionCapacity {

    /** Reserved for files that are opened later: snapshots, backups, archive, and connections to a database. */
    static final int KEPT = 128;

    private static final int CONNECTIONS_MIN = 16;

    /** Memory of an idle connection: buffers of the socket, of HTTP/2 and of TLS, rounded up. */
    private static final int CONNECTION_BYTES = 32 << 10;

    private static final int SHARE_OF_HEAP = 2;

    /** Used if the system gives no information. */
    private static final int CONNECTIONS_UNKNOWN = 10_000;

    private ConnectionCapacity() {}

    /**
     * Connections that there is room for now.
     *
     * @param journalFiles that the journal will have open when it is full
     */
    static int connectionsMax(long journalFiles) {
        long heapBytes = Runtime.getRuntime().maxMemory();
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            return connectionsMax(
                    system.getMaxFileDescriptorCount() - journalFiles, system.getOpenFileDescriptorCount(), heapBytes);
        }
        return CONNECTIONS_UNKNOWN;
    }

    /**
     * Requires that the files of a full journal can be open. One that can open no further file stops the writer, and no
     * later start can open it either.
     *
     * @throws ConfigurationRefused if they cannot
     */
    static void requireRoom(long journalFiles) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            requireRoom(system.getMaxFileDescriptorCount(), journalFiles);
        }
    }

    static void requireRoom(long max, long journalFiles) {
        if (journalFiles > max - KEPT) {
            throw new ConfigurationRefused("the journal may consist of " + journalFiles
                    + " files, each of which is kept open, and this process may open " + max
                    + " in all. Raise that limit (ulimit -n, LimitNOFILE), raise bank.journal.fill-ahead, or lower"
                    + " bank.journal.bytes-max");
        }
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
