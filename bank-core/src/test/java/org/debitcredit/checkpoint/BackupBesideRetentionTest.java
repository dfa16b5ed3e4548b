package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.debitcredit.backup.Backup;
import org.debitcredit.bank.Clocks;
import org.debitcredit.directory.Medium;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.projection.Projection;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.SpaceSettings;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.ForwardingFolder;
import org.debitcredit.storage.SequentialFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups, and what is archived and removed at the same time. */
@Timeout(120)
class BackupBesideRetentionTest {

    @TempDir
    Path temp;

    private BankLives lives() {
        BankLives lives = new BankLives(temp.resolve("data"), JournalKind.FILE);
        lives.group = 500;
        return lives;
    }

    private static void live(BankLives lives, RunningBank bank) {
        for (int snapshot = 0; snapshot < 4; snapshot++) {
            lives.run(bank, 2);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
        }
    }

    private Path backup(RunningBank bank, String name) throws IOException {
        try (RetentionHolds.Hold hold = BankLives.retention(bank).holds().beginBackup()) {
            return backup(bank, name, hold);
        }
    }

    private Path backup(RunningBank bank, String name, CopyListener listener) throws IOException {
        Path to = temp.resolve("backups").resolve(name);
        Files.createDirectories(to.getParent());
        return Backup.copy(
                        new RetainedEpochs(BankLives.files(bank)),
                        BankLives.files(bank).snapshots(),
                        bank.engine().position(),
                        to,
                        listener,
                        Progress.NONE)
                .directory();
    }

