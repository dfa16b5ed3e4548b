package org.debitcredit.tpcc.execute;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** A prepared statement whose parameters are set from the first to the last. */
final class Prepared implements AutoCloseable {

    private final PreparedStatement statement;
    private int set;

    Prepared(PreparedStatement statement) {
        this.statement = statement;
    }

    Prepared with(int value) throws SQLException {
        statement.setInt(++set, value);
        return this;
    }

    Prepared with(long value) throws SQLException {
        statement.setLong(++set, value);
        return this;
    }

    Prepared with(String value) throws SQLException {
        statement.setString(++set, value);
        return this;
    }

    Prepared withNullNumber() throws SQLException {
        statement.setNull(++set, Types.INTEGER);
        return this;
    }

    /** Runs it; the caller closes the rows. */
    ResultSet query() throws SQLException {
        set = 0;
        return statement.executeQuery();
    }

    /** Runs it, and returns how many rows it wrote. */
    int update() throws SQLException {
        set = 0;
        return statement.executeUpdate();
    }

    /** Keeps the parameters for a batch. */
    void addToBatch() throws SQLException {
        set = 0;
        statement.addBatch();
    }

    void runBatch() throws SQLException {
        statement.executeBatch();
    }

    /** Forgets parameters of a failed transaction. */
    void reset() throws SQLException {
        set = 0;
        statement.clearBatch();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
