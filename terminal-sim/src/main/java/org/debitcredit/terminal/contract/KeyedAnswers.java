package org.debitcredit.terminal.contract;

import java.util.BitSet;

/**
 * The distinct positions in the answers to a run's keyed requests. A position answered to two keys counts once, and one
 * outside the run not at all, so that their number equals the journal's only if every answer has a transaction of its
 * own. Safe for use by several threads.
 */
public final class KeyedAnswers {

    private final long positionBefore;
    private final BitSet answered = new BitSet();
    private long astray;

    /**
     * @param positionBefore the bank's position before the first of them
     */
    public KeyedAnswers(long positionBefore) {
        this.positionBefore = positionBefore;
    }

    /** Adds the position of an answer and returns whether it is of the run and of no other answer. */
    public synchronized boolean add(long position) {
        long offset = position - positionBefore - 1;
        if (offset < 0 || offset > Integer.MAX_VALUE || answered.get((int) offset)) {
            astray++;
            return false;
        }
        answered.set((int) offset);
        return true;
    }

    /** How many different positions were answered. */
    public synchronized long distinct() {
        return answered.cardinality();
    }

    /** Answers with a position that another answer had already, or that is older than the run. */
    public synchronized long astray() {
        return astray;
    }

    /** The counts now. */
    public synchronized AnsweredPositions positions() {
        return new AnsweredPositions(positionBefore, distinct(), astray);
    }

    public long positionBefore() {
        return positionBefore;
    }
}
