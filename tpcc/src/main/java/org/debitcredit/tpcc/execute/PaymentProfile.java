package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.execute.Parameters.placeholder;
import static org.debitcredit.tpcc.execute.Parameters.placeholders;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.DISTRICT;
import static org.debitcredit.tpcc.schema.Tables.HISTORY;
import static org.debitcredit.tpcc.schema.Tables.WAREHOUSE;
import static org.jooq.impl.DSL.concat;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.insertInto;
import static org.jooq.impl.DSL.substring;
import static org.jooq.impl.DSL.update;
import static org.jooq.impl.DSL.when;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccAnswer.Address;
import org.debitcredit.tpcc.TpccRequest.Payment;
import org.jooq.Condition;

/** Payment (clause 2.5). */
final class PaymentProfile {

    private static final String BAD_CREDIT = "BC";
    private static final int DATA_MAX = 500;
    private static final int DATA_SHOWN = 200;

    /** Between the names of warehouse and district in the history (clause 2.5.2.2). */
    private static final String SPACES = "    ";

    private final UpdateReturning warehouse;
    private final UpdateReturning district;
    private final CustomerNumbers customers;
    private final UpdateReturning customer;
    private final Prepared insertHistory;

    PaymentProfile(PreparedStatements statements, CustomerNumbers customers) throws SQLException {
        this.customers = customers;
        warehouse = statements.prepareReturning(
                WAREHOUSE,
                update(WAREHOUSE).set(WAREHOUSE.W_YTD, WAREHOUSE.W_YTD.plus(placeholder(WAREHOUSE.W_YTD))),
                key(WAREHOUSE.W_ID),
                WAREHOUSE.W_NAME,
                WAREHOUSE.W_STREET_1,
                WAREHOUSE.W_STREET_2,
                WAREHOUSE.W_CITY,
                WAREHOUSE.W_STATE,
                WAREHOUSE.W_ZIP);
        district = statements.prepareReturning(
                DISTRICT,
                update(DISTRICT).set(DISTRICT.D_YTD, DISTRICT.D_YTD.plus(placeholder(DISTRICT.D_YTD))),
                key(DISTRICT.D_W_ID, DISTRICT.D_ID),
                DISTRICT.D_NAME,
                DISTRICT.D_STREET_1,
                DISTRICT.D_STREET_2,
                DISTRICT.D_CITY,
                DISTRICT.D_STATE,
                DISTRICT.D_ZIP);
        Condition bad = CUSTOMER.C_CREDIT.eq(inline(BAD_CREDIT));
        customer = statements.prepareReturning(
                CUSTOMER,
                update(CUSTOMER)
                        .set(CUSTOMER.C_BALANCE, CUSTOMER.C_BALANCE.minus(placeholder(CUSTOMER.C_BALANCE)))
                        .set(CUSTOMER.C_YTD_PAYMENT, CUSTOMER.C_YTD_PAYMENT.plus(placeholder(CUSTOMER.C_YTD_PAYMENT)))
                        .set(CUSTOMER.C_PAYMENT_CNT, CUSTOMER.C_PAYMENT_CNT.plus(inline(1)))
                        .set(
                                CUSTOMER.C_DATA,
                                when(
                                                bad,
                                                substring(
                                                        concat(placeholder(CUSTOMER.C_DATA), CUSTOMER.C_DATA),
                                                        inline(1),
                                                        inline(DATA_MAX)))
                                        .otherwise(CUSTOMER.C_DATA)),
                key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID),
                CUSTOMER.C_FIRST,
                CUSTOMER.C_MIDDLE,
                CUSTOMER.C_LAST,
                CUSTOMER.C_STREET_1,
                CUSTOMER.C_STREET_2,
                CUSTOMER.C_CITY,
                CUSTOMER.C_STATE,
                CUSTOMER.C_ZIP,
                CUSTOMER.C_PHONE,
                CUSTOMER.C_SINCE,
                CUSTOMER.C_CREDIT,
                CUSTOMER.C_CREDIT_LIM,
                CUSTOMER.C_DISCOUNT,
                CUSTOMER.C_BALANCE,
                when(bad, substring(CUSTOMER.C_DATA, inline(1), inline(DATA_SHOWN)))
                        .otherwise(inline("")));
        insertHistory = statements.prepare(
                insertInto(HISTORY).columns(HISTORY.fields()).values(placeholders(HISTORY.fields())));
    }

    TpccAnswer.Payment execute(Payment payment, long nowMicros) throws SQLException {
        String warehouseName;
        Address warehouseAddress;
        try (ResultSet rows = warehouse.with(payment.amountCents()).rows(payment.warehouse())) {
            Unknown.unless(rows.next(), "warehouse", payment.warehouse());
            warehouseName = rows.getString(1);
            warehouseAddress = address(rows, 2);
        }
        String districtName;
        Address districtAddress;
        try (ResultSet rows = district.with(payment.amountCents()).rows(payment.warehouse(), payment.district())) {
            Unknown.unless(rows.next(), "district", payment.warehouse(), payment.district());
            districtName = rows.getString(1);
            districtAddress = address(rows, 2);
        }
        int number = customers.find(payment.customerWarehouse(), payment.customerDistrict(), payment.customer());
        insertHistory
                .with(number)
                .with(payment.customerDistrict())
                .with(payment.customerWarehouse())
                .with(payment.district())
                .with(payment.warehouse())
                .with(nowMicros)
                .with(payment.amountCents())
                .with(warehouseName + SPACES + districtName)
                .update();
        return booked(payment, number, nowMicros, warehouseAddress, districtAddress);
    }

    /** Books the payment to the customer. */
    private TpccAnswer.Payment booked(
            Payment payment, int number, long nowMicros, Address warehouseAddress, Address districtAddress)
            throws SQLException {
        try (ResultSet rows = customer.with(payment.amountCents())
                .with(payment.amountCents())
                .with(dataOf(payment, number))
                .rows(payment.customerWarehouse(), payment.customerDistrict(), number)) {
            Unknown.unless(rows.next(), "customer", payment.customerWarehouse(), payment.customerDistrict(), number);
            return new TpccAnswer.Payment(
                    payment.warehouse(),
                    payment.district(),
                    warehouseAddress,
                    districtAddress,
                    payment.customerWarehouse(),
                    payment.customerDistrict(),
                    number,
                    rows.getString(1),
                    rows.getString(2),
                    rows.getString(3),
                    address(rows, 4),
                    rows.getString(9),
                    rows.getLong(10),
                    rows.getString(11),
                    rows.getLong(12),
                    rows.getInt(13),
                    rows.getLong(14),
                    rows.getString(15),
                    payment.amountCents(),
                    nowMicros);
        }
    }

    /** What is put in front of the data of a customer with bad credit (clause 2.5.2.2). */
    private static String dataOf(Payment payment, int customer) {
        return customer + " " + payment.customerDistrict() + " " + payment.customerWarehouse() + " "
                + payment.district() + " " + payment.warehouse() + " " + payment.amountCents() + " ";
    }

    /** Reads an address from five columns. */
    private static Address address(ResultSet rows, int first) throws SQLException {
        return new Address(
                rows.getString(first),
                rows.getString(first + 1),
                rows.getString(first + 2),
                rows.getString(first + 3),
                rows.getString(first + 4));
    }
}
