package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.jooq.impl.DSL.select;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.tpcc.TpccAnswer.Address;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.jooq.Field;
import org.jooq.SelectForUpdateStep;

/** A customer as it is displayed. */
record CustomerRow(
        int number,
        String first,
        String middle,
        String last,
        long balanceCents,
        Address address,
        String phone,
        long sinceMicros,
        String credit,
        long creditLimitCents,
        int discount,
        String data) {

    private static final Field<?>[] COLUMNS = {
        CUSTOMER.C_ID,
        CUSTOMER.C_FIRST,
        CUSTOMER.C_MIDDLE,
        CUSTOMER.C_LAST,
        CUSTOMER.C_BALANCE,
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
        CUSTOMER.C_DATA
    };

    /** Finds customers by number or by last name. */
    static final class Finder {

        private final Prepared byNumber;
        private final Prepared byLastName;

        /** @param writes whether the transaction will write the customer */
        Finder(Statements statements, boolean writes) throws SQLException {
            SelectForUpdateStep<?> number =
                    select(COLUMNS).from(CUSTOMER).where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_ID));
            SelectForUpdateStep<?> name = select(COLUMNS)
                    .from(CUSTOMER)
                    .where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_LAST))
                    .orderBy(CUSTOMER.C_FIRST);
            byNumber = writes ? statements.prepareForUpdate(number) : statements.prepare(number);
            byLastName = writes ? statements.prepareForUpdate(name) : statements.prepare(name);
        }

        /** Of several with the same last name, the middle one in the order of first names, rounded up. */
        CustomerRow find(int warehouse, int district, CustomerChoice choice) throws SQLException {
            List<CustomerRow> found = new ArrayList<>();
            try (ResultSet rows = query(warehouse, district, choice)) {
                while (rows.next()) {
                    found.add(of(rows));
                }
            }
            Unknown.unless(!found.isEmpty(), "customer " + choice + " in district", warehouse, district);
            return found.get((found.size() + 1) / 2 - 1);
        }

        private ResultSet query(int warehouse, int district, CustomerChoice choice) throws SQLException {
            if (choice instanceof CustomerChoice.ByNumber number) {
                return byNumber.with(warehouse)
                        .with(district)
                        .with(number.number())
                        .query();
            }
            return byLastName
                    .with(warehouse)
                    .with(district)
                    .with(((CustomerChoice.ByLastName) choice).lastName())
                    .query();
        }
    }

    private static CustomerRow of(ResultSet rows) throws SQLException {
        int at = 0;
        return new CustomerRow(
                rows.getInt(++at),
                rows.getString(++at),
                rows.getString(++at),
                rows.getString(++at),
                rows.getLong(++at),
                new Address(
                        rows.getString(++at),
                        rows.getString(++at),
                        rows.getString(++at),
                        rows.getString(++at),
                        rows.getString(++at)),
                rows.getString(++at),
                rows.getLong(++at),
                rows.getString(++at),
                rows.getLong(++at),
                rows.getInt(++at),
                rows.getString(++at));
    }
}
