package org.debitcredit.tpcc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.debitcredit.tpcc.LastName;
import org.debitcredit.tpcc.LoadedDatabase;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccRequest.NewOrder.Line;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TpccSessionTest {

    private static final int UNUSED_ITEM = 201;

    /** A loaded database and a session on it. */
    private record Bench(LoadedDatabase loaded, TpccSession session) implements AutoCloseable {

        static Bench on(String kind) throws SQLException {
            LoadedDatabase loaded = LoadedDatabase.of(kind);
            return new Bench(
                    loaded,
                    new TpccSession(loaded.connection(), loaded.database().kind(), LoadedDatabase.CLOCK));
        }

        TpccAnswer ask(TpccRequest request) throws SQLException {
            return session.execute(request);
        }

        @Override
        public void close() throws SQLException {
            session.close();
            loaded.close();
        }
    }

    private static TpccRequest.NewOrder order(Line... lines) {
        return new TpccRequest.NewOrder(1, 2, 3, List.of(lines));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void anOrderTakesFromTheStocksAndAddsItsLines(String kind) throws SQLException {
        try (Bench bench = Bench.on(kind)) {
            bench.loaded().run("update stock set s_quantity = 12 where s_i_id = 5");
            bench.loaded().run("update stock set s_quantity = 50, s_data = 'xORIGINALx' where s_i_id in (6, 7)");
            bench.loaded().run("update item set i_price = 250, i_data = 'ORIGINAL' where i_id in (5, 6)");
            bench.loaded().run("update item set i_price = 100, i_data = 'common' where i_id = 7");
            bench.loaded().run("update customer set c_discount = 1000 where c_id = 3");
            bench.loaded().run("update warehouse set w_tax = 500");
            bench.loaded().run("update district set d_tax = 1500");
            bench.loaded().run("update stock set s_data = 'common' where s_i_id = 5");

            TpccAnswer.NewOrder answer = (TpccAnswer.NewOrder) bench.ask(order(
                    new Line(5, 1, 4), new Line(6, 1, 10), new Line(7, 2, 3), new Line(6, 1, 1), new Line(8, 1, 1)));

            assertThat(answer.order()).isEqualTo(61);
            assertThat(answer.entryMicros()).isEqualTo(1_767_323_045_678_901L);
            assertThat(answer.lines())
                    .extracting(TpccAnswer.NewOrder.Line::item)
                    .containsExactly(5, 6, 7, 6, 8);
            // 12 is not more than 10 above 4, so 91 are added; the second line of item 6 finds what the first left.
            assertThat(answer.lines().subList(0, 4))
                    .extracting(TpccAnswer.NewOrder.Line::stockQuantity)
                    .containsExactly(99, 40, 47, 39);
            assertThat(answer.lines().subList(0, 4))
                    .extracting(TpccAnswer.NewOrder.Line::brandGeneric)
                    .containsExactly('G', 'B', 'G', 'B');
            assertThat(answer.lines().subList(0, 4))
                    .extracting(TpccAnswer.NewOrder.Line::amountCents)
                    .containsExactly(1_000L, 2_500L, 300L, 250L);
            long sum = 4_050 + answer.lines().get(4).amountCents();
            assertThat(answer.totalCents()).isEqualTo(Math.round(sum * 0.9 * 1.2));
            assertThat(bench.loaded().number("select s_remote_cnt from stock where s_w_id = 2 and s_i_id = 7"))
                    .isEqualTo(1);
            assertThat(bench.loaded()
                            .number("select s_ytd * 100 + s_order_cnt from stock where s_w_id = 1 and s_i_id = 6"))
                    .isEqualTo(1_102);
            assertThat(bench.loaded()
                            .number("select o_all_local from orders where o_w_id = 1 and o_d_id = 2 and o_id = 61"))
                    .isZero();
            assertThat(bench.loaded()
                            .number("select count(*) from order_line where ol_w_id = 1 and ol_d_id = 2 and "
                                    + "ol_o_id = 61 and ol_dist_info = (select s_dist_02 from stock where s_w_id = ol_supply_w_id and "
                                    + "s_i_id = ol_i_id)"))
                    .isEqualTo(5);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void anOrderWithAnUnusedItemLeavesNothing(String kind) throws SQLException {
        try (Bench bench = Bench.on(kind)) {
            TpccAnswer answer = bench.ask(order(new Line(1, 1, 1), new Line(2, 1, 1), new Line(UNUSED_ITEM, 1, 1)));
            assertThat(answer).isInstanceOf(TpccAnswer.RolledBack.class);
            assertThat(((TpccAnswer.RolledBack) answer).order()).isEqualTo(61);
            assertThat(bench.loaded().number("select sum(s_order_cnt) from stock"))
                    .isZero();
            assertThat(bench.loaded().number("select count(*) from orders")).isEqualTo(1_200);
            assertThat(bench.loaded().broken(true)).isEmpty();
            // The session is as good as new.
            assertThat(((TpccAnswer.NewOrder) bench.ask(order(new Line(1, 1, 1)))).order())
                    .isEqualTo(61);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    /** A session is asked for again with each request. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void whereATableIsMissingNoStatementStaysOpen(String kind) throws SQLException {
        try (LoadedDatabase loaded = LoadedDatabase.of(kind)) {
            loaded.run("drop table stock");
            List<PreparedStatement> prepared = new ArrayList<>();
            Connection listing = listing(loaded.connection(), prepared);

            assertThatThrownBy(() -> new TpccSession(listing, loaded.database().kind(), LoadedDatabase.CLOCK))
                    .isInstanceOf(SQLException.class);
            assertThat(prepared).isNotEmpty();
            for (PreparedStatement statement : prepared) {
                assertThat(statement.isClosed()).isTrue();
            }
        }
    }

    /** The connection, of which each prepared statement is put into a list. */
    private static Connection listing(Connection connection, List<PreparedStatement> prepared) {
        return (Connection) Proxy.newProxyInstance(
                TpccSessionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(connection, arguments);
                        if (result instanceof PreparedStatement statement) {
                            prepared.add(statement);
                        }
                        return result;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    /** Clause 2.4.2.3: only the unused item's own steps may be left out. */
    @Test
    void theUsedItemsOfAnOrderThatIsRolledBackAreInsertedFirst() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            bench.loaded()
                    .run("create trigger counting before insert on order_line when new.ol_i_id = 2 "
                            + "begin select raise(abort, 'line 2 is inserted'); end");
            assertThatThrownBy(
                            () -> bench.ask(order(new Line(1, 1, 1), new Line(2, 1, 1), new Line(UNUSED_ITEM, 1, 1))))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("line 2 is inserted");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void aPaymentIsBookedEverywhere(String kind) throws SQLException {
        try (Bench bench = Bench.on(kind)) {
            bench.loaded()
                    .run(
                            "update customer set c_credit = 'BC', c_data = 'old' where c_w_id = 2 and c_d_id = 9 and c_id = 8");
            TpccAnswer.Payment answer = (TpccAnswer.Payment)
                    bench.ask(new TpccRequest.Payment(1, 4, 2, 9, new CustomerChoice.ByNumber(8), 123_45));
            assertThat(answer.customerBalanceCents()).isEqualTo(-10_00 - 123_45);
            assertThat(answer.customerData()).isEqualTo("8 9 2 4 1 12345 old");
            assertThat(bench.loaded().number("select w_ytd from warehouse where w_id = 1"))
                    .isEqualTo(6_000_00 + 123_45);
            assertThat(bench.loaded().number("select d_ytd from district where d_w_id = 1 and d_id = 4"))
                    .isEqualTo(600_00 + 123_45);
            assertThat(
                            bench.loaded()
                                    .number(
                                            "select h_amount from history where h_c_id = 8 and h_c_w_id = 2 and h_w_id = 1 and h_d_id = 4"))
                    .isEqualTo(123_45);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    @Test
    void dataOfACustomerOfBadCreditAreCut() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            bench.loaded().run("update customer set c_credit = 'BC'");
            for (int i = 0; i < 40; i++) {
                bench.ask(new TpccRequest.Payment(1, 1, 1, 1, new CustomerChoice.ByNumber(1), 100));
            }
            assertThat(bench.loaded()
                            .number("select length(c_data) from customer where c_w_id = 1 and c_d_id = 1 and c_id = 1"))
                    .isEqualTo(500);
        }
    }

    @Test
    void byLastNameTheMiddleOneIsTakenRoundedUp() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            for (int count = 1; count <= 4; count++) {
                bench.loaded()
                        .run("update customer set c_last = '" + LastName.of(count) + "', c_first = 'name' || c_id"
                                + " where c_w_id = 1 and c_d_id = " + count + " and c_id between 1 and " + count);
                bench.loaded()
                        .run("update customer set c_last = 'x' where c_w_id = 1 and c_d_id = " + count + " and c_id > "
                                + count);
                TpccAnswer.OrderStatus answer = (TpccAnswer.OrderStatus) bench.ask(
                        new TpccRequest.OrderStatus(1, count, new CustomerChoice.ByLastName(LastName.of(count))));
                assertThat(answer.customer()).as("of %d", count).isEqualTo((count + 1) / 2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void anOrdersStatusIsThatOfTheLastOrder(String kind) throws SQLException {
        try (Bench bench = Bench.on(kind)) {
            bench.ask(order(new Line(9, 1, 3)));
            bench.ask(order(new Line(10, 1, 4), new Line(11, 2, 5)));
            TpccAnswer.OrderStatus answer = (TpccAnswer.OrderStatus)
                    bench.ask(new TpccRequest.OrderStatus(1, 2, new CustomerChoice.ByNumber(3)));
            assertThat(answer.order()).isEqualTo(62);
            assertThat(answer.carrier()).isEqualTo(OptionalInt.empty());
            assertThat(answer.lines())
                    .extracting(TpccAnswer.OrderStatus.Line::item, TpccAnswer.OrderStatus.Line::supplyWarehouse)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(10, 1), org.assertj.core.groups.Tuple.tuple(11, 2));
            assertThat(answer.lines().get(0).deliveryMicros()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void aDeliveryTakesTheOldestOrderOfEachDistrict(String kind) throws SQLException {
        try (Bench bench = Bench.on(kind)) {
            bench.ask(new TpccRequest.Delivery(1, 7));
            assertThat(bench.loaded().number("select min(no_o_id) from new_order where no_w_id = 1"))
                    .isEqualTo(44);
            assertThat(bench.loaded()
                            .number("select count(*) from orders where o_w_id = 1 and o_id = 43 and o_carrier_id = 7"))
                    .isEqualTo(10);
            assertThat(bench.loaded().broken(false)).isEmpty();
            for (int i = 0; i < 17; i++) {
                bench.ask(new TpccRequest.Delivery(1, 7));
            }
            assertThat(bench.session().skippedDeliveries()).isZero();
            bench.ask(new TpccRequest.Delivery(1, 7));
            assertThat(bench.session().skippedDeliveries()).isEqualTo(10);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void theStockLevelCountsDistinctItemsOfTheLast20Orders(String kind) throws SQLException {
        try (Bench bench = Bench.on(kind)) {
            bench.loaded().run("update stock set s_quantity = 100");
            bench.loaded().run("update order_line set ol_i_id = 100 where ol_w_id = 1");
            bench.loaded().run("update order_line set ol_i_id = 1 where ol_w_id = 1 and ol_o_id = 40");
            bench.loaded()
                    .run("update order_line set ol_i_id = 2 + ol_number % 2 where ol_w_id = 1 and ol_o_id in (41, 60)");
            bench.loaded().run("update stock set s_quantity = 9 where s_i_id in (1, 2, 3)");
            bench.loaded().run("update stock set s_quantity = 10 where s_i_id = 100");
            assertThat(bench.ask(new TpccRequest.StockLevel(1, 5, 10)))
                    .isEqualTo(new TpccAnswer.StockLevel(1, 5, 10, 2));
            assertThat(bench.ask(new TpccRequest.StockLevel(1, 5, 11)))
                    .isEqualTo(new TpccAnswer.StockLevel(1, 5, 11, 3));
        }
    }

    @Test
    void whatIsNotThereIsRefusedAndChangesNothing() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            assertThatThrownBy(
                            () -> bench.ask(new TpccRequest.Payment(1, 1, 1, 1, new CustomerChoice.ByNumber(61), 100)))
                    .isInstanceOf(Unknown.class)
                    .hasMessageContaining("customer")
                    .hasMessageContaining("61");
            assertThatThrownBy(() -> bench.ask(new TpccRequest.StockLevel(3, 1, 10)))
                    .isInstanceOf(Unknown.class);
            assertThat(bench.loaded().broken(true)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void aMixLeavesTheConditionsWhole(String kind) throws SQLException {
        try (Bench bench = Bench.on(kind)) {
            java.util.SplittableRandom random = new java.util.SplittableRandom(11);
            for (int i = 0; i < 400; i++) {
                int warehouse = 1 + random.nextInt(2);
                int district = 1 + random.nextInt(10);
                int customer = 1 + random.nextInt(60);
                switch (random.nextInt(5)) {
                    case 0 ->
                        bench.ask(new TpccRequest.Payment(
                                warehouse,
                                district,
                                1,
                                district,
                                new CustomerChoice.ByNumber(customer),
                                1 + random.nextInt(9_999)));
                    case 1 -> bench.ask(new TpccRequest.Delivery(warehouse, 1 + random.nextInt(10)));
                    case 2 ->
                        bench.ask(new TpccRequest.OrderStatus(
                                warehouse, district, new CustomerChoice.ByLastName(LastName.of(customer - 1))));
                    default ->
                        bench.ask(new TpccRequest.NewOrder(
                                warehouse,
                                district,
                                customer,
                                IntStream.range(0, 5 + random.nextInt(11))
                                        .mapToObj(n -> new Line(
                                                1 + random.nextInt(201), 1 + random.nextInt(2), 1 + random.nextInt(10)))
                                        .toList()));
                }
            }
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    @Test
    void ofAGroupTheOneThatIsRolledBackLeavesTheOthers() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            TpccSession session = bench.session();
            assertThat(number(session.executeInGroup(order(new Line(1, 1, 1))))).isEqualTo(61);
            assertThat(session.executeInGroup(order(new Line(2, 1, 1), new Line(UNUSED_ITEM, 1, 1))))
                    .isInstanceOfSatisfying(
                            TpccAnswer.RolledBack.class,
                            answer -> assertThat(answer.order()).isEqualTo(62));
            assertThat(number(session.executeInGroup(order(new Line(3, 1, 1))))).isEqualTo(62);
            session.commitGroup();
            bench.loaded().connection().rollback();
            assertThat(bench.loaded().number("select count(*) from orders")).isEqualTo(1_202);
            assertThat(bench.loaded().number("select sum(s_order_cnt) from stock"))
                    .isEqualTo(2);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    @Test
    void ofAGroupTheFirstMayBeRolledBack() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            TpccSession session = bench.session();
            session.executeInGroup(order(new Line(UNUSED_ITEM, 1, 1)));
            session.executeInGroup(order(new Line(3, 1, 1)));
            session.commitGroup();
            bench.loaded().connection().rollback();
            assertThat(bench.loaded().number("select count(*) from orders")).isEqualTo(1_201);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    @Test
    void ofAGroupTheOneThatFailsOrIsUnknownLeavesTheOthers() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            bench.loaded()
                    .run("create trigger refusing before insert on history when new.h_amount = 66600 "
                            + "begin select raise(abort, 'refused by the test'); end");
            TpccSession session = bench.session();
            session.executeInGroup(payment(100));
            assertThatThrownBy(() -> session.executeInGroup(payment(666_00)))
                    .isInstanceOf(SQLException.class)
                    .isNotInstanceOf(GroupLost.class)
                    .hasMessageContaining("refused by the test");
            assertThatThrownBy(() -> session.executeInGroup(
                            new TpccRequest.Payment(1, 1, 1, 1, new CustomerChoice.ByNumber(61), 5_000)))
                    .isInstanceOf(Unknown.class);
            session.executeInGroup(payment(20));
            session.commitGroup();
            bench.loaded().connection().rollback();
            assertThat(bench.loaded().number("select w_ytd from warehouse where w_id = 1"))
                    .isEqualTo(6_000_00 + 120);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    /** SQLite does so by itself when its disk is full, for example. */
    @Test
    void whereTheDatabaseRollsBackEverythingTheGroupIsLost() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            bench.loaded()
                    .run("create trigger refusing before insert on history when new.h_amount = 66600 "
                            + "begin select raise(rollback, 'refused by the test'); end");
            TpccSession session = bench.session();
            session.executeInGroup(payment(100));
            assertThatThrownBy(() -> session.executeInGroup(payment(666_00)))
                    .isInstanceOf(GroupLost.class)
                    .hasMessageContaining("refused by the test");
            assertThat(bench.loaded().number("select w_ytd from warehouse where w_id = 1"))
                    .isEqualTo(6_000_00);
        }
    }

    @Test
    void aGroupWhoseCommitFailsLeavesNothing() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            bench.loaded().failNextCommits();
            TpccSession session = bench.session();
            session.executeInGroup(payment(100));
            session.executeInGroup(payment(200));
            assertThatThrownBy(session::commitGroup).isInstanceOf(SQLException.class);
            assertThat(bench.loaded().number("select w_ytd from warehouse where w_id = 1"))
                    .isEqualTo(6_000_00);
            bench.loaded().run("drop trigger dangling");
            assertThat(bench.ask(payment(300))).isInstanceOf(TpccAnswer.Payment.class);
            assertThat(bench.loaded().number("select w_ytd from warehouse where w_id = 1"))
                    .isEqualTo(6_000_00 + 300);
            assertThat(bench.loaded().broken(false)).isEmpty();
        }
    }

    /** A delivery that the database rolls back when it is committed is repeated. */
    @Test
    void skippedDistrictsCountOnceTheirDeliveryIsCommitted() throws SQLException {
        try (Bench bench = Bench.on("sqlite")) {
            bench.loaded().run("delete from new_order");
            bench.loaded().failNextCommits();
            TpccSession session = bench.session();
            session.executeInGroup(new TpccRequest.Delivery(1, 7));
            session.executeInGroup(payment(100));
            assertThatThrownBy(session::commitGroup).isInstanceOf(SQLException.class);
            assertThat(session.skippedDeliveries()).isZero();
            bench.loaded().run("drop trigger dangling");
            bench.ask(new TpccRequest.Delivery(1, 7));
            assertThat(session.skippedDeliveries()).isEqualTo(10);
        }
    }

    private static TpccRequest payment(long amountCents) {
        return new TpccRequest.Payment(1, 1, 1, 1, new CustomerChoice.ByNumber(1), amountCents);
    }

    private static int number(TpccAnswer answer) {
        return ((TpccAnswer.NewOrder) answer).order();
    }

    @Test
    void theTotalIsRoundedToACent() {
        assertThat(NewOrderProfile.total(100, 0, 0, 0)).isEqualTo(100);
        assertThat(NewOrderProfile.total(1, 0, 2_000, 2_000)).isEqualTo(1);
        assertThat(NewOrderProfile.total(10_000, 5_000, 1_000, 1_000)).isEqualTo(6_000);
        assertThat(NewOrderProfile.total(15L * 10 * 100_00, 0, 2_000, 2_000)).isEqualTo(2_100_000);
    }
}
