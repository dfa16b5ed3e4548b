package org.debitcredit.tpcc.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Inserts rows of one table in batches. What is closed before {@link #flush} is not inserted. */
final class RowInsert implements AutoCloseable {

    /** As in the set-up of the paper on Lancet, which docs/tpcc.md names. */
    private static final int ROWS_PER_BATCH = 2_500;

    private final PreparedStatement statement;
    private final LoadTally tally;
    private final String table;
    private int rows;

    RowInsert(Connection connection, DatabaseKind kind, Table<?> table, LoadTally tally) throws SQLException {
        this.tally = tally;
        this.table = table.getName();
        statement = connection.prepareStatement(kind.jooq()
                .insertInto(table)
                .columns(table.fields())
                .values(Arrays.stream(table.fields()).map(RowInsert::parameter).toArray())
                .getSQL());
    }

    private static Field<?> parameter(Field<?> field) {
        return DSL.param(field.getName(), field.getDataType());
    }

    /** Adds a row, its values in the order of the table's columns: int, long, text, or null for a missing number. */
    void add(@Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof Integer number) {
                statement.setInt(i + 1, number);
            } else if (value instanceof Long number) {
                statement.setLong(i + 1, number);
            } else if (value instanceof String text) {
                statement.setString(i + 1, text);
            } else {
                statement.setNull(i + 1, java.sql.Types.BIGINT);
            }
        }
        statement.addBatch();
        if (++rows == ROWS_PER_BATCH) {
            flush();
        }
    }

    /** Inserts the rows that wait for their batch. */
    void flush() throws SQLException {
        if (rows > 0) {
            statement.executeBatch();
            tally.add(table, rows);
            rows = 0;
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
