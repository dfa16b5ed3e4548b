package org.debitcredit.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import org.debitcredit.backup.Restore;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.recovery.BankFounding;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.OldBank;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.MediumLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A new bank is founded when somebody asks for it, and where no bank was before; never because files are missing. */
class FoundingTest {

    @TempDir
    Path temp;

    private Path data() {
        return temp.resolve("data");
    }

    private Path mirror() {
        return temp.resolve("mirror");
    }

    private BankSettings settings() {
        return BankSettings.of(data(), BankLives.SCALE, Currency.getInstance("USD"))
                .with(new JournalSettings(JournalKind.FILE, 1 << 20, BankLives.FILL_AHEAD_BYTES, OptionalLong.empty()));
    }

    private BankSettings mirrored() {
        return settings().with(settings().journal().mirroredIn(mirror(), OnLoss.STOP));
    }

    private static RunningBank open(BankSettings settings) throws IOException {
        return RunningBank.recover(
                BankFolders.open(settings, BankEvent.IGNORE),
                settings,
                (identity, progress) -> new MemoryLedger(identity),
                BankEvent.IGNORE,
                Progress.NONE);
    }

    private static void assertRefused(BankSettings settings, String... words) {
        assertThatThrownBy(() -> open(settings).close())
                .isInstanceOf(FoundingRefused.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void a_directory_that_is_missing_is_no_bank_and_stays_missing() {
        assertRefused(settings(), data().toString(), "the directory does not exist", "bank found --data", "mounted");
        assertThat(data()).doesNotExist();
    }

    @Test
    void an_empty_mount_point_is_no_bank_and_stays_empty() throws IOException {
        Files.createDirectories(data());
        assertRefused(settings(), "holds no files of a bank");
        assertThat(data()).isEmptyDirectory();
        Files.createDirectories(mirror());
        assertRefused(mirrored(), "holds no files of a bank");
        assertThat(mirror()).isEmptyDirectory();
    }

    @Test
    void a_bank_that_was_founded_is_opened_and_never_founded_again() throws IOException {
        UUID id;
        try (RunningBank founded = open(settings().founding(true))) {
            id = founded.identity().id();
        }
        try (RunningBank opened = open(settings())) {
            assertThat(opened.identity().id()).isEqualTo(id);
        }
        assertRefused(settings().founding(true), data().toString(), "the bank's record", "a journal");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bank",
                "journal/epoch-000003/x",
                "journal/segment-000001",
                "journal/mirror",
                "journal-aside-20261122T101500.000/segment-000001",
                "snapshots/snapshot-0000000000000000100",
                "archive/epoch-000001",
                "archive-aside-20261122T101500.000/epoch-000001",
                "backups/backup-20261122T101500000Z/archive/epoch-000001"
            })
    void no_bank_is_founded_where_one_left_a_trace(String trace) throws IOException {
        Path file = data().resolve(trace);
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[10]);
        String top = trace.contains("/") ? trace.substring(0, trace.indexOf('/')) : trace;
        assertRefused(settings().founding(true), "because", data().toString(), "(" + parent(top) + ")");
        assertRefused(mirroredFrom(mirror(), data()).founding(true), "because", data().toString());
    }

    private static String parent(String top) {
        return top.contains("-aside-") ? "data" : top;
    }

