package org.debitcredit.transaction;

import java.util.UUID;

/**
 * The keys of consecutive rows, run-length encoded: in a run, each key is the previous one plus one, so a batch of
 * 1,000 under one key takes four or five runs, and a single transaction a run of its own. The columns have an entry per
 * run.
 *
 * <p>A run does not leave its block of {@value #BLOCK_KEYS} keys, so that all its keys agree in everything but their
 * lowest bits, and one look-up of the block finds it. The block is small because single keys of one block that do not
 * count up are separate runs, which must be searched: there are never more than {@value #BLOCK_KEYS} of them.
 */
public final class RunLengthKeys {

    /** Number of low bits of a key that count up within a run. */
    public static final int BLOCK_BITS = 8;

    /** Keys of a block; a run is never longer. */
    public static final int BLOCK_KEYS = 1 << BLOCK_BITS;

    private static final long IN_BLOCK = BLOCK_KEYS - 1;

    /** The bits below the variant of a UUID (RFC 9562 section 4.1). */
    private static final long COUNTING = (1L << 62) - 1;

    /** The keys' scope: see {@link TransactionKey}. */
    public final long[] client;
    /** Upper half of the run's keys. */
    public final long[] high;
    /** Lower half of the run's first key. */
    public final long[] low;

    /** First row of each run; after the last run, the number of rows. */
    private final int[] firstRow;

    private int runs;

    /**
     * @param runsMax most runs; there are never more than rows, and of keys that count up {@link #runsMax(int)}
     */
    public RunLengthKeys(int runsMax) {
        client = new long[runsMax];
        high = new long[runsMax];
        low = new long[runsMax];
        firstRow = new int[runsMax + 1];
    }

    public void clear() {
        runs = 0;
        firstRow[0] = 0;
    }

    /** Number of runs. */
    public int runs() {
        return runs;
    }

    /** Number of rows. */
    public int rows() {
        return firstRow[runs];
    }

    /** First row of a run; for the number of runs, the number of rows. */
    public int firstRow(int run) {
        return firstRow[run];
    }

    /** Rows of a run. */
    public int length(int run) {
        return firstRow[run + 1] - firstRow[run];
    }

    /** Whether all keys count up from the first. */
    public boolean countUp() {
        for (int run = 1; run < runs; run++) {
            if (client[run] != client[0] || high[run] != high[0] || low[run] != low[0] + firstRow[run]) {
                return false;
            }
        }
        return true;
    }

    /** The run that a row belongs to. */
    public int runOf(int row) {
        if (runs == rows()) {
            return row;
        }
        int from = 0;
        int to = runs;
        while (to - from > 1) {
            int middle = (from + to) >>> 1;
            if (firstRow[middle] <= row) {
                from = middle;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** The key of a row. */
    public TransactionKey keyOf(int row) {
        int run = runOf(row);
        return new TransactionKey(client[run], high[run], low[run] + row - firstRow[run]);
    }

    /** Adds the key of the next row. */
    public void add(long clientScope, long keyHigh, long keyLow) {
        add(clientScope, keyHigh, keyLow, 1);
    }

    /**
     * Whether a number of keys that count up from one stay within the lowest 62 bits of a UUID: otherwise they would
     * change the variant, and could be another client's keys.
     *
     * @param keyLow lower half of the first
     */
    public static boolean fits(long keyLow, int keys) {
        return (keyLow & COUNTING) <= COUNTING - (keys - 1);
    }

    /** The largest number of runs for this many keys that count up from one. */
    public static int runsMax(int keys) {
        return Math.min(keys, (keys + BLOCK_KEYS - 2) / BLOCK_KEYS + 1);
    }

    /**
     * Adds the keys of the next rows.
     *
     * @param keyLow lower half of the first; each further one is the one before plus one
     * @throws IllegalArgumentException when the keys do not {@linkplain #fits fit}; nothing was added then
     */
    public void add(long clientScope, long keyHigh, long keyLow, int rows) {
        if (!fits(keyLow, rows)) {
            throw new IllegalArgumentException("the first key is " + new UUID(keyHigh, keyLow) + "; " + rows
                    + " keys counted up from it would overflow its lowest 62 bits. Begin with a smaller key");
        }
        addJournaled(clientScope, keyHigh, keyLow, rows);
    }

    /**
     * Adds the keys of the next rows as a journal holds them. Revision 19a8f2d took keys that do not {@linkplain #fits
     * fit}: their lower half continued from 0, and the upper half remained unchanged.
     */
    public void addJournaled(long clientScope, long keyHigh, long keyLow, int rows) {
        long from = keyLow;
        int left = rows;
        while (left > 0) {
            int length = (int) Math.min(left, BLOCK_KEYS - (from & IN_BLOCK));
            addInBlock(clientScope, keyHigh, from, length);
            from += length;
            left -= length;
        }
    }

    private void addInBlock(long clientScope, long keyHigh, long keyLow, int rows) {
        int last = runs - 1;
        boolean continues = last >= 0
                && (keyLow & IN_BLOCK) != 0
                && low[last] + length(last) == keyLow
                && high[last] == keyHigh
                && client[last] == clientScope;
        if (continues) {
            firstRow[runs] += rows;
            return;
        }
        client[runs] = clientScope;
        high[runs] = keyHigh;
        low[runs] = keyLow;
        firstRow[runs + 1] = firstRow[runs] + rows;
        runs++;
    }

    /** Adds the keys of some consecutive rows of another. */
    public void addFrom(RunLengthKeys source, int fromRow, int rows) {
        int toRow = fromRow + rows;
        for (int run = rows == 0 ? source.runs : source.runOf(fromRow); run < source.runs; run++) {
            int from = Math.max(fromRow, source.firstRow[run]);
            int to = Math.min(toRow, source.firstRow[run + 1]);
            if (from >= to) {
                return;
            }
            addInBlock(source.client[run], source.high[run], source.low[run] + from - source.firstRow[run], to - from);
        }
    }
}
