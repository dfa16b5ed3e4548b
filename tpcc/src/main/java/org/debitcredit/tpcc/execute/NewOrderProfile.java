package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.execute.Parameters.placeholder;
import static org.debitcredit.tpcc.execute.Parameters.placeholders;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.DISTRICT;
import static org.debitcredit.tpcc.schema.Tables.ITEM;
import static org.debitcredit.tpcc.schema.Tables.NEW_ORDER;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.debitcredit.tpcc.schema.Tables.STOCK;
import static org.debitcredit.tpcc.schema.Tables.WAREHOUSE;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.insertInto;
import static org.jooq.impl.DSL.position;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.update;
import static org.jooq.impl.DSL.when;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest.NewOrder;
import org.debitcredit.tpcc.TpccScale;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.InsertValuesStepN;
import org.jooq.SelectForUpdateStep;
import org.jspecify.annotations.Nullable;

/**
 * New-Order (clause 2.4). All lines' items and stocks are read by one statement, or by one for each warehouse that
 * supplies some, and all lines are inserted by one. For an order with an unused item, everything else is done before it
 * is rolled back.
 */
final class NewOrderProfile {

    /** Most lines of an order (clause 2.4.1.3). */
    static final int LINES_MAX = 15;

    private static final String ORIGINAL = "ORIGINAL";
    private static final int RATE = 10_000;

    /** If fewer would be left in a stock, {@link #FILLED_BY} are added to it (clause 2.4.2.2). */
    private static final int LEFT_MIN = 10;

    private static final int FILLED_BY = 91;

    private final PreparedStatements statements;
    private final UpdateReturning nextOrder;
    private final Prepared customerAndWarehouse;
    private final Prepared insertOrder;
    private final Prepared insertNewOrder;
    private final StockWrites stockWrites;
    private final @Nullable Prepared[] insertLines = new Prepared[LINES_MAX + 1];

    /** Statements that read stocks, by district and number of items. */
    private final @Nullable Prepared[][] stocks = new Prepared[TpccScale.DISTRICTS + 1][LINES_MAX + 1];

