package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.execute.Parameters.placeholder;
import static org.debitcredit.tpcc.schema.Tables.DISTRICT;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.debitcredit.tpcc.schema.Tables.STOCK;
import static org.jooq.impl.DSL.countDistinct;
import static org.jooq.impl.DSL.select;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest.StockLevel;

/**
 * Stock-Level (clause 2.8): the distinct items of the last 20 orders of a district with a stock under the threshold.
 */
final class StockLevelProfile {

    private static final int ORDERS = 20;

    private final Prepared nextOrder;
    private final Prepared lowStock;

    StockLevelProfile(PreparedStatements statements) throws SQLException {
        nextOrder = statements.prepare(
                select(DISTRICT.D_NEXT_O_ID).from(DISTRICT).where(key(DISTRICT.D_W_ID, DISTRICT.D_ID)));
        lowStock = statements.prepare(select(countDistinct(STOCK.S_I_ID))
                .from(ORDER_LINE)
                .join(STOCK)
                .on(STOCK.S_I_ID.eq(ORDER_LINE.OL_I_ID).and(STOCK.S_W_ID.eq(ORDER_LINE.OL_W_ID)))
                .where(key(ORDER_LINE.OL_W_ID, ORDER_LINE.OL_D_ID))
                .and(ORDER_LINE.OL_O_ID.ge(placeholder(ORDER_LINE.OL_O_ID)))
                .and(ORDER_LINE.OL_O_ID.lt(placeholder(ORDER_LINE.OL_O_ID)))
                .and(STOCK.S_QUANTITY.lt(placeholder(STOCK.S_QUANTITY))));
    }

    TpccAnswer.StockLevel execute(StockLevel level) throws SQLException {
        int next;
        try (ResultSet rows =
                nextOrder.with(level.warehouse()).with(level.district()).query()) {
            Unknown.unless(rows.next(), "district", level.warehouse(), level.district());
            next = rows.getInt(1);
        }
        try (ResultSet rows = lowStock.with(level.warehouse())
                .with(level.district())
                .with(next - ORDERS)
                .with(next)
                .with(level.threshold())
                .query()) {
            rows.next();
            return new TpccAnswer.StockLevel(level.warehouse(), level.district(), level.threshold(), rows.getInt(1));
        }
    }
}
