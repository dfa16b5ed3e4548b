package org.debitcredit.tpcc.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.database.DatabaseKind;

/**
 * Executes transactions on one connection, one after the other, each as a database transaction. One that the database
 * rolled back because of another one is repeated. Used by one thread at a time.
 */
public final class TpccSession implements AutoCloseable {

    /** After as many attempts the failure is the caller's. */
    private static final int ATTEMPTS_MAX = 50;

    private final Connection connection;
    private final DatabaseKind kind;
    private final InstantSource clock;
    private final Statements statements;
    private final NewOrderProfile newOrder;
    private final PaymentProfile payment;
    private final OrderStatusProfile orderStatus;
    private final DeliveryProfile delivery;
    private final StockLevelProfile stockLevel;
    private long skippedDeliveries;
    private long repeats;

    /** @param connection without automatic commits, on a loaded database; it stays open after the session */
    public TpccSession(Connection connection, DatabaseKind kind, InstantSource clock) throws SQLException {
        this.connection = connection;
        this.kind = kind;
        this.clock = clock;
        statements = new Statements(connection, kind);
        newOrder = new NewOrderProfile(statements);
        payment = new PaymentProfile(statements);
        orderStatus = new OrderStatusProfile(statements);
        delivery = new DeliveryProfile(statements);
        stockLevel = new StockLevelProfile(statements);
    }

    /**
     * Executes a transaction and commits it. Of a delivery this is the deferred part.
     *
     * @throws Unknown when it names what the database does not have; it was rolled back
     * @throws SQLException when the database failed; it was rolled back, unless the connection broke
     */
    public TpccAnswer execute(TpccRequest request) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                TpccAnswer answer = profile(request);
                if (answer instanceof TpccAnswer.RolledBack) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
                return answer;
            } catch (SQLException failed) {
                rollBack();
                if (attempt == ATTEMPTS_MAX || !kind.isTransient(failed)) {
                    throw failed;
                }
                repeats++;
            } catch (RuntimeException unknown) {
                rollBack();
                throw unknown;
            }
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
        skippedDeliveries += delivery.execute(asked, nowMicros());
        return new TpccAnswer.Delivery(asked.warehouse(), asked.carrier());
    }

    private void rollBack() throws SQLException {
        statements.reset();
        connection.rollback();
    }

    private long nowMicros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    /** Districts that had no order to deliver (clause 2.7.4.2). */
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
