package org.debitcredit.server.network;

import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.debitcredit.server.security.Source;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of HTTP answers that the network has not taken yet, because their clients do not read them. Each event loop has
 * the same share of the budget, so that it can free memory at once. When its share is used up, connections are closed
 * until the rest fits: the one with the largest product of bytes and time, of the host with the largest sum of these
 * products. A client that reads its answers holds them for so short a time that others cannot have it disconnected.
 */
final class UnsentAnswers {

    private final long ofLoopMax;
    private final LongSupplier nanoTime;
    private final Map<EventExecutor, OfLoop> loops = new ConcurrentHashMap<>();

    /** @param ofLoopMax most bytes that the connections of one event loop may hold */
    UnsentAnswers(long ofLoopMax, LongSupplier nanoTime) {
        this.ofLoopMax = ofLoopMax;
        this.nanoTime = nanoTime;
    }

    /** Bytes that are held now. For use by all threads. */
    long held() {
        return loops.values().stream().mapToLong(loop -> loop.held.get()).sum();
    }

    /**
     * Registers a new connection, which holds nothing yet.
     *
     * @param end ends the connection; called once at most, on its event loop
     */
    OfConnection of(EventExecutor loop, InetAddress from, Runnable end) {
        return new OfConnection(loops.computeIfAbsent(loop, first -> new OfLoop()), Source.host(from), end);
    }

    /** The bytes that one connection holds. Used only on its event loop. */
    final class OfConnection {

        private final OfLoop loop;
        private final InetAddress host;
        private final Runnable end;
        private long bytes;
        /** When the connection began to hold bytes, or last held fewer than before. */
        private long sinceNanos;

        private boolean isEnded;

        private OfConnection(OfLoop loop, InetAddress host, Runnable end) {
            this.loop = loop;
            this.host = host;
            this.end = end;
        }

        /** Sets how many bytes the connection holds now, which may end it or others. */
        void set(long now) {
            if (isEnded || now == bytes) {
                return;
            }
            if (bytes == 0 || now < bytes) {
                sinceNanos = nanoTime.getAsLong();
            }
            loop.change(this, now);
            while (loop.held.get() > ofLoopMax) {
                OfConnection longest = loop.longest(nanoTime.getAsLong());
                if (longest == null) {
                    return;
                }
                loop.change(longest, 0);
                longest.isEnded = true;
                longest.end.run();
            }
        }

        /** Bytes times nanoseconds. */
        private double product(long nowNanos) {
            return (double) bytes * (1 + nowNanos - sinceNanos);
        }
    }

    /** Used only on its event loop, except for the sum. */
    private static final class OfLoop {

        private final AtomicLong held = new AtomicLong();
        private final Set<OfConnection> holders = new HashSet<>();

        private void change(OfConnection connection, long now) {
            held.addAndGet(now - connection.bytes);
            connection.bytes = now;
            if (now > 0) {
                holders.add(connection);
            } else {
                holders.remove(connection);
            }
        }

        private @Nullable OfConnection longest(long nowNanos) {
            Map<InetAddress, Double> byHost = new HashMap<>();
            for (OfConnection holder : holders) {
                byHost.merge(holder.host, holder.product(nowNanos), Double::sum);
            }
            OfConnection longest = null;
            double ofLongest = 0;
            for (OfConnection holder : holders) {
                double ofHost = byHost.getOrDefault(holder.host, 0.0);
                if (longest == null
                        || ofHost > ofLongest
                        || (ofHost == ofLongest && holder.product(nowNanos) > longest.product(nowNanos))) {
                    longest = holder;
                    ofLongest = ofHost;
                }
            }
            return longest;
        }
    }
}
