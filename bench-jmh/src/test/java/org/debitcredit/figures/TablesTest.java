package org.debitcredit.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TablesTest {

    @Test
    void the_limits_tell_the_share_first() {
        Cells cells = new Cells();
        for (String journal : Sitting.JOURNALS) {
            cells.add(journal, "share", 0.66);
            for (String column : List.of("tps", "limit", "arrays", "journal", "p50Micros", "p99Micros")) {
                cells.add(journal, column, 1_234);
            }
            cells.add(journal, "transactionsPerForce", 8_420);
        }
        assertThat(LimitsPart.text(cells))
                .contains("| file | **0.66** | 1,234 | 1,234 | 1,234 | 1,234 | 1.2 ms | 1.2 ms | 8,420 |")
                .contains("fdatasync");
    }

    @Test
    void the_engine_leaves_out_what_the_machine_has_no_room_for() {
        Cells cells = new Cells();
        for (String row : List.of(
                "1 batch of 1,000 in flight", "1,000 singles in flight", "64 singles in flight", "one at a time")) {
            cells.add(row, "file", 200);
            cells.add(row, "file p99Micros", 10);
            cells.add(row, "chronicle", 100);
            cells.add(row, "chronicle p99Micros", 20);
        }
        assertThat(EnginePart.text(cells))
                .contains("| one at a time | **0.50** | 200 | 10 us | 100 | 20 us |")
                .doesNotContain("| 830 million");
    }

    @Test
    void the_sweeps_on_sqlite_are_compared_with_the_paper() {
        Cells cells = new Cells();
        for (String row : List.of(TpccSqlitePart.MEMORY, TpccSqlitePart.FILE)) {
            cells.add(row, TpccSqlitePart.SATURATION, 16_000);
            cells.add(row, TpccSqlitePart.SERVER, 80);
            cells.add(row, TpccSqlitePart.CLIENT, 40);
        }
        assertThat(TpccSqlitePart.text(cells))
                .contains("| in memory | **16,000** | 10.0 | 80 us | 40 us |")
                .contains("| in a file, WAL and FULL | **16,000** | 10.0 | 80 us | 40 us |");
    }

    @Test
    void the_clients_see_the_default_first() {
        Cells cells = new Cells();
        for (String ledger : List.of("h2", "memory", "PostgreSQL")) {
            for (String clients : List.of(
                    "HTTP, 64 connections", "gRPC, 128 calls in flight", "gRPC, 16 batches of 1,000 in flight")) {
                String row = ledger + ", " + clients;
                cells.add(row, "chronicle", 4_000);
                cells.add(row, "chronicle p99Micros", 500);
                cells.add(row, "file", 5_000);
                cells.add(row, "file p99Micros", 4_000);
            }
        }
        assertThat(ClientsPart.text(cells, "`fsync=on`"))
                .contains("| `h2` | HTTP, 64 connections | **4,000** | 500 us | 5,000 | 4.0 ms |")
                .contains("| PostgreSQL | gRPC, 16 batches of 1,000 in flight | 4,000 | 500 us | 5,000 | 4.0 ms |")
                .contains("200 branches and 2,000,000 accounts", "PostgreSQL: `fsync=on`; the service's commits");
    }

    @Test
    void databases_say_how_many_are_in_flight_on_both_sides() {
        Cells cells = new Cells();
        for (String row : List.of("PostgreSQL", "SQLite")) {
            cells.add(row, "filled in s", 12.34);
            cells.add(row, "connections, at most", row.equals("SQLite") ? 1 : 32);
            for (String column :
                    List.of("plain", "32 singles", "256 singles", "batches", "batches, commits durable,")) {
                cells.add(row, column + " tps", 1_000);
                cells.add(row, column + " p99 us", 500);
            }
            for (int group : BenchOnDatabase.GROUPS) {
                cells.add(row, "groups of " + group, 100);
            }
        }
        Map<String, String> settings = new TreeMap<>(Map.of("PostgreSQL", "`fsync=on`", "SQLite", "`FULL`"));
        assertThat(DatabasesPart.text(cells, settings, List.of(), 10_000_000))
                .contains("| PostgreSQL | plain | 1, 8 or 32, the best | **1.00** | 1,000 | 500 us |")
                .contains("| PostgreSQL | singles | 32 | **1.00** | 1,000 | 500 us |")
                .contains("| SQLite | plain | 1 | **1.00** | 1,000 | 500 us |")
                .contains("Filled in 12.3 s.");
    }

    @Test
    void pgbench_says_how_many_are_in_flight_on_both_sides() {
        Cells cells = new Cells();
        for (String column : List.of(
                "pgbench, statements",
                "pgbench, function",
                "service, 32 singles",
                "service, 256 singles",
                "service, batches of 1,000")) {
            cells.add("tps", column, 1_000);
        }
        assertThat(PgbenchPart.text(cells, 100, "`fsync=on`"))
                .contains("| pgbench, statements | 1, 8 or 32, the best | 1,000 | **1.00** | **1.00** |")
                .contains("| service, 32 singles | 32 | 1,000 | **1.00** | **1.00** |")
                .contains("| service, batches of 1,000 | 16,000 | 1,000 | **1.00** | **1.00** |");
    }

    @Test
    void latency_is_drawn_for_both_journals() {
        Cells cells = new Cells();
        for (String journal : Sitting.JOURNALS) {
            cells.add("peak", journal, 1_000_000);
            for (int percent : List.of(10, 25, 50, 75, 90)) {
                cells.add(percent + " %", journal + " tps", percent * 10_000);
                cells.add(percent + " %", journal + " p50", 10 * percent);
                cells.add(percent + " %", journal + " p99", 100 * percent);
            }
        }
        assertThat(LatencyPart.text(cells))
                .contains("| **90 %** | 900,000 | 900 us | 9.0 ms | 900,000 | 900 us | 9.0 ms |", LatencyPart.CHART);
        assertThat(LatencyPart.chart(cells))
                .startsWith("<svg xmlns")
                .contains("file journal, p50<", "Chronicle, p99<", "75 %");
    }

    @Test
    void regions_are_simulated_from_what_was_measured_and_the_table_says_so() {
        Cells cells = new Cells();
        for (int percent : List.of(0, 15, 100)) {
            String row = percent + " % out of town";
            cells.add(row, "answers a second", 1_000 - 5 * percent);
            cells.add(row, "processor microseconds", 500 + 10 * percent);
            cells.add(row, "P90 own region, ms", 7);
            cells.add(row, "P90 out of town, ms", 9);
        }
        for (int regions : List.of(2, 4, 8)) {
            for (int load : regions == 2 ? List.of(25, 150, 600) : List.of(25, 150)) {
                String row = regions + " regions of " + load + "/s";
                cells.add(row, "answers of a region in a second", load);
                cells.add(
                        row,
                        "processor microseconds of a region in a second",
                        40_000 + 700 * load + (regions - 1) * (100 * load / (1 + load / 20.0) + 2 * load));
            }
        }
        ScaleOut.Cost cost = RegionsPart.cost(cells);
        assertThat(cost.following().microsPerMessage()).isCloseTo(100, within(0.001));
        assertThat(cost.following().microsPerRow()).isCloseTo(2, within(0.001));
        assertThat(cost.localMicros()).isCloseTo(500 - 2 - 100 / (1 + 500 / 20.0), within(0.001));
        assertThat(cost.outOfTownMicros()).isCloseTo(1_500 - 2 * 2 - 2 * 100 / (1 + 500 / 20.0), within(0.001));
        assertThat(RegionsPart.text(cells, 40))
                .contains("| 0 % out of town | **1.00** | 1,000 | 500 | 7.00 | - |")
                .contains("| 15 % out of town | **0.93** | 925 | 650 | 7.00 | 9.00 |")
                .contains("| 100 % out of town | **0.50** | 500 | 1,500 | - | 9.00 |")
                .contains("**Not measured, but simulated**", "| 1 | **1.00** | 2,8", "| 50 | **");
    }
}
