package org.debitcredit.terminal.contract;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The distinct positions in the answers to a run's keyed requests. A position answered to two keys counts once, and one
 * outside the run not at all, so that their number equals the journal's only if every answer has a transaction of its
 * own. Safe for use by several threads.
 */
public final class KeyedAnswers {

    /**
     * Positions are kept in blocks, because there may be more than an index can name, and a wrong one may be anywhere.
     */
    private static final int BLOCK_BITS = 12;

    private static final long IN_BLOCK = (1 << BLOCK_BITS) - 1;

    private final long positionBefore;
    private final Map<Long, BitSet> answered = new HashMap<>();
    private long distinct;
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
        if (offset < 0) {
            astray++;
            return false;
        }
        BitSet block = answered.computeIfAbsent(offset >>> BLOCK_BITS, number -> new BitSet(1 << BLOCK_BITS));
        int bit = (int) (offset & IN_BLOCK);
        if (block.get(bit)) {
            astray++;
            return false;
        }
        block.set(bit);
        distinct++;
        return true;
    }

    /** How many different positions were answered. */
    public synchronized long distinct() {
        return distinct;
    }

    /** Answers with a position that another answer had already, or that is older than the run. */
    public synchronized long astray() {
        return astray;
    }

    /** The counts now. */
    public synchronized AnsweredPositions positions() {
        return new AnsweredPositions(positionBefore, distinct, astray);
    }

    public long positionBefore() {
        return positionBefore;
    }
}
