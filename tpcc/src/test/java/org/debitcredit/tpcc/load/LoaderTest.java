package org.debitcredit.tpcc.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.debitcredit.tpcc.LastName;
import org.debitcredit.tpcc.LoadedDatabase;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.SchemaFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoaderTest {

    private static final class Interrupted extends RuntimeException {}

    @ParameterizedTest
    @CsvSource({
        "warehouse, 2",
        "district, 20",
        "customer, 1200",
        "history, 1200",
        "orders, 1200",
        "new_order, 360",
        "item, 200",
        "stock, 400"
    })
    void itFillsEveryTable(String table, long rows) throws SQLException {
        try (LoadedDatabase loaded = LoadedDatabase.of("sqlite")) {
            assertThat(loaded.number("select count(*) from " + table)).isEqualTo(rows);
        }
    }

    @Test
    void valuesFollowTheSpecification() throws SQLException {
        try (LoadedDatabase loaded = LoadedDatabase.of("h2")) {
            assertThat(loaded.number("select sum(w_ytd) from warehouse")).isEqualTo(2 * 6_000_00L);
            assertThat(loaded.number("select count(*) from customer where c_credit = 'BC'"))
                    .isEqualTo(120);
            assertThat(loaded.number("select count(*) from customer where c_balance <> -1000"))
                    .isZero();
            assertThat(loaded.number("select count(*) from orders where o_carrier_id is null"))
                    .isEqualTo(360);
            // Delivered lines have the amount 0, the others have one.
            assertThat(loaded.number(
                            "select count(*) from order_line where (ol_delivery_d is null) <> (ol_amount > 0)"))
                    .isZero();
            assertThat(loaded.number("select count(distinct o_c_id) from orders where o_w_id = 1 and o_d_id = 5"))
                    .isEqualTo(60);
            assertThat(loaded.number(
                            "select count(*) from customer where c_id = 59 and c_last <> '" + LastName.of(58) + "'"))
                    .isZero();
            assertThat(loaded.number("select count(*) from stock where s_data like '%ORIGINAL%'"))
                    .isBetween(15L, 80L);
            assertThat(loaded.number("select min(o_ol_cnt) * 100 + max(o_ol_cnt) from orders"))
                    .isEqualTo(515);
        }
    }

    @Test
    void anInterruptedLoadIsContinued() throws SQLException {
        try (LoadedDatabase whole = LoadedDatabase.of("sqlite");
                LoadedDatabase interrupted = LoadedDatabase.empty("sqlite")) {
            for (long stop : new long[] {100, 3_000, 9_000}) {
                assertThatThrownBy(() -> interrupted
                                .loader()
                                .load(LoadedDatabase.SCALE, LoadedDatabase.SEED, (table, rows, total) -> {
                                    if (rows >= stop) {
                                        throw new Interrupted();
                                    }
                                }))
                        .isInstanceOf(Interrupted.class);
                assertThat(LoadedState.of(
                                        interrupted.connection(),
                                        interrupted.database().kind())
                                .complete())
                        .isFalse();
            }
            interrupted.loader().load(LoadedDatabase.SCALE, LoadedDatabase.SEED, (table, rows, total) -> {});
            LoadedState state = LoadedState.of(
                    interrupted.connection(), interrupted.database().kind());
            assertThat(state.complete()).isTrue();
            assertThat(state.scale()).isEqualTo(LoadedDatabase.SCALE);
            assertThat(interrupted.broken(true)).isEmpty();
            // The same seed makes the same rows, whatever was interrupted.
            for (String sum : new String[] {
                "select sum(ol_amount * ol_i_id) from order_line",
                "select sum(s_quantity * s_i_id) from stock",
                "select sum(length(c_data) * c_id) from customer"
            }) {
                assertThat(interrupted.number(sum)).isEqualTo(whole.number(sum));
            }
        }
    }

    /** As SQLite does when the disk is full. Rows that were inserted then would be committed one by one. */
    @Test
    void ofAPartThatTheDatabaseRollsBackNothingIsInsertedAndTheCauseIsThrown() throws SQLException {
        try (LoadedDatabase empty = LoadedDatabase.empty("sqlite")) {
            SchemaFile.create(empty.connection(), empty.database().kind());
            empty.run("create trigger refusing before insert on order_line "
                    + "begin select raise(rollback, 'refused by the test'); end");

            assertThatThrownBy(() ->
                            empty.loader().load(LoadedDatabase.SCALE, LoadedDatabase.SEED, (table, rows, total) -> {}))
                    .hasMessageContaining("refused by the test");
            assertThat(empty.number("select count(*) from orders")).isZero();
            assertThat(empty.number("select count(*) from new_order")).isZero();
        }
    }

    @Test
    void anotherLoadIntoTheSameDatabaseIsRefused() throws SQLException {
        try (LoadedDatabase loaded = LoadedDatabase.of("sqlite")) {
            assertThatThrownBy(
                            () -> loaded.loader().load(new TpccScale(3, 200, 60), LoadedDatabase.SEED, (a, b, c) -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("warehouses=2")
                    .hasMessageContaining("warehouses=3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void tablesOfSomethingElseAreRefusedAndLeftAlone(String kind) throws SQLException {
        try (LoadedDatabase foreign = LoadedDatabase.empty(kind)) {
            foreign.run("create table History (amount integer)");

            assertThatThrownBy(() -> foreign.loader().load(LoadedDatabase.SCALE, 3, (table, rows, total) -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "the database has a table 'history' that is not, or not completely, of this workload; use "
                                    + "an empty database");
            foreign.connection().rollback();
            assertThat(foreign.number("select count(*) from history")).isZero();
            assertThat(SchemaFile.exists(foreign.connection())).isFalse();
        }
    }

    @Test
    void progressReachesAboutItsTotal() throws SQLException {
        try (LoadedDatabase empty = LoadedDatabase.empty("sqlite")) {
            long[] last = new long[2];
            empty.loader().load(LoadedDatabase.SCALE, 3, (table, rows, total) -> {
                assertThat(rows).isGreaterThan(last[0]);
                last[0] = rows;
                last[1] = total;
            });
            assertThat((double) last[0] / last[1]).isBetween(0.95, 1.05);
        }
    }
}
