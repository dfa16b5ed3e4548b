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

    /** Some of the values, up to {@code end}. */
    long[] toArray(int from, int end) {
        return Arrays.copyOfRange(values, from, end);
    }

    /** The same as objects. */
    Long[] toBoxedArray(int from, int end) {
        Long[] boxed = new Long[end - from];
        for (int i = from; i < end; i++) {
            boxed[i - from] = values[i];
        }
        return boxed;
    }

    /** Some rows of columns side by side, as an array of rows: {@code [[1,2],[3,4]]}. */
    static String toJson(int from, int end, LongColumn... columns) {
        StringBuilder json = new StringBuilder((end - from) * columns.length * 10 + 2).append('[');
        for (int row = from; row < end; row++) {
            json.append(row == from ? "[" : ",[");
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
