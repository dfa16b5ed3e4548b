package org.debitcredit.server.network;

import java.util.concurrent.atomic.AtomicLong;

/** A limit on bytes that are held at the same time. For use by all threads. */
public final class ByteBudget {

    private final long max;
    private final AtomicLong held = new AtomicLong();

    public ByteBudget(long max) {
        this.max = max;
    }

    /** Takes a number of bytes, if the total stays within the maximum. */
    public boolean take(long bytes) {
        if (held.addAndGet(bytes) <= max) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    /** Remaining bytes; 0 if more than the maximum is taken. */
    public long left() {
        return Math.max(0, max - held.get());
    }

    public void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }

    public long held() {
        return held.get();
    }
}
