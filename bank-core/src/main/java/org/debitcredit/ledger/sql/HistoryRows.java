package org.debitcredit.ledger.sql;

import org.debitcredit.bank.BankScale;

/** The number of postings that an H2 database in memory may keep, according to its heap. */
public final class HistoryRows {

    /** Keeps all. */
    public static final long ALL = Long.MAX_VALUE;

    /**
     * Heap bytes for a posting with its key: measured 270 if the keys follow each other, 300 to 310 if they do not. A
     * posting with a reference of 64 ASCII characters takes 540.
     */
    private static final long BYTES_USUAL = 500;

    /** The maximum: nearly twice what was measured, because removed rows need heap until they are collected. */
    public static final long BYTES_MOST = 1_000;

    /** Heap bytes for an account, measured. */
    private static final long ACCOUNT_BYTES = 134;

    /** The minimum for any heap: a statement of some pages. */
    private static final long CHOSEN_MIN = 1_000;

    private HistoryRows() {}

    /**
     * Called before such a database is filled, because a JVM that runs out of heap while filling it would not report
     * the cause.
     *
     * @throws IllegalStateException if the accounts alone do not fit
     */
    public static void requireRoomForAccounts(BankScale scale, long heapBytes) {
        long bytes = scale.accounts() * ACCOUNT_BYTES;
        if (bytes > heapBytes) {
            throw new IllegalStateException("a bank of " + scale + " in H2 needs " + bytes
                    + " bytes of heap for its accounts; the JVM may take at most " + heapBytes + " (-Xmx)");
        }
    }

    /** The number that takes a quarter of the heap that the accounts leave. */
    public static long chosen(BankScale scale, long heapBytes) {
        return Math.max(CHOSEN_MIN, (heapBytes - scale.accounts() * ACCOUNT_BYTES) / 4 / BYTES_USUAL);
    }

    /** The number that takes half of the heap. More would leave too little for anything else. */
    public static long most(long heapBytes) {
        return heapBytes / 2 / BYTES_MOST;
    }
}
