package org.debitcredit.engine;

import java.util.Arrays;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * The references of the latest {@value #MAX} transactions that have one, by position: a ring, so that they never take
 * more memory than {@value #HEAP_BYTES_MAX} bytes, whatever clients send.
 */
final class RecentReferences {

    static final int MAX = 1 << 17;

    /** A position, a slot of the ring, and a reference of maximum length. */
    static final int HEAP_BYTES_MAX = MAX * (8 + 4 + 16 + 16 + Reference.BYTES_MAX);

    private static final int FIRST_CAPACITY = 1 << 10;

    private long[] position = {};
    private @Nullable Reference[] reference = {};
    /** Number of references that were ever added. Each is stored at its number modulo the capacity. */
    private long added;

    /** Adds those of a batch, in order of position. */
    void add(TransactionBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            Reference each = batch.requests.reference(row);
            if (each != null) {
                add(batch.firstPosition() + row, each);
            }
        }
    }

    private void add(long atPosition, Reference each) {
        if (added == position.length && added < MAX) {
            grow();
        }
        int at = slot(added++);
        position[at] = atPosition;
        reference[at] = each;
    }

    /** Enlarges the ring, which is full and has not reached its largest size. */
    private void grow() {
        int capacity = Math.max(FIRST_CAPACITY, 2 * position.length);
        position = Arrays.copyOf(position, capacity);
        reference = Arrays.copyOf(reference, capacity);
    }

    private int slot(long number) {
        return (int) (number % position.length);
    }

    /** The reference of a position; null if it has none or is not among the latest. */
    @Nullable
    Reference of(long atPosition) {
        long from = Math.max(0, added - position.length);
        long to = added;
        while (from < to) {
            long middle = (from + to) >>> 1;
            long found = position[slot(middle)];
            if (found == atPosition) {
                return reference[slot(middle)];
            } else if (found < atPosition) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return null;
    }
}
