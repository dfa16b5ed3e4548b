package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.BankEvent;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankSettings;
import org.debitcredit.recovery.Progress;
import org.debitcredit.recovery.RunningBank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;

class BankHealthTest {

    @TempDir
    Path data;

    @Test
    void aBankThatServesIsNotReadyWhileTheHeapIsFullOrTheDiskHangsAndSaysWhy() throws IOException {
        BankState state = new BankState();
        BankHealth health = new BankHealth(state);
        List<Boolean> ready = new ArrayList<>();
        state.whenReady(ready::add);
        BankSettings settings = BankSettings.of(data, new BankScale(1, 1, 1), Currency.getInstance("USD"))
                .founding(true);
        try (RunningBank bank = RunningBank.open(
                settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE)) {
            state.opened(bank);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            state.heapFull("96 % of it");
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("heap", "96 % of it");
            assertThat(state.serves()).as("who is connected is served").isTrue();
            state.heapFull(null);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).isEmpty();
            state.journalStuck("waited 11 s");
            state.journalStuck("waited 12 s");
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("journal", "waited 12 s");
            state.journalStuck(null);
            state.clocksApart("an hour ahead");
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).containsExactly(entry("clock", "an hour ahead"));
            state.clocksApart(null);
            assertThat(health.health().getDetails()).isEmpty();
            state.accept(new BankEvent.JournalStaysFull("no snapshot frees anything of it"));
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("journalFull", "no snapshot frees anything of it");
            state.accept(new BankEvent.JournalStaysFull(null));
            state.accept(new BankEvent.ProjectionStopped().by(new IllegalStateException("left behind")));
            assertThat(health.health().getStatus())
                    .as("a bank whose projection has ended serves")
                    .isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).containsOnlyKeys("projectionEnded");
            state.closed();
        }
        assertThat(ready).containsExactly(false, true, false, true, false, true, false, true, false);
    }
}
