package org.debitcredit.server.tpcc;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits what the answers take that clients have not read yet: of all streams together, an eighth of the heap. For use
 * by all threads.
 */
final class UnreadBudget {

    private static final int SHARE_OF_HEAP = 8;

    /** What gRPC's queue takes for an answer beside its bytes: buffers and entries. */
    private static final int ANSWER_BYTES = 500;

    private final long max;
    private final AtomicLong held = new AtomicLong();

    /** @param heapBytes maximum size of the heap, in bytes */
    UnreadBudget(long heapBytes) {
        this.max = heapBytes / SHARE_OF_HEAP;
    }

    /** What an answer of so many bytes takes. */
    static long of(int messageBytes) {
        return ANSWER_BYTES + (long) messageBytes;
    }

    /** Takes a number of bytes, if the total stays within the maximum. */
    boolean take(long bytes) {
        if (held.addAndGet(bytes) <= max) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }

    long held() {
        return held.get();
    }
}
