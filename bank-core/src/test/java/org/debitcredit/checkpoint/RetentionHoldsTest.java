package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Backup;
import org.debitcredit.bank.Clocks;
import org.debitcredit.engine.TransactionEngine.Intake;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.transaction.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a backup keeps of a journal that has a bound in bytes, and when it is ended. */
@Timeout(60)
class RetentionHoldsTest {

    /** Chronicle's zeros come in chunks of a mebibyte. */
    private static long bytesMax(JournalKind kind) {
        return kind == JournalKind.FILE ? 16L * BankLives.FILL_AHEAD_BYTES : 16L << 20;
    }

    @TempDir
    Path temp;

    private BankLives lives(JournalKind kind, boolean isArchived) {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(bytesMax(kind));
        lives.retention = isArchived ? lives.retention : Duration.ZERO;
        lives.group = 500;
        return lives;
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    /**
     * Takes a backup.
     *
     * @param atFirst is done while the first epoch is read
     * @param afterFirst is done once it is copied
     */
    private static Backup.Result backup(RunningBank bank, Path to, Step atFirst, Runnable afterFirst)
            throws IOException {
        bank.snapshotter().request();
        BankLives.stepAll(bank);
        JournalSource retained = new RetainedEpochs(BankLives.files(bank));
        List<Step> once = new ArrayList<>();
        JournalSource slow = new JournalSource() {
            @Override
            public List<Long> epochs() throws IOException {
                return retained.epochs();
            }

            @Override
            public DocumentSource read(long epoch) throws IOException {
                if (!once.isEmpty()) {
                    once.remove(0).run();
                }
                return retained.read(epoch);
            }
        };
        try (RetentionHolds.Hold reading = BankLives.retention(bank).holds().beginBackup()) {
            return Backup.copy(
                    slow,
                    BankLives.files(bank).snapshots(),
                    bank.engine().position(),
                    to,
                    reading,
                    (what, done, total) -> {
                        if (what.equals("copying a snapshot, pages") && once.isEmpty()) {
                            once.add(atFirst);
                        } else if (what.equals("copying epochs") && done == 1) {
                            afterFirst.run();
                        }
                    });
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void the_journal_is_freed_of_what_a_backup_has_copied_and_the_backup_is_whole(JournalKind kind) throws IOException {
        BankLives lives = lives(kind, true);
        Path backup = temp.resolve("backup");
        try (RunningBank bank = lives.recover()) {
            lives.fill(bank, bytesMax(kind) / 2);
            int published = lives.published.size();
            Backup.Result result = backup(bank, backup, () -> {}, () -> {
                for (int group = 0; group < 2_000 && lives.published.size() < published + 8; group++) {
                    lives.run(bank, 1);
                }
            });
            assertThat(lives.published).hasSizeGreaterThanOrEqualTo(published + 8);
            assertThat(lives.told).as("never full").isEmpty();
            assertThat(result.position()).isPositive();
            assertThat(BankAudit.of(backup, Progress.NONE).firstFault()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"CHRONICLE, true", "CHRONICLE, false", "FILE, true", "FILE, false"})
    void a_backup_that_hangs_is_ended_when_the_journal_is_full(JournalKind kind, boolean isArchived)
            throws IOException {
        BankLives lives = lives(kind, isArchived);
        Path backup = temp.resolve("backup");
        try (RunningBank bank = lives.recover()) {
            lives.fill(bank, bytesMax(kind) / 2);
            assertThatThrownBy(() -> backup(
                            bank,
                            backup,
                            () -> {
                                for (int second = 0; second < 2_000 && lives.published.size() < 20; second++) {
                                    if (lives.offer(bank) == Intake.TAKEN) {
                                        bank.engine().step();
                                    }
                                    lives.tick(1_000_000);
                                    BankLives.stepAll(bank);
                                }
                                assertThat(lives.published)
                                        .as("the bank continues")
                                        .hasSize(20);
                            },
                            () -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the backup was cancelled")
                    .hasMessageContaining("bank.journal.bytes-max");
            assertThat(lives.submit(bank)).isInstanceOf(Outcome.Committed.class);
            assertThat(lives.stuck).isNull();
        }
        assertThat(backup).doesNotExist();
    }

    @Test
    void a_bank_on_a_database_ends_a_backup_that_hangs_too() throws IOException {
        BankLives lives = lives(JournalKind.FILE, true);
        lives.ledgers = (identity, progress) -> SqlLedger.open(
                new SqlDatabase("jdbc:sqlite:" + temp.resolve("ledger.sqlite"), "", ""),
                identity,
                PopulateProgress.NONE);
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            long taken = 0;
            for (int second = 0; second < 200; second++) {
                if (lives.offer(bank) == Intake.TAKEN) {
                    bank.engine().step();
                    taken = second;
                }
                lives.tick(1_000_000);
                BankLives.stepAll(bank);
            }
            assertThat(taken).as("last second in which the bank was not busy").isEqualTo(199);
            assertThatThrownBy(backup::snapshotsCopied).hasMessageContaining("the backup was cancelled");
        }
    }

    @Test
    void a_backup_that_is_ended_while_it_copies_a_snapshot_says_so_whatever_it_finds() throws IOException {
        BankLives lives = lives(JournalKind.FILE, true);
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold reading = BankLives.retention(bank).holds().beginBackup()) {
            lives.run(bank, 1);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
            assertThatThrownBy(() -> Backup.copy(
                            new RetainedEpochs(BankLives.files(bank)),
                            BankLives.files(bank).snapshots(),
                            bank.engine().position(),
                            temp.resolve("backup"),
                            reading,
                            (what, done, total) -> {
                                BankLives.retention(bank).holds().endBackups("planted");
                                throw new UncheckedIOException(new IOException("the file is another one now"));
                            }))
                    .hasMessage("the backup was cancelled: planted")
                    .hasRootCauseMessage("the file is another one now");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void without_an_archive_too_the_journal_is_freed_of_what_a_backup_has_copied(JournalKind kind) throws IOException {
        BankLives lives = lives(kind, false);
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            for (int snapshot = 0; snapshot < 6; snapshot++) {
                lives.run(bank, 2);
                bank.snapshotter().request();
                BankLives.stepAll(bank);
            }
            List<Long> before = BankLives.files(bank).journal().epochs();
            assertThat(before).startsWith(1L).hasSizeGreaterThan(5);
            backup.snapshotsCopied();
            backup.copies(before.get(4));
            lives.run(bank, 2);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
            assertThat(BankLives.files(bank).journal().epochs()).startsWith(before.get(4));
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_backup_that_is_not_in_the_way_goes_on_while_the_journal_is_full(JournalKind kind) throws IOException {
        BankLives lives = lives(kind, true);
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            lives.fill(bank, bytesMax(kind));
            for (int again = 0; again < 3; again++) {
                BankLives.stepAll(bank);
                lives.tick(1_000_000);
            }
            assertThat(lives.published).hasSize(1);
            assertThat(bank.journalBytes()).isGreaterThanOrEqualTo(bytesMax(kind));
            assertThat(BankLives.retention(bank).kept()).contains("until two snapshots are published");
            backup.snapshotsCopied();
        }
    }

    /** Clocks by which each reading takes 10 ms, and which add up the pauses. */
    private static Clocks slow(BankLives lives, AtomicLong paused) {
        AtomicLong nanos = new AtomicLong();
        return new Clocks(
                () -> lives.clockMicros,
                () -> lives.clockMicros * 1_000 + nanos.addAndGet(10_000_000),
                paused::addAndGet);
    }

    @Test
    void a_backup_of_epochs_that_are_smaller_than_a_piece_pauses_after_each() throws IOException {
        BankLives lives = lives(JournalKind.FILE, true);
        for (int life = 0; life < 10; life++) {
            lives.live(1);
        }
        AtomicLong paused = new AtomicLong();
        lives.clocks = slow(lives, paused);
        try (RunningBank bank = lives.recover()) {
            Backup.Result result = backup(bank, temp.resolve("backup"), () -> paused.set(0), () -> {});
            assertThat(result.epochs()).isGreaterThanOrEqualTo(10);
            assertThat(paused.get()).isGreaterThanOrEqualTo(result.epochs() * 30_000_000L);
        }
    }

    @Test
    void a_backup_does_not_pause_while_the_journal_is_nearly_full() throws IOException {
        BankLives lives = lives(JournalKind.FILE, true);
        AtomicLong paused = new AtomicLong();
        lives.clocks = slow(lives, paused);
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            backup.snapshotsCopied();
            lives.fill(bank, bytesMax(JournalKind.FILE) / 2);
            paused.set(0);
            backup.pieceCopied();
            assertThat(paused.get()).isPositive();
            lives.fill(bank, bytesMax(JournalKind.FILE) * 4 / 5);
            paused.set(0);
            backup.pieceCopied();
            assertThat(paused.get()).isZero();
        }
    }

    @Test
    void a_check_that_needs_no_file_pauses_however_full_the_journal_is_and_ends_with_the_bank_or_for_the_archive()
            throws IOException {
        BankLives lives = lives(JournalKind.FILE, true);
        AtomicLong paused = new AtomicLong();
        lives.clocks = slow(lives, paused);
        RunningBank bank = lives.recover();
        try (RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            backup.snapshotsCopied();
            backup.copies(1);
            backup.copied(1);
            backup.allCopied();
            lives.fill(bank, bytesMax(JournalKind.FILE) * 4 / 5);
            paused.set(0);
            backup.pieceChecked();
            assertThat(paused.get()).isPositive();
            assertThat(BankLives.retention(bank).holds().endBackups("room is needed"))
                    .as("it keeps none")
                    .isFalse();
            backup.pieceChecked();
            try (RetentionHolds.Hold other = BankLives.retention(bank).holds().beginBackup()) {
                other.allCopied();
                assertThat(BankLives.retention(bank).holds().endAllBackups("the archive's disk is full"))
                        .as("what it shares with the archive is room as well")
                        .isTrue();
                assertThatThrownBy(other::pieceChecked).hasMessageContaining("the archive's disk is full");
            }
        }
        try (RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            backup.allCopied();
            bank.close();
            assertThatThrownBy(backup::pieceChecked).hasMessageContaining("the bank is closing");
            assertThatThrownBy(() -> backup.failed(new IOException("any")))
                    .isInstanceOf(RetentionHolds.Cancelled.class)
                    .hasMessage("the backup was cancelled: the bank is closing");
        }
        try (RetentionHolds.Hold late = BankLives.retention(bank).holds().beginBackup()) {
            assertThatThrownBy(() -> late.copies(1)).hasMessageContaining("the bank is closing");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void other_readers_hold_a_full_journal_up_until_they_close(JournalKind kind) throws IOException {
        BankLives lives = lives(kind, true);
        try (RunningBank bank = lives.recover()) {
            lives.fill(bank, bytesMax(kind) / 2);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
            lives.fill(bank, bytesMax(kind));
            BankLives.retention(bank).keepingAll(() -> {
                for (int again = 0; again < 5; again++) {
                    lives.tick(1_000_000);
                    BankLives.stepAll(bank);
                    if (lives.offer(bank) == Intake.TAKEN) {
                        bank.engine().step();
                    }
                }
                assertThat(lives.stuck).contains("is reading it");
                return true;
            });
            lives.tick(1_000_000);
            BankLives.stepAll(bank);
            assertThat(lives.stuck).isNull();
            assertThat(lives.submit(bank)).isInstanceOf(Outcome.Committed.class);
        }
    }
}
