package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LinePerMinuteTest {

    private long nanos = Long.MAX_VALUE - 5;

    @Test
    void oneInAMinuteIsLetThroughAndTheOthersAreCounted() {
        LinePerMinute lines = new LinePerMinute(() -> nanos);
        assertThat(lines.next()).hasValue(0);
        for (int i = 0; i < 7; i++) {
            nanos += TimeUnit.SECONDS.toNanos(8);
            assertThat(lines.next()).isEmpty();
        }
        nanos += TimeUnit.SECONDS.toNanos(4);
        assertThat(lines.next()).hasValue(7);
        assertThat(lines.next()).isEmpty();
    }
}
