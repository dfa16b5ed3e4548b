package org.debitcredit.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
