package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.execute.Parameters.placeholder;
import static org.debitcredit.tpcc.execute.Parameters.placeholders;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.debitcredit.tpcc.schema.Tables.DISTRICT;
import static org.debitcredit.tpcc.schema.Tables.HISTORY;
import static org.debitcredit.tpcc.schema.Tables.WAREHOUSE;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.insertInto;
import static org.jooq.impl.DSL.update;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccAnswer.Address;
import org.debitcredit.tpcc.TpccRequest.Payment;

/** Payment (clause 2.5). */
final class PaymentProfile {

    private static final String BAD_CREDIT = "BC";
    private static final int DATA_MAX = 500;
    private static final int DATA_SHOWN = 200;

    /** Between the names of warehouse and district in the history (clause 2.5.2.2). */
    private static final String SPACES = "    ";

    private final UpdateReturning warehouse;
    private final UpdateReturning district;
    private final CustomerRow.Finder customers;
    private final Prepared updateCustomer;
    private final Prepared insertHistory;

    PaymentProfile(Statements statements) throws SQLException {
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
        customers = new CustomerRow.Finder(statements, true);
        updateCustomer = statements.prepare(update(CUSTOMER)
                .set(CUSTOMER.C_BALANCE, CUSTOMER.C_BALANCE.minus(placeholder(CUSTOMER.C_BALANCE)))
                .set(CUSTOMER.C_YTD_PAYMENT, CUSTOMER.C_YTD_PAYMENT.plus(placeholder(CUSTOMER.C_YTD_PAYMENT)))
                .set(CUSTOMER.C_PAYMENT_CNT, CUSTOMER.C_PAYMENT_CNT.plus(inline(1)))
                .set(CUSTOMER.C_DATA, placeholder(CUSTOMER.C_DATA))
                .where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID)));
        insertHistory = statements.prepare(
                insertInto(HISTORY).columns(HISTORY.fields()).values(placeholders(HISTORY.fields())));
    }

    TpccAnswer.Payment execute(Payment payment, long nowMicros) throws SQLException {
        String warehouseName;
        Address warehouseAddress;
        try (ResultSet rows = warehouse.rows(payment.amountCents(), payment.warehouse())) {
            Unknown.unless(rows.next(), "warehouse", payment.warehouse());
            warehouseName = rows.getString(1);
            warehouseAddress = address(rows);
        }
        String districtName;
        Address districtAddress;
        try (ResultSet rows = district.rows(payment.amountCents(), payment.warehouse(), payment.district())) {
            Unknown.unless(rows.next(), "district", payment.warehouse(), payment.district());
            districtName = rows.getString(1);
            districtAddress = address(rows);
        }
        CustomerRow customer =
                customers.find(payment.customerWarehouse(), payment.customerDistrict(), payment.customer());
        boolean bad = customer.credit().equals(BAD_CREDIT);
        String data = bad ? data(payment, customer) : customer.data();
        updateCustomer
                .with(payment.amountCents())
                .with(payment.amountCents())
                .with(data)
                .with(payment.customerWarehouse())
                .with(payment.customerDistrict())
                .with(customer.number())
                .update();
        insertHistory
                .with(customer.number())
                .with(payment.customerDistrict())
                .with(payment.customerWarehouse())
                .with(payment.district())
                .with(payment.warehouse())
                .with(nowMicros)
                .with(payment.amountCents())
                .with(warehouseName + SPACES + districtName)
                .update();
        return new TpccAnswer.Payment(
                payment.warehouse(),
                payment.district(),
                warehouseAddress,
                districtAddress,
                payment.customerWarehouse(),
                payment.customerDistrict(),
                customer.number(),
                customer.first(),
                customer.middle(),
                customer.last(),
                customer.address(),
                customer.phone(),
                customer.sinceMicros(),
                customer.credit(),
                customer.creditLimitCents(),
                customer.discount(),
                customer.balanceCents() - payment.amountCents(),
                bad ? data.substring(0, Math.min(DATA_SHOWN, data.length())) : "",
                payment.amountCents(),
                nowMicros);
    }

    /** The data of a customer of bad credit begin with the payment (clause 2.5.2.2). */
    private static String data(Payment payment, CustomerRow customer) {
        String data = customer.number() + " " + payment.customerDistrict() + " " + payment.customerWarehouse() + " "
                + payment.district() + " " + payment.warehouse() + " " + payment.amountCents() + " "
                + customer.data();
        return data.substring(0, Math.min(DATA_MAX, data.length()));
    }

    /** The second to sixth column. */
    private static Address address(ResultSet rows) throws SQLException {
        return new Address(
                rows.getString(2), rows.getString(3), rows.getString(4), rows.getString(5), rows.getString(6));
    }
}
