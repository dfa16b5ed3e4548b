package org.debitcredit.transaction;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The references of rows, of which most have none. */
final class References {

    private final @Nullable Reference[] ofRow;
    /** Rows from here on have none. */
    private int end;

    private int bytes;

    References(int capacity) {
        ofRow = new Reference[capacity];
    }

    /** Whether no row has one. */
    boolean isEmpty() {
        return end == 0;
    }

    /** Bytes of all of them. */
    int bytes() {
        return bytes;
    }

    /** The reference of a row; null if it has none. */
    @Nullable
    Reference get(int row) {
        return row >= end ? null : ofRow[row];
    }

    void clear() {
        Arrays.fill(ofRow, 0, end, null);
        end = 0;
        bytes = 0;
    }

    /** Sets that of a row, which has none yet; rows are set in ascending order. */
    void set(int row, Reference reference) {
        ofRow[row] = reference;
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
