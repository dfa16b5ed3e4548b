package org.debitcredit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.chronicle.ChronicleJournal;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.BankLives.Spot;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.recovery.TreeImage;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The offline tools change nothing of what they read, whatever a server that was killed left there. */
class ReadsOnlyTest {

    private static final long TRANSACTIONS = 150;

    @TempDir
    Path temp;

    private int copies;

    @AfterEach
    void make_it_deletable() throws IOException {
        TreeImage.setWritable(temp, true);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_bank_that_ended_in_order_is_left_as_it_is(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        bank.replayMax = BankLives.OFTEN;
        bank.live(45);
        assertOnlyRead(bank.data, 450);
        Files.delete(lock(bank.data));
        assertVerifyOnlyReads(bank.data, 450);
    }

    /**
     * Removals of epochs of both kinds begun, a queue and a segment in the making, and a snapshot and an archived
     * epoch.
     */
    @Test
    void what_a_killed_server_left_unfinished_is_passed_over_and_left_as_it_is() throws IOException {
        Path data = killedInTheMiddleOfEverything();
        assertThat(Files.list(BankFolders.journal(data))
                        .map(path -> path.getFileName().toString()))
                .contains("lock", "removed-1", "next-4", "epoch-000003", "segment-000001", "unfinished-segment");
        assertOnlyRead(data, TRANSACTIONS);
        Files.delete(lock(data));
        assertVerifyOnlyReads(data, TRANSACTIONS);
        Path journal = BankFolders.journal(data);
        try (ChronicleJournal queues = ChronicleJournal.open(journal, 0);
                FileJournal segments = FileJournal.open(DiskFolder.open(journal), BankLives.FILL_AHEAD_BYTES)) {
            assertThat(queues.epochs()).as("what a start finds").containsExactly(3L);
            assertThat(segments.epochs()).as("what a start finds").isEmpty();
        }
    }

    private Path killedInTheMiddleOfEverything() throws IOException {
        BankLives bank = new BankLives(temp.resolve("killed"), JournalKind.CHRONICLE);
        bank.live(5);
        bank.kind = JournalKind.FILE;
        bank.live(5);
        bank.kind = JournalKind.CHRONICLE;
        bank.live(5);
        Path journal = BankFolders.journal(bank.data);
        archive(bank, 2);
        Spot end = bank.spot(3, 0);
        beginRemoval(2, bank);
        Files.move(journal.resolve("epoch-000001"), journal.resolve("removed-1"));
        // The next one deletes the removed epoch's files from their ends.
        BankLives.truncate(journal.resolve("removed-1/19700101F.cq4"), 4 << 20);
        Files.write(Files.createDirectory(journal.resolve("next-4")).resolve("19700101F.cq4"), new byte[4 << 20]);
        Files.write(journal.resolve("unfinished-segment"), new byte[1 << 16]);
        Files.write(Files.createDirectories(BankFolders.snapshots(bank.data)).resolve("spare.unfinished"), new byte[9]);
        Files.write(BankFolders.archive(bank.data).resolve("epoch-000003.unfinished"), new byte[9]);
        BankLives.zero(end.file(), end.offset() - 4, 92);
        bank.forgetThatItWasClosed();
        return bank.data;
    }

    /** Copies the oldest epochs into the archive, as is done before they are removed. */
    private static void archive(BankLives bank, int epochs) throws IOException {
        EpochArchive archive = new EpochArchive(DiskFolder.open(BankFolders.archive(bank.data)));
        try (StoredBank stored = StoredBank.open(bank.data)) {
            Epochs found = Epochs.of(stored.epochs());
            for (int index = 0; index < epochs; index++) {
                archive.keep(stored.epochs(), found, index, Long.MAX_VALUE, () -> {});
            }
        }
    }

    /** The epoch's segment is marked as removed, as is done first; its documents still stand. */
    private void beginRemoval(long epoch, BankLives bank) throws IOException {
        Path segment = bank.spot(epoch, 1).file();
        Path after = temp.resolve("after");
        BankLives.copy(BankFolders.journal(bank.data), after);
        try (FileJournal journal = FileJournal.open(DiskFolder.open(after), BankLives.FILL_AHEAD_BYTES)) {
            journal.removeThrough(epoch);
        }
        byte[] logPosition = new byte[28];
        ByteBuffer.wrap(Files.readAllBytes(after.resolve(segment.getFileName())))
                .get(512, logPosition);
        try (RandomAccessFile marked = new RandomAccessFile(segment.toFile(), "rw")) {
            marked.seek(512);
            marked.write(logPosition);
        }
    }

    private static Path lock(Path data) {
        return BankFolders.journal(data).resolve("lock");
    }

    private static void assertVerifyOnlyReads(Path data, long transactions) throws IOException {
        Map<String, String> before = TreeImage.of(data);
        BankAudit.Finding finding = BankAudit.of(data, Progress.NONE);
        assertThat(finding.firstFault()).isNull();
        assertThat(finding.fromPosition() + finding.transactions()).isEqualTo(transactions);
        assertThat(TreeImage.of(data)).as("after verify").isEqualTo(before);
    }

    private void assertOnlyRead(Path data, long transactions) throws IOException {
        TreeImage.setWritable(data, false);
        Map<String, String> before = TreeImage.of(data);
        assertVerifyOnlyReads(data, transactions);

        Path backup = temp.resolve("backup-" + ++copies);
        assertThat(Backup.offline(data, backup, Progress.NONE).position()).isEqualTo(transactions);
        assertThat(TreeImage.of(data)).as("after backup").isEqualTo(before);

        BankLives restored = new BankLives(temp.resolve("restored-" + ++copies), JournalKind.FILE);
        assertThat(Restore.restore(data, OptionalLong.empty(), restored.settings(), Progress.NONE)
                        .position())
                .isEqualTo(transactions);
        assertThat(TreeImage.of(data)).as("after restore").isEqualTo(before);
        assertThat(restored.audit().firstFault()).isNull();

        TreeImage.setWritable(data, true);
        Map<String, String> backedUp = TreeImage.of(backup);
        assertThat(BankAudit.of(backup, Progress.NONE).firstFault()).isNull();
        BankLives again = new BankLives(temp.resolve("restored-" + ++copies), JournalKind.FILE);
        Restore.restore(backup, OptionalLong.of(transactions - 5), again.settings(), Progress.NONE);
        assertThat(TreeImage.of(backup))
                .as("a backup, after verify and restore")
                .isEqualTo(backedUp);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_bank_that_a_server_uses_is_refused_and_the_server_goes_on(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        try (RunningBank running = bank.recover()) {
            bank.run(running, 5);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(bank::audit)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("is in use")
                        .hasMessageContaining(
                                "process " + ProcessHandle.current().pid());
            }
            assertThat(isLockedByThisProcess(lock(bank.data)))
                    .as("a reader in the server's own process must not release its lock")
                    .isTrue();
            bank.run(running, 5);
        }
        assertThat(bank.audit().transactions()).isEqualTo(100);
    }

    /** As the system sees it; true where it does not tell. */
    private static boolean isLockedByThisProcess(Path file) throws IOException {
        Path locks = Path.of("/proc/locks");
        String holder = " " + ProcessHandle.current().pid() + " ";
        String inode = ":" + (Files.exists(locks) ? Files.getAttribute(file, "unix:ino") : "") + " ";
        return !Files.exists(locks)
                || Files.readString(locks).lines().anyMatch(lock -> lock.contains(holder) && lock.contains(inode));
    }

    @Test
    void a_server_does_not_start_while_somebody_looks() throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), JournalKind.FILE).live(5);
        try (StoredBank looking = StoredBank.open(bank.data)) {
            assertThatThrownBy(bank::recover).isInstanceOf(IOException.class).hasMessageContaining("is in use");
            assertThat(looking.epochs().epochs()).containsExactly(1L);
        }
        bank.live(5);
        assertThat(bank.audit().transactions()).isEqualTo(100);
    }
}
