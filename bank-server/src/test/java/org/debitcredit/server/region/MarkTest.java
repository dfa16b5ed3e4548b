package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.debitcredit.region.Settlement;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkTest {

    @TempDir
    Path data;

    @Test
    void a_mark_is_read_as_it_was_written() throws IOException {
        Mark mark = new Mark(new LogPosition(new UUID(1, 2), new UUID(3, 4), 77, -5), null, 1_700_000_000_000L);
        mark.write(data, 3);
        assertThat(Mark.read(data, 3)).isEqualTo(mark);
        assertThat(Mark.read(data, 4)).as("of another region").isEqualTo(Mark.BEGINNING);
        assertThat(mark.cut()).isEqualTo(new Settlement.Cut(77, 0, 1_700_000_000_000L));
    }

    @Test
    void a_file_that_is_not_intact_is_no_mark() throws IOException {
        Mark mark = new Mark(new LogPosition(new UUID(1, 2), new UUID(3, 4), 77, -5), null, 5);
        mark.write(data, 3);
        byte[] whole = Files.readAllBytes(data.resolve("region-3.mark"));
        for (int length = 0; length < whole.length - 1; length += 7) {
            Files.write(data.resolve("region-3.mark"), Arrays.copyOf(whole, length));
            assertThat(Mark.read(data, 3)).as(length + " bytes").isEqualTo(Mark.BEGINNING);
        }
        Files.write(data.resolve("region-3.mark"), new byte[] {(byte) 0xC3, 0x28, '\n', 'x', '\n', (byte) 0xFF});
        assertThat(Mark.read(data, 3)).isEqualTo(Mark.BEGINNING);
    }
}
