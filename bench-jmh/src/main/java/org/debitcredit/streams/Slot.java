package org.debitcredit.streams;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;

/** One slot of a stream: a submission that is filled, sent, answered, and refilled. */
abstract class Slot {

    private volatile boolean answered = true;
    private volatile @Nullable String failure;
    private volatile @Nullable Thread waiting;
    private final AtomicLong dueNanos = new AtomicLong();
    private boolean sent;
    private long sentNanos;
    private long answeredNanos;

    /** Makes the next submission, under a new key. */
    abstract void fill(DebitCreditWorkload workload, BatchKeys keys);

    /** Sends it; false when there is no room now and it must be tried again. */
    abstract boolean trySend();

    /** Sends what was filled. */
    final void send(long due) {
        // Set before the answer counts as missing, so that a reader that sees it missing also sees since when.
        dueNanos.setRelease(due);
        sent = true;
        sentNanos = System.nanoTime();
        answered = false;
        while (!trySend()) {
            Thread.onSpinWait();
        }
    }

    /** Called by the thread that delivers the answer. */
    final void answered(@Nullable String failed) {
        if (failed != null) {
            failure = failed;
        }
        answeredNanos = System.nanoTime();
        answered = true;
        Thread thread = waiting;
        if (thread != null) {
            waiting = null;
            LockSupport.unpark(thread);
        }
    }

    /** Whether there is an answer that was not taken yet. */
    boolean hasNewAnswer() {
        return sent && answered;
    }

    /** Takes the answer if there is one, and returns whether there was. */
    boolean takeAnswer() {
        boolean isNew = sent;
        sent = false;
        return isNew;
    }

    /** Returns once the answer is in. */
    final void await() {
        while (!answered) {
            waiting = Thread.currentThread();
            if (!answered) {
                LockSupport.park(this);
            }
            waiting = null;
        }
    }

    /** When its answer came, by {@link System#nanoTime}. */
    long answeredNanos() {
        return answeredNanos;
    }

    /** When it was sent, by {@link System#nanoTime}. */
    long sentNanos() {
        return sentNanos;
    }

    /** When it was due, by {@link System#nanoTime}. */
    long dueNanos() {
        return dueNanos.getPlain();
    }

    /** How long ago it was due, or 0 if it is answered. For use by any thread. */
    long backlogNanos(long nowNanos) {
        return answered ? 0 : nowNanos - dueNanos.getAcquire();
    }

    /** Why an answer was not the one that a DebitCredit always gets; null when all were. */
    @Nullable
    String failure() {
        return failure;
    }
}
