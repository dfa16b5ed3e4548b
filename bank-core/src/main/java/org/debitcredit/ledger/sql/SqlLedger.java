package org.debitcredit.ledger.sql;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a SQL database. A batch is one database transaction of a handful of statements: lock the log position,
 * read the touched rows of each table, decide in order in Java, write each changed row once, insert the history, move
 * the log position.
 *
 * <p>It holds one connection for its whole life, and another one while it copies. The loss of the first is final, like
 * every exception except {@link MissingRows}: it is unknown what the database kept until a new ledger opens it and
 * reads its log position.
 */
public final class SqlLedger implements Ledger {

    /**
     * A third of what the engine executes in a second on H2 in memory (docs/performance.md), although redo decides
     * nothing, because databases on a disk are slower.
     */
    private static final long REDO_PER_SECOND = 30_000;

    /** Limit for one statement of a batch, longer than the limit for any lock. */
    private static final int ANSWER_MILLIS_MAX = 30_000;

    private static final int FOREVER_MILLIS = 0;

    private final SqlDatabase database;
    private final boolean isRebuilt;
    private final HikariDataSource pool;
    private final Connection connection;
    private final DurableLogPosition durableLogPosition;
    private final LogPositionRow logPositionRow;
    private final Balances balances;
    private final HistoryTable historyTable;
    private final KeyTable keyTable;
    private final HistoryBase historyBase;
    private final HistoryQuery historyQuery;
    private final HistoryTally tally = new HistoryTally();
    private final TotalsQuery totalsQuery;
    private final BalanceRange balanceRange;
    private final StatementReader statements;
    /** Null where all of the history is kept. */
    private final @Nullable HistoryBound historyBound;

    private LogPosition logPosition;
    private long soundFrom;
    private boolean pending;
    private long pendingPosition;
    /**
     * There is one database transaction from the first {@link #load} to {@link #loaded}, so a part of a snapshot is
     * never visible.
     */
    private boolean loading;
    /** A part of a batch may be pending then. It must not be committed by a caller that ignored the exception. */
    private boolean failed;

    /**
     * Opens a new H2 database in this process's memory, founded and filled, that keeps its whole history; closing the
     * ledger drops it.
     */
    public static SqlLedger openH2InMemory(BankIdentity identity, PopulateProgress progress) {
        return openH2InMemory(identity, progress, HistoryRows.ALL);
    }

    /**
     * The same, with a limit of postings.
     *
     * @param historyRowsMax at least 1. After a removal, up to 255 fewer are kept, or 256 if the last transaction that
     *     was removed has two postings
     */
    public static SqlLedger openH2InMemory(BankIdentity identity, PopulateProgress progress, long historyRowsMax) {
        return openBounded(SqlDatabase.h2InMemory(), identity, progress, historyRowsMax);
    }

    /** The same under a name. */
    static SqlLedger openBounded(
            SqlDatabase database, BankIdentity identity, PopulateProgress progress, long historyRowsMax) {
        return open(database, identity, progress, true, historyRowsMax);
    }

    /**
     * Opens an H2 database in a file for a bank that may be larger than memory: it is founded and filled, whatever was
     * in it, and cannot be used once the ledger is closed. For {@link SqlDatabase#isRebuilt}.
     */
    public static SqlLedger openRebuilt(SqlDatabase database, BankIdentity identity, PopulateProgress progress) {
        database.clear();
        return openOwned(database, identity, progress);
    }

    /** Opens an H2 database that closing the ledger drops. */
    static SqlLedger openOwned(SqlDatabase database, BankIdentity identity, PopulateProgress progress) {
        return open(database, identity, progress, true, HistoryRows.ALL);
    }

    /**
     * Opens a bank's database. An empty one becomes this bank's, and is filled with all balances at 0.
     *
     * @throws IllegalStateException if it belongs to another bank, or to a bank of another scale or currency
     */
    public static SqlLedger open(SqlDatabase database, BankIdentity identity, PopulateProgress progress) {
        return open(database, identity, progress, false, HistoryRows.ALL);
    }

    private static SqlLedger open(
            SqlDatabase database,
            BankIdentity identity,
            PopulateProgress progress,
            boolean isRebuilt,
            long historyRowsMax) {
        String what = "opening " + database;
        HikariDataSource pool;
        try {
            pool = database.pool();
        } catch (HikariPool.PoolInitializationException e) {
            throw SqlTrouble.of(what, database.dialect(), e);
        }
        try {
            Schema.make(database, pool);
            Connection connection = pool.getConnection();
            DSLContext jooq = DSL.using(connection, database.dialect().jooq());
            new Founding(jooq, database, identity).found(progress);
            connection.setAutoCommit(false);
            SqlLedger ledger =
                    new SqlLedger(identity.scale(), database, isRebuilt, pool, connection, jooq, historyRowsMax);
            ledger.answerWithin(ANSWER_MILLIS_MAX);
            if (!ledger.logPosition.bank().equals(identity.id())) {
                throw new IllegalStateException("the database was taken by bank " + ledger.logPosition.bank()
                        + " while bank " + identity.id() + " was filling it");
            }
            return ledger;
        } catch (SQLException | RuntimeException e) {
            pool.close();
            if (isRebuilt) {
                database.drop();
            }
            throw e instanceof SQLException sql
                    ? SqlTrouble.of(what, database.dialect(), sql)
                    : SqlTrouble.of(what, database.dialect(), (RuntimeException) e);
        }
    }