    private static long archived(BankLives lives) throws IOException {
        try (Stream<Path> files = Files.list(lives.data.resolve("archive"))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    /** A medium whose archive is another folder. */
    private static Medium withArchive(UnaryOperator<Folder> archive) {
        return new Medium() {
            @Override
            public Folder folder(Folder of, FolderLock lock) {
                Folder whole = Medium.super.folder(of, lock);
                return of.toString().endsWith("archive") ? archive.apply(whole) : whole;
            }
        };
    }

    @Test
    void a_backup_removes_no_archived_epoch_that_a_projection_still_reads() throws IOException {
        BankLives lives = lives();
        lives.replayMax = BankLives.OFTEN;
        lives.live(40);
        lives.live(40);
        lives.clocks = new Clocks(() -> lives.clockMicros, () -> lives.clockMicros * 1_000 + System.nanoTime());
        lives.projection = (identity, progress) ->
                SqlLedger.open(new SqlDatabase("jdbc:sqlite:" + temp.resolve("p.sqlite"), "", ""), identity, progress);
        lives.space = SpaceSettings.CHOSEN.withArchiveBytesMax(archived(lives));
        try (RunningBank bank = lives.recover()) {
            List<String> before = lives.names("archive");
            Projection projection = Objects.requireNonNull(bank.projection());
            lives.run(bank, 20);
            projection.step();

            backup(bank, "backup-1");

            assertThat(lives.names("archive")).containsAll(before);
            for (int step = 0; step < 1_000 && projection.lag() > 0; step++) {
                lives.tick(2_000_000);
                projection.step();
            }
            assertThat(lives.projectionStops).isEmpty();
            assertThat(projection.lag()).isZero();
        }
    }

    @Test
    void what_is_archived_for_a_backup_counts_once_the_journal_has_lost_it() throws IOException {
        BankLives lives = lives();
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
        }
        long bytesMax = archived(lives);
        lives.space = SpaceSettings.CHOSEN.withArchiveBytesMax(bytesMax);
        try (RunningBank bank = lives.recover()) {
            EpochArchive archive = BankLives.files(bank).archives().get(0);
            List<Long> before = archive.epochs();
            backup(bank, "backup-1");
            assertThat(archive.epochs()).containsAll(before).hasSizeGreaterThan(before.size());
            live(lives, bank);
            assertThat(archive.epochs()).doesNotContain(before.get(0));
            assertThat(archive.bytesBefore(
                            BankLives.files(bank).journal().epochs().get(0)))
                    .isPositive()
                    .isLessThanOrEqualTo(bytesMax);
        }
    }

    @Test
    void a_backup_writes_nothing_into_the_archive_after_the_bank_was_closed() throws IOException {
        BankLives lives = lives();
        RunningBank bank = lives.recover();
        live(lives, bank);
        try (RetentionHolds.Hold hold = BankLives.retention(bank).holds().beginBackup()) {
            CopyListener closing = new CopyListener() {
                private List<String> archived = List.of();

                @Override
                public void snapshotsCopied() throws IOException {
                    hold.snapshotsCopied();
                }

                @Override
                public void wants(Epochs history, int index) {
                    try {
                        bank.close();
                        archived = lives.names("archive");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    hold.wants(history, index);
                }

                @Override
                public void copies(long epoch) throws IOException {
                    hold.copies(epoch);
                }

                @Override
                public void pieceCopied() {
                    hold.pieceCopied();
                }

                @Override
                public void copied(long epoch) throws IOException {
                    hold.copied(epoch);
                }

                @Override
                public void failed(Exception cause) throws IOException {
                    assertThat(lives.names("archive")).isEqualTo(archived);
                    hold.failed(cause);
                }
            };
            assertThatThrownBy(() -> backup(bank, "backup-1", closing))
                    .hasMessage("the backup was cancelled: the bank is closing");
        }
        assertThat(temp.resolve("backups/backup-1")).doesNotExist();
    }

    @Test
    void a_backup_directory_that_hangs_costs_a_mirrored_bank_neither_its_writer_nor_a_copy() throws Exception {
        BankLives lives = lives();
        lives.clocks = new Clocks(() -> lives.clockMicros, System::nanoTime);
        lives.mirror = temp.resolve("mirror");
        CountDownLatch linking = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        lives.media = List.of(
                withArchive(archive -> new ForwardingFolder(archive) {
                    @Override
                    public boolean link(String name, Folder to) throws IOException {
                        linking.countDown();
                        try {
                            mayGoOn.await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                        return false;
                    }
                }),
                Medium.DISK);
        lives.forceMax = HangLimit.MAX_LEAST;
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
            CompletableFuture<Path> backup = CompletableFuture.supplyAsync(() -> {
                try {
                    return backup(bank, "backup-1");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(linking.await(60, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> backup.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            lives.run(bank, 2);
            assertThat(lives.stops).isEmpty();
            assertThat(BankLives.files(bank).loss().isLost(0)).isFalse();
            mayGoOn.countDown();
            assertThat(backup.get(60, TimeUnit.SECONDS)).exists();
        }
    }

    @Test
    void an_archived_epoch_whose_name_could_not_be_forced_at_once_is_counted() throws IOException {
        BankLives lives = lives();
        boolean[] fails = {false};
        lives.media = List.of(
                withArchive(archive -> new ForwardingFolder(archive) {
                    @Override
                    public void force() throws IOException {
                        if (fails[0]) {
                            fails[0] = false;
                            throw new IOException("planted");
                        }
                        super.force();
                    }
                }),
                Medium.DISK);
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
            assertThat(BankLives.files(bank).archives().get(0).bytes()).isEqualTo(archived(lives));
            lives.run(bank, 2);
            fails[0] = true;
            bank.snapshotter().request();
            BankLives.stepAll(bank);
            assertThat(lives.snapshotFailures).hasSize(1);
            lives.snapshotFailures.clear();
            live(lives, bank);
            assertThat(BankLives.files(bank).archives().get(0).bytes()).isEqualTo(archived(lives));
        }
    }

    @Test
    void a_smaller_archive_cancels_no_backup_that_does_not_keep_it_large() throws IOException {
        BankLives lives = lives();
        lives.space = SpaceSettings.CHOSEN.withJournalBytesMax(8L * BankLives.FILL_AHEAD_BYTES);
        try (RunningBank bank = lives.recover()) {
            for (int i = 0; i < 50; i++) {
                live(lives, bank);
            }
        }
        assertThat(archived(lives)).isGreaterThan(9L * BankLives.FILL_AHEAD_BYTES);
        lives.space = lives.space.withArchiveBytesMax(1);
        try (RunningBank bank = lives.recover()) {
            assertThat(backup(bank, "backup-1")).exists();
        }
    }

    @Test
    void a_backup_on_another_disk_is_taken_although_the_archives_disk_is_full() throws IOException {
        BankLives lives = lives();
        boolean[] isFull = {false};
        lives.media = List.of(
                withArchive(archive -> new ForwardingFolder(archive) {
                    @Override
                    public SequentialFile createSequential(String name) throws IOException {
                        if (isFull[0]) {
                            throw new IOException("No space left on device");
                        }
                        return super.createSequential(name);
                    }
                }),
                Medium.DISK);
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
            lives.run(bank, 2);
            isFull[0] = true;
            bank.start();
            Path backup = Files.createDirectory(temp.resolve("other")).resolve("backup-1");
            assertThat(bank.backup(backup, Progress.NONE).position())
                    .isEqualTo(bank.engine().position());
            assertThat(backup).exists();
        } finally {
            lives.snapshotFailures.clear();
        }
    }
}
