package org.debitcredit.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CellsTest {

    private final Cells cells = new Cells();

    @Test
    void ratios_are_formed_in_each_round_and_medians_after() {
        for (double[] round : new double[][] {{10, 5}, {30, 10}, {20, 20}}) {
            cells.add("row", "a", round[0]);
            cells.add("row", "b", round[1]);
        }
        assertThat(cells.median("row", "a")).isEqualTo(20);
        assertThat(cells.medianRatio("row", "a", "b")).isEqualTo(2);
        assertThat(cells.json()).hasToString("{\"row\":{\"a\":[10.0,30.0,20.0],\"b\":[5.0,10.0,20.0]}}");
    }

    @Test
    void what_was_not_measured_is_no_figure() {
        cells.add("row", "a", 1);
        assertThat(cells.has("row", "b")).isFalse();
        assertThatThrownBy(() -> cells.median("row", "b")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cells.medianRatio("row", "a", "b")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void tables_are_markdown_and_times_have_units() {
        assertThat(new MarkdownTable("a", "b").row("1|2", "3")).hasToString("| a | b |\n|---|---|\n| 1\\|2 | 3 |\n");
        assertThat(MarkdownTable.time(999)).isEqualTo("999 us");
        assertThat(MarkdownTable.time(1_234_567)).isEqualTo("1,234.6 ms");
        assertThat(MarkdownTable.whole(8_368_170.4)).isEqualTo("8,368,170");
        assertThatThrownBy(() -> new MarkdownTable("a").row("1", "2")).isInstanceOf(IllegalArgumentException.class);
    }
}
