package org.debitcredit.tpcc.load;

import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.DISTRICT;
import static org.debitcredit.tpcc.schema.Tables.HISTORY;
import static org.debitcredit.tpcc.schema.Tables.ITEM;
import static org.debitcredit.tpcc.schema.Tables.NEW_ORDER;
import static org.debitcredit.tpcc.schema.Tables.ORDERS;
import static org.debitcredit.tpcc.schema.Tables.ORDER_LINE;
import static org.debitcredit.tpcc.schema.Tables.STOCK;
import static org.debitcredit.tpcc.schema.Tables.WAREHOUSE;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.debitcredit.tpcc.LastName;
import org.debitcredit.tpcc.NuRand;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/** Makes and inserts the rows of one part (clause 4.3.3.1). */
final class PartRows {

    private static final long CREDIT_LIMIT_CENTS = 50_000_00;
    private static final long FIRST_PAYMENT_CENTS = 10_00;
    private static final int RATE_MAX = 2_000;
    private static final int DISCOUNT_MAX = 5_000;

    /** Customers up to this one have every last name once; the others have them at random. */
    private static final int NAMED_IN_TURN = NuRand.LAST_NAMES_MAX + 1;

    private final Connection connection;
    private final DatabaseKind kind;
    private final TpccScale scale;
    private final NuRand lastNames;
    private final LoadTally tally;
    private final long nowMicros;
    private final SplittableRandom random;
    private final RandomText text;

    PartRows(
            Connection connection,
            DatabaseKind kind,
            TpccScale scale,
            NuRand lastNames,
            LoadTally tally,
            long nowMicros,
            SplittableRandom random) {
        this.connection = connection;
        this.kind = kind;
        this.scale = scale;
        this.lastNames = lastNames;
        this.tally = tally;
        this.nowMicros = nowMicros;
        this.random = random;
        this.text = new RandomText(random);
    }

    void insert(LoadPart part) throws SQLException {
        if (part instanceof LoadPart.Warehouse of) {
            warehouse(of.warehouse());
        } else if (part instanceof LoadPart.Customers of) {
            customers(of.warehouse(), of.district());
        } else if (part instanceof LoadPart.Orders of) {
            orders(of.warehouse(), of.district());
        } else {
            items();
        }
    }

    private void items() throws SQLException {
        try (RowInsert items = into(ITEM)) {
            for (int item = 1; item <= scale.items(); item++) {
                items.add(
                        item, between(1, 10_000), text.alphanumeric(14, 24), (long) between(1_00, 100_00), text.data());
            }
            items.flush();
        }
    }

    private void warehouse(int warehouse) throws SQLException {
        try (RowInsert warehouses = into(WAREHOUSE)) {
            warehouses.add(
                    warehouse,
                    text.alphanumeric(6, 10),
                    text.alphanumeric(10, 20),
                    text.alphanumeric(10, 20),
                    text.alphanumeric(10, 20),
                    text.state(),
                    text.zip(),
                    between(0, RATE_MAX),
                    TpccScale.DISTRICTS * districtYtdCents());
            warehouses.flush();
        }
        try (RowInsert districts = into(DISTRICT)) {
            for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
                districts.add(
                        warehouse,
                        district,
                        text.alphanumeric(6, 10),
                        text.alphanumeric(10, 20),
                        text.alphanumeric(10, 20),
                        text.alphanumeric(10, 20),
                        text.state(),
                        text.zip(),
                        between(0, RATE_MAX),
                        districtYtdCents(),
                        scale.customersPerDistrict() + 1);
            }
            districts.flush();
        }
        stock(warehouse);
    }

    private void stock(int warehouse) throws SQLException {
        try (RowInsert stocks = into(STOCK)) {
            @Nullable Object[] row = new Object[STOCK.fields().length];
            for (int item = 1; item <= scale.items(); item++) {
                int column = 0;
                row[column++] = warehouse;
                row[column++] = item;
                row[column++] = between(10, 100);
                for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
                    row[column++] = text.alphanumeric(24, 24);
                }
                row[column++] = 0;
                row[column++] = 0;
                row[column++] = 0;
                row[column] = text.data();
                stocks.add(row);
            }
            stocks.flush();
        }
    }

    private void customers(int warehouse, int district) throws SQLException {
        boolean[] bad = tenth(scale.customersPerDistrict());
        try (RowInsert customers = into(CUSTOMER);
                RowInsert histories = into(HISTORY)) {
            for (int customer = 1; customer <= scale.customersPerDistrict(); customer++) {
                customers.add(
                        warehouse,
                        district,
                        customer,
                        text.alphanumeric(8, 16),
                        "OE",
                        LastName.of(customer <= NAMED_IN_TURN ? customer - 1 : lastNames.next(random)),
                        text.alphanumeric(10, 20),
                        text.alphanumeric(10, 20),
                        text.alphanumeric(10, 20),
                        text.state(),
                        text.zip(),
                        text.digits(16),
                        nowMicros,
                        bad[customer - 1] ? "BC" : "GC",
                        CREDIT_LIMIT_CENTS,
                        between(0, DISCOUNT_MAX),
                        -FIRST_PAYMENT_CENTS,
                        FIRST_PAYMENT_CENTS,
                        1,
                        0,
                        text.alphanumeric(300, 500));
                histories.add(
                        customer,
                        district,
                        warehouse,
                        district,
                        warehouse,
                        nowMicros,
                        FIRST_PAYMENT_CENTS,
                        text.alphanumeric(12, 24));
            }
            customers.flush();
            histories.flush();
        }
    }

    private void orders(int warehouse, int district) throws SQLException {
        int[] customers = permutation(scale.customersPerDistrict());
        try (RowInsert orders = into(ORDERS);
                RowInsert lines = into(ORDER_LINE);
                RowInsert news = into(NEW_ORDER)) {
            for (int order = 1; order <= customers.length; order++) {
                boolean delivered = order <= scale.deliveredPerDistrict();
                int count = between(5, 15);
                orders.add(
                        warehouse,
                        district,
                        order,
                        customers[order - 1],
                        nowMicros,
                        delivered ? between(1, 10) : null,
                        count,
                        1);
                for (int number = 1; number <= count; number++) {
                    lines.add(
                            warehouse,
                            district,
                            order,
                            number,
                            between(1, scale.items()),
                            warehouse,
                            delivered ? nowMicros : null,
                            5,
                            delivered ? 0L : (long) between(1, 9_999_99),
                            text.alphanumeric(24, 24));
                }
                if (!delivered) {
                    news.add(warehouse, district, order);
                }
            }
            orders.flush();
            lines.flush();
            news.flush();
        }
    }

    /** The first payments of its customers: 30,000.00 for 3,000 of them. */
    private long districtYtdCents() {
        return FIRST_PAYMENT_CENTS * scale.customersPerDistrict();
    }

    private RowInsert into(Table<?> table) throws SQLException {
        return new RowInsert(connection, kind, table, tally);
    }

    private int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    /** A tenth of the numbers, at random. */
    private boolean[] tenth(int count) {
        boolean[] chosen = new boolean[count];
        int[] order = permutation(count);
        for (int i = 0; i < count / 10; i++) {
            chosen[order[i] - 1] = true;
        }
        return chosen;
    }

    /** The numbers from 1 in random order. */
    private int[] permutation(int count) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(i + 1);
            numbers[i] = numbers[at];
            numbers[at] = i + 1;
        }
        return numbers;
    }
}
