package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Backup;
import org.debitcredit.backup.OlderBackups;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.SpaceSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A backup in the file system of the bank, which shares the archive's files. */
@Timeout(60)
class LinkedBackupTest {

    @TempDir
    Path temp;

    @BeforeEach
    void requireNumbersOfNames() {
        assumeTrue(
                temp.getFileSystem().supportedFileAttributeViews().contains("unix"),
                "this file system does not tell how many names a file has, so that nothing is linked");
    }

    private BankLives lives(JournalKind kind) {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.group = 500;
        return lives;
    }

    private static void live(BankLives lives, RunningBank bank) throws IOException {
        for (int snapshot = 0; snapshot < 4; snapshot++) {
            lives.run(bank, 2);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
        }
    }

    private Path backup(RunningBank bank, String name) throws IOException {
        Path to = temp.resolve("backups").resolve(name);
        Files.createDirectories(to.getParent());
        try (RetentionHolds.Hold hold = BankLives.retention(bank).holds().beginBackup()) {
            Backup.copy(
                    new RetainedEpochs(BankLives.files(bank)),
                    BankLives.files(bank).snapshots(),
                    bank.engine().position(),
                    to,
                    hold,
                    Progress.NONE);
        }
        return to;
    }

    private static List<Path> epochs(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("archive"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("epoch-"))
                    .sorted()
                    .toList();
        }
    }

    private static long names(Path file) throws IOException {
        return ((Number) Files.getAttribute(file, "unix:nlink")).longValue();
    }

    private static void assertSound(Path bankOrBackup) throws IOException {
        assertThat(BankAudit.of(bankOrBackup, Progress.NONE).firstFault()).isNull();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void what_has_ended_is_archived_and_linked_and_the_rest_is_copied(JournalKind kind) throws IOException {
        BankLives lives = lives(kind);
        Path backup;
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
            backup = backup(bank, "backup-1");
            List<Path> copied = epochs(backup);
            assertThat(copied).hasSizeGreaterThan(3);
            Path newest = copied.get(copied.size() - 1);
            assertThat(names(newest)).isEqualTo(1);
            for (Path epoch : copied.subList(0, copied.size() - 1)) {
                assertThat(Files.isSameFile(epoch, temp.resolve("data/archive").resolve(epoch.getFileName())))
                        .as(epoch.toString())
                        .isTrue();
            }
            live(lives, bank);
        }
        assertSound(backup);
        assertThat(lives.audit().firstFault()).isNull();
    }

    @Test
    void a_deleted_backup_leaves_the_archive_and_other_backups_whole() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        Path second;
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
            Path first = backup(bank, "backup-1");
            lives.run(bank, 2);
            second = backup(bank, "backup-2");
            assertThat(OlderBackups.surplus(second, 1, Set.of(), false)).containsExactly(first);
            OlderBackups.delete(first);
        }
        assertThat(temp.resolve("backups/backup-1")).doesNotExist();
        assertSound(second);
        assertThat(lives.audit().firstFault()).isNull();
    }

    @Test
    void what_the_archive_loses_stays_in_the_backup() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        Path backup;
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
            backup = backup(bank, "backup-1");
        }
        lives.space = SpaceSettings.CHOSEN.withArchiveBytesMax(1);
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
        }
        assertThat(lives.cuts).isNotEmpty();
        assertThat(names(epochs(backup).get(0))).isEqualTo(1);
        assertSound(backup);
    }

    @Test
    void an_archived_epoch_that_is_damaged_is_found_and_there_is_no_backup() throws IOException {
        BankLives lives = lives(JournalKind.FILE);
        try (RunningBank bank = lives.recover()) {
            live(lives, bank);
            backup(bank, "backup-1");
            Path archived = temp.resolve("data/archive/epoch-000002");
            try (FileChannel file = FileChannel.open(archived, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer one = ByteBuffer.allocate(1);
                file.read(one, file.size() / 2);
                one.put(0, (byte) ~one.get(0)).rewind();
                file.write(one, file.size() / 2);
            }
            assertThatThrownBy(() -> backup(bank, "backup-2"))
                    .isInstanceOf(JournalDamage.class)
                    .hasMessageContaining("epoch-000002");
        }
        assertThat(temp.resolve("backups")).isDirectoryContaining("glob:**backup-1");
        assertThat(temp.resolve("backups/backup-2")).doesNotExist();
    }
}
