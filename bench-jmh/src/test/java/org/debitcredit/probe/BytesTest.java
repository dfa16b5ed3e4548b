package org.debitcredit.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BytesTest {

    @Test
    void sizes_are_told_in_words() {
        assertThat(List.of(512L, 4_096L, 1L << 20, 1_700L << 20))
                .extracting(Bytes::words)
                .containsExactly("512 B", "4 KiB", "1 MiB", "1.7 GiB");
    }
}
