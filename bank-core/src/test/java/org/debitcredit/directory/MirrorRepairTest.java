package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.backup.Backup;
import org.debitcredit.checkpoint.RetainedEpochs;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.Totals;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.junit.jupiter.api.Test;

/** A copy that was away, that is damaged, or that is new: it is written again from the good one. */
abstract class MirrorRepairTest extends MirrorLives {

    MirrorRepairTest(JournalKind kind) {
        super(kind);
    }

    @Test
    void a_copy_that_lacks_the_last_batch_is_healed_by_the_next_epoch_and_not_copied() throws IOException {
        for (int copy : new int[] {A, B}) {
            Totals totals = crashBetweenTheTwoForces(copy, 1);
            try (RunningBank again = openBoth()) {
                assertThat(totals(again)).isEqualTo(totals);
            }
            assertThat(replaced).isEmpty();
            assertThat(asides(copy)).isEmpty();
            acceptLoneCopy = true;
            try (RunningBank alone = openOnly(copy)) {
                assertThat(totals(alone)).isEqualTo(totals);
            }
            acceptLoneCopy = false;
            lose(A);
            lose(B);
        }
    }

    @Test
    void a_copy_that_lacks_more_is_set_aside_and_written_anew() throws IOException {
        Totals totals = crashBetweenTheTwoForces(A, 3);
        try (RunningBank again = openBoth()) {
            assertThat(totals(again)).isEqualTo(totals);
        }
        assertThat(replaced).singleElement().asString().contains(data(A).toString(), "position 50 ");
        assertThat(asides(A)).hasSize(1);
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 3");
        openBoth().close();
        assertThat(replaced).hasSize(1);
    }

    @Test
    void a_batch_that_only_the_lost_copy_kept_was_never_answered_and_goes_aside_with_it() throws IOException {
        crashBetweenTheTwoForces(B, 1);
        record(B).next(MirrorRecord.State.ALONE).write(DiskFolder.open(BankFolders.journal(data(B))));
        try (RunningBank alone = openOnly(B)) {
            run(alone, 3);
        }
        assertThat(openedAt()).isEqualTo(80);
        assertThat(asides(A)).hasSize(1);
    }

