package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.execute.Parameters.placeholder;
import static org.debitcredit.tpcc.schema.Tables.STOCK;
import static org.jooq.impl.DSL.update;

import java.sql.SQLException;
import java.util.List;
import org.debitcredit.tpcc.execute.NewOrderProfile.StockRow;
import org.jspecify.annotations.Nullable;

/**
 * Writes what an order takes from the stocks: by a batch of updates or, where the database can, by one update that
 * joins a list of values.
 */
final class StockWrites {

    private final PreparedStatements statements;

    /** By the number of stocks; none where a batch is used. */
    private final @Nullable Prepared[] together = new Prepared[NewOrderProfile.LINES_MAX + 1];

    private final Prepared one;

    StockWrites(PreparedStatements statements) throws SQLException {
        this.statements = statements;
        one = statements.prepare(update(STOCK)
                .set(STOCK.S_QUANTITY, placeholder(STOCK.S_QUANTITY))
                .set(STOCK.S_YTD, STOCK.S_YTD.plus(placeholder(STOCK.S_YTD)))
                .set(STOCK.S_ORDER_CNT, STOCK.S_ORDER_CNT.plus(placeholder(STOCK.S_ORDER_CNT)))
                .set(STOCK.S_REMOTE_CNT, STOCK.S_REMOTE_CNT.plus(placeholder(STOCK.S_REMOTE_CNT)))
                .where(key(STOCK.S_W_ID, STOCK.S_I_ID)));
    }

    void write(List<StockRow> stocks) throws SQLException {
        if (stocks.isEmpty()) {
            return;
        }
        boolean isOneStatement = statements.kind().writesFromValues();
        Prepared update = isOneStatement ? together(stocks.size()) : one;
        for (StockRow stock : stocks) {
            update.with(stock.quantity)
                    .with(stock.taken)
                    .with(stock.orders)
                    .with(stock.remoteOrders)
                    .with(stock.warehouse)
                    .with(stock.item);
            if (!isOneStatement) {
                update.addToBatch();
            }
        }
        if (isOneStatement) {
            update.update();
        } else {
            update.runBatch();
        }
    }

    private Prepared together(int count) throws SQLException {
        Prepared known = together[count];
        if (known == null) {
            ValuesTable taken = new ValuesTable(
                    "taken",
                    count,
                    STOCK.S_QUANTITY,
                    STOCK.S_YTD,
                    STOCK.S_ORDER_CNT,
                    STOCK.S_REMOTE_CNT,
                    STOCK.S_W_ID,
                    STOCK.S_I_ID);
            known = statements.prepare(update(STOCK)
                    .set(STOCK.S_QUANTITY, taken.column(STOCK.S_QUANTITY))
                    .set(STOCK.S_YTD, STOCK.S_YTD.plus(taken.column(STOCK.S_YTD)))
                    .set(STOCK.S_ORDER_CNT, STOCK.S_ORDER_CNT.plus(taken.column(STOCK.S_ORDER_CNT)))
                    .set(STOCK.S_REMOTE_CNT, STOCK.S_REMOTE_CNT.plus(taken.column(STOCK.S_REMOTE_CNT)))
                    .from(taken.table())
                    .where(STOCK.S_W_ID.eq(taken.column(STOCK.S_W_ID)))
                    .and(STOCK.S_I_ID.eq(taken.column(STOCK.S_I_ID))));
            together[count] = known;
        }
        return known;
    }
}
