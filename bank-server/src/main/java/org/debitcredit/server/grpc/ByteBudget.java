package org.debitcredit.server.grpc;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that may be held at a time. All threads. */
final class ByteBudget {

    private final long max;
    private final AtomicLong held = new AtomicLong();

    ByteBudget(long max) {
        this.max = max;
    }

    /** Takes some bytes, if that leaves the budget at or under its maximum. */
    boolean take(long bytes) {
        if (held.addAndGet(bytes) <= max) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    /** Bytes that are left; 0 when more than all are taken. */
    long left() {
        return Math.max(0, max - held.get());
    }

    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }

    long held() {
        return held.get();
    }
}