    @Test
    void a_copy_whose_epochs_are_gone_is_not_founded_again_but_written_anew() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        kill(bank);
        openBoth().close();
        try (Stream<Path> entries = Files.list(BankFolders.journal(data(A)))) {
            for (Path path : entries.filter(path -> !path.endsWith("mirror")).toList()) {
                DurableFiles.deleteTree(path);
            }
        }
        acceptLoneCopy = true;
        assertThatThrownBy(() -> openOnly(A))
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("lost its journal");
        acceptLoneCopy = false;
        assertThat(openedAt()).isEqualTo(50);
        assertThat(state(A)).isEqualTo(state(B));
    }

    @Test
    void a_crash_while_the_very_first_epoch_begins_needs_no_flag() throws IOException {
        RunningBank bank = openBoth();
        keep(B, "whole");
        kill(bank);
        restore("whole", B);
        List<Path> epochs;
        try (Stream<Path> entries = Files.list(BankFolders.journal(data(B)))) {
            epochs = entries.filter(path -> !path.endsWith("mirror") && !path.endsWith("lock"))
                    .toList();
        }
        for (Path epoch : epochs) {
            DurableFiles.deleteTree(epoch);
        }
        new MirrorRecord(MirrorRecord.NOT_FOUNDED, record(B).pair(), 1, MirrorRecord.State.DUPLEX, 1, "")
                .write(DiskFolder.open(BankFolders.journal(data(B))));
        assertThat(openedAt()).isZero();
        assertThat(record(A).pair()).isEqualTo(record(B).pair());
        assertThat(state(A)).isEqualTo(state(B));
    }

    @Test
    void a_damaged_copy_is_replaced_from_the_sound_one() throws IOException {
        for (int copy : new int[] {A, B}) {
            RunningBank bank = openBoth();
            run(bank, 10);
            Totals totals = totals(bank);
            kill(bank);
            damage(copy, 1, 5);
            try (RunningBank again = openBoth()) {
                assertThat(totals(again)).isEqualTo(totals);
                run(again, 1);
            }
            assertThat(replaced.remove(0)).contains(data(copy).toString(), "damaged journal");
            assertThat(asides(copy)).hasSize(1);
            openBoth().close();
            assertThat(replaced).isEmpty();
            lose(A);
            lose(B);
        }
    }

    @Test
    void a_crash_in_the_middle_of_a_repair_leaves_the_good_copy_and_the_next_start_repairs() throws IOException {
        anHourAloneOnB(true);
        for (int appends : new int[] {0, 1, 5, 30}) {
            media.get(A).appendsLeft = appends;
            assertThatThrownBy(this::openBoth).hasMessageContaining("planted in append of A");
            soundMedia();
            assertThat(asides(A)).isEmpty();
            assertThat(state(B)).isEqualTo("ALONE 2");
        }
        assertThat(names(A, "")).contains("journal-replacement");
        assertThat(openedAt()).isEqualTo(400);
        assertThat(names(A, "")).doesNotContain("journal-replacement");
        assertThat(asides(A)).hasSize(1);
    }

    @Test
    void a_crash_between_the_two_renames_of_a_repair_is_repaired_at_the_next_start() throws IOException {
        anHourAloneOnB(true);
        Files.move(BankFolders.journal(data(A)), data(A).resolve("journal-aside-19700101T000000.000"));
        Files.createDirectories(data(A).resolve("journal-replacement"));
        assertThat(openedAt()).isEqualTo(400);
        assertThat(asides(A)).containsExactly("journal-aside-19700101T000000.000");
    }

    @Test
    void a_crash_between_the_two_records_of_a_repair_needs_no_flag() throws IOException {
        anHourAloneOnB(true);
        keep(B, "alone");
        openBoth().close();
        keep(A, "duplex");
        Files.copy(
                temp.resolve("alone").resolve("journal").resolve("mirror"),
                BankFolders.journal(data(B)).resolve("mirror"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(state(A)).isEqualTo("DUPLEX 3");
        assertThat(state(B)).isEqualTo("ALONE 2");
        assertThat(openedAt()).isEqualTo(400);
        assertThat(replaced).hasSize(1);
        assertThat(state(B)).isEqualTo("DUPLEX 3");
    }

    @Test
    void a_bank_that_was_not_mirrored_is_copied_with_its_snapshots_before_it_counts_as_mirrored() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        Totals totals;
        try (RunningBank bank = openOnly(A)) {
            run(bank, 100);
            totals = totals(bank);
        }
        try (RunningBank both = openBoth()) {
            assertThat(totals(both)).isEqualTo(totals);
        }
        assertThat(asides(B)).isEmpty();
        assertThat(state(A)).isEqualTo(state(B)).isEqualTo("DUPLEX 2");
        lose(A);
        acceptLoneCopy = true;
        try (RunningBank alone = openOnly(B)) {
            assertThat(totals(alone)).isEqualTo(totals);
            assertThat(alone.recovered().fromPosition()).isPositive();
        }
    }

    /** Its older epochs and snapshots would be deleted, as those of a copy that was away. */
    @Test
    void a_backup_is_no_mirror_and_is_left_alone() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openOnly(A)) {
            run(bank, 100);
        }
        Backup.offline(data(A), data(B), Progress.NONE);
        try (RunningBank bank = openOnly(A)) {
            run(bank, 100);
        }
        for (String name : names(A, "archive").subList(0, 2)) {
            Files.delete(data(A).resolve("archive").resolve(name));
        }
        List<String> archive = names(B, "archive");
        List<String> snapshots = names(B, "snapshots");
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(B) + " has no journal")
                .hasMessageContaining("It may be a backup");
        assertThat(names(B, "archive")).isEqualTo(archive).isNotEmpty();
        assertThat(names(B, "snapshots")).isEqualTo(snapshots);
    }

    @Test
    void a_mirror_of_another_bank_is_refused_and_left_alone() throws IOException {
        openOnly(A).close();
        openOnly(B).close();
        assertThatThrownBy(this::openBoth).isInstanceOf(MirrorRefused.class).hasMessageContaining("holds bank");
        assertThat(asides(A)).isEmpty();
        assertThat(asides(B)).isEmpty();
    }

    @Test
    void a_bank_is_not_its_own_mirror_and_a_mirror_in_use_is_left_alone() throws IOException {
        Files.createDirectories(data(A));
        JournalSettings itself = settings(A).journal().mirroredIn(data(A), OnLoss.STOP);
        assertThatThrownBy(() -> BankFolders.open(settings(A).with(itself), this::accept))
                .isInstanceOf(IllegalArgumentException.class);
        try (RunningBank inUse = openOnly(B)) {
            assertThat(inUse.engine().position()).isZero();
            assertThatThrownBy(this::openBoth).isInstanceOf(IOException.class).hasMessageContaining("in use");
        }
        openOnly(A).close();
    }

    @Test
    void a_copy_that_was_away_keeps_no_archived_epochs_that_the_other_has_removed_since() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        RunningBank bank = openBoth();
        run(bank, 200);
        media.get(A).filesFail = true;
        run(bank, 100);
        kill(bank);
        // As the bound of its archive would have: what A has ends long before it.
        List<String> old = names(A, "archive");
        for (String name : names(B, "archive")) {
            if (name.compareTo(old.get(old.size() - 1)) <= 0) {
                Files.delete(data(B).resolve("archive").resolve(name));
            }
        }
        Files.delete(data(B).resolve("archive").resolve(names(B, "archive").get(0)));
        try (RunningBank both = openBoth()) {
            assertThat(names(A, "archive")).isEqualTo(names(B, "archive")).isNotEmpty();
            assertThat(names(A, "snapshots")).isEqualTo(names(B, "snapshots"));
            assertThat(Epochs.of(new RetainedEpochs(BankLives.files(both))).positionBefore(0))
                    .isPositive();
        }
    }

    /** An operator may have removed it by mistake: then the other copy's is all that is left of the history. */
    @Test
    void a_copy_that_was_away_keeps_its_archive_where_the_other_has_none() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 200);
        }
        replayMax = Duration.ofHours(1);
        RunningBank bank = openBoth();
        media.get(A).failing.add("append");
        run(bank, 5);
        kill(bank);
        List<String> old = names(A, "archive");
        for (String name : names(B, "archive")) {
            Files.delete(data(B).resolve("archive").resolve(name));
        }
        try (RunningBank both = openBoth()) {
            assertThat(replaced).hasSize(1);
            assertThat(names(A, "archive")).isEqualTo(old).isNotEmpty();
            assertThat(archivesSetAside).isEmpty();
            assertThat(Epochs.of(new RetainedEpochs(BankLives.files(both))).positionBefore(0))
                    .isZero();
        }
    }

    /** In the middle of one epoch, and at the beginning of another, so that it would not count as one. */
    @Test
    void an_archived_epoch_that_is_damaged_on_one_medium_is_read_from_the_other() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 200);
        }
        replayMax = Duration.ofHours(1);
        List<String> archived = names(A, "archive");
        assertThat(archived).hasSizeGreaterThan(6);
        try (RunningBank both = openBoth()) {
            Path ofA = data(A).resolve("archive");
            Path ofB = data(B).resolve("archive");
            flipBit(ofA.resolve(archived.get(1)), Files.size(ofA.resolve(archived.get(1))) / 2);
            // One after the other, on both media.
            flipBit(ofA.resolve(archived.get(2)), 60);
            flipBit(ofB.resolve(archived.get(2)), Files.size(ofB.resolve(archived.get(2))) / 2);
            flipBit(ofA.resolve(archived.get(3)), 60);
            try (FileChannel cut = FileChannel.open(ofA.resolve(archived.get(4)), StandardOpenOption.WRITE)) {
                cut.truncate(cut.size() / 2);
            }
            // Damaged on one medium, and cut off after a later document on the other, so that it looks complete.
            flipBit(ofA.resolve(archived.get(6)), 60);
            try (FileChannel cut = FileChannel.open(ofB.resolve(archived.get(6)), StandardOpenOption.WRITE)) {
                cut.truncate(offsetOfDocument(ofB, 7, 5));
            }
            // What cannot be opened, as after an error of the device.
            Files.delete(ofA.resolve(archived.get(5)));
            Files.createDirectory(ofA.resolve(archived.get(5)));
            Path to = Files.createDirectory(temp.resolve("backup"));
            Backup.Result backup = both.backUpInto(DiskFolder.open(to), Progress.NONE);
            assertThat(backup.followsGap()).isFalse();
            assertThat(backup.damages())
                    .anyMatch(line -> line.startsWith(ofA.resolve(archived.get(1)) + " at offset"))
                    .anyMatch(line -> line.startsWith(ofB.resolve(archived.get(2)) + " at offset"))
                    .anyMatch(line -> line.startsWith(ofA.resolve(archived.get(3)) + " at offset"))
                    .anyMatch(line -> line.startsWith(ofA.resolve(archived.get(4)) + " at offset 0 is cut off"))
                    .anyMatch(line -> line.contains(ofA.resolve(archived.get(5)) + ""));
            assertThat(BankAudit.of(to, Progress.NONE).firstFault()).isNull();
            assertThat(BankAudit.of(to, Progress.NONE).transactions()).isEqualTo(2_000);
        }
    }

    private static long offsetOfDocument(Path archive, long epoch, int document) throws IOException {
        try (DocumentSource source = new EpochArchive(DiskFolder.open(archive)).read(epoch)) {
            for (int i = 0; i < document; i++) {
                assertThat(source.next()).isNotNull();
            }
            return Long.parseLong(source.place().split(" at offset ")[1]);
        }
    }

    @Test
    void a_copy_that_was_away_sets_its_archive_aside_where_it_does_not_lead_to_the_journal_any_more()
            throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        try (RunningBank bank = openBoth()) {
            run(bank, 200);
        }
        List<String> old = names(A, "archive");
        retention = Duration.ZERO;
        RunningBank alone = openBoth();
        media.get(A).filesFail = true;
        run(alone, 100);
        kill(alone);
        assertThat(names(A, "archive")).isEqualTo(old).isNotEmpty();
        assertThat(names(B, "archive")).isEmpty();
        retention = Duration.ofDays(90);
        try (RunningBank both = openBoth()) {
            assertThat(replaced).hasSize(1);
            Epochs retained = Epochs.of(new RetainedEpochs(BankLives.files(both)));
            assertThat(retained.positionBefore(0)).isPositive();
            assertThat(archivesSetAside).hasSize(1);
            String aside = names(A, "").stream()
                    .filter(name -> name.startsWith("archive-aside-"))
                    .findFirst()
                    .orElseThrow();
            assertThat(archivesSetAside.get(0))
                    .contains(data(A).toString(), aside, String.valueOf(retained.positionBefore(0)));
            assertThat(names(A, aside)).isEqualTo(old);
            both.backUpInto(DiskFolder.open(Files.createDirectory(temp.resolve("backup"))), Progress.NONE);
        }
    }

    private void interruptRepairOfB() {
        media.get(B).failing.add("begin");
        assertThatThrownBy(this::openBoth).isInstanceOf(IOException.class).hasMessageContaining("planted");
        soundMedia();
    }

    /** What the repair had copied is no sign of a backup. */
    @Test
    void an_interrupted_repair_is_repeated_after_the_bank_went_on_alone() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        try (RunningBank alone = openOnly(A)) {
            run(alone, 100);
        }
        interruptRepairOfB();
        List<String> copied = names(B, "snapshots");
        assertThat(copied).isNotEmpty();
        try (RunningBank alone = openOnly(A)) {
            run(alone, 100);
        }
        assertThat(names(A, "snapshots")).doesNotContainAnyElementsOf(copied);
        assertThat(openedAt()).isEqualTo(2_000);
        assertThat(names(B, "snapshots")).isEqualTo(names(A, "snapshots"));
    }

    @Test
    void a_repair_that_ended_before_its_last_record_is_repeated_after_the_bank_went_on_alone() throws IOException {
        try (RunningBank alone = openOnly(A)) {
            run(alone, 5);
        }
        openBoth().close();
        record(A)
                .at(record(A).generation() - 1, MirrorRecord.State.ALONE)
                .write(DiskFolder.open(BankFolders.journal(data(A))));
        try (RunningBank alone = openOnly(A)) {
            run(alone, 10);
        }
        assertThat(openedAt()).isEqualTo(150);
        assertThat(state(A)).isEqualTo(state(B));
    }

    /** The repair leaves its trace on a new mirror. An old copy must not take that mirror for its own. */
    @Test
    void an_old_copy_beside_an_interrupted_repair_is_refused() throws IOException {
        RunningBank bank = openBoth();
        run(bank, 5);
        keep(A, "old-a");
        bank.close();
        openBoth().close();
        lose(B);
        loneCopy = lone(A);
        interruptRepairOfB();
        try (RunningBank alone = openOnly(A)) {
            run(alone, 30);
        }
        restore("old-a", A);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining("transactions acknowledged since then may be missing");
    }

    @Test
    void the_rest_of_an_interrupted_repair_is_not_taken_for_the_mirror_of_another_bank() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        try (RunningBank alone = openOnly(A)) {
            run(alone, 100);
        }
        interruptRepairOfB();
        List<String> copied = names(B, "snapshots");
        lose(A);
        openOnly(A).close();
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(MirrorRefused.class)
                .hasMessageContaining(data(B).toString())
                .hasMessageContaining("Give the mirror an empty directory");
        assertThat(names(B, "snapshots")).isEqualTo(copied);
    }

    private long oldestInJournal(int copy) throws IOException {
        try (Journal journal = Medium.DISK.journal(
                DiskFolder.open(BankFolders.journal(data(copy))),
                NO_LOCK,
                settings(copy).journal())) {
            return journal.epochs().get(0);
        }
    }

    /**
     * The numbers of the epochs that are lost with B's journal are used again, and must not be found in its archive.
     */
    @Test
    void the_archive_of_a_copy_whose_history_was_given_up_is_set_aside() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        RunningBank bank = openBoth();
        run(bank, 100);
        media.get(A).failing.add("append");
        run(bank, 200);
        kill(bank);
        List<String> old = names(B, "archive");
        assertThat(old).hasSizeGreaterThan(names(A, "archive").size());
        damage(B, oldestInJournal(B), 2);
        loneCopy = lone(A);
        assertThatThrownBy(this::openBoth)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("damaged journal: it ends at position 1000");
        acceptLossAfter = OptionalLong.of(1_000);
        try (RunningBank both = openBoth()) {
            assertThat(both.recovered().position()).isEqualTo(1_000);
            assertThat(archivesSetAside).singleElement().asString().contains(data(B).toString());
            assertThat(names(B, "archive")).isEqualTo(names(A, "archive"));
            run(both, 200);
            both.backUpInto(DiskFolder.open(Files.createDirectory(temp.resolve("backup"))), Progress.NONE);
        }
        assertThat(names(B, "archive")).isEqualTo(names(A, "archive")).isNotEmpty();
        String aside = names(B, "").stream()
                .filter(name -> name.startsWith("archive-aside-"))
                .findFirst()
                .orElseThrow();
        assertThat(names(B, aside)).isEqualTo(old);
    }

    /** The snapshots that the surviving copy took alone are damaged; those of before are on the other copy only. */
    @Test
    void older_snapshots_of_a_copy_that_returns_are_kept_if_those_of_the_good_copy_are_damaged() throws IOException {
        replayMax = Duration.ofNanos(100_000);
        retention = Duration.ofDays(90);
        RunningBank bank = openBoth();
        run(bank, 100);
        media.get(A).filesFail = true;
        run(bank, 100);
        kill(bank);
        List<String> older = names(A, "snapshots").stream()
                .filter(name -> name.matches("snapshot-\\d+"))
                .toList();
        List<String> newer = names(B, "snapshots").stream()
                .filter(name -> name.matches("snapshot-\\d+"))
                .toList();
        assertThat(older).isNotEmpty().doesNotContainAnyElementsOf(newer);
        for (String name : newer) {
            flipBit(data(B).resolve("snapshots").resolve(name), 2 * 65_536 + 100);
        }
        // Without the oldest archived epoch, the bank cannot be recovered without a snapshot.
        for (int copy : new int[] {A, B}) {
            Files.delete(
                    data(copy).resolve("archive").resolve(names(copy, "archive").get(0)));
        }
        try (RunningBank both = openBoth()) {
            assertThat(both.recovered().position()).isEqualTo(2_000);
            assertThat(passedOver).hasSizeGreaterThanOrEqualTo(newer.size());
        }
        assertThat(names(A, "snapshots")).containsAll(older);
    }
}
