package org.debitcredit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.MediumWatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a bank of which a snapshot is damaged. */
@Timeout(60)
class DamagedSnapshotTest {

    private static final long IN_A_PAGE = 3 * 65_536 + 100;
    private static final long IN_THE_FIRST_PAGE = 100;

    @TempDir
    Path temp;

    private BankLives lives;

    @BeforeEach
    void founded() {
        lives = new BankLives(temp.resolve("data"), JournalKind.FILE);
    }

    /** Some transactions with a few snapshots between them. */
    private void live(RunningBank bank) {
        for (int snapshot = 0; snapshot < 4; snapshot++) {
            lives.run(bank, 2);
            bank.snapshotter().request();
            BankLives.stepAll(bank);
        }
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(temp.resolve("backups").resolve(name));
    }

    private Backup.Result backup(RunningBank bank, String name) throws IOException {
        return bank.backUpInto(new DiskDirectory(directory(name), MediumWatch.NONE).root(), Progress.NONE);
    }

    private static List<Path> snapshots(Path bankOrBackup) throws IOException {
        try (Stream<Path> files = Files.list(bankOrBackup.resolve("snapshots"))) {
            return files.filter(file -> file.getFileName().toString().matches("snapshot-\\d+"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> names(Path bankOrBackup) throws IOException {
        return snapshots(bankOrBackup).stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    private static void assertSound(Path backup) throws IOException {
        assertThat(BankAudit.of(backup, Progress.NONE).firstFault()).isNull();
    }

    private long restored(Path backup, OptionalLong position) throws IOException {
        return Restore.restore(
                        backup, position, lives.settings().in(temp.resolve("restored-" + position)), Progress.NONE)
                .position();
    }

    @Test
    void an_idle_bank_whose_older_snapshot_is_damaged_is_backed_up_without_it() throws IOException {
        try (RunningBank bank = lives.recover()) {
            live(bank);
            List<Path> all = snapshots(lives.data);
            BankLives.flip(all.get(0), IN_A_PAGE);
            for (int attempt = 1; attempt < 3; attempt++) {
                bank.snapshotter().request();
                BankLives.stepAll(bank);
                Backup.Result result = backup(bank, "b-" + attempt);
                assertThat(result.snapshots()).isEqualTo(all.size() - 1);
                assertThat(result.snapshotsLacking()).isEqualTo(1);
                assertThat(result.damages()).singleElement().asString().contains(all.get(0) + " at offset 196608");
                Path backup = directory("b-" + attempt);
                assertThat(snapshots(backup)).hasSize(all.size() - 1);
                assertSound(backup);
            }
        }
        assertThat(restored(directory("b-2"), OptionalLong.empty())).isEqualTo(80);
        assertThat(restored(directory("b-2"), OptionalLong.of(3))).isEqualTo(3);
    }

    @Test
    void a_mirrored_bank_copies_each_snapshot_once_from_the_medium_that_has_it_whole() throws IOException {
        lives.mirror = temp.resolve("mirror");
        try (RunningBank bank = lives.recover()) {
            live(bank);
            List<Path> all = snapshots(lives.data);
            BankLives.flip(all.get(all.size() - 1), IN_A_PAGE);
            BankLives.flip(snapshots(temp.resolve("mirror")).get(0), IN_THE_FIRST_PAGE);
            Backup.Result result = backup(bank, "b-1");
            assertThat(names(directory("b-1"))).isEqualTo(names(lives.data));
            assertThat(result.snapshots()).isEqualTo(all.size());
            assertThat(result.snapshotsLacking()).isZero();
            assertThat(result.damages())
                    .as("the operator hears of it, though the backup is whole")
                    .hasSize(2);
        }
        assertSound(directory("b-1"));
    }

    @Test
    void without_any_whole_snapshot_a_backup_that_reaches_back_to_the_founding_is_good() throws IOException {
        try (RunningBank bank = lives.recover()) {
            live(bank);
            List<Path> all = snapshots(lives.data);
            for (Path snapshot : all) {
                BankLives.flip(snapshot, IN_A_PAGE);
            }
            assertThat(backup(bank, "b-1").snapshotsLacking()).isEqualTo(all.size());
        }
        assertThat(snapshots(directory("b-1"))).isEmpty();
        assertSound(directory("b-1"));
        assertThat(restored(directory("b-1"), OptionalLong.empty())).isEqualTo(80);
    }

    @Test
    void without_any_whole_snapshot_and_without_the_founding_there_is_no_backup() throws IOException {
        cutHistory();
        try (RunningBank bank = lives.recover()) {
            for (Path snapshot : snapshots(lives.data)) {
                BankLives.flip(snapshot, IN_A_PAGE);
            }
            assertThatThrownBy(() -> backup(bank, "b-1"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("nothing could be restored from it")
                    .hasMessageContaining(snapshots(lives.data).get(0) + " at offset 196608, page 3 is damaged")
                    .hasMessageContaining("take the backup again after its next transaction");
            assertThat(snapshots(directory("b-1"))).isEmpty();
        }
        Path to = temp.resolve("backups/b-2");
        assertThatThrownBy(() -> Backup.offline(lives.data, to, Progress.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Start the bank if it is stopped");
        assertThat(to).doesNotExist();
    }

    @Test
    void without_an_older_snapshot_the_earliest_position_is_the_next_ones_end() throws IOException {
        cutHistory();
        Backup.Result whole = Backup.offline(lives.data, temp.resolve("whole"), Progress.NONE);
        assertThat(whole.damages()).isEmpty();
        List<Path> all = snapshots(lives.data);
        assertThat(all).hasSizeGreaterThan(1);
        long older = BankLives.positionOf(all.get(0));
        long newest = BankLives.positionOf(all.get(all.size() - 1));
        for (Path snapshot : all.subList(0, all.size() - 1)) {
            BankLives.flip(snapshot, IN_A_PAGE);
        }
        Backup.Result lacking = Backup.offline(lives.data, temp.resolve("lacking"), Progress.NONE);
        assertThat(lacking.snapshots()).isEqualTo(1);
        assertThat(lacking.epochs()).isEqualTo(whole.epochs());
        assertSound(lacking.directory());
        assertThatThrownBy(() -> restored(lacking.directory(), OptionalLong.of(newest - 1)))
                .isInstanceOf(Restore.NotRetained.class)
                .hasMessageContaining("the earliest position is ")
                .hasMessageContaining("the latest " + whole.position());
        assertThat(restored(whole.directory(), OptionalLong.of(newest - 1))).isEqualTo(newest - 1);
        assertThat(older).isLessThan(newest - 1);
        assertThat(restored(lacking.directory(), OptionalLong.empty())).isEqualTo(whole.position());
    }

    /** The history begins after the founding, and more than one snapshot is left. */
    private void cutHistory() throws IOException {
        lives.retention = Duration.ZERO;
        lives.replayMax = BankLives.OFTEN;
        lives.live(60);
        assertThat(lives.positionBefore(lives.epochs().get(0))).isPositive();
    }
}
