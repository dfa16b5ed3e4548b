package org.debitcredit.terminal.run;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the terminals' connections to the server. Safe for use by several threads. */
final class ConnectionCounter {

    private static final AttributeKey<Boolean> COUNTED = AttributeKey.valueOf("org.debitcredit.counted");

    private final int limit;
    private final AtomicLong open = new AtomicLong();
    private final AtomicLong most = new AtomicLong();
    private final AtomicLong opened = new AtomicLong();

    ConnectionCounter(int limit) {
        this.limit = limit;
    }

    /** Counts a connection when it is used for the first time. Called by its event loop for each use. */
    void used(Channel channel) {
        if (channel.hasAttr(COUNTED)) {
            return;
        }
        channel.attr(COUNTED).set(Boolean.TRUE);
        opened.incrementAndGet();
        most.accumulateAndGet(open.incrementAndGet(), Math::max);
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
    }

    ConnectionCounts connections() {
        return new ConnectionCounts(limit, most.get(), opened.get());
    }
}
