package org.debitcredit.tpcc.execute;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Updates rows by their key and reads them as they are then, in one statement or in two. */
final class UpdateReturning {

    private final Prepared update;
    private final @Nullable Prepared select;

    /** @param select null when the update returns its rows */
    UpdateReturning(Prepared update, @Nullable Prepared select) {
        this.update = update;
        this.select = select;
    }

    UpdateReturning with(long value) throws SQLException {
        update.with(value);
        return this;
    }

    UpdateReturning with(String value) throws SQLException {
        update.with(value);
        return this;
    }

    /** Updates with the values set before, and returns the rows; the caller closes them. */
    ResultSet rows(int... key) throws SQLException {
        bind(update, key);
        if (select == null) {
            return update.query();
        }
        update.update();
        bind(select, key);
        return select.query();
    }

    private static void bind(Prepared statement, int[] key) throws SQLException {
        for (int part : key) {
            statement.with(part);
        }
    }
}
