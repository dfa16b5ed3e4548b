package org.debitcredit.ledger.sql;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Decision;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.flywaydb.core.Flyway;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/**
 * A ledger in a SQL database. A batch is one database transaction of a handful of statements: lock the mark, read the
 * touched rows of each table, decide in order in Java, write each changed row once, insert the history, move the mark.
 *
 * <p>It holds one connection for its life. Losing it is final, as every exception is: nobody knows then what the
 * database kept, until a new ledger opens it and reads its mark.
 */
public final class SqlLedger implements Ledger {

    private final BankScale scale;
    private final SqlDatabase database;
    private final boolean dropOnClose;
    private final HikariDataSource pool;
    private final Connection connection;
    private final MarkRow markRow;
    private final BalanceTable accountTable;
    private final BalanceTable tellerTable;
    private final BalanceTable branchTable;
    private final HistoryTable historyTable;
    private final TotalsQuery totalsQuery;
    private final TouchedRows accounts = new TouchedRows();
    private final TouchedRows tellers = new TouchedRows();
    private final TouchedRows branches = new TouchedRows();
    private Mark mark;
    private boolean pending;

    /** Opens a new H2 database in this process's memory, founded and filled; closing the ledger drops it. */
    public static SqlLedger openH2InMemory(BankIdentity identity, PopulateProgress progress) {
        return openOwned(SqlDatabase.h2InMemory(), identity, progress);
    }

    /** Opens an H2 database that closing the ledger drops. */
    static SqlLedger openOwned(SqlDatabase database, BankIdentity identity, PopulateProgress progress) {
        return open(database, identity, progress, true);
    }

    /**
     * Opens a bank's database. An empty one becomes this bank's, and is filled with all balances at 0.
     *
     * @throws IllegalStateException if it belongs to another bank, or to a bank of another scale or currency
     */
    public static SqlLedger open(SqlDatabase database, BankIdentity identity, PopulateProgress progress) {
        return open(database, identity, progress, false);
    }

    private static SqlLedger open(
            SqlDatabase database, BankIdentity identity, PopulateProgress progress, boolean dropOnClose) {
        HikariDataSource pool = database.pool();
        try {
            Flyway.configure()
                    .dataSource(pool)
                    .locations(database.dialect().migrations())
                    .load()
                    .migrate();
            Connection connection = pool.getConnection();
            DSLContext jooq = DSL.using(connection, database.dialect().jooq());
            new Founding(jooq, identity).found(progress);
            connection.setAutoCommit(false);
            return new SqlLedger(identity.scale(), database, dropOnClose, pool, connection, jooq);
        } catch (SQLException | RuntimeException e) {
            pool.close();
            if (dropOnClose) {
                database.drop();
            }
            throw e instanceof RuntimeException unchecked
                    ? unchecked
                    : new DataAccessException("cannot open " + database, e);
        }
    }

    private SqlLedger(
            BankScale scale,
            SqlDatabase database,
            boolean dropOnClose,
            HikariDataSource pool,
            Connection connection,
            DSLContext jooq)
            throws SQLException {
        Dialect dialect = database.dialect();
        this.scale = scale;
        this.database = database;
        this.dropOnClose = dropOnClose;
        this.pool = pool;
        this.connection = connection;
        this.markRow = new MarkRow(connection, jooq);
        this.accountTable = new BalanceTable(BalanceKind.ACCOUNT, connection, jooq, dialect);
        this.tellerTable = new BalanceTable(BalanceKind.TELLER, connection, jooq, dialect);
        this.branchTable = new BalanceTable(BalanceKind.BRANCH, connection, jooq, dialect);
        this.historyTable = new HistoryTable(connection, jooq, dialect);
        this.totalsQuery = new TotalsQuery(jooq);
        this.mark = markRow.lock();
        connection.rollback();
    }

    @Override
    public Mark mark() {
        return mark;
    }

    @Override
    public void execute(TransactionBatch batch) {
        requireNonePending();
        requireNext(batch.firstPosition());
        run("execute", () -> {
            markRow.lockAt(mark);
            pending = true;
            clearTouched();
            touchKnown(batch);
            accountTable.read(accounts);
            tellerTable.read(tellers);
            branchTable.read(branches);
            decide(batch);
            writeChanged();
            historyTable.insert(batch, 0);
        });
    }

