package org.debitcredit.server.network;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.server.security.Source;
import org.jspecify.annotations.Nullable;

/**
 * Heap bytes held by requests that have not arrived completely or wait in their connections. When the total is too
 * large, the connection that holds most, of the host that holds most, is closed. All others are still served. For use
 * by all threads.
 */
public final class HeldRequests {

    private final long max;
    private final AtomicLong held = new AtomicLong();
    private final Set<OfConnection> holders = ConcurrentHashMap.newKeySet();

    /** @param max most bytes of the heap that requests may hold */
    public HeldRequests(long max) {
        this.max = max;
    }

    /** Bytes that are held now. */
    public long held() {
        return held.get();
    }

    /**
     * Registers a new connection, which holds nothing yet.
     *
     * @param end ends the connection; called once at most, by any thread
     */
    public OfConnection of(InetAddress from, Runnable end) {
        return new OfConnection(Source.host(from), end);
    }

    /** The bytes that one connection holds. */
    public final class OfConnection {

        private final InetAddress host;
        private final Runnable end;
        private long bytes;
        private boolean isEnded;

        private OfConnection(InetAddress host, Runnable end) {
            this.host = host;
            this.end = end;
        }

        /** Adds to, or subtracts from, the held bytes. */
        public void add(long more) {
            if (change(more) && held.get() > max) {
                endMost();
            }
        }

        /** Adds bytes that another counter had before, for which nothing is ended now. */
        public void carryOver(long before) {
            change(before);
        }

        private synchronized boolean change(long more) {
            if (isEnded) {
                return false;
            }
            bytes += more;
            held.addAndGet(more);
            if (bytes > 0) {
                holders.add(this);
            } else {
                holders.remove(this);
            }
            return more > 0;
        }

        private synchronized long bytes() {
            return bytes;
        }

        private synchronized boolean giveUp() {
            if (isEnded) {
                return false;
            }
            change(-bytes);
            isEnded = true;
            return true;
        }
    }

    private void endMost() {
        OfConnection most;
        synchronized (this) {
            most = held.get() > max ? most() : null;
            if (most == null || !most.giveUp()) {
                return;
            }
        }
        most.end.run();
    }

    private @Nullable OfConnection most() {
        Map<InetAddress, Long> byHost = new HashMap<>();
        for (OfConnection holder : holders) {
            byHost.merge(holder.host, holder.bytes(), Long::sum);
        }
        OfConnection most = null;
        long mostOfHost = 0;
        for (OfConnection holder : holders) {
            long ofHost = byHost.getOrDefault(holder.host, 0L);
            if (most == null || ofHost > mostOfHost || (ofHost == mostOfHost && holder.bytes() > most.bytes())) {
                most = holder;
                mostOfHost = ofHost;
            }
        }
        return most;
    }
}
