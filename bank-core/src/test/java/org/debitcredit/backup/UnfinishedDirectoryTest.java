package org.debitcredit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.checkpoint.CopyListener;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DirectoryLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a backup or a restore that does not end, and what the next one makes of it. */
class UnfinishedDirectoryTest {

    @TempDir
    Path temp;

    private BankLives bank;
    private Path backups;

    @BeforeEach
    void two_lives() throws IOException {
        bank = new BankLives(temp.resolve("data"), JournalKind.FILE).live(3).live(3);
        backups = Files.createDirectories(temp.resolve("backups"));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private Backup.Result backup(String name) throws IOException {
        return Backup.offline(bank.data, backups.resolve(name), Progress.NONE);
    }

    /** What a process leaves that was killed while it copied. */
    private static Path leave(Path directory) throws IOException {
        Files.write(
                Files.createDirectories(directory.resolve("archive")).resolve("epoch-000001.unfinished"), new byte[7]);
        Files.write(Files.createDirectories(directory.resolve("snapshots")).resolve("spare"), new byte[7]);
        Files.createFile(directory.resolve("archive/lock"));
        return directory;
    }

    @Test
    void a_backup_that_fails_leaves_nothing_and_the_next_one_works() throws IOException {
        Progress fails = (what, done, total) -> {
            if (what.equals("copying epochs")) {
                assertThat(backups.resolve("b.unfinished/archive/epoch-000001")).exists();
                throw new IllegalStateException("planted");
            }
        };
        assertThatThrownBy(() -> Backup.offline(bank.data, backups.resolve("b"), fails))
                .hasMessage("planted");
        assertThat(names(backups)).isEmpty();
        assertThat(backup("b").position()).isEqualTo(60);
        assertThat(names(backups)).containsExactly("b");
        assertThat(names(backups.resolve("b"))).containsExactly("archive", "snapshots");
        assertThat(names(backups.resolve("b/archive"))).containsExactly("epoch-000001", "epoch-000002");
        assertThat(BankAudit.of(backups.resolve("b"), Progress.NONE).firstFault())
                .isNull();
    }

    /** As the server's thread is when the client that requested the backup disconnects. */
    @Test
    void a_backup_whose_thread_is_interrupted_leaves_nothing() throws IOException {
        Progress interrupts = (what, done, total) -> {
            if (what.equals("copying epochs")) {
                Thread.currentThread().interrupt();
            }
        };
        try (StoredBank stored = StoredBank.open(bank.data)) {
            Path to = backups.resolve("b");
            assertThatThrownBy(() -> Backup.copy(
                            stored.epochs(), stored.snapshots(), 60, to, CopyListener.UNDISTURBED, interrupts))
                    .isInstanceOf(ClosedByInterruptException.class);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(backups).isEmptyDirectory();
    }

    @Test
    void a_backup_that_would_lack_the_end_of_a_damaged_journal_is_refused() throws IOException {
        bank.flip(bank.spot(2, 4), 200);
        assertThatThrownBy(() -> backup("b")).hasMessageContaining("document 4 (after position 40)");
        assertThat(names(backups)).isEmpty();
    }

    @Test
    void a_backup_that_would_lack_what_is_durable_is_refused() throws IOException {
        try (StoredBank stored = StoredBank.open(bank.data)) {
            Path to = backups.resolve("b");
            assertThatThrownBy(() -> Backup.copy(
                            stored.epochs(), stored.snapshots(), 61, to, CopyListener.UNDISTURBED, Progress.NONE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ends at position 60")
                    .hasMessageContaining("61");
            assertThat(names(backups)).isEmpty();
            assertThat(Backup.copy(stored.epochs(), stored.snapshots(), 60, to, CopyListener.UNDISTURBED, Progress.NONE)
                            .position())
                    .isEqualTo(60);
        }
    }

    @Test
    void a_backup_deletes_what_killed_ones_left_under_names_like_its_own_and_nothing_else() throws IOException {
        leave(backups.resolve("b-20260101T000000000Z.unfinished"));
        leave(backups.resolve("b-20260102T000000000Z.unfinished"));
        Path beingTaken = leave(backups.resolve("b-20260103T000000000Z.unfinished"));
        Path others = leave(backups.resolve("b-20260104T000000000Z.unfinished"));
        Files.createFile(others.resolve("notes"));
        Files.createFile(backups.resolve("b-20260105T000000000Z.unfinished"));
        Files.createSymbolicLink(backups.resolve("b-20260106T000000000Z.unfinished"), leave(temp.resolve("elsewhere")));
        leave(backups.resolve("c-20260101T000000000Z.unfinished"));
        leave(backups.resolve("b-20260101T000000000Z"));
        DirectoryLock held = DirectoryLock.acquire(beingTaken.resolve("archive"));
        try (held) {
            backup("b-20260107T120000123Z");
        }
        assertThat(names(backups))
                .containsExactly(
                        "b-20260101T000000000Z",
                        "b-20260103T000000000Z.unfinished",
                        "b-20260104T000000000Z.unfinished",
                        "b-20260105T000000000Z.unfinished",
                        "b-20260106T000000000Z.unfinished",
                        "b-20260107T120000123Z",
                        "c-20260101T000000000Z.unfinished");
        assertThat(names(temp.resolve("elsewhere"))).containsExactly("archive", "snapshots");
        assertThat(names(others)).containsExactly("archive", "notes", "snapshots");
    }

    /** Such as one that an operator protected, which the service could only begin to delete. */
    @Test
    void a_leftover_that_cannot_be_deleted_does_not_prevent_the_next_backup() throws Exception {
        Path file = leave(backups.resolve("b-1.unfinished")).resolve("snapshots/spare");
        protect(file, true);
        try {
            assertThat(backup("b-2").position()).isEqualTo(60);
            assertThat(names(backups)).containsExactly("b-1.unfinished", "b-2");
        } finally {
            protect(file, false);
        }
        backup("b-3");
        assertThat(names(backups)).containsExactly("b-2", "b-3");
    }

    /** The superuser may delete whatever is not immutable. */
    private static void protect(Path file, boolean isProtected) throws Exception {
        Path directory = file.getParent();
        Files.setPosixFilePermissions(
                directory, PosixFilePermissions.fromString(isProtected ? "r-x------" : "rwx------"));
        if (System.getProperty("user.name").equals("root")) {
            assumeTrue(Files.exists(Path.of("/usr/bin/chattr")), "chattr protects files from the superuser");
            Process change = new ProcessBuilder("chattr", isProtected ? "+i" : "-i", file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assumeTrue(change.waitFor() == 0, "the superuser can delete every file of this file system");
        }
    }

    @Test
    void a_backup_takes_the_place_of_one_that_was_killed_but_not_of_anything_else() throws IOException {
        leave(backups.resolve("b.unfinished"));
        backup("b");
        assertThat(names(backups)).containsExactly("b");
        Path inTheWay = backups.resolve("c.unfinished");
        Files.createDirectories(inTheWay.resolve("photographs"));
        assertThatThrownBy(() -> backup("c")).isInstanceOf(IOException.class).hasMessageContaining(inTheWay.toString());
        assertThat(names(inTheWay)).containsExactly("photographs");
    }

    private BankLives restored() {
        return new BankLives(temp.resolve("restored"), JournalKind.FILE);
    }

    private void restore(BankLives to, long position) throws IOException {
        Restore.restore(bank.data, OptionalLong.of(position), to.settings(), Progress.NONE);
    }

    @Test
    void a_restore_that_fails_leaves_the_directory_as_it_was_and_the_next_one_works() throws IOException {
        BankLives to = restored();
        bank.flip(bank.spot(2, 4), 200);
        assertThatThrownBy(() -> restore(to, 60)).hasMessageContaining("after position 40");
        assertThat(to.data).doesNotExist();
        Files.createDirectories(to.data.resolve("lost+found"));
        assertThatThrownBy(() -> restore(to, 60)).hasMessageContaining("after position 40");
        assertThat(names(to.data)).containsExactly("lost+found");
        restore(to, 40);
        assertThat(names(to.data)).containsExactly("archive", "bank", "journal", "lost+found", "snapshots");
        assertThat(names(to.data.resolve("archive"))).isEmpty();
        assertThat(to.audit().firstFault()).isNull();
    }

    @Test
    void a_restore_takes_the_place_of_one_that_was_killed_before_its_bank_was_whole() throws IOException {
        BankLives to = restored();
        Path unfinished = leave(to.data.resolve("restore-unfinished"));
        Files.createDirectories(unfinished.resolve("journal/epoch-000001"));
        restore(to, 60);
        assertThat(names(to.data)).containsExactly("archive", "bank", "journal", "snapshots");
        assertThat(to.audit().firstFault()).isNull();
    }

    @Test
    void a_restore_refuses_what_one_left_that_was_killed_when_its_bank_was_whole_and_says_what_to_remove()
            throws IOException {
        BankLives to = restored();
        restore(to, 60);
        Path unfinished = to.data.resolve("restore-unfinished");
        Files.createDirectories(unfinished);
        Files.move(to.data.resolve("journal"), unfinished.resolve("journal"));
        Path record = to.data.resolve("bank");
        Path archive = to.data.resolve("archive");
        Path snapshots = to.data.resolve("snapshots");
        assertThatThrownBy(() -> restore(to, 60))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Remove [" + record + ", " + archive + ", " + snapshots + "] and " + unfinished);
        assertThat(names(to.data)).containsExactly("archive", "bank", "restore-unfinished", "snapshots");
        for (Path remove : List.of(record, archive, snapshots, unfinished)) {
            BankLives.delete(remove);
        }
        restore(to, 60);
        assertThat(to.audit().firstFault()).isNull();
    }

    @Test
    void two_restores_do_not_fill_the_same_directory() throws IOException {
        BankLives to = restored();
        Path unfinished = leave(to.data.resolve("restore-unfinished"));
        DirectoryLock held = DirectoryLock.acquire(unfinished.resolve("archive"));
        try (held) {
            assertThatThrownBy(() -> restore(to, 60))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is being filled by another process");
        }
        assertThat(names(unfinished.resolve("archive"))).contains("epoch-000001.unfinished");
    }
}
