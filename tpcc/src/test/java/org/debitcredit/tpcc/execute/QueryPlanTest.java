package org.debitcredit.tpcc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.debitcredit.tpcc.LastName;
import org.debitcredit.tpcc.LoadedDatabase;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How SQLite finds the rows of each statement: {@code explain query plan}. */
class QueryPlanTest {

    private static final Pattern SEARCH = Pattern.compile("SEARCH (\\w+) .*\\((.*)\\).*");

    /** What a search of a table must know: with less it goes through the rows of a whole district or warehouse. */
    private static final Map<String, Pattern> NARROW = Map.of(
            // One integer is the key, and so it is the row number.
            "warehouse", Pattern.compile("rowid=\\?"),
            "district", Pattern.compile("d_w_id=\\?.*"),
            "customer", Pattern.compile("c_w_id=\\? AND c_d_id=\\? AND (c_id|c_last)=\\?"),
            // The least of a district is the first of them.
            "new_order", Pattern.compile("no_w_id=\\? AND no_d_id=\\?.*"),
            "orders", Pattern.compile("o_w_id=\\? AND o_d_id=\\? AND (o_id|o_c_id)=\\?"),
            "order_line", Pattern.compile("ol_w_id=\\? AND ol_d_id=\\? AND ol_o_id(=\\?|>\\? AND ol_o_id<\\?)"),
            "item", Pattern.compile("rowid=\\?"),
            "stock", Pattern.compile("(s_w_id=\\? AND s_i_id=\\?|s_i_id=\\? AND s_w_id=\\?)"));

    private static LoadedDatabase loaded;

    @BeforeAll
    static void load() throws SQLException {
        loaded = LoadedDatabase.of("sqlite");
    }

    @AfterAll
    static void close() throws SQLException {
        loaded.close();
    }

    @Test
    void everyStatementOfTheTransactionsFindsItsRowsByAKey() throws SQLException {
        Set<String> prepared = new LinkedHashSet<>();
        try (TpccSession session =
                new TpccSession(recording(prepared), loaded.database().kind(), LoadedDatabase.CLOCK)) {
            CustomerChoice byName = new CustomerChoice.ByLastName(LastName.of(3));
            session.execute(new TpccRequest.NewOrder(
                    1,
                    1,
                    1,
                    IntStream.rangeClosed(1, NewOrderProfile.LINES_MAX)
                            .mapToObj(item -> new TpccRequest.NewOrder.Line(item, 1 + item % 2, 1))
                            .toList()));
            session.execute(new TpccRequest.Payment(1, 1, 2, 2, byName, 100));
            session.execute(new TpccRequest.OrderStatus(1, 1, byName));
            session.execute(new TpccRequest.Delivery(1, 1));
            session.execute(new TpccRequest.StockLevel(1, 1, 10));
        }
        assertThat(prepared)
                .hasSizeGreaterThan(15)
                .allSatisfy(sql -> assertThat(tooWide(sql)).as(sql).isEmpty());
        // Each table is searched by some of them.
        assertThat(prepared.stream().flatMap(sql -> plan(sql).stream()))
                .extracting(QueryPlanTest::tableOf)
                .containsAll(NARROW.keySet());
    }

    @Test
    void statementsThatGoThroughATableOrADistrictAreSeen() {
        assertThat(tooWide("select count(*) from stock where s_quantity < 10")).isNotEmpty();
        assertThat(tooWide("select o_id, o_entry_d from orders where o_w_id = 1 and o_d_id = 1 and o_c_id = 1 "
                        + "order by o_id desc limit 1"))
                .isNotEmpty();
        assertThat(tooWide("select c_id from customer where c_w_id = 1 and c_last = 'X'"))
                .isNotEmpty();
    }

    private static List<String> tooWide(String sql) {
        return plan(sql).stream().filter(QueryPlanTest::isTooWide).toList();
    }

    private static boolean isTooWide(String step) {
        if (step.startsWith("SCAN")) {
            return !step.matches("SCAN \\d+(-ROW VALUES CLAUSE| CONSTANT ROWS?)");
        }
        Matcher search = SEARCH.matcher(step);
        if (!search.matches()) {
            return false;
        }
        Pattern narrow = NARROW.get(search.group(1));
        return narrow == null || !narrow.matcher(search.group(2)).matches();
    }

    private static String tableOf(String step) {
        Matcher search = SEARCH.matcher(step);
        return search.matches() ? search.group(1) : "";
    }

    private static List<String> plan(String sql) {
        List<String> steps = new ArrayList<>();
        try (Statement statement = loaded.connection().createStatement();
                ResultSet rows = statement.executeQuery("explain query plan " + sql)) {
            while (rows.next()) {
                steps.add(rows.getString("detail"));
            }
        } catch (SQLException failed) {
            throw new AssertionError(sql, failed);
        }
        return steps;
    }

    /** The connection, which writes down what is prepared. */
    private static Connection recording(Set<String> prepared) {
        return (Connection) Proxy.newProxyInstance(
                QueryPlanTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        prepared.add((String) arguments[0]);
                    }
                    try {
                        return method.invoke(loaded.connection(), arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }
}
