package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.debitcredit.region.SettlementCut;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkTest {

    private static final SettlementCut.Divided DIVIDED = new SettlementCut.Divided(new UUID(5, 6), 80, 12);

    @TempDir
    Path data;

    @Test
    void a_mark_is_read_as_it_was_written() throws IOException {
        Mark mark =
                new Mark(new LogPosition(new UUID(1, 2), new UUID(3, 4), 77, -5), null, 1_700_000_000_000L, List.of());
        mark.write(data, 3);
        assertThat(Mark.read(data, 3)).isEqualTo(mark);
        assertThat(Mark.read(data, 4)).as("of another region").isEqualTo(Mark.BEGINNING);
        assertThat(mark.cut()).isEqualTo(new SettlementCut(77, 0, 1_700_000_000_000L));
    }

    @Test
    void a_mark_names_the_transactions_that_it_divides() throws IOException {
        Mark mark = new Mark(new LogPosition(new UUID(1, 2), new UUID(3, 4), 77, -5), null, 5, List.of(DIVIDED));
        mark.write(data, 3);
        assertThat(Mark.read(data, 3)).isEqualTo(mark);
        assertThat(mark.cut()).isEqualTo(new SettlementCut(77, 0, 5, List.of(DIVIDED)));
    }

    @Test
    void a_mark_without_divided_transactions_is_as_it_was_before_there_were_any() throws IOException {
        Files.writeString(data.resolve("region-3.mark"), "-\n-\n1700000000000\n");
        Mark mark = new Mark(null, null, 1_700_000_000_000L, List.of());
        assertThat(Mark.read(data, 3)).isEqualTo(mark);
        mark.write(data, 3);
        assertThat(data.resolve("region-3.mark")).hasContent("-\n-\n1700000000000\n");
    }

    @Test
    void a_file_that_is_not_intact_is_no_mark() throws IOException {
        Mark mark = new Mark(new LogPosition(new UUID(1, 2), new UUID(3, 4), 77, -5), null, 5, List.of(DIVIDED));
        mark.write(data, 3);
        byte[] whole = Files.readAllBytes(data.resolve("region-3.mark"));
        for (int length = 0; length < whole.length; length++) {
            Files.write(data.resolve("region-3.mark"), Arrays.copyOf(whole, length));
            assertThat(Mark.read(data, 3)).as(length + " bytes").isEqualTo(Mark.BEGINNING);
        }
        Files.write(data.resolve("region-3.mark"), new byte[] {(byte) 0xC3, 0x28, '\n', 'x', '\n', (byte) 0xFF});
        assertThat(Mark.read(data, 3)).isEqualTo(Mark.BEGINNING);
    }
}
