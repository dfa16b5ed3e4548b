package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY_BASE;
import static org.jooq.impl.DSL.select;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.debitcredit.ledger.BranchHistory;
import org.jooq.DSLContext;

/** The postings before a loaded snapshot, which have no rows in the history: one row for each branch that has any. */
final class HistoryBase {

    private final Connection connection;
    private final Dialect dialect;
    private final String insertSql;

    HistoryBase(Connection connection, DSLContext jooq, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
        this.insertSql = jooq.render(
                jooq.insertInto(HISTORY_BASE, HISTORY_BASE.BRANCH_ID, HISTORY_BASE.POSTINGS, HISTORY_BASE.AMOUNT)
                        .select(select(RowSet.column("branch_id"), RowSet.column("postings"), RowSet.column("amount"))
                                .from(dialect.rows().table("branch_id", "postings", "amount"))));
    }

    void insert(BranchHistory history) throws SQLException {
        LongColumn branches = new LongColumn();
        LongColumn postings = new LongColumn();
        LongColumn amounts = new LongColumn();
        for (int branch = 0; branch < history.rows().length; branch++) {
            if (history.rows()[branch] != 0) {
                branches.add(branch);
                postings.add(history.rows()[branch]);
                amounts.add(history.sumsMinor()[branch]);
            }
        }
        try (PreparedStatement insert = connection.prepareStatement(insertSql)) {
            dialect.rows().update(insert, branches, postings, amounts);
        }
    }
}
