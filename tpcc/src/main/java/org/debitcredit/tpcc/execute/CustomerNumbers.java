package org.debitcredit.tpcc.execute;

import static org.debitcredit.tpcc.execute.Parameters.key;
import static org.debitcredit.tpcc.schema.Tables.CUSTOMER;
import static org.jooq.impl.DSL.select;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;

/** Finds the numbers of customers that are named by number or by last name. */
final class CustomerNumbers {

    private final Prepared byLastName;

    CustomerNumbers(PreparedStatements statements) throws SQLException {
        byLastName = statements.prepare(select(CUSTOMER.C_ID)
                .from(CUSTOMER)
                .where(key(CUSTOMER.C_W_ID, CUSTOMER.C_D_ID, CUSTOMER.C_LAST))
                .orderBy(CUSTOMER.C_FIRST));
    }

    /** Of several with the same last name, the middle one in the order of first names, rounded up. */
    int find(int warehouse, int district, CustomerChoice choice) throws SQLException {
        if (choice instanceof CustomerChoice.ByNumber number) {
            return number.number();
        }
        List<Integer> found = new ArrayList<>();
        try (ResultSet rows = byLastName
                .with(warehouse)
                .with(district)
                .with(((CustomerChoice.ByLastName) choice).lastName())
                .query()) {
            while (rows.next()) {
                found.add(rows.getInt(1));
            }
        }
        Unknown.unless(!found.isEmpty(), "customer " + choice + " in district", warehouse, district);
        return found.get((found.size() + 1) / 2 - 1);
    }
}