    NewOrderProfile(PreparedStatements statements) throws SQLException {
        this.statements = statements;
        nextOrder = statements.prepareReturning(
                DISTRICT,
                update(DISTRICT).set(DISTRICT.D_NEXT_O_ID, DISTRICT.D_NEXT_O_ID.plus(inline(1))),
                key(DISTRICT.D_W_ID, DISTRICT.D_ID),
                DISTRICT.D_NEXT_O_ID,
                DISTRICT.D_TAX);
        customerAndWarehouse =
                statements.prepare(select(CUSTOMER.C_LAST, CUSTOMER.C_CREDIT, CUSTOMER.C_DISCOUNT, WAREHOUSE.W_TAX)
                        .from(CUSTOMER)
                        .join(WAREHOUSE)
                        .on(WAREHOUSE.W_ID.eq(CUSTOMER.C_W_ID))
                        .where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID)));
        insertOrder =
                statements.prepare(insertInto(ORDERS).columns(ORDERS.fields()).values(placeholders(ORDERS.fields())));
        insertNewOrder = statements.prepare(
                insertInto(NEW_ORDER).columns(NEW_ORDER.fields()).values(placeholders(NEW_ORDER.fields())));
        stockWrites = new StockWrites(statements);
    }

    /** Does the work. If the answer is {@link TpccAnswer.RolledBack}, the caller has to roll it back. */
    TpccAnswer execute(NewOrder order, long nowMicros) throws SQLException {
        int number;
        int districtTax;
        try (ResultSet rows = nextOrder.rows(order.warehouse(), order.district())) {
            Unknown.unless(rows.next(), "district", order.warehouse(), order.district());
            number = rows.getInt(1) - 1;
            districtTax = rows.getInt(2);
        }
        String last;
        String credit;
        int discount;
        int warehouseTax;
        try (ResultSet rows = customerAndWarehouse
                .with(order.warehouse())
                .with(order.district())
                .with(order.customer())
                .query()) {
            Unknown.unless(rows.next(), "customer", order.warehouse(), order.district(), order.customer());
            last = rows.getString(1);
            credit = rows.getString(2);
            discount = rows.getInt(3);
            warehouseTax = rows.getInt(4);
        }
        List<StockRow> found = read(order);
        List<TpccAnswer.NewOrder.Line> lines = new ArrayList<>(order.lines().size());
        long sumCents = 0;
        boolean allLocal = true;
        int count = order.lines().size();
        List<String> districtInfos = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            NewOrder.Line line = order.lines().get(i);
            boolean local = line.supplyWarehouse() == order.warehouse();
            allLocal &= local;
            StockRow stock = StockRow.find(found, line.supplyWarehouse(), line.item());
            if (stock == null) {
                continue;
            }
            stock.take(line.quantity(), local);
            long amountCents = line.quantity() * stock.priceCents;
            sumCents += amountCents;
            lines.add(new TpccAnswer.NewOrder.Line(
                    line.supplyWarehouse(),
                    line.item(),
                    stock.name,
                    line.quantity(),
                    stock.quantity,
                    stock.brand,
                    stock.priceCents,
                    amountCents));
            districtInfos.add(stock.districtInfo);
        }
        stockWrites.write(found);
        insertOrder
                .with(order.warehouse())
                .with(order.district())
                .with(number)
                .with(order.customer())
                .with(nowMicros)
                .withNullNumber()
                .with(count)
                .with(allLocal ? 1 : 0)
                .update();
        insertNewOrder
                .with(order.warehouse())
                .with(order.district())
                .with(number)
                .update();
        insert(order, number, lines, districtInfos);
        if (lines.size() < count) {
            return new TpccAnswer.RolledBack(
                    order.warehouse(), order.district(), order.customer(), last, credit, number);
        }
        return new TpccAnswer.NewOrder(
                order.warehouse(),
                order.district(),
                order.customer(),
                last,
                credit,
                discount,
                warehouseTax,
                districtTax,
                number,
                nowMicros,
                total(sumCents, discount, warehouseTax, districtTax),
                lines);
    }

    /** Those of the used items, also of an order that is rolled back (clause 2.4.2.3). */
    private void insert(NewOrder order, int number, List<TpccAnswer.NewOrder.Line> lines, List<String> districtInfos)
            throws SQLException {
        if (lines.isEmpty()) {
            return;
        }
        Prepared insert = insertLines(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            TpccAnswer.NewOrder.Line line = lines.get(i);
            insert.with(order.warehouse())
                    .with(order.district())
                    .with(number)
                    .with(line.item())
                    .with(line.supplyWarehouse())
                    .with(line.quantity())
                    .with(line.amountCents())
                    .with(districtInfos.get(i));
        }
        insert.update();
    }

    /** The sum, less the discount, and the taxes on it (clause 2.4.3.3), rounded to a cent. */
    static long total(long sumCents, int discount, int warehouseTax, int districtTax) {
        long scaled = sumCents * (RATE - discount) * (RATE + warehouseTax + districtTax);
        long unit = (long) RATE * RATE;
        return (scaled + unit / 2) / unit;
    }

    private List<StockRow> read(NewOrder order) throws SQLException {
        List<StockRow> found = new ArrayList<>(order.lines().size());
        long[] keys = keys(order);
        if (statements.kind().joinsKeys()) {
            Prepared statement = stocks(order.district(), keys.length);
            for (long key : keys) {
                statement.with(warehouse(key)).with(item(key));
            }
            add(found, statement);
            return found;
        }
        for (int from = 0, to = 0; from < keys.length; from = to) {
            while (to < keys.length && warehouse(keys[to]) == warehouse(keys[from])) {
                to++;
            }
            Prepared statement = stocks(order.district(), to - from).with(warehouse(keys[from]));
            for (int i = from; i < to; i++) {
                statement.with(item(keys[i]));
            }
            add(found, statement);
        }
        return found;
    }

    private static void add(List<StockRow> found, Prepared statement) throws SQLException {
        try (ResultSet rows = statement.query()) {
            while (rows.next()) {
                found.add(new StockRow(
                        rows.getInt(1),
                        rows.getInt(2),
                        rows.getInt(3),
                        rows.getString(4),
                        rows.getLong(5),
                        rows.getString(6),
                        rows.getInt(7) == 1 ? 'B' : 'G'));
            }
        }
    }

    /** Supplying warehouse and item of the lines, each once, in ascending order, in which transactions lock them. */
    private static long[] keys(NewOrder order) {
        long[] keys = new long[order.lines().size()];
        for (int i = 0; i < keys.length; i++) {
            NewOrder.Line line = order.lines().get(i);
            keys[i] = (long) line.supplyWarehouse() << Integer.SIZE | line.item();
        }
        Arrays.sort(keys);
        int kept = 0;
        for (int i = 0; i < keys.length; i++) {
            if (i == 0 || keys[i] != keys[i - 1]) {
                keys[kept++] = keys[i];
            }
        }
        return Arrays.copyOf(keys, kept);
    }

    private static int warehouse(long key) {
        return (int) (key >>> Integer.SIZE);
    }

    private static int item(long key) {
        return (int) key;
    }

    private Prepared insertLines(int count) throws SQLException {
        Prepared known = insertLines[count];
        if (known == null) {
            InsertValuesStepN<?> insert = insertInto(ORDER_LINE).columns(ORDER_LINE.fields());
            for (int number = 1; number <= count; number++) {
                Field<?>[] row = placeholders(ORDER_LINE.fields());
                row[ORDER_LINE.indexOf(ORDER_LINE.OL_NUMBER)] = inline(number);
                row[ORDER_LINE.indexOf(ORDER_LINE.OL_DELIVERY_D)] = inline((Long) null);
                insert = insert.values(row);
            }
            known = statements.prepare(insert);
            insertLines[count] = known;
        }
        return known;
    }

    private Prepared stocks(int district, int count) throws SQLException {
        Prepared known = stocks[district][count];
        if (known == null) {
            Field<?>[] columns = {
                STOCK.S_W_ID,
                STOCK.S_I_ID,
                STOCK.S_QUANTITY,
                ITEM.I_NAME,
                ITEM.I_PRICE,
                STOCK.field(String.format("s_dist_%02d", district)),
                when(original(ITEM.I_DATA).and(original(STOCK.S_DATA)), inline(1))
                        .otherwise(inline(0))
            };
            known = statements.prepareForUpdate(
                    statements.kind().joinsKeys() ? byKeys(columns, count) : byList(columns, count));
            stocks[district][count] = known;
        }
        return known;
    }

    private static Condition original(Field<String> data) {
        return position(data, inline(ORIGINAL)).gt(inline(0));
    }

    /** The rows of a warehouse and some items. */
    private static SelectForUpdateStep<?> byList(Field<?>[] columns, int count) {
        return select(columns)
                .from(STOCK)
                .join(ITEM)
                .on(ITEM.I_ID.eq(STOCK.S_I_ID))
                .where(key(STOCK.S_W_ID))
                .and(STOCK.S_I_ID.in(Collections.nCopies(count, placeholder(STOCK.S_I_ID))))
                .orderBy(STOCK.S_I_ID);
    }

    /** The rows of warehouses and items. */
    private static SelectForUpdateStep<?> byKeys(Field<?>[] columns, int count) {
        ValuesTable wanted = new ValuesTable("wanted", count, STOCK.S_W_ID, STOCK.S_I_ID);
        return select(columns)
                .from(wanted.table())
                .join(STOCK)
                .on(STOCK.S_W_ID.eq(wanted.column(STOCK.S_W_ID)))
                .and(STOCK.S_I_ID.eq(wanted.column(STOCK.S_I_ID)))
                .join(ITEM)
                .on(ITEM.I_ID.eq(wanted.column(STOCK.S_I_ID)));
    }

    /** A stock and its item, and what an order takes. */
    static final class StockRow {

        final int warehouse;
        final int item;
        private final String name;
        private final long priceCents;
        private final String districtInfo;
        private final char brand;
        int quantity;
        int taken;
        int orders;
        int remoteOrders;

        StockRow(int warehouse, int item, int quantity, String name, long priceCents, String districtInfo, char brand) {
            this.warehouse = warehouse;
            this.item = item;
            this.quantity = quantity;
            this.name = name;
            this.priceCents = priceCents;
            this.districtInfo = districtInfo;
            this.brand = brand;
        }

        static @Nullable StockRow find(List<StockRow> stocks, int warehouse, int item) {
            for (StockRow stock : stocks) {
                if (stock.item == item && stock.warehouse == warehouse) {
                    return stock;
                }
            }
            return null;
        }

        /** Clause 2.4.2.2. */
        void take(int ordered, boolean local) {
            quantity = quantity >= ordered + LEFT_MIN ? quantity - ordered : quantity - ordered + FILLED_BY;
            taken += ordered;
            orders++;
            if (!local) {
                remoteOrders++;
            }
        }
    }
}
