package org.debitcredit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A backup is taken while the bank works, and any position that is retained can be brought back. */
@Timeout(120)
class BackupRestoreTest {

    private static final BankScale SCALE = new BankScale(3, 2, 100);
    private static final long START_MILLIS = System.currentTimeMillis();

    @TempDir
    Path folder;

    private long nextKey;
    private final DebitCreditWorkload workload = new DebitCreditWorkload(SCALE, Preset.GRAY2005, 3);
    /** Totals after each position that ended a group. */
    private final List<Totals> totalsByGroup = new ArrayList<>();

    private BankSettings settings(Path data, JournalKind kind, Duration replayMax) {
        return BankSettings.of(data, SCALE, Currency.getInstance("USD"))
                .with(new JournalSettings(kind, 1 << 20, 20 << 20, OptionalLong.empty()))
                .with(new SnapshotSettings(replayMax, Duration.ofDays(90)));
    }

    private static RunningBank open(BankSettings settings) throws IOException {
        return RunningBank.open(
                settings.founding(BankFolders.isEmpty(settings.data())),
                (identity, progress) -> new MemoryLedger(identity),
                BankEvent.IGNORE,
                Progress.NONE);
    }

    private static TransactionKey key(long number) {
        return NumberedKeys.key(START_MILLIS + number, number);
    }

    private void run(RunningBank bank, int groups) {
        for (int group = 0; group < groups; group++) {
            RequestColumns requests = new RequestColumns(10);
            for (int i = 0; i < 10; i++) {
                requests.add(workload.next(), key(nextKey++));
            }
            CompletableFuture<Outcome> last = new CompletableFuture<Outcome>().orTimeout(60, TimeUnit.SECONDS);
            bank.engine().submit(new BatchSubmission(requests, answered -> last.complete(answered.outcome(9))));
            assertThat(last.join()).isInstanceOf(Outcome.Committed.class);
            totalsByGroup.add(totals(bank));
        }
    }

    private static Totals totals(RunningBank bank) {
        CompletableFuture<Totals> totals = new CompletableFuture<Totals>().orTimeout(60, TimeUnit.SECONDS);
        bank.engine().submit(new Inquiry.Sums(answered -> totals.complete(answered.totals())));
        return totals.join();
    }

    private Restore.Result restore(Path from, OptionalLong position, String to, JournalKind kind) throws IOException {
        return Restore.restore(
                from, position, settings(folder.resolve(to), kind, Duration.ofSeconds(30)), Progress.NONE);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_backup_of_a_working_bank_is_whole_and_restores_to_every_position_it_retains(JournalKind kind)
            throws IOException {
        Path backup = folder.resolve("backup");
        BankSettings settings = settings(folder.resolve("data"), kind, Duration.ofNanos(100_000));
        try (RunningBank bank = open(settings)) {
            run(bank, 60);
            Backup.Result result = bank.backup(backup, Progress.NONE);
            assertThat(result.position()).isEqualTo(600);
            assertThat(result.snapshots()).isPositive();
            run(bank, 10);
        }
        BankAudit.Finding finding = BankAudit.of(backup, Progress.NONE);
        assertThat(finding.firstFault()).isNull();
        assertThat(finding.transactions()).isEqualTo(600);
        assertThat(finding.snapshots()).isPositive();
        for (long position : new long[] {0, 10, 250, 255, 590, 600}) {
            String name = "restored-" + position;
            Restore.Result restored = restore(backup, OptionalLong.of(position), name, kind);
            assertThat(restored.position()).isEqualTo(position);
            assertThat(BankAudit.of(folder.resolve(name), Progress.NONE).firstFault())
                    .isNull();
            try (RunningBank bank = open(settings(folder.resolve(name), kind, Duration.ofSeconds(30)))) {
                assertThat(bank.engine().position()).isEqualTo(position);
                Totals totals = totals(bank);
                assertThat(totals.hold()).isTrue();
                assertThat(totals.historyRows()).isEqualTo(position);
                if (position % 10 == 0 && position > 0) {
                    assertThat(totals).isEqualTo(totalsByGroup.get((int) (position / 10) - 1));
                }
            }
        }
    }

    @Test
    void a_restored_bank_knows_its_keys_and_goes_on() throws IOException {
        Path data = folder.resolve("data");
        JournalKind kind = JournalKind.FILE;
        try (RunningBank bank = open(settings(data, kind, Duration.ofSeconds(30)))) {
            run(bank, 20);
        }
        restore(data, OptionalLong.of(155), "restored", JournalKind.CHRONICLE);
        BankSettings restored = settings(folder.resolve("restored"), JournalKind.CHRONICLE, Duration.ofSeconds(30));
        try (RunningBank bank = open(restored)) {
            assertThat(isKnown(bank, 0)).isTrue();
            assertThat(isKnown(bank, 154)).isTrue();
            assertThat(isKnown(bank, 155)).isFalse();
            run(bank, 5);
            assertThat(bank.engine().position()).isEqualTo(205);
        }
        try (RunningBank bank = open(restored)) {
            assertThat(bank.engine().position()).isEqualTo(205);
            assertThat(totals(bank).hold()).isTrue();
        }
        assertThat(BankAudit.of(folder.resolve("restored"), Progress.NONE).firstFault())
                .isNull();
    }

    private static boolean isKnown(RunningBank bank, long key) {
        CompletableFuture<Boolean> known = new CompletableFuture<Boolean>().orTimeout(60, TimeUnit.SECONDS);
        bank.engine()
                .submit(new Inquiry.Key(
                        key(key),
                        answered ->
                                known.complete(answered.status() instanceof org.debitcredit.engine.KeyStatus.Decided)));
        return known.join();
    }

    @Test
    void a_position_that_is_not_retained_is_refused_and_the_range_named() throws IOException {
        Path data = folder.resolve("data");
        BankSettings settings = settings(data, JournalKind.FILE, Duration.ofNanos(100_000))
                .with(new SnapshotSettings(Duration.ofNanos(100_000), Duration.ZERO))
                .withKeyWindow(50);
        try (RunningBank bank = open(settings)) {
            for (int i = 0; i < 6; i++) {
                run(bank, 20);
                bank.snapshotter().request().join();
            }
        }
        assertThatThrownBy(() -> restore(data, OptionalLong.of(10), "restored", JournalKind.FILE))
                .isInstanceOf(Restore.NotRetained.class)
                .hasMessageMatching(
                        "position 10 cannot be restored; the earliest position is \\d{3,4}, the latest " + "1200");
        assertThatThrownBy(() -> restore(data, OptionalLong.of(1_201), "restored", JournalKind.FILE))
                .isInstanceOf(Restore.NotRetained.class)
                .hasMessageContaining("1201")
                .hasMessageContaining("the latest 1200");
        assertThat(folder.resolve("restored")).doesNotExist();
    }

    @Test
    void nothing_is_overwritten() throws IOException {
        Path data = folder.resolve("data");
        try (RunningBank bank = open(settings(data, JournalKind.FILE, Duration.ofSeconds(30)))) {
            run(bank, 2);
        }
        Backup.offline(data, folder.resolve("backup"), Progress.NONE);
        assertThatThrownBy(() -> Backup.offline(data, folder.resolve("backup"), Progress.NONE))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("backup");
        assertThatThrownBy(() -> restore(folder.resolve("backup"), OptionalLong.empty(), "data", JournalKind.FILE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds a bank already");
        assertThat(Files.exists(folder.resolve("backup.unfinished"))).isFalse();
    }
}
