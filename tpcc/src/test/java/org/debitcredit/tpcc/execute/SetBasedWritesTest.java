package org.debitcredit.tpcc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.database.DatabaseKind;
import org.junit.jupiter.api.Test;

/** The statements that PostgreSQL gets, without a database. */
class SetBasedWritesTest {

    /**
     * A statement that was executed.
     *
     * @param set the number of the last parameter that was set
     */
    private record Executed(String sql, int set) {

        long placeholders() {
            return sql.chars().filter(each -> each == '?').count();
        }
    }

    private final List<Executed> executed = new ArrayList<>();
    private int rows = 10;

    private PreparedStatements statements() {
        Connection connection = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> statement((String) arguments[0]));
        return new PreparedStatements(connection, DatabaseKind.POSTGRESQL);
    }

    private PreparedStatement statement(String sql) {
        int[] set = new int[1];
        return (PreparedStatement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("set")) {
                        set[0] = (Integer) arguments[0];
                        return null;
                    }
                    executed.add(new Executed(sql, set[0]));
                    return rows;
                });
    }

    private static List<DeliveryProfile.Order> orders(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(district -> new DeliveryProfile.Order(district, 2_101, district + 7, 100))
                .toList();
    }

    @Test
    void aDeliveryIsOneStatementForEachTable() throws SQLException {
        DeliveryFromValues writes = new DeliveryFromValues(statements());
        writes.deliver(new TpccRequest.Delivery(1, 7), orders(10), 5);

        assertThat(executed)
                .hasSize(4)
                .allSatisfy(
                        each -> assertThat(each.placeholders()).as(each.sql()).isEqualTo(each.set()));
        assertThat(executed.stream().map(Executed::sql))
                .allMatch(sql -> sql.contains("values"))
                .extracting(sql -> sql.replaceFirst("(\\w+ (?:from )?\\w+).*", "$1"))
                .containsExactly("delete from new_order", "update orders", "update order_line", "update customer");
    }

    @Test
    void anOrderThatAnotherTransactionDeliveredIsAConflict() {
        rows = 9;
        DeliveryFromValues writes = new DeliveryFromValues(statements());

        assertThatThrownBy(() -> writes.deliver(new TpccRequest.Delivery(1, 7), orders(10), 5))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        conflict -> assertThat(DatabaseKind.POSTGRESQL.isTransient(conflict))
                                .isTrue());
        assertThat(executed).hasSize(1);
    }

    @Test
    void stocksAreOneStatement() throws SQLException {
        new StockWrites(statements())
                .write(IntStream.rangeClosed(1, 7)
                        .mapToObj(item -> new NewOrderProfile.StockRow(1, item, 50, "name", 100, "info", 'G'))
                        .toList());

        assertThat(executed).hasSize(1);
        assertThat(executed.get(0).sql()).startsWith("update stock set s_quantity = taken.s_quantity");
        assertThat(executed.get(0).placeholders())
                .isEqualTo(executed.get(0).set())
                .isEqualTo(42);
    }
}