    private SqlLedger(
            BankScale scale,
            SqlDatabase database,
            boolean isRebuilt,
            HikariDataSource pool,
            Connection connection,
            DSLContext jooq,
            long historyRowsMax)
            throws SQLException {
        Dialect dialect = database.dialect();
        this.database = database;
        this.isRebuilt = isRebuilt;
        this.pool = pool;
        this.connection = connection;
        this.durableLogPosition = dialect.durableLogPosition();
        this.logPositionRow = new LogPositionRow(connection, jooq, dialect);
        this.balances = new Balances(scale, connection, jooq, dialect);
        this.historyTable = new HistoryTable(connection, jooq, dialect, tally);
        this.keyTable = new KeyTable(connection, jooq, dialect);
        this.historyBase = new HistoryBase(connection, jooq, dialect);
        this.historyQuery = new HistoryQuery(scale, jooq);
        this.totalsQuery = new TotalsQuery(jooq);
        this.balanceRange = new BalanceRange(scale, pool, jooq, dialect);
        this.statements = new StatementReader(pool, dialect, StatementReader.WAIT_MILLIS_MAX);
        this.historyBound =
                historyRowsMax == HistoryRows.ALL ? null : new HistoryBound(historyRowsMax, connection, jooq);
        this.logPosition = logPositionRow.lock();
        this.soundFrom = LogPositionRow.begunAfter(jooq);
        if (logPosition.equals(LogPosition.founding(logPosition.bank()))) {
            tally.begin(BranchHistory.none(scale.branches()));
        }
        connection.rollback();
    }

    @Override
    public LogPosition logPosition() {
        return logPosition;
    }

    @Override
    public void execute(TransactionBatch batch) {
        run("execute", () -> {
            requireIdle();
            requireNext(batch.firstPosition());
            logPositionRow.lockAt(logPosition);
            pending = true;
            pendingPosition = batch.lastPosition();
            balances.decide(batch);
            historyTable.take(List.of(batch), 0, balances);
            balances.write();
            insertHistory(List.of(batch), 0);
        });
    }

    @Override
    public void commit(UUID epoch, long position, int chainChecksum) {
        LogPosition newLogPosition = new LogPosition(logPosition.bank(), epoch, position, chainChecksum);
        run("commit", () -> {
            requireNotLoading();
            if (!pending) {
                logPositionRow.lockAt(logPosition);
            } else if (newLogPosition.position() != pendingPosition) {
                throw new IllegalStateException("the commit is at position " + newLogPosition.position()
                        + "; the pending batch ends at " + pendingPosition);
            }
            advanceTo(newLogPosition);
        });
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, LogPosition newLogPosition) {
        redo(List.of(batch), fromRow, newLogPosition);
    }

    /** {@inheritDoc} As one database transaction. */
    @Override
    public void redo(List<TransactionBatch> batches, int fromRow, LogPosition newLogPosition) {
        run("redo", () -> {
            requireIdle();
            requireNext(batches.get(0).firstPosition() + fromRow);
            logPositionRow.lockAt(logPosition);
            balances.overwrite(batches, fromRow);
            historyTable.take(batches, fromRow, balances);
            balances.write();
            insertHistory(batches, fromRow);
            advanceTo(newLogPosition);
        });
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        run("read", () -> {
            requireIdle();
            logPositionRow.lockAt(logPosition);
            balances.read(kind, ids, count, balancesMinor);
            connection.rollback();
        });
    }

    @Override
    public Totals totals() {
        return query("totals", totalsQuery::fetch);
    }

    @Override
    public BranchHistory history() {
        return query("history", () -> tally.orRead(historyQuery::fetch));
    }

    @Override
    public void copy(BalanceKind kind, long from, int count, long[] balancesMinor) {
        try {
            balanceRange.copy(kind, from, count, balancesMinor);
        } catch (SQLException e) {
            throw SqlTrouble.of("copy", database.dialect(), e);
        }
    }

    @Override
    public void load(BalanceKind kind, long from, int count, long[] balancesMinor) {
        run("load", () -> {
            beginLoading();
            balances.load(kind, from, count, balancesMinor);
        });
    }