    /** The same directory as the mirror of another. */
    private BankSettings mirroredFrom(Path other, Path mirror) {
        return BankSettings.of(other, BankLives.SCALE, Currency.getInstance("USD"))
                .with(settings().journal().mirroredIn(mirror, OnLoss.STOP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"journal", "journal snapshots", "journal snapshots bank"})
    void a_bank_whose_files_are_gone_but_for_its_archive_is_not_founded_again(String gone) throws IOException {
        BankLives bank = new BankLives(data(), JournalKind.FILE);
        bank.replayMax = BankLives.OFTEN;
        bank.live(60);
        assertThat(bank.names("archive")).isNotEmpty();
        for (String name : gone.split(" ")) {
            BankLives.delete(data().resolve(name));
        }
        assertThatThrownBy(() -> open(settings()).close())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(data().toString(), gone.endsWith("bank") ? "no bank" : "has lost its journal");
        assertRefused(settings().founding(true), "archived epochs (archive)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"restore-unfinished/bank", "restore-unfinished/journal/segment-000001"})
    void where_a_restore_did_not_finish_no_bank_is_opened_and_the_restore_is_to_be_repeated(String part)
            throws IOException {
        Path file = data().resolve(part);
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[10]);
        for (boolean founds : new boolean[] {true, false}) {
            assertRefused(
                    settings().founding(founds),
                    data().toString(),
                    "restore that did not finish",
                    "bank restore FROM --data");
        }
    }

    /** An earlier revision founded banks beside one. */
    @Test
    void what_a_restore_left_beside_a_whole_bank_means_nothing() throws IOException {
        open(settings().founding(true)).close();
        Files.createDirectories(data().resolve("restore-unfinished/archive"));
        open(settings()).close();
    }

    @Test
    void an_interrupted_founding_is_repeated_under_the_same_id_and_nothing_is_served_before() throws IOException {
        BankIdentity begun = begin(data());
        assertRefused(settings(), "was interrupted", "Found it again");
        try (RunningBank founded = open(settings().founding(true))) {
            assertThat(founded.identity()).isEqualTo(begun);
        }
        try (RunningBank opened = open(settings())) {
            assertThat(opened.identity()).isEqualTo(begun);
        }
    }

    /** As when the disk is full: nothing but the record contains the bank. */
    @Test
    void a_founding_that_was_refused_is_repeated_with_other_options_as_another_bank() throws IOException {
        BankIdentity begun = begin(data());
        begin(mirror(), begun);
        BankScale smaller = new BankScale(1, 1, 10);
        BankSettings other = BankSettings.of(data(), smaller, Currency.getInstance("EUR"))
                .with(mirrored().journal())
                .founding(true);
        try (RunningBank founded = open(other)) {
            assertThat(founded.identity().scale()).isEqualTo(smaller);
            assertThat(founded.identity().id()).isNotEqualTo(begun.id());
        }
        for (Path directory : List.of(data(), mirror())) {
            BankRecord record = Objects.requireNonNull(BankRecordFile.read(DiskFolder.open(directory)));
            assertThat(record.identity().scale()).isEqualTo(smaller);
        }
        assertRefused(other, "the bank's record", "a journal");
    }

    /** The database refuses any other bank from then on. */
    @Test
    void a_founding_that_has_reached_its_database_is_repeated_with_the_same_options_only() throws IOException {
        List<BankIdentity> reached = new ArrayList<>();
        LedgerOpener cutShort = (identity, progress) -> {
            reached.add(identity);
            throw new IllegalStateException("the database went away");
        };
        BankSettings larger = BankSettings.of(data(), new BankScale(7, 1, 10), Currency.getInstance("USD"))
                .with(settings().journal());
        assertThatThrownBy(() -> BankFounding.found(settings(), cutShort, Progress.NONE))
                .hasMessageContaining("the database went away");
        assertThatThrownBy(() -> BankFounding.found(larger, cutShort, Progress.NONE))
                .isInstanceOf(FoundingRefused.class)
                .hasMessageContainingAll("was being founded", "empty the database");
        assertThatThrownBy(() -> BankFounding.found(settings(), cutShort, Progress.NONE))
                .hasMessageContaining("the database went away");
        assertThat(reached).hasSize(2);
        assertThat(reached.get(1)).isEqualTo(reached.get(0));
        assertThat(BankFounding.found(settings(), null, Progress.NONE)).isEqualTo(reached.get(0));
    }

    @Test
    void a_founding_that_was_cut_short_between_two_media_is_repeated_on_both() throws IOException {
        BankIdentity begun = begin(mirror());
        try (RunningBank founded = open(mirrored().founding(true))) {
            assertThat(founded.identity()).isEqualTo(begun);
        }
        for (Path directory : List.of(data(), mirror())) {
            BankRecord record =
                    Objects.requireNonNull(BankRecordFile.read(DiskFolder.open(directory)), directory.toString());
            assertThat(record.identity()).isEqualTo(begun);
            assertThat(record.isClosed()).isTrue();
        }
    }

    @Test
    void two_media_that_are_being_founded_as_two_banks_are_refused() throws IOException {
        begin(data());
        begin(mirror());
        assertRefused(mirrored().founding(true), data().toString(), mirror().toString(), "Remove the one");
    }

    private BankIdentity begin(Path directory) throws IOException {
        return begin(directory, new BankIdentity(UUID.randomUUID(), BankLives.SCALE, Currency.getInstance("USD")));
    }

    private static BankIdentity begin(Path directory, BankIdentity identity) throws IOException {
        BankTraces.beginFounding(List.of(new DiskDirectory(directory)), identity);
        return identity;
    }

    @Test
    void the_record_of_another_bank_is_refused_and_both_are_named() throws IOException {
        new BankLives(data(), JournalKind.FILE).live(2);
        BankLives other = new BankLives(temp.resolve("other"), JournalKind.FILE).live(2);
        Files.delete(data().resolve("bank"));
        Files.copy(other.data.resolve("bank"), data().resolve("bank"));
        assertThatThrownBy(() -> open(settings()).close())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("bank", "belongs to bank", "the journal in " + data());
    }

    @Test
    void a_record_that_is_lost_is_known_to_be_missing_and_its_loss_can_be_accepted() throws IOException {
        BankLives bank = new BankLives(data(), JournalKind.FILE).live(2);
        Files.delete(data().resolve("bank"));
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("missing or damaged")
                .extracting(damage -> ((JournalDamage) damage).lastGoodPosition())
                .isEqualTo(20L);
        bank.acceptLossAfter = OptionalLong.of(20);
        bank.live(1);
        bank.acceptLossAfter = OptionalLong.empty();
        bank.live(1);
        assertThat(bank.audit().firstFault()).isNull();
        assertThat(bank.audit().transactions()).isEqualTo(40);
    }

    /** What revision 19a8f2d wrote: killed at position 250, with snapshots, an archive, and a window of 50 keys. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_bank_of_before_there_were_records_gets_one_at_its_first_start(JournalKind kind) throws IOException {
        OldBank.unpack(kind, data());
        BankLives bank = new BankLives(data(), kind);
        try (RunningBank opened = bank.recover()) {
            assertThat(opened.recovered().position()).isEqualTo(250);
            assertThat(BankLives.totals(opened).accounts()).isEqualTo(-675_400);
        }
        assertThat(BankRecordFile.read(DiskFolder.open(data()))).isNotNull().matches(BankRecord::isClosed);
        assertThat(bank.audit().firstFault()).isNull();
        bank.loseAsIfNeverWritten(bank.epochs().get(bank.epochs().size() - 1));
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class).hasMessageContaining("was closed cleanly");
    }

    @Test
    void a_bank_of_before_there_were_records_gets_none_where_snapshots_are_of_another() throws IOException {
        OldBank.unpack(JournalKind.FILE, data());
        BankLives other = new BankLives(temp.resolve("other"), JournalKind.FILE);
        other.replayMax = BankLives.OFTEN;
        other.live(60);
        String name = other.names("snapshots").get(0);
        Files.copy(
                other.data.resolve("snapshots").resolve(name),
                data().resolve("snapshots").resolve(name));
        assertThatThrownBy(() -> new BankLives(data(), JournalKind.FILE).recover())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(name, "belongs to bank");
        assertThat(data().resolve("bank")).doesNotExist();
    }

    @Test
    void a_restored_bank_has_a_record() throws IOException {
        BankLives bank = new BankLives(data(), JournalKind.FILE).live(5);
        BankSettings restored = BankSettings.of(temp.resolve("restored"), BankLives.SCALE, Currency.getInstance("USD"))
                .with(settings().journal())
                .with(new SnapshotSettings(Duration.ofSeconds(30), Duration.ZERO));
        Restore.restore(bank.data, OptionalLong.of(30), restored, Progress.NONE);
        try (RunningBank opened = open(restored)) {
            assertThat(opened.recovered().position()).isEqualTo(30);
        }
        assertThat(BankRecordFile.read(DiskFolder.open(restored.data()))).isNotNull();
    }

    /** A bank's record is put back from when the bank was being founded. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_record_from_the_founding_is_refused_beside_a_journal_with_transactions(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(data(), kind).live(5);
        BankIdentity identity = Objects.requireNonNull(BankRecordFile.read(DiskFolder.open(data())))
                .identity();
        Files.delete(data().resolve("bank"));
        new BankRecords(List.of(DiskFolder.open(data())), 0, MediumLoss.STOP).beginFounding(identity);
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("transactions through position 50");
        assertThatThrownBy(() -> BankFounding.found(bank.settings(), null, Progress.NONE))
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("transactions through position 50");
        assertThat(bank.audit().firstFault()).contains("transactions through position 50");
        Files.delete(data().resolve("bank"));
        bank.acceptLossAfter = OptionalLong.of(50);
        try (RunningBank again = bank.recover()) {
            assertThat(again.recovered().position()).isEqualTo(50);
        }
    }

    /** The journal is lost as well, and the archive shows that there was a bank. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_bank_is_not_founded_again_where_a_history_is_left_beside_a_record_from_its_founding(JournalKind kind)
            throws IOException {
        BankLives bank = new BankLives(data(), kind);
        bank.replayMax = BankLives.OFTEN;
        bank.live(100);
        BankIdentity identity = Objects.requireNonNull(BankRecordFile.read(DiskFolder.open(data())))
                .identity();
        Files.delete(data().resolve("bank"));
        new BankRecords(List.of(DiskFolder.open(data())), 0, MediumLoss.STOP).beginFounding(identity);
        DurableFiles.deleteTree(data().resolve("journal"));
        DurableFiles.deleteTree(data().resolve("snapshots"));
        assertThat(bank.names("archive")).isNotEmpty();
        assertThatThrownBy(() -> BankFounding.found(bank.settings().founding(true), null, Progress.NONE))
                .isInstanceOf(FoundingRefused.class)
                .hasMessageContaining("archived epochs");
        assertThatThrownBy(bank::recover).isInstanceOf(FoundingRefused.class);
    }
}
