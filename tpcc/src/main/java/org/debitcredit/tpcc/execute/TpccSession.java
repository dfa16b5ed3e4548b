package org.debitcredit.tpcc.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.database.ConflictPauses;
import org.debitcredit.tpcc.database.DatabaseKind;

/**
 * Executes transactions on one connection, one after the other: each as a database transaction, or several in a group
 * that is committed together. Used by one thread at a time.
 */
public final class TpccSession implements AutoCloseable {

    private final Connection connection;
    private final DatabaseKind kind;
    private final InstantSource clock;
    private final PreparedStatements statements;
    private final NewOrderProfile newOrder;
    private final PaymentProfile payment;
    private final OrderStatusProfile orderStatus;
    private final DeliveryProfile delivery;
    private final StockLevelProfile stockLevel;
    private final GroupSavepoint savepoint;
    private final ConflictPauses conflicts = ConflictPauses.sleeping();

    /** Transactions that were executed since the last commit. */
    private int uncommitted;

    /** Districts without an order to deliver, in transactions since the last commit. */
    private long skippedUncommitted;

    private long skippedDeliveries;
    private long repeats;

    /** @param connection without automatic commits, on a loaded database; it stays open after the session */
    public TpccSession(Connection connection, DatabaseKind kind, InstantSource clock) throws SQLException {
        this.connection = connection;
        this.kind = kind;
        this.clock = clock;
        statements = new PreparedStatements(connection, kind);
        savepoint = new GroupSavepoint(statements);
        try {
            CustomerNumbers customers = new CustomerNumbers(statements);
            newOrder = new NewOrderProfile(statements);
            payment = new PaymentProfile(statements, customers);
            orderStatus = new OrderStatusProfile(statements, customers);
            delivery = new DeliveryProfile(statements);
            stockLevel = new StockLevelProfile(statements);
        } catch (SQLException | RuntimeException unprepared) {
            close(statements, unprepared);
            throw unprepared;
        }
    }

    /** Nobody else closes the statements of a session that could not be made, as where a table is missing. */
    private static void close(PreparedStatements statements, Exception unprepared) {
        try {
            statements.close();
        } catch (SQLException notClosed) {
            unprepared.addSuppressed(notClosed);
        }
    }

    /**
     * Executes a transaction and commits it. Of a delivery this is the deferred part. If the database rolled it back
     * because of another transaction, it is repeated after a short pause, for a limited time.
     *
     * @throws Unknown when it names what the database does not have; it was rolled back
     * @throws SQLException when the database failed; it was rolled back, unless the connection broke
     */
    public TpccAnswer execute(TpccRequest request) throws SQLException {
        long begunNanos = conflicts.nowNanos();
        for (int failures = 1; ; failures++) {
            try {
                TpccAnswer answer = executeInGroup(request);
                commitGroup();
                return answer;
            } catch (SQLException failed) {
                if (!kind.isTransient(failed) || !conflicts.mayRepeat(failures, begunNanos)) {
                    throw failed;
                }
                repeats++;
            }
        }
    }

    /**
     * Executes a transaction as one more of a group, and does not commit it. The answer may be given when the group has
     * been committed. A transaction that fails is rolled back alone.
     *
     * @throws Unknown when it names what the database does not have; it was rolled back
     * @throws GroupLost when the database failed and all transactions of the group were rolled back
     * @throws SQLException when the database failed; it was rolled back, unless the connection broke
     */
    public TpccAnswer executeInGroup(TpccRequest request) throws SQLException {
        try {
            if (uncommitted > 0) {
                savepoint.set();
            }
            TpccAnswer answer = profile(request);
            if (answer instanceof TpccAnswer.RolledBack) {
                rollBackLast();
                return answer;
            }
            if (uncommitted > 0) {
                savepoint.release();
            }
            uncommitted++;
            return answer;
        } catch (SQLException | RuntimeException failed) {
            undoFailed(failed);
            throw failed;
        }
    }

    /**
     * Commits the group. When this fails, all transactions of the group were rolled back, unless the connection broke.
     */
    public void commitGroup() throws SQLException {
        if (uncommitted == 0) {
            return;
        }
        try {
            connection.commit();
            uncommitted = 0;
            skippedDeliveries += skippedUncommitted;
            skippedUncommitted = 0;
        } catch (SQLException failed) {
            rollBackGroup(failed);
            throw failed;
        }
    }

    private void rollBackLast() throws SQLException {
        if (uncommitted == 0) {
            connection.rollback();
        } else {
            savepoint.rollBack();
        }
        statements.reset();
    }

    private void undoFailed(Exception failed) throws GroupLost {
        boolean alone = uncommitted == 0;
        try {
            rollBackLast();
        } catch (SQLException notUndone) {
            failed.addSuppressed(notUndone);
            if (!alone) {
                rollBackGroup(failed);
                throw new GroupLost(failed);
            }
        }
    }

    private void rollBackGroup(Exception because) {
        uncommitted = 0;
        skippedUncommitted = 0;
        try {
            connection.rollback();
            statements.reset();
        } catch (SQLException notRolledBack) {
            because.addSuppressed(notRolledBack);
        }
    }

    private TpccAnswer profile(TpccRequest request) throws SQLException {
        if (request instanceof TpccRequest.NewOrder order) {
            return newOrder.execute(order, nowMicros());
        } else if (request instanceof TpccRequest.Payment paid) {
            return payment.execute(paid, nowMicros());
        } else if (request instanceof TpccRequest.OrderStatus status) {
            return orderStatus.execute(status);
        } else if (request instanceof TpccRequest.StockLevel level) {
            return stockLevel.execute(level);
        }
        TpccRequest.Delivery asked = (TpccRequest.Delivery) request;
        skippedUncommitted += delivery.execute(asked, nowMicros());
        return new TpccAnswer.Delivery(asked.warehouse(), asked.carrier());
    }

    private long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    /** Districts that had no order to deliver, of deliveries that were committed (clause 2.7.4.2). */
    public long skippedDeliveries() {
        return skippedDeliveries;
    }

    /** Transactions that were begun again because of another one. */
    public long repeats() {
        return repeats;
    }

    @Override
    public void close() throws SQLException {
        statements.close();
    }
}
