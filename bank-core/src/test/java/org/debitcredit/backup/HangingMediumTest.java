package org.debitcredit.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.debitcredit.bank.Clocks;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.HangingAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A restore or a backup on a medium that hangs in any access is refused in bounded time, and leaves no part of one. */
@Timeout(120)
class HangingMediumTest {

    private static final long POSITION = 350;

    @TempDir
    Path temp;

    private BankLives bank(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(temp.resolve("data"), kind);
        lives.replayMax = BankLives.OFTEN;
        return lives.live(30).live(5);
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            DurableFiles.deleteTree(directory);
        }
    }

    /** From a stopped bank into a data directory and its mirror. */
    @ParameterizedTest
    @EnumSource
    void a_mirrored_restore_is_refused_when_one_access_of_any_kind_hangs(JournalKind kind) throws IOException {
        BankLives from = bank(kind);
        HangingAccess hanging = new HangingAccess("bank-restore", temp);
        BankLives to = new BankLives(temp.resolve("restored"), kind);
        Path mirror = temp.resolve("mirror");
        to.mirror = mirror;
        to.clocks = new Clocks(() -> from.clockMicros, hanging::nanos);
        HangingAccess.Repeated restore = watch -> {
            delete(to.data);
            delete(mirror);
            assertThat(Restore.restore(from.data, OptionalLong.empty(), to.settings(), watch, Progress.NONE)
                            .position())
                    .isEqualTo(POSITION);
        };
        Map<String, HangingAccess.Place> kinds = hanging.kinds(restore);
        assertThat(kinds).containsKeys("listing it restored", "taking its lock data/journal", "listing it mirror");

        List<String> hung = hanging.hungOf(
                kinds,
                "Nothing was restored. Check the disk, then restore again",
                restore,
                () -> assertThat(Stream.of("bank", "journal", "snapshots", "archive"))
                        .as("what hangs may leave restore-unfinished")
                        .noneMatch(name -> Files.exists(to.data.resolve(name))));

        assertThat(hung)
                .anyMatch(access -> access.matches("reading it data/snapshots/snapshot-N"))
                .anyMatch(access -> access.matches("reading it data/journal/.*"))
                .anyMatch(access -> access.matches("taking its lock restored/restore-unfinished/journal"))
                .anyMatch(access -> access.matches("taking its lock mirror/journal"))
                .anyMatch(access -> access.matches("reading it mirror/.*"));
        delete(to.data);
        delete(mirror);
        Restore.restore(from.data, OptionalLong.empty(), to.settings(), Progress.NONE);
        try (RunningBank restored = to.recover()) {
            assertThat(restored.recovered().position()).isEqualTo(POSITION);
        }
    }

    @Test
    void a_backup_is_refused_when_one_access_of_any_kind_hangs() throws IOException {
        BankLives from = bank(JournalKind.FILE);
        Path backups = Files.createDirectory(temp.resolve("backups"));
        Path to = backups.resolve("b-1");
        HangingAccess hanging = new HangingAccess("bank-backup", temp);
        HangingAccess.Repeated backup = watch -> {
            delete(to);
            // Left by a process that was killed.
            Files.createDirectories(backups.resolve("b-2.unfinished/archive"));
            assertThat(Backup.offline(from.data, to, Progress.NONE, watch, hanging::nanos)
                            .position())
                    .isEqualTo(POSITION);
        };

        List<String> hung = hanging.hungOf(
                hanging.kinds(backup),
                "Nothing was backed up. Check the disk, then make the backup again",
                backup,
                () -> assertThat(to).doesNotExist());

        assertThat(hung)
                .contains(
                        "taking its lock data/journal",
                        "reading it data/bank",
                        "listing it backups",
                        "listing it backups/b-2.unfinished",
                        "taking its lock backups/b-1.unfinished/archive")
                .anyMatch(access -> access.matches("reading it data/snapshots/snapshot-N"))
                .anyMatch(access -> access.matches("reading it data/journal/segment-N"));
        delete(to);
        Backup.offline(from.data, to, Progress.NONE);
        assertThat(backups).isDirectoryContaining("glob:**/b-1").isDirectoryNotContaining("glob:**.unfinished");
    }
}
