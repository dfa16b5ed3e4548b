package org.debitcredit.terminal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.debitcredit.bank.Preset;
import org.junit.jupiter.api.Test;

class ServerPlanTest {

    private static Duration startMax(int branches, String... settings) {
        return new ServerPlan(Path.of("server.jar"), List.of(), branches, Preset.TPCA, List.of(settings)).startMax();
    }

    /** By hand: two million balances a second, or 20,000 rows. */
    @Test
    void aLargerBankMayTakeLongerToStart() {
        assertThat(startMax(1)).isEqualTo(Duration.ofMinutes(5).plusSeconds(5));
        assertThat(startMax(8_300, "--ledger", "memory"))
                .isEqualTo(startMax(8_300, "--ledger=memory"))
                .isEqualTo(Duration.ofMinutes(5).plusSeconds(415));
        assertThat(startMax(100, "--ledger", "jdbc:sqlite:bank"))
                .isEqualTo(Duration.ofMinutes(5).plusSeconds(500));
    }
}
