package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_OUT)
class TpccFailedRunTest {

    @RegisterExtension
    final TpccConsole console = new TpccConsole();

    @TempDir
    private Path folder;

    @Test
    void failedTransactionsAreAVerdictAndNotANumber() throws Exception {
        console.server().failEverything();

        assertThat(console.drive(folder, "run", "--rate", "50", "--patience", "20s"))
                .isEqualTo(1);
        assertThat(console.json().path("verdict").textValue()).isIn("failed", "rate-not-reached");
        assertThat(console.json().path("p50Micros").isNull()).isTrue();
    }
}
