package org.debitcredit.ledger.sql;

import java.util.Arrays;

/** A growing column of 64-bit values: of a set of rows, see {@link RowSet}. */
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

    /** Takes over the values of another column in ascending order. */
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

    long[] toArray() {
        return Arrays.copyOf(values, size);
    }

    Long[] toBoxedArray() {
        Long[] boxed = new Long[size];
        for (int i = 0; i < size; i++) {
            boxed[i] = values[i];
        }
        return boxed;
    }

    /** Columns of one size side by side, as an array of rows: {@code [[1,2],[3,4]]}. */
    static String toJson(LongColumn... columns) {
        StringBuilder json = new StringBuilder(columns[0].size * columns.length * 10 + 2).append('[');
        for (int row = 0; row < columns[0].size; row++) {
            json.append(row == 0 ? "[" : ",[");
            for (int column = 0; column < columns.length; column++) {
                if (column > 0) {
                    json.append(',');
                }
                json.append(columns[column].values[row]);
            }
            json.append(']');
        }
        return json.append(']').toString();
    }
}
