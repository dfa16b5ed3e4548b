package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalMemoryTest {

    @Test
    void theTerminalsFillHalfOfTheHeapAtMost() {
        assertThat(TerminalMemory.heapBytes(0)).isEqualTo(TerminalMemory.BYTES_BESIDES);
        assertThat(TerminalMemory.heapBytes(1_160_000))
                .isEqualTo(TerminalMemory.BYTES_BESIDES + 2L * 1_160_000 * TerminalMemory.BYTES_PER_TERMINAL)
                .isLessThan(2L << 30);
    }
}