    @Override
    public void loaded(BranchHistory history, LogPosition newLogPosition, long newSoundFrom) {
        run("loaded", () -> {
            beginLoading();
            historyBase.insert(history);
            tally.begin(history);
            logPositionRow.beginAfter(newSoundFrom);
            advanceTo(newLogPosition);
            soundFrom = newSoundFrom;
        });
    }

    @Override
    public long soundFrom() {
        return soundFrom;
    }

    @Override
    public long historyRows() {
        return historyBound == null ? 0 : historyBound.rows();
    }

    @Override
    public void whenHistoryIsCut(LongConsumer fromPosition) {
        if (historyBound != null) {
            historyBound.whenCut(fromPosition);
        }
    }

    @Override
    public Statements statements() {
        return statements;
    }

    @Override
    public long redoPerSecond() {
        return REDO_PER_SECOND;
    }

    @Override
    public boolean isPersistent() {
        return !isRebuilt;
    }

    @Override
    public @Nullable LogPosition durableLogPosition() {
        return call("reading what is durable", () -> {
                    requireIdle();
                    return Optional.ofNullable(durableLogPosition.find(connection, logPositionRow, logPosition));
                })
                .orElse(null);
    }

    /** Rolls back what is pending or was loaded in part. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // The connection was already lost, so the database rolls back by itself.
            pool.evictConnection(connection);
        }
        pool.close();
        if (isRebuilt) {
            database.drop();
        }
    }

    private void insertHistory(List<TransactionBatch> batches, int fromRow) throws SQLException {
        keyTable.insert(batches, fromRow);
        int inserted = historyTable.insert();
        if (historyBound != null && historyBound.inserted(inserted)) {
            logPositionRow.beginAfter(Math.max(soundFrom, historyBound.removedThrough()));
        }
    }

    private void advanceTo(LogPosition newLogPosition) throws SQLException {
        logPositionRow.advance(newLogPosition);
        connection.commit();
        logPosition = newLogPosition;
        pending = false;
        loading = false;
        if (historyBound != null) {
            historyBound.committed();
        }
    }

    private void beginLoading() throws SQLException {
        if (pending || !logPosition.equals(LogPosition.founding(logPosition.bank()))) {
            throw new IllegalStateException(
                    "a snapshot is loaded only into a bank that was just founded; this one is at " + logPosition);
        }
        if (!loading) {
            logPositionRow.lockAt(logPosition);
            loading = true;
        }
    }

    private void requireIdle() {
        if (pending) {
            throw new IllegalStateException("a batch is pending; commit it first");
        }
        requireNotLoading();
    }

    private void requireNotLoading() {
        if (loading) {
            throw new IllegalStateException("a snapshot is being loaded; finish that first");
        }
    }

    private void requireNext(long position) {
        if (position != logPosition.position() + 1) {
            throw new IllegalStateException(
                    "the batch starts at position " + position + "; the ledger is at " + logPosition.position());
        }
    }

    /** Reads all committed rows, which takes time. */
    private <T> T query(String what, SqlCall<T> query) {
        return call(what, () -> {
            requireIdle();
            logPositionRow.lockAt(logPosition);
            answerWithin(FOREVER_MILLIS);
            T answer = query.call();
            answerWithin(ANSWER_MILLIS_MAX);
            connection.rollback();
            return answer;
        });
    }

    /**
     * Without this limit, the ledger would wait for a host that disappeared until the network times out, which takes
     * hours.
     */
    private void answerWithin(int millis) throws SQLException {
        if (database.dialect().hasNetwork()) {
            connection.setNetworkTimeout(Runnable::run, millis);
        }
    }

    private void run(String what, SqlStep step) {
        call(what, () -> {
            step.run();
            return true;
        });
    }

    private <T> T call(String what, SqlCall<T> call) {
        if (failed) {
            throw new IllegalStateException("the ledger has failed; it can only be closed");
        }
        failed = true;
        try {
            T answer = call.call();
            failed = false;
            return answer;
        } catch (MissingRows e) {
            undo(what);
            failed = false;
            throw e;
        } catch (SQLException e) {
            throw SqlTrouble.of(what, database.dialect(), e);
        } catch (DataAccessException e) {
            throw SqlTrouble.of(what, database.dialect(), e);
        } finally {
            if (failed) {
                letGo();
            }
        }
    }

    /** Rolls back to the log position, as if nothing had been requested. */
    private void undo(String what) {
        try {
            connection.rollback();
            pending = false;
        } catch (SQLException e) {
            throw SqlTrouble.of(what, database.dialect(), e);
        }
    }

    /**
     * Rolls back. This also releases the lock of the log position. Otherwise the server that fenced this ledger out
     * would wait for the lock as long as this process lives.
     */
    private void letGo() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The connection is lost, and the database rolls back by itself.
        }
    }

    @FunctionalInterface
    private interface SqlStep {
        void run() throws SQLException;
    }

    @FunctionalInterface
    private interface SqlCall<T> {
        T call() throws SQLException;
    }
}
