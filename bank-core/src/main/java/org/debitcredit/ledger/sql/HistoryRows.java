package org.debitcredit.ledger.sql;

import org.debitcredit.bank.BankScale;

/** How many postings an H2 database in memory may keep, by the heap that it lives in. */
public final class HistoryRows {

    /** Keeps all. */
    public static final long ALL = Long.MAX_VALUE;

    /**
     * Of heap for one with its key: measured 320 to 370 where the keys follow each other, 550 to 590 with references.
     */
    private static final long BYTES_USUAL = 500;

    /** The same at most: measured 957, in groups of 8,000 random keys of many clients with the longest references. */
    public static final long BYTES_MOST = 1_000;

    /** Of heap for an account, measured. */
    private static final long ACCOUNT_BYTES = 134;

    /** However small the heap: a statement of some pages. */
    private static final long CHOSEN_MIN = 1_000;

    private HistoryRows() {}

    /** So many that they take a quarter of the heap that the accounts leave. */
    public static long chosen(BankScale scale, long heapBytes) {
        return Math.max(CHOSEN_MIN, (heapBytes - scale.accounts() * ACCOUNT_BYTES) / 4 / BYTES_USUAL);
    }

    /** So many that they take half of the heap: more would leave too little for anything else. */
    public static long most(long heapBytes) {
        return heapBytes / 2 / BYTES_MOST;
    }
}
