package org.debitcredit.engine;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long the writer has worked in each step of its groups. Time in which it waits for commands does not count. Of a
 * group that fails, only the steps that it completed count. The writer sets it, with one reading of the clock for each
 * step; any thread may read it.
 */
public final class WriterSteps {

    /** The steps of a group, in their order. */
    public enum Step {
        /** Keys are looked up, and the ledger executes the transactions. */
        EXECUTE,
        /** The group's document is encoded and handed to the journal. */
        APPEND,
        /** The writer waits until the document is on the disk, or on both. */
        FORCE,
        /** The ledger commits, and the keys are remembered. */
        COMMIT,
        /**
         * Commands are answered, inquiries too, and a full epoch is replaced. All work on a group without new
         * transactions counts here.
         */
        ANSWER
    }

    private final BankClock clock;
    private final AtomicLongArray nanos = new AtomicLongArray(Step.values().length);
    private boolean inGroup;
    private long sinceNanos;

    WriterSteps(BankClock clock) {
        this.clock = clock;
    }

    /** A command was taken: a group begins, unless there is one. */
    void begin() {
        if (!inGroup) {
            inGroup = true;
            sinceNanos = clock.monotonicNanos();
        }
    }

    /** A step of the group has ended now. */
    void end(Step step) {
        end(step, clock.monotonicNanos());
    }

    /** A step of the group ended when the clock was read. */
    void end(Step step, long nowNanos) {
        nanos.setRelease(step.ordinal(), nanos.getPlain(step.ordinal()) + nowNanos - sinceNanos);
        sinceNanos = nowNanos;
    }

    /** The group has ended. */
    void endGroup() {
        inGroup = false;
    }

    /** Nanoseconds of a step so far. */
    public long nanos(Step step) {
        return nanos.getAcquire(step.ordinal());
    }
}
