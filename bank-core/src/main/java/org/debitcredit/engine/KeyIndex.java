package org.debitcredit.engine;

import java.util.Arrays;

/**
 * Finds the row of a key in key columns: an open-addressing table of row numbers over columns that someone else fills.
 * No deletes; {@link #clear} forgets everything.
 */
final class KeyIndex {

    static final int NONE = -1;

    private final long[] client;
    private final long[] keyHigh;
    private final long[] keyLow;
    /** Row + 1, or 0 for empty. */
    private final int[] table;

    private final int mask;

    /** At most half of the table is ever used, so that probes stay short. */
    KeyIndex(long[] client, long[] keyHigh, long[] keyLow) {
        this.client = client;
        this.keyHigh = keyHigh;
        this.keyLow = keyLow;
        int slots = Integer.highestOneBit(Math.max(1, client.length)) << 2;
        table = new int[slots];
        mask = slots - 1;
    }

    /** The row of a key, or {@link #NONE}. */
    int find(long clientScope, long high, long low) {
        for (int slot = hash(clientScope, high, low) & mask; ; slot = (slot + 1) & mask) {
            int row = table[slot] - 1;
            if (row < 0) {
                return NONE;
            }
            if (keyLow[row] == low && keyHigh[row] == high && client[row] == clientScope) {
                return row;
            }
        }
    }

    /** Adds a row whose key is not in here yet. */
    void put(int row) {
        int slot = hash(client[row], keyHigh[row], keyLow[row]) & mask;
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = row + 1;
    }

    void clear() {
        Arrays.fill(table, 0);
    }

    /** Forgets the rows 0 to {@code size - 1}, all that are in here: cheaper than {@link #clear} for few. */
    void clear(int size) {
        if (size > table.length >>> 4) {
            clear();
            return;
        }
        for (int row = size - 1; row >= 0; row--) {
            int slot = hash(client[row], keyHigh[row], keyLow[row]) & mask;
            while (table[slot] != row + 1) {
                slot = (slot + 1) & mask;
            }
            table[slot] = 0;
        }
    }

    private static int hash(long clientScope, long high, long low) {
        long h = (low ^ Long.rotateLeft(high, 32) ^ clientScope) * 0x9E3779B97F4A7C15L;
        return (int) (h >>> 32) ^ (int) (h >>> 12);
    }
}
