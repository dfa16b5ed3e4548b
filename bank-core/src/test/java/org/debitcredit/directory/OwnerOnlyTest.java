package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.debitcredit.backup.Backup;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.projection.Projection;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No other user of the machine can read a bank's files. */
class OwnerOnlyTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void what_a_bank_makes_is_readable_by_its_owner_only(JournalKind kind) throws IOException {
        assumeThat(Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class))
                .as("the file system has POSIX permissions")
                .isTrue();
        Path made = folder.resolve("made");
        BankLives lives = new BankLives(made.resolve("data"), kind);
        lives.mirror = made.resolve("mirror");
        lives.replayMax = BankLives.OFTEN;
        lives.retention = Duration.ofDays(90);
        lives.live(60);
        SqlDatabase sqlite = new SqlDatabase("jdbc:sqlite:" + folder.resolve("bank.sqlite"), "", "");
        lives.projection = (identity, progress) -> SqlLedger.open(sqlite, identity, progress);
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
            Projection projection = Objects.requireNonNull(bank.projection());
            while (projection.step()) {
                continue;
            }
            assertOwnerOnly(folder.resolve("bank.sqlite"));
            assertOwnerOnly(folder.resolve("bank.sqlite-wal"));
            assertOwnerOnly(folder.resolve("bank.sqlite-shm"));
        }
        Backup.offline(lives.data, made.resolve("backup"), Progress.NONE);
        lives.restored(made.resolve("restored"), 605, 50);

        for (String copy : List.of("data", "mirror", "restored")) {
            assertThat(made.resolve(copy).resolve("bank")).isRegularFile();
        }
        for (String directory : List.of("data/journal", "data/snapshots", "data/archive", "mirror/journal", "backup")) {
            assertThat(made.resolve(directory)).isNotEmptyDirectory();
        }
        try (Stream<Path> all = Files.walk(made)) {
            all.filter(path -> !isChronicles(path)).forEach(OwnerOnlyTest::assertOwnerOnly);
        }
    }

    /** Chronicle makes its files under the umask, in a directory that only its owner enters. */
    private static boolean isChronicles(Path path) {
        Path directory = path.getParent();
        return Files.isRegularFile(path)
                && directory != null
                && directory.getFileName().toString().startsWith("epoch-");
    }

    private static void assertOwnerOnly(Path path) {
        try {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as(path.toString())
                    .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
