package org.debitcredit.ledger.sql;

import java.util.Arrays;

/** A growing column of 64-bit values, bound as one array parameter. */
final class LongColumn {

    private long[] values = new long[64];
    private int size;

    void clear() {
        size = 0;
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    /** Becomes another's values in ascending order. */
    void setSorted(LongColumn other) {
        values = Arrays.copyOf(other.values, other.values.length);
        size = other.size;
        Arrays.sort(values, 0, size);
    }

    int size() {
        return size;
    }

    long get(int index) {
        return values[index];
    }

    void set(int index, long value) {
        values[index] = value;
    }

    /** See {@link Dialect#array}. */
    Object parameter(Dialect dialect) {
        return dialect.array(values, size);
    }
}