    @Override
    public void commit(Mark newMark) {
        run("commit", () -> {
            if (!pending) {
                markRow.lockAt(mark);
            }
            advanceTo(newMark);
        });
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, Mark newMark) {
        requireNonePending();
        requireNext(batch.firstPosition() + fromRow);
        run("redo", () -> {
            markRow.lockAt(mark);
            clearTouched();
            takeAfterImages(batch, fromRow);
            writeChanged();
            historyTable.insert(batch, fromRow);
            advanceTo(newMark);
        });
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        requireNonePending();
        run("read", () -> {
            TouchedRows rows = rowsOf(kind);
            rows.clear();
            for (int i = 0; i < count; i++) {
                rows.touch(ids[i]);
            }
            markRow.lockAt(mark);
            tableOf(kind).read(rows);
            connection.rollback();
            for (int i = 0; i < count; i++) {
                balancesMinor[i] = rows.balance(rows.slotOf(ids[i]));
            }
        });
    }

    @Override
    public Totals totals() {
        requireNonePending();
        Totals[] totals = new Totals[1];
        run("totals", () -> {
            markRow.lockAt(mark);
            totals[0] = totalsQuery.fetch();
            connection.rollback();
        });
        return totals[0];
    }

    /** Rolls back what is pending. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // It was lost before, and so the database rolls back by itself.
            pool.evictConnection(connection);
        }
        pool.close();
        if (dropOnClose) {
            database.drop();
        }
    }

    private void clearTouched() {
        accounts.clear();
        tellers.clear();
        branches.clear();
    }

    /** Refuses rows with unknown ids, and collects the ids of the others. */
    private void touchKnown(TransactionBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            if (Decision.refuseUnknown(scale, batch, row)) {
                continue;
            }
            long teller = batch.requests.teller[row];
            accounts.touch(batch.requests.account[row]);
            tellers.touch(teller);
            branches.touch(BankScale.branchOf(teller));
            if (batch.isTransfer(row)) {
                accounts.touch(batch.requests.target[row]);
            }
        }
    }

    private void decide(TransactionBatch batch) {
        for (int row = 0; row < batch.size(); row++) {
            if (!Decision.refuseUnknown(scale, batch, row)) {
                decideKnown(batch, row);
            }
        }
    }

    private void decideKnown(TransactionBatch batch, int row) {
        long tellerId = batch.requests.teller[row];
        boolean transfer = batch.isTransfer(row);
        int account = accounts.slotOf(batch.requests.account[row]);
        int target = transfer ? accounts.slotOf(batch.requests.target[row]) : account;
        int teller = tellers.slotOf(tellerId);
        int branch = branches.slotOf(BankScale.branchOf(tellerId));
        boolean committed = Decision.decide(
                batch,
                row,
                accounts.balance(account),
                accounts.balance(target),
                tellers.balance(teller),
                branches.balance(branch));
        if (!committed) {
            return;
        }
        accounts.change(account, batch.balance[row]);
        if (transfer) {
            accounts.change(target, batch.targetBalance[row]);
        } else {
            tellers.change(teller, batch.tellerBalance[row]);
            branches.change(branch, batch.branchBalance[row]);
        }
    }

    /** Merges after-images to the last one of each row. */
    private void takeAfterImages(TransactionBatch batch, int fromRow) {
        for (int row = fromRow; row < batch.size(); row++) {
            if (!batch.isCommitted(row)) {
                continue;
            }
            long teller = batch.requests.teller[row];
            accounts.change(accounts.touch(batch.requests.account[row]), batch.balance[row]);
            tellers.change(tellers.touch(teller), batch.tellerBalance[row]);
            branches.change(branches.touch(BankScale.branchOf(teller)), batch.branchBalance[row]);
            if (batch.isTransfer(row)) {
                accounts.change(accounts.touch(batch.requests.target[row]), batch.targetBalance[row]);
            }
        }
    }

    private void writeChanged() throws SQLException {
        accountTable.write(accounts);
        tellerTable.write(tellers);
        branchTable.write(branches);
    }

    private void advanceTo(Mark newMark) throws SQLException {
        markRow.advance(newMark);
        connection.commit();
        mark = newMark;
        pending = false;
    }

    private TouchedRows rowsOf(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> accounts;
            case TELLER -> tellers;
            case BRANCH -> branches;
        };
    }

    private BalanceTable tableOf(BalanceKind kind) {
        return switch (kind) {
            case ACCOUNT -> accountTable;
            case TELLER -> tellerTable;
            case BRANCH -> branchTable;
        };
    }

    private void requireNonePending() {
        if (pending) {
            throw new IllegalStateException("a batch is pending; it is committed first");
        }
    }

    private void requireNext(long position) {
        if (position != mark.position() + 1) {
            throw new IllegalStateException(
                    "the batch goes on at position " + position + "; the ledger stands at " + mark.position());
        }
    }

    private static void run(String what, SqlStep step) {
        try {
            step.run();
        } catch (SQLException e) {
            throw new DataAccessException(what + " failed", e);
        }
    }

    @FunctionalInterface
    private interface SqlStep {
        void run() throws SQLException;
    }
}
