package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Backup;
import org.debitcredit.backup.Restore;
import org.debitcredit.bank.Clocks;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.SpaceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The archive's bound in bytes, and what is left to restore. */
@Timeout(60)
class ArchiveBoundTest {

    private static final long BYTES_MAX = 20_000;

    @TempDir
    Path temp;

    private BankLives lives(JournalKind kind, long bytesMax) {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.replayMax = BankLives.OFTEN;
        lives.space = SpaceSettings.CHOSEN.withArchiveBytesMax(bytesMax);
        return lives;
    }

    private static long archived(BankLives lives) throws IOException {
        try (Stream<Path> files = Files.list(lives.data.resolve("archive"))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void over_its_bytes_the_oldest_epochs_go_and_the_first_position_that_can_be_restored_is_named(JournalKind kind)
            throws IOException {
        BankLives lives = lives(kind, BYTES_MAX);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 200);
            assertThat(archived(lives)).isBetween(1L, BYTES_MAX);
            lives.run(bank, 100);
            assertThat(archived(lives)).as("counted on").isBetween(1L, BYTES_MAX);
        }
        assertThat(lives.cuts).isNotEmpty();
        long restorable = lives.cuts.get(lives.cuts.size() - 1).restorableFrom();
        assertThat(restorable).isPositive();
        assertThat(lives.audit().firstFault()).isNull();
        BankLives restored = lives.restored(temp.resolve("restored"), restorable, lives.keyWindow);
        try (RunningBank bank = restored.recover()) {
            assertThat(bank.engine().position()).isEqualTo(restorable);
        }
        assertThatThrownBy(() -> lives.restored(temp.resolve("earlier"), restorable - 1, lives.keyWindow))
                .isInstanceOf(Restore.NotRetained.class)
                .hasMessageContaining(Long.toString(restorable));
    }

    @Test
    void what_is_counted_at_a_start_is_what_the_archive_holds() throws IOException {
        BankLives lives = lives(JournalKind.FILE, SpaceSettings.BYTES_MAX);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 100);
        }
        assertThat(lives.cuts).isEmpty();
        assertThat(archived(lives)).isGreaterThan(BYTES_MAX / 2);
        lives.space = SpaceSettings.CHOSEN.withArchiveBytesMax(BYTES_MAX / 4);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 40);
            assertThat(archived(lives)).isLessThanOrEqualTo(BYTES_MAX / 4);
        }
    }

    @Test
    void a_backup_that_does_not_end_keeps_no_more_than_the_journal_may_take() throws IOException {
        BankLives lives = lives(JournalKind.FILE, BYTES_MAX);
        long journalMax = 8L * BankLives.FILL_AHEAD_BYTES;
        lives.space = lives.space.withJournalBytesMax(journalMax);
        lives.group = 500;
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            backup.snapshotsCopied();
            for (int group = 0; group < 60; group++) {
                lives.run(bank, 1);
                assertThat(archived(lives)).isLessThan(BYTES_MAX + 2 * journalMax);
            }
            assertThatThrownBy(() -> backup.copies(1)).hasMessageContaining("archive-bytes-max");
            assertThat(archived(lives)).isLessThan(BYTES_MAX + journalMax);
        }
    }

    @Test
    void a_backup_pauses_until_the_archive_waits_for_it() throws IOException {
        BankLives lives = lives(JournalKind.FILE, BYTES_MAX);
        lives.space = lives.space.withJournalBytesMax(8L * BankLives.FILL_AHEAD_BYTES);
        lives.group = 500;
        AtomicLong nanos = new AtomicLong();
        AtomicLong paused = new AtomicLong();
        lives.clocks = new Clocks(() -> lives.clockMicros, () -> nanos.addAndGet(10_000_000), paused::addAndGet);
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            backup.snapshotsCopied();
            assertThat(pause(backup, paused)).isPositive();
            int group = 0;
            while (pause(backup, paused) > 0 && group++ < 60) {
                lives.run(bank, 1);
            }
            assertThat(archived(lives)).isGreaterThan(BYTES_MAX);
            backup.copies(1);
            assertThat(pause(backup, paused))
                    .as("it was not cancelled, and hurries")
                    .isZero();
        }
    }

    private static long pause(RetentionHolds.Hold backup, AtomicLong paused) {
        paused.set(0);
        backup.pieceCopied();
        return paused.get();
    }

    @Test
    void nothing_goes_while_a_backup_reads_and_the_backup_is_whole() throws IOException {
        BankLives lives = lives(JournalKind.FILE, BYTES_MAX);
        Path backup = temp.resolve("backup");
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 60);
            BankLives.retention(bank).keepingAll(() -> {
                List<String> before = lives.names("archive");
                lives.run(bank, 100);
                assertThat(lives.names("archive")).containsAll(before);
                return true;
            });
            lives.run(bank, 40);
            assertThat(archived(lives)).isLessThanOrEqualTo(BYTES_MAX);
            bank.snapshotter().request();
            lives.run(bank, 1);
            Backup.copy(
                    new RetainedEpochs(BankLives.files(bank)),
                    BankLives.files(bank).snapshots(),
                    bank.engine().position(),
                    backup,
                    CopyListener.UNDISTURBED,
                    Progress.NONE);
        }
        assertThat(BankAudit.of(backup, Progress.NONE).firstFault()).isNull();
        BankSettings settings = lives.settings().in(temp.resolve("restored")).founding(false);
        assertThat(Restore.restore(backup, OptionalLong.empty(), settings, Progress.NONE)
                        .position())
                .isEqualTo(2_010);
    }

    @Test
    void an_archive_that_may_hold_less_than_an_epoch_holds_none() throws IOException {
        BankLives lives = lives(JournalKind.FILE, 1);
        lives.retention = Duration.ofDays(90);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 60);
            assertThat(archived(lives)).isZero();
        }
        assertThat(lives.audit().firstFault()).isNull();
    }
}
