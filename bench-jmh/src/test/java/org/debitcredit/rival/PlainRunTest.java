package org.debitcredit.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.check.Conditions;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.Loader;
import org.junit.jupiter.api.Test;

class PlainRunTest {

    private static final TpccScale SCALE = new TpccScale(2, 200, 60);
    private static final int TERMINALS = 2;

    private static TpccDatabase database(String name) {
        return new TpccDatabase("jdbc:h2:mem:" + name, null, null);
    }

    @Test
    void the_conditions_hold_after_a_run() throws Exception {
        TpccDatabase database = database("plain-run");
        try (Connection connection = database.open()) {
            new Loader(connection, database.kind(), Clock.systemUTC()).load(SCALE, 7, (table, rows, total) -> {});

            PlainRun.Count count = PlainRun.run(database, TERMINALS, 0, 2, 3);

            assertThat(count.newOrders()).isPositive().isLessThan(count.transactions());
            List<Integer> broken = new ArrayList<>();
            Conditions.check(connection, database.kind(), SCALE, false, result -> {
                if (!result.holds()) {
                    broken.add(result.condition().number());
                }
            });
            assertThat(broken).isEmpty();
        }
    }

    @Test
    void an_empty_database_is_refused() {
        assertThatThrownBy(() -> PlainRun.run(database("nothing"), 1, 0, 1, 3))
                .hasMessageContaining("nothing is loaded in jdbc:h2:mem:nothing");
    }

    @Test
    void its_mix_is_that_of_the_cards_and_one_order_of_a_hundred_has_an_unused_item() {
        Random random = new Random(5);
        TpccScale scale = TpccScale.ofWarehouses(3);
        PlainInputs inputs = new PlainInputs(scale, PlainInputs.Constants.choose(100, scale, random), 2, 4, random);
        Map<TpccTransactionType, Integer> counts = new EnumMap<>(TpccTransactionType.class);
        int unused = 0;
        for (int i = 0; i < 23_000; i++) {
            TpccRequest request = inputs.next();
            counts.merge(request.type(), 1, Integer::sum);
            unused += request instanceof TpccRequest.NewOrder order
                            && order.lines().get(order.lines().size() - 1).item() > scale.items()
                    ? 1
                    : 0;
        }

        assertThat(counts)
                .containsEntry(TpccTransactionType.NEW_ORDER, 10_000)
                .containsEntry(TpccTransactionType.PAYMENT, 10_000)
                .containsEntry(TpccTransactionType.DELIVERY, 1_000);
        assertThat(unused).isBetween(60, 140);
    }
}
