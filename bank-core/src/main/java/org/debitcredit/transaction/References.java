package org.debitcredit.transaction;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The references of rows: none of most. Takes no memory until the first row has one. */
public final class References {

    private final int capacity;
    private @Nullable Reference @Nullable [] ofRow;
    /** Rows from here on have none. */
    private int end;

    private int bytes;

    References(int capacity) {
        this.capacity = capacity;
    }

    /** Whether no row has one. */
    public boolean isEmpty() {
        return end == 0;
    }

    /** Bytes of all of them. */
    public int bytes() {
        return bytes;
    }

    /** Of a row; null when it has none. */
    public @Nullable Reference get(int row) {
        @Nullable Reference[] rows = ofRow;
        return rows == null || row >= end ? null : rows[row];
    }

    void clear() {
        @Nullable Reference[] rows = ofRow;
        if (rows != null && end > 0) {
            Arrays.fill(rows, 0, end, null);
            end = 0;
            bytes = 0;
        }
    }

    /** Sets that of a row, which has none yet; rows are set in ascending order. */
    void set(int row, Reference reference) {
        @Nullable Reference[] rows = ofRow;
        if (rows == null) {
            rows = new Reference[capacity];
            ofRow = rows;
        }
        rows[row] = reference;
        end = row + 1;
        bytes += reference.length();
    }

    /** Sets those of some consecutive rows from another's. */
    void setFrom(References source, int sourceRow, int row, int rows) {
        for (int i = 0; i < rows && sourceRow + i < source.end; i++) {
            Reference reference = source.get(sourceRow + i);
            if (reference != null) {
                set(row + i, reference);
            }
        }
    }
}
