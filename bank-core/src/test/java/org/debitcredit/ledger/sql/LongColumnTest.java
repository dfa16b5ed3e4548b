package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LongColumnTest {

    /** MariaDB's default of max_allowed_packet is 16 MiB, and the smallest that other systems set is 4 MiB. */
    @Test
    void the_longest_text_of_a_statement_has_less_than_four_mebibytes() {
        LongColumn column = new LongColumn();
        for (int row = 0; row < RowSet.PART_ROWS; row++) {
            column.add(Long.MIN_VALUE);
        }
        LongColumn[] columns = new LongColumn[8];
        Arrays.fill(columns, column);
        assertThat(LongColumn.toJson(0, RowSet.PART_ROWS, columns).length()).isBetween(3 << 20, 4 << 20);
    }

    @Test
    void a_part_of_the_rows_is_written_in_their_order() {
        LongColumn first = new LongColumn();
        LongColumn second = new LongColumn();
        for (int row = 0; row < 5; row++) {
            first.add(row);
            second.add(-row);
        }
        assertThat(LongColumn.toJson(2, 4, first, second)).isEqualTo("[[2,-2],[3,-3]]");
        assertThat(first.toArray(2, 4)).containsExactly(2, 3);
        assertThat(first.toBoxedArray(4, 5)).containsExactly(4L);
    }
}
