package org.debitcredit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.bank.Clocks;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.BankLives.Spot;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.transaction.LogPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes from the journal into the archive, and what must not. */
@Timeout(120)
class RetentionTest {

    @TempDir
    Path data;

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void an_epoch_that_is_damaged_behind_the_banks_back_is_neither_archived_in_part_nor_removed(JournalKind kind)
            throws IOException {
        BankLives lives = new BankLives(data, kind).live(5).live(5);
        Spot third = lives.spot(1, 3);
        lives.replayMax = BankLives.OFTEN;
        try (RunningBank bank = lives.recover()) {
            lives.flip(third, 70);
            assertThatThrownBy(() -> lives.run(bank, 60))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("document 3 (after position 10) is damaged")
                    .hasMessageContaining("The epoch is not copied");
        }
        assertThat(lives.names("archive")).doesNotContain("epoch-000001");
        assertThat(lives.epochs()).contains(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void while_an_epoch_cannot_be_archived_neither_snapshots_nor_parts_of_it_pile_up(JournalKind kind)
            throws IOException {
        BankLives lives = new BankLives(data, kind);
        try (RunningBank bank = lives.recover()) {
            publish(lives, bank, 2);
        }
        Spot third = lives.spot(archived(lives).size() + 1, 3);
        try (RunningBank bank = lives.recover()) {
            lives.flip(third, 70);
            publish(lives, bank, 3);
            assertThat(lives.snapshotFailures)
                    .hasSize(3)
                    .allSatisfy(failure -> assertThat(failure).hasMessageContaining("is damaged"));
            assertThat(lives.names("snapshots").stream().filter(name -> name.startsWith("snapshot-")))
                    .hasSize(2);
            assertThat(lives.names("archive")).noneMatch(name -> name.endsWith(".unfinished"));
        }
    }

    private static void publish(BankLives lives, RunningBank bank, int snapshots) {
        for (int snapshot = 0; snapshot < snapshots; snapshot++) {
            for (int group = 0; group < 20; group++) {
                lives.submit(bank);
                lives.tick(1_000_000);
            }
            bank.snapshotter().request();
            BankLives.stepAll(bank);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void an_epoch_is_removed_as_soon_as_it_is_archived_whatever_becomes_of_the_next(JournalKind kind)
            throws IOException {
        BankLives lives = new BankLives(data, kind).live(5).live(5);
        Spot third = lives.spot(2, 3);
        try (RunningBank bank = lives.recover()) {
            lives.flip(third, 70);
            lives.run(bank, 20);
            bank.snapshotter().request();
            lives.run(bank, 20);
            bank.snapshotter().request();
            assertThatThrownBy(() -> lives.run(bank, 1)).hasMessageContaining("is damaged");
        }
        assertThat(lives.names("archive")).contains("epoch-000001").doesNotContain("epoch-000002");
        Files.delete(data.resolve("archive/epoch-000001"));
        assertThat(lives.epochs()).as("of the journal").doesNotContain(1L).contains(2L);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_retention_of_nothing_for_a_while_leaves_no_gap_in_the_archive(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(data, kind);
        lives.replayMax = BankLives.OFTEN;
        lives.live(60);
        assertThat(archived(lives)).isNotEmpty();
        lives.retention = Duration.ZERO;
        lives.live(60);
        assertThat(archived(lives)).isEmpty();
        lives.retention = Duration.ofDays(90);
        lives.live(60);
        assertThat(archived(lives)).isNotEmpty();
        assertThat(lives.snapshotFailures).isEmpty();
        assertThat(lives.audit().firstFault()).isNull();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_clock_that_was_set_wrong_while_the_bank_was_down_deletes_no_archive(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(data, kind);
        lives.replayMax = BankLives.OFTEN;
        lives.live(60);
        List<String> before = archived(lives);
        assertThat(before).isNotEmpty();
        lives.tick(Duration.ofDays(100).toNanos() / 1_000);
        lives.live(60);
        assertThat(archived(lives)).containsAll(before);
        // The journal has the wrong time when the clock is right again.
        lives.tick(-Duration.ofDays(100).toNanos() / 1_000);
        lives.live(60);
        assertThat(archived(lives)).containsAll(before);
    }

    @Test
    void epochs_that_somebody_moved_out_of_the_archive_do_not_count() throws IOException {
        BankLives lives = new BankLives(data, JournalKind.FILE);
        lives.replayMax = BankLives.OFTEN;
        lives.live(60);
        EpochArchive archive = new EpochArchive(DiskFolder.open(data.resolve("archive")));
        assertThat(archive.bytes()).isPositive();
        for (String name : archived(lives)) {
            Files.delete(data.resolve("archive").resolve(name));
        }
        assertThat(archive.bytes()).isZero();
    }

    @Test
    void a_bank_that_has_changed_to_chronicle_keeps_no_segment() throws IOException {
        BankLives lives = new BankLives(data, JournalKind.FILE);
        lives.replayMax = BankLives.OFTEN;
        lives.live(60);
        lives.kind = JournalKind.CHRONICLE;
        lives.live(60);
        lives.live(1);
        assertThat(lives.names("journal")).noneMatch(name -> name.startsWith("segment"));
        assertThat(lives.audit().firstFault()).isNull();
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_reader_is_not_named_where_it_keeps_nothing(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(data, kind);
        lives.keyWindow = 10_000;
        try (RunningBank bank = lives.recover();
                RetentionHolds.Hold backup = BankLives.retention(bank).holds().beginBackup()) {
            publish(lives, bank, 3);
            assertThat(BankLives.retention(bank).kept()).contains("bank.key-window");
            backup.snapshotsCopied();
        }
    }

    private static List<String> archived(BankLives lives) throws IOException {
        return lives.names("archive").stream()
                .filter(name -> name.startsWith("epoch-"))
                .toList();
    }

    @Test
    void the_archive_pauses_no_longer_than_until_the_next_snapshot_is_due() throws IOException {
        BankLives lives = new BankLives(data, JournalKind.FILE);
        lives.replayMax = BankLives.OFTEN;
        AtomicLong nanos = new AtomicLong();
        List<RunningBank> working = new ArrayList<>();
        List<Long> afterLast = new ArrayList<>();
        lives.clocks = new Clocks(
                () -> lives.clockMicros, () -> lives.clockMicros * 1_000 + nanos.addAndGet(50_000_000), pause -> {
                    RunningBank bank = working.get(0);
                    LogPosition last =
                            lives.published.get(lives.published.size() - 1).start();
                    afterLast.add(bank.engine().position() - last.position());
                    for (int group = 0; group < 4; group++) {
                        lives.submit(bank);
                    }
                });
        try (RunningBank bank = lives.recover()) {
            working.add(bank);
            lives.run(bank, 100);
        }
        assertThat(lives.names("archive")).hasSizeGreaterThan(3);
        assertThat(afterLast)
                .hasSizeGreaterThan(3)
                .allSatisfy(transactions -> assertThat(transactions)
                        .as("a snapshot is due every 100")
                        .isLessThan(100));
    }

    @Test
    void a_bank_that_closes_archives_no_more_and_its_next_life_does() throws IOException {
        BankLives lives = new BankLives(data, JournalKind.FILE);
        for (int life = 0; life < 6; life++) {
            lives.live(5);
        }
        AtomicLong nanos = new AtomicLong();
        List<RunningBank> closing = new ArrayList<>();
        Clocks usual = lives.clocks;
        lives.clocks = new Clocks(
                () -> lives.clockMicros,
                () -> lives.clockMicros * 1_000 + nanos.addAndGet(50_000_000),
                pause -> closing.get(0).snapshotter().close());
        try (RunningBank bank = lives.recover()) {
            closing.add(bank);
            publish(lives, bank, 2);
        }
        assertThat(lives.names("archive")).containsExactly("epoch-000001");
        assertThat(lives.snapshotFailures).isEmpty();
        lives.clocks = usual;
        try (RunningBank bank = lives.recover()) {
            publish(lives, bank, 2);
        }
        assertThat(lives.names("archive")).contains("epoch-000001", "epoch-000006");
        assertThat(lives.audit().firstFault()).isNull();
    }
}
