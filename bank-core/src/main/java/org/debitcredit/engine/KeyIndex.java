package org.debitcredit.engine;

import java.util.Arrays;
import org.debitcredit.transaction.RunLengthKeys;

/**
 * Finds the run of a key: an open-addressing table of run numbers, by the block of keys that a run lies in. The owner
 * keeps the runs themselves and may lengthen the last one. Single runs cannot be deleted, only all of them.
 */
final class KeyIndex {

    static final int NONE = -1;

    /** Maximum number of runs. Twice as many would need a table with more slots than a Java array can have. */
    static final int RUNS_MAX = (1 << 29) - 1;

    /** Run + 1, or 0 for empty. */
    private final int[] table;

    private final int mask;
    private final KeyHash hash;
    private int clearedTo;

    /** At most half of the table is ever used, so that probes stay short. */
    KeyIndex(int runsMax, KeyHash hash) {
        this.hash = hash;
        int slots = slots(runsMax);
        table = new int[slots];
        mask = slots - 1;
        clearedTo = slots;
    }

    /** Number of slots in the table for the given number of runs. */
    static int slots(int runsMax) {
        return Integer.highestOneBit(Math.max(1, runsMax)) << 2;
    }

    /** The row of a key, or {@link #NONE}. */
    int findRow(RunLengthKeys runs, long client, long high, long low) {
        int run = find(runs, client, high, low, 1);
        return run == NONE ? NONE : runs.firstRow(run) + (int) (low - runs.low[run]);
    }

    /** A run that holds one of some consecutive keys of one block, or {@link #NONE}. */
    int find(RunLengthKeys runs, long client, long high, long low, int count) {
        return table[search(runs, client, high, low, count)] - 1;
    }

    /** Number of slots that a look-up of a key reads. */
    int probes(RunLengthKeys runs, long client, long high, long low) {
        return ((search(runs, client, high, low, 1) - hash(client, high, low)) & mask) + 1;
    }

    /** The slot of a run that holds one of some consecutive keys, or the empty slot where the search ends. */
    private int search(RunLengthKeys runs, long client, long high, long low, int count) {
        for (int slot = hash(client, high, low) & mask; ; slot = (slot + 1) & mask) {
            int run = table[slot] - 1;
            if (run < 0) {
                return slot;
            }
            if (isSameBlock(runs.low[run], low) && runs.high[run] == high && runs.client[run] == client) {
                long into = low - runs.low[run];
                if (into < runs.length(run) && -into < count) {
                    return slot;
                }
            }
        }
    }

    /** Adds a run of which no key is in here yet. */
    void put(RunLengthKeys runs, int run) {
        int slot = hash(runs.client[run], runs.high[run], runs.low[run]) & mask;
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = run + 1;
    }

    /**
     * Removes all runs from the index, the last one first. This is cheap for few runs. After an error the last one may
     * not be in the index.
     */
    void clear(RunLengthKeys runs) {
        if (runs.runs() > table.length >>> 4) {
            Arrays.fill(table, 0);
            return;
        }
        for (int run = runs.runs() - 1; run >= 0; run--) {
            int slot = hash(runs.client[run], runs.high[run], runs.low[run]) & mask;
            while (table[slot] != 0 && table[slot] != run + 1) {
                slot = (slot + 1) & mask;
            }
            table[slot] = 0;
        }
    }

    /** Begins to forget everything, by {@link #clearSlice}. */
    void beginClear() {
        clearedTo = 0;
    }

    /** Clears a part of the table, so that no request waits for the whole. */
    void clearSlice(int part, int whole) {
        if (clearedTo < table.length) {
            long slots = (long) table.length * part / whole + 1;
            int to = (int) Math.min(table.length, clearedTo + slots);
            Arrays.fill(table, clearedTo, to, 0);
            clearedTo = to;
        }
    }

    private static boolean isSameBlock(long low, long otherLow) {
        return (low ^ otherLow) >>> RunLengthKeys.BLOCK_BITS == 0;
    }

    private int hash(long client, long high, long low) {
        return hash.of(client, high, low >>> RunLengthKeys.BLOCK_BITS);
    }
}
