package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Currency;
import java.util.OptionalLong;
import net.openhft.chronicle.queue.RollCycles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How journal and snapshots are kept, at both ends of what is legal and one beyond. */
@Timeout(60)
class SettingsLimitsTest {

    /** Header, one row without a transfer, one run of keys, and Chronicle's frame. */
    private static final int SHORTEST_DOCUMENT_BYTES = 88 + 50 + 8 + 28 + 4;

    @TempDir
    Path temp;

    private static JournalSettings journal(JournalKind kind, long epochBytes, long fillAheadBytes) {
        return new JournalSettings(kind, epochBytes, fillAheadBytes, OptionalLong.empty());
    }

    @Test
    void a_journal_is_taken_at_both_ends_and_refused_one_beyond() {
        journal(JournalKind.CHRONICLE, 1, 0);
        journal(JournalKind.FILE, 1, FileJournal.SEGMENT_BYTES_MIN);
        journal(JournalKind.FILE, JournalSettings.EPOCH_BYTES_MAX, JournalSettings.FILL_AHEAD_BYTES_MAX);
        for (long bytes : new long[] {Long.MIN_VALUE, 0, JournalSettings.EPOCH_BYTES_MAX + 1, Long.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> journal(JournalKind.CHRONICLE, bytes, 0))
                    .withMessageContaining("epochBytes is " + bytes + "; it must be 1 to ");
        }
        for (long bytes : new long[] {-1, JournalSettings.FILL_AHEAD_BYTES_MAX + 1, Long.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> journal(JournalKind.CHRONICLE, 1, bytes))
                    .withMessageContaining("fillAheadBytes is " + bytes);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> journal(JournalKind.FILE, 1, FileJournal.SEGMENT_BYTES_MIN - 1))
                .withMessageContaining("fillAheadBytes is 4183; with journal file it must be 4184 to");
    }

    @Test
    void the_largest_epoch_has_no_more_documents_than_chronicle_can_number() {
        assertThat(JournalSettings.EPOCH_BYTES_MAX / SHORTEST_DOCUMENT_BYTES)
                .isLessThan(RollCycles.FAST_DAILY.maxMessagesPerCycle());
    }

    @Test
    void snapshots_are_taken_at_both_ends_and_refused_one_beyond() {
        Duration nano = Duration.ofNanos(1);
        new SnapshotSettings(nano, Duration.ZERO).intervalTransactions(Long.MAX_VALUE);
        new SnapshotSettings(SnapshotSettings.REPLAY_MAX_MAX, SnapshotSettings.HISTORY_RETENTION_MAX)
                .intervalTransactions(Long.MAX_VALUE);
        for (Duration replay : new Duration[] {
            Duration.ZERO,
            nano.negated(),
            SnapshotSettings.REPLAY_MAX_MAX.plus(nano),
            Duration.ofSeconds(Long.MAX_VALUE)
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SnapshotSettings(replay, Duration.ZERO))
                    .withMessageContaining("replayMax is " + replay);
        }
        for (Duration retention : new Duration[] {
            nano.negated(), SnapshotSettings.HISTORY_RETENTION_MAX.plus(nano), Duration.ofSeconds(Long.MAX_VALUE)
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SnapshotSettings(nano, retention))
                    .withMessageContaining("historyRetention is " + retention);
        }
    }

    @ParameterizedTest
    @CsvSource({"CHRONICLE, 0", "CHRONICLE, 1", "FILE, 4184"})
    void a_bank_with_the_smallest_journal_settings_serves_and_recovers(JournalKind kind, long fillAheadBytes)
            throws IOException {
        BankLives lives = new BankLives(temp, kind);
        BankSettings settings = BankSettings.of(temp, BankLives.SCALE, Currency.getInstance("USD"))
                .withKeyWindow(50)
                .with(journal(kind, 1, fillAheadBytes));
        for (int life = 0; life < 2; life++) {
            BankSettings opened = settings.founding(life == 0);
            try (RunningBank bank = RunningBank.recover(
                    BankFolders.open(opened, BankEvent.IGNORE),
                    opened,
                    (identity, progress) -> new MemoryLedger(identity),
                    BankEvent.IGNORE,
                    Progress.NONE)) {
                assertThat(bank.engine().position()).isEqualTo(life * 3L * BankLives.GROUP);
                lives.run(bank, 3);
                assertThat(bank.engine().stoppedBy()).isNull();
            }
        }
    }
}
