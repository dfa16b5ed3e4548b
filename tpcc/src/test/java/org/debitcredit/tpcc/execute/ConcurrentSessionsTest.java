package org.debitcredit.tpcc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.debitcredit.tpcc.LoadedDatabase;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.NewOrder.Line;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several connections to one H2 in memory. */
@Timeout(120)
class ConcurrentSessionsTest {

    private static final int SESSIONS = 3;
    private static final int ORDERS = 100;

    /** So few that nearly every order takes from stocks from which another one takes at that moment. */
    private static final int ITEMS = 10;

    @Test
    void noStockLosesWhatAnOrderTakes() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
        try (LoadedDatabase loaded = LoadedDatabase.of("h2")) {
            loaded.run("update stock set s_quantity = 50");
            List<Callable<Long>> sessions = new ArrayList<>();
            for (int session = 1; session <= SESSIONS; session++) {
                int district = session;
                sessions.add(() -> order(loaded.database(), district));
            }
            long ordered = 0;
            for (Future<Long> each : threads.invokeAll(sessions)) {
                ordered += each.get();
            }
            assertThat(loaded.number("select sum(s_ytd) from stock")).isEqualTo(ordered);
            assertThat(loaded.number("select count(*) from stock where mod(50 - s_ytd - s_quantity, 91) <> 0"))
                    .isZero();
            assertThat(loaded.broken(false)).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Returns the quantity of all lines. */
    private static long order(TpccDatabase database, int district) throws SQLException {
        SplittableRandom random = new SplittableRandom(district);
        long quantity = 0;
        try (Connection connection = database.open();
                TpccSession session = new TpccSession(connection, database.kind(), LoadedDatabase.CLOCK)) {
            for (int i = 0; i < ORDERS; i++) {
                List<Line> lines = IntStream.range(0, NewOrderProfile.LINES_MAX)
                        .mapToObj(line -> new Line(1 + random.nextInt(ITEMS), 1, 1 + random.nextInt(10)))
                        .toList();
                session.execute(new TpccRequest.NewOrder(1, district, 1, lines));
                quantity += lines.stream().mapToInt(Line::quantity).sum();
            }
        }
        return quantity;
    }

    /** Order-Status reads an order and its lines by two statements. */
    @Test
    void aTransactionReadsTheDatabaseOfOneMoment() throws SQLException {
        String undelivered =
                "select count(*) from order_line where ol_w_id = 1 and ol_o_id = 43 and ol_delivery_d is null";
        try (LoadedDatabase loaded = LoadedDatabase.of("h2");
                Connection other = loaded.database().open();
                TpccSession session = new TpccSession(other, loaded.database().kind(), LoadedDatabase.CLOCK)) {
            assertThat(loaded.number("select count(*) from orders where o_w_id = 1 and o_carrier_id is null"))
                    .isEqualTo(180);
            session.execute(new TpccRequest.Delivery(1, 7));
            assertThat(loaded.number(undelivered))
                    .as("before the other transaction")
                    .isPositive();
            loaded.connection().rollback();
            assertThat(loaded.number(undelivered)).as("after it").isZero();
        }
    }
}
