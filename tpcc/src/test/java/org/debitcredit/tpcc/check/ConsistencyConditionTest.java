package org.debitcredit.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.tpcc.LoadedDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsistencyConditionTest {

    @Test
    void thereAreTwelve() {
        assertThat(ConsistencyCondition.values()).hasSize(12);
        assertThat(ConsistencyCondition.DELIVERED_AFTER_LOAD.number()).isEqualTo(11);
    }

    private static final Map<String, LoadedDatabase> LOADED = new LinkedHashMap<>();

    @BeforeAll
    static void load() throws SQLException {
        for (String kind : List.of("sqlite", "h2")) {
            LOADED.put(kind, LoadedDatabase.of(kind));
        }
    }

    @AfterAll
    static void close() throws SQLException {
        for (LoadedDatabase loaded : LOADED.values()) {
            loaded.close();
        }
    }

    @Test
    void allHoldAfterALoad() throws SQLException {
        for (Map.Entry<String, LoadedDatabase> loaded : LOADED.entrySet()) {
            assertThat(loaded.getValue().broken(true)).as(loaded.getKey()).isEmpty();
        }
    }

    /** Each plant breaks the conditions beside it, and no other. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 8   | update warehouse set w_ytd = w_ytd + 1 where w_id = 2
            1 9   | update district set d_ytd = d_ytd - 1 where d_w_id = 1 and d_id = 3
            2     | update district set d_next_o_id = d_next_o_id + 1 where d_w_id = 2 and d_id = 10
            2 3 5 | delete from new_order where no_w_id = 1 and no_d_id = 1 and no_o_id = 60; insert into new_order values (1, 1, 70)
            3 5 11 | delete from new_order where no_w_id = 1 and no_d_id = 1 and no_o_id = 50
            4 6   | delete from order_line where ol_w_id = 1 and ol_d_id = 4 and ol_o_id = 1 and ol_number = 5
            4 6   | update orders set o_ol_cnt = o_ol_cnt + 1 where o_w_id = 2 and o_d_id = 4 and o_id = 60
            6     | update orders set o_ol_cnt = o_ol_cnt + case when o_id = 1 then 1 else -1 end where o_w_id = 2 and o_d_id = 4 and o_id in (1, 2)
            5 7   | update orders set o_carrier_id = 3 where o_w_id = 1 and o_d_id = 2 and o_id = 60
            7     | update order_line set ol_delivery_d = null where ol_w_id = 1 and ol_d_id = 2 and ol_o_id = 1 and ol_number = 1
            8 9 10 | delete from history where h_w_id = 2 and h_d_id = 2 and h_c_id = 7
            10 12 | update customer set c_balance = c_balance + 1 where c_w_id = 1 and c_d_id = 1 and c_id = 60
            12    | update customer set c_ytd_payment = c_ytd_payment + 1 where c_w_id = 1 and c_d_id = 1 and c_id = 1
            10 12 | update order_line set ol_amount = 5 where ol_w_id = 1 and ol_d_id = 2 and ol_o_id = 1 and ol_number = 1
            11    | delete from order_line where ol_w_id = 1 and ol_d_id = 1 and ol_o_id = 60; delete from new_order where no_w_id = 1 and no_d_id = 1 and no_o_id = 60; delete from orders where o_w_id = 1 and o_d_id = 1 and o_id = 60; delete from order_line where ol_w_id = 1 and ol_d_id = 1 and ol_o_id = 1; delete from orders where o_w_id = 1 and o_d_id = 1 and o_id = 1; update district set d_next_o_id = 60 where d_w_id = 1 and d_id = 1
            """)
    void eachIsBrokenByAPlantedRow(String broken, String plant) throws SQLException {
        for (Map.Entry<String, LoadedDatabase> loaded : LOADED.entrySet()) {
            assertThat(loaded.getValue().brokenBy(plant.split(";")))
                    .as(loaded.getKey())
                    .extracting(String::valueOf)
                    .containsExactly(broken.split(" "));
        }
    }

    @Test
    void offendersAreShownAndCounted() throws SQLException {
        try (LoadedDatabase loaded = LoadedDatabase.of("sqlite")) {
            loaded.run("update customer set c_balance = c_balance + 1 where c_w_id = 2");
            List<Conditions.Result> results = check(loaded);
            Conditions.Result balance = results.stream()
                    .filter(result -> result.condition() == ConsistencyCondition.BALANCE)
                    .findAny()
                    .orElseThrow();
            assertThat(balance.holds()).isFalse();
            assertThat(balance.offenders()).isEqualTo(600);
            assertThat(balance.shown()).hasSize(10).first().asString().contains("warehouse=2", "difference=1");
            assertThat(results)
                    .extracting(Conditions.Result::condition)
                    .hasSize(11)
                    .doesNotContain(ConsistencyCondition.DELIVERED_AFTER_LOAD);
        }
    }

    private static List<Conditions.Result> check(LoadedDatabase loaded) {
        List<Conditions.Result> results = new ArrayList<>();
        Conditions.check(loaded.connection(), loaded.database().kind(), LoadedDatabase.SCALE, false, results::add);
        return results;
    }
}
