package org.debitcredit.transaction;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What the reversals among the rows of a batch name: an entry for each row that is a reversal, in the order of rows.
 * And the tombstones among the rows: originals that were reversed before they arrived. A tombstone has the original's
 * key and content, and is refused {@link Refusal#REVERSED}, so that the late original is a repeat of it.
 */
public final class Reversals {

    /** Stands in {@link #found} for an original that was committed and then reversed. */
    public static final byte REVERSED_BEFORE = -1;

    /** Bytes of an entry in the journal with its tombstone and, if it is the only one, the numbers of both. */
    public static final int ENTRY_BYTES_MAX = 5 * Long.BYTES + Integer.BYTES + 2 + 3 * Integer.BYTES;

    private static final int CAPACITY = 8;

    private static final int NONE = -1;

    private int[] row = new int[CAPACITY];
    private long[] originalHigh = new long[CAPACITY];
    private long[] originalLow = new long[CAPACITY];
    private long[] originalAmount = new long[CAPACITY];
    private long[] performed = new long[CAPACITY];
    private long[] originalPosition = new long[CAPACITY];
    private byte[] originalType = new byte[CAPACITY];
    private byte[] found = new byte[CAPACITY];
    /** Row of the original, if it is in the same batch; not journaled. */
    private int[] originalRow = new int[CAPACITY];
    /** The entry before of the same original; not journaled. */
    private int[] earlier = new int[CAPACITY];

    private int size;

    private int[] tombstone = new int[CAPACITY];
    private int tombstones;

    /** The last entry of an original, by its position. */
    private final Map<Long, Integer> lastOf = new HashMap<>();

    /** Whether no row is a reversal or a tombstone. */
    public boolean isEmpty() {
        return size == 0 && tombstones == 0;
    }

    /** Number of reversals. */
    public int size() {
        return size;
    }

    /** Number of tombstones. */
    public int tombstones() {
        return tombstones;
    }

    void clear() {
        size = 0;
        tombstones = 0;
        lastOf.clear();
    }

    void add(int atRow, Reversal reversal, long position, byte outcomeFound) {
        add(
                atRow,
                reversal.originalKey().high(),
                reversal.originalKey().low(),
                reversal.original().amountMinor(),
                reversal.performedMinor(),
                position,
                reversal.original().type().code(),
                outcomeFound);
    }

    /** Adds the entry of a row after all others. */
    public void add(
            int atRow,
            long keyHigh,
            long keyLow,
            long amount,
            long performedMinor,
            long position,
            byte type,
            byte outcomeFound) {
        if (size == row.length) {
            grow();
        }
        row[size] = atRow;
        originalHigh[size] = keyHigh;
        originalLow[size] = keyLow;
        originalAmount[size] = amount;
        performed[size] = performedMinor;
        originalPosition[size] = position;
        originalType[size] = type;
        found[size] = outcomeFound;
        originalRow[size] = NONE;
        earlier[size] = NONE;
        size++;
    }

    /** Notes that a row, after all others, is a tombstone. */
    public void addTombstone(int atRow) {
        if (tombstones == tombstone.length) {
            tombstone = Arrays.copyOf(tombstone, 2 * tombstones);
        }
        tombstone[tombstones++] = atRow;
    }

    /**
     * Connects the last entry with what its decision depends on in the same batch: the original's row, and the entry
     * before it of the same original.
     *
     * @param rowOfOriginal -1 if it is in an earlier batch
     */
    public void connect(int rowOfOriginal) {
        int entry = size - 1;
        originalRow[entry] = rowOfOriginal;
        Integer before = lastOf.put(originalPosition[entry], entry);
        earlier[entry] = before == null ? NONE : before;
    }

    void addFrom(Reversals source, int sourceRow, int atRow, int rows) {
        int shift = atRow - sourceRow;
        for (int entry = 0; entry < source.size; entry++) {
            int from = source.row[entry];
            if (from >= sourceRow && from < sourceRow + rows) {
                add(
                        from + shift,
                        source.originalHigh[entry],
                        source.originalLow[entry],
                        source.originalAmount[entry],
                        source.performed[entry],
                        source.originalPosition[entry],
                        source.originalType[entry],
                        source.found[entry]);
            }
        }
        for (int i = 0; i < source.tombstones; i++) {
            int from = source.tombstone[i];
            if (from >= sourceRow && from < sourceRow + rows) {
                addTombstone(from + shift);
            }
        }
    }

    private void grow() {
        int capacity = 2 * size;
        row = Arrays.copyOf(row, capacity);
        originalHigh = Arrays.copyOf(originalHigh, capacity);
        originalLow = Arrays.copyOf(originalLow, capacity);
        originalAmount = Arrays.copyOf(originalAmount, capacity);
        performed = Arrays.copyOf(performed, capacity);
        originalPosition = Arrays.copyOf(originalPosition, capacity);
        originalType = Arrays.copyOf(originalType, capacity);
        found = Arrays.copyOf(found, capacity);
        originalRow = Arrays.copyOf(originalRow, capacity);
        earlier = Arrays.copyOf(earlier, capacity);
    }

    /** The entry of a row, which is a reversal. */
    public int entryOf(int ofRow) {
        int entry = Arrays.binarySearch(row, 0, size, ofRow);
        if (entry < 0) {
            throw new IllegalStateException("row " + ofRow + " is a reversal, but does not name an original");
        }
        return entry;
    }

    /** Whether a row is a tombstone. */
    public boolean isTombstone(int ofRow) {
        return tombstones > 0 && Arrays.binarySearch(tombstone, 0, tombstones, ofRow) >= 0;
    }

    /** The row of a tombstone. */
    public int tombstone(int i) {
        return tombstone[i];
    }

    /** The row of an entry. */
    public int row(int entry) {
        return row[entry];
    }

    /** Upper half of the original's key. */
    public long originalHigh(int entry) {
        return originalHigh[entry];
    }

    /** Lower half of the original's key. */
    public long originalLow(int entry) {
        return originalLow[entry];
    }

    /** Amount of the original as its client asked for it. */
    public long originalAmount(int entry) {
        return originalAmount[entry];
    }

    /** See {@link Reversal#performedMinor}. */
    public long performed(int entry) {
        return performed[entry];
    }

    /** Position of the original in the bank's history. */
    public long originalPosition(int entry) {
        return originalPosition[entry];
    }

    /** Code of the original's {@link TransactionType}. */
    public byte originalType(int entry) {
        return originalType[entry];
    }

    /**
     * The outcome of the original where the reversal is decided: its outcome code, or {@link #REVERSED_BEFORE}. Where
     * this depends on the same batch, it is known once the reversal is decided.
     */
    public byte found(int entry) {
        return found[entry];
    }

    /** Digest of the original of an entry, without its reference. */
    public long originalDigest(int entry, long teller, long account, long target) {
        return ContentDigest.of(originalType[entry], teller, account, target, originalAmount[entry]);
    }

    long contentDigest(int entry, long teller, long account, long target) {
        return Reversal.contentDigest(
                originalDigest(entry, teller, account, target),
                originalHigh[entry],
                originalLow[entry],
                performed[entry]);
    }

    /**
     * The outcome of an entry's original now that all rows before are decided; it is kept in {@link #found}.
     *
     * @param outcome of the rows of the batch
     */
    public byte find(int entry, byte[] outcome) {
        if (originalRow[entry] != NONE) {
            found[entry] = outcome[originalRow[entry]];
        }
        if (found[entry] == Outcome.COMMITTED && earlier[entry] != NONE) {
            byte before = outcome[row[earlier[entry]]];
            boolean isReversed = before == Outcome.COMMITTED || before == Refusal.REVERSED.code();
            found[entry] = isReversed ? REVERSED_BEFORE : Outcome.COMMITTED;
        }
        return found[entry];
    }

    /** What an entry posts to the account if its original is committed; 0 if it does not fit into 64 bits. */
    public long inverse(int entry) {
        long posted = Reversal.postedBy(originalType[entry], originalAmount[entry]);
        long taken = posted < 0 ? posted + performed[entry] : posted - performed[entry];
        return taken == Long.MIN_VALUE ? 0 : -taken;
    }
}
