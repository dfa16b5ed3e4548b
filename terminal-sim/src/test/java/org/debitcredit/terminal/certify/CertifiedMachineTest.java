package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertifiedMachineTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theReportListsTheProcessorAndTheSettingsOfTheServer() {
        SortedMap<String, String> facts = CertifiedMachine.describe(Plans.in(folder, null));
        assertThat(facts.get("processor model")).isNotBlank();
        assertThat(facts.get("settings of the server"))
                .isEqualTo("--ledger memory --bank.key-window=1000000 --bank.history.retention=0s");
    }

    @Test
    void theMachineHasMemoryAndOneDiskForOneFolder() {
        Sizing.Machine machine = CertifiedMachine.of(Plans.in(folder, null));
        assertThat(machine.memoryMegabytes()).isPositive();
        assertThat(machine.data().id()).isEqualTo(machine.report().id());
    }
}
