package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.mirror.OnLoss;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The oldest epoch of the journal is missing: nothing but the bank's record tells that from an orderly removal. */
class OldestEpochTest {

    private static final int WINDOW = 200;

    @TempDir
    Path temp;

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_start_without_it_is_refused_and_with_it_knows_every_key(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        long oldest = oldest(bank);
        Path lost = bank.spot(oldest, 1).file();
        long through = bank.positionBefore(oldest + 1);
        takeAway(lost, "aside");
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .hasMessageContaining("it begins with epoch " + (oldest + 1))
                .hasMessageContaining("it begins with epoch " + oldest);
        assertThat(refused(bank)).isEqualTo(through);
        assertThat(bank.audit().firstFault()).isNotNull();
        BankLives.delete(lost);
        Files.move(temp.resolve("aside"), lost);
        try (RunningBank whole = bank.recover()) {
            assertNoKeyIsNew(bank, whole, 600);
            assertThat(bank.status(whole, 600 - WINDOW)).isInstanceOf(KeyStatus.Decided.class);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void once_its_loss_is_accepted_its_keys_have_expired_for_good(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        takeAway(bank.spot(oldest(bank), 1).file(), "aside");
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
            // Keys of the present are not lost with those of the past.
            bank.run(accepted, 1);
        }
        bank.acceptKeyLossThrough = OptionalLong.empty();
        for (int life = 0; life < 8; life++) {
            try (RunningBank later = bank.recover()) {
                assertNoKeyIsNew(bank, later, 610 + life * 150);
                bank.run(later, 15);
            }
        }
        assertThat(bank.audit().firstFault()).isNull();
        try (RunningBank later = bank.recover()) {
            // On a thread of its own, because it waits for a snapshot.
            CompletableFuture<?> backup = CompletableFuture.runAsync(() -> backUp(later));
            while (!backup.isDone()) {
                BankLives.stepAll(later);
            }
            backup.join();
        }
        assertThat(BankAudit.of(temp.resolve("backup"), Progress.NONE).firstFault())
                .isNull();
        takeAway(bank.spot(oldest(bank), 1).file(), "aside again");
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class);
    }

    /** The journal reaches back to what the newer snapshots need, and the older ones remembered more. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void no_key_is_new_to_a_bank_whose_snapshots_were_put_back(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        bank.keyWindow = WINDOW;
        bank.replayMax = BankLives.OFTEN;
        Path snapshots = bank.data.resolve("snapshots");
        bank.live(10);
        for (int life = 1; life < 12; life++) {
            BankLives.copy(snapshots, temp.resolve("snapshots-" + life));
            bank.live(10);
        }
        int started = 0;
        for (int life = 1; life < 12; life++) {
            BankLives.delete(snapshots);
            BankLives.copy(temp.resolve("snapshots-" + life), snapshots);
            try (RunningBank open = bank.recover()) {
                assertNoKeyIsNew(bank, open, 1_200);
                assertThat(bank.status(open, 1_200 - WINDOW)).isInstanceOf(KeyStatus.Decided.class);
                started++;
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessageContaining("cannot be recovered");
            }
        }
        assertThat(started).isGreaterThan(1);
    }

    /** Whole balances are served; what is damaged is needed for keys alone. */
    @ParameterizedTest
    @CsvSource({"FILE, 1", "FILE, 2", "CHRONICLE, 1", "CHRONICLE, 2"})
    void damage_before_the_snapshots_can_be_accepted_too(JournalKind kind, int document) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        bank.flip(bank.spot(oldest(bank), document), document == 1 ? 30 : 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
            bank.run(accepted, 1);
        }
        bank.acceptKeyLossThrough = OptionalLong.empty();
        for (int life = 0; life < 6; life++) {
            try (RunningBank later = bank.recover()) {
                assertNoKeyIsNew(bank, later, 610 + life * 150);
                bank.run(later, 15);
            }
        }
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** Whoever accepts that keys are lost accepts nothing else. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_lost_end_is_refused_although_the_loss_of_keys_is_accepted(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        long end = bank.positionBefore(Collections.max(bank.epochs()));
        bank.flip(bank.spot(oldest(bank), 2), 100);
        bank.loseAsIfNeverWritten(Collections.max(bank.epochs()));
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        assertThatThrownBy(bank::recover)
                .isInstanceOf(JournalDamage.class)
                .extracting(damage -> ((JournalDamage) damage).lastGoodPosition())
                .isEqualTo(end);
        bank.acceptLossAfter = OptionalLong.of(end);
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.recovered().position()).isEqualTo(end);
            assertNoKeyIsNew(bank, accepted, (int) end);
        }
    }

    /** The damage ends exactly where the next epoch begins. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_damaged_end_record_before_the_snapshots_is_a_loss_of_keys(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        long damaged = readForKeys(bank);
        long through = bank.positionBefore(damaged + 1);
        bank.flip(bank.spot(damaged, 0), 8);
        assertThat(refused(bank)).isEqualTo(through);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void damage_at_both_ends_is_accepted_by_both_options_and_by_none_alone(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        bank.replayMax = BankLives.SELDOM;
        bank.live(5);
        long newest = Collections.max(bank.epochs());
        long start = bank.positionBefore(newest);
        bank.flip(bank.spot(readForKeys(bank), 3), 100);
        bank.flip(bank.spot(newest, 4), 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        JournalDamage end = catchThrowableOfType(JournalDamage.class, bank::recover);
        assertThat(end.lastGoodPosition()).isGreaterThanOrEqualTo(start);
        assertThat(end.keysLostThrough()).isNegative();
        bank.acceptKeyLossThrough = OptionalLong.empty();
        bank.acceptLossAfter = OptionalLong.of(end.lastGoodPosition());
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        try (RunningBank accepted = bank.recover()) {
            assertThat(accepted.recovered().position()).isEqualTo(end.lastGoodPosition());
            assertNoKeyIsNew(bank, accepted, (int) end.lastGoodPosition());
        }
    }

    @Test
    void a_loss_of_keys_through_another_position_is_refused() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.FILE);
        long damaged = oldest(bank);
        long through = bank.positionBefore(damaged + 3);
        BankLives.Spot next = bank.spot(damaged + 2, 2);
        bank.flip(bank.spot(damaged, 2), 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        bank.flip(next, 100);
        assertThat(refused(bank)).isEqualTo(through);
    }

    /** A lost end is not called a loss of keys because a part is damaged that is not needed. */
    @Test
    void a_lost_end_is_refused_as_such_whatever_is_damaged_before() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.FILE);
        bank.keyWindow = 20;
        for (int life = 0; life < 4; life++) {
            bank.live(2);
        }
        bank.flip(bank.spot(oldest(bank), 3), 100);
        bank.recover().close();
        bank.loseAsIfNeverWritten(Collections.max(bank.epochs()));
        assertThatThrownBy(bank::recover).isInstanceOfSatisfying(JournalDamage.class, damage -> {
            assertThat(damage.keysLostThrough()).isNegative();
            assertThat(damage.lastGoodPosition()).isPositive();
        });
    }

    /** What cannot be started from must not cost what can still be restored. */
    @Test
    void a_loss_of_keys_without_a_whole_snapshot_after_it_is_neither_offered_nor_put_on_record() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.FILE);
        bank.flip(bank.spot(oldest(bank), 2), 100);
        long through = refused(bank);
        for (String snapshot : bank.names("snapshots")) {
            Path file = bank.data.resolve("snapshots").resolve(snapshot);
            BankLives.flip(file, Files.size(file) / 2);
        }
        assertThatThrownBy(bank::recover)
                .isInstanceOfSatisfying(
                        JournalDamage.class,
                        damage -> assertThat(damage.keysLostThrough()).isNegative());
        bank.acceptKeyLossThrough = OptionalLong.of(through);
        assertThatThrownBy(bank::recover)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be recovered");
        assertThat(record(bank).acceptedEpoch()).isZero();
    }

    /** The option is left in the configuration, and something else happens. */
    @Test
    void an_accepted_loss_of_keys_accepts_no_other_one() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.FILE);
        bank.flip(bank.spot(oldest(bank), 2), 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        bank.live(10);
        long accepted = record(bank).acceptedEpoch();
        bank.live(10);
        bank.flip(bank.spot(Collections.max(bank.epochs()) - 1, 2), 100);
        assertThatThrownBy(bank::recover).isInstanceOf(JournalDamage.class);
        assertThat(record(bank).acceptedEpoch()).isEqualTo(accepted);
    }

    /** The journal cannot be archived, so it would grow until it is full; no start reads that epoch any more. */
    @ParameterizedTest
    @CsvSource({"FILE, 2", "FILE, 3", "CHRONICLE, 2", "CHRONICLE, 3"})
    void damage_that_only_the_archive_meets_can_be_given_up(JournalKind kind, int document) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        bank.flip(bank.spot(oldest(bank), 2), 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        bank.live(1);
        bank.acceptKeyLossThrough = OptionalLong.empty();
        bank.keyWindow = 20;
        bank.live(1);
        long damaged = oldest(bank) + 1;
        while (bank.positionBefore(damaged + 1) - bank.positionBefore(damaged) < 4 * BankLives.GROUP) {
            damaged++;
        }
        BankLives.Spot spot = bank.spot(damaged, document);
        try (RunningBank open = bank.recover()) {
            bank.flip(spot, 100);
            for (int group = 0; group < 40 && bank.snapshotFailures.isEmpty(); group++) {
                bank.submit(open);
                bank.tick(1_000_000);
                BankLives.stepAll(open);
            }
        }
        assertThat(bank.snapshotFailures).isNotEmpty();
        assertThat(bank.snapshotFailures.get(0)).isInstanceOfSatisfying(JournalDamage.class, damage -> {
            assertThat(damage).hasMessageContaining("--accept-key-loss-through " + damage.keysLostThrough());
            bank.acceptKeyLossThrough = OptionalLong.of(damage.keysLostThrough());
        });
        bank.snapshotFailures.clear();
        bank.live(20);
        bank.acceptKeyLossThrough = OptionalLong.empty();
        bank.live(20);
        assertThat(bank.snapshotFailures).isEmpty();
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** The newer snapshots are lost, and the older one, which an operator puts back, is what the bank starts from. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_snapshot_from_before_the_journal_stays_until_others_take_its_place(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        bank.flip(bank.spot(oldest(bank), 2), 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        bank.live(10);
        bank.acceptKeyLossThrough = OptionalLong.empty();
        Path kept = temp.resolve("kept");
        BankLives.copy(bank.data.resolve("snapshots"), kept);
        List<String> older = bank.names("snapshots").stream()
                .filter(name -> name.matches("snapshot-\\d+"))
                .toList();
        bank.live(60);
        BankLives.delete(bank.data.resolve("snapshots"));
        BankLives.copy(kept, bank.data.resolve("snapshots"));
        for (int start = 0; start < 2; start++) {
            try (RunningBank again = bank.recover()) {
                assertThat(again.recovered().position()).isEqualTo(1_300);
                assertThat(bank.names("snapshots")).containsAll(older);
                assertNoKeyIsNew(bank, again, 1_300);
            }
        }
        bank.live(30);
        assertThat(bank.names("snapshots")).doesNotContainAnyElementsOf(older);
    }

    /** The bank continues on one of two damaged copies, and is mirrored again. */
    @Test
    void a_lone_copy_whose_keys_are_lost_says_so_and_goes_on() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.FILE);
        try (RunningBank mirrored = mirrored(bank)) {
            bank.run(mirrored, 1);
        }
        bank.flip(bank.spot(oldest(bank), 2), 100);
        BankLives.delete(temp.resolve("mirror"));
        assertThatThrownBy(bank::recover).isInstanceOf(MirrorRefused.class);
        bank.acceptLoneCopy = true;
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        try (RunningBank alone = bank.recover()) {
            assertNoKeyIsNew(bank, alone, 610);
            bank.run(alone, 1);
        }
        bank.acceptKeyLossThrough = OptionalLong.empty();
        try (RunningBank mirrored = mirrored(bank)) {
            assertNoKeyIsNew(bank, mirrored, 620);
        }
        BankLives.delete(temp.resolve("mirror"));
        try (RunningBank alone = bank.recover()) {
            assertNoKeyIsNew(bank, alone, 620);
        }
    }

    private RunningBank mirrored(BankLives bank) throws IOException {
        BankSettings settings = bank.settings();
        settings = settings.with(settings.journal().mirroredIn(temp.resolve("mirror"), OnLoss.STOP));
        return RunningBank.recover(
                BankFolders.open(settings, BankEvent.IGNORE), settings, bank.ledgers, BankEvent.IGNORE, Progress.NONE);
    }

    /** The position through which keys are lost, by the refusal of a start. */
    private static long refused(BankLives bank) {
        long[] through = new long[1];
        assertThatThrownBy(bank::recover).isInstanceOfSatisfying(JournalDamage.class, damage -> {
            assertThat(damage.keysLostThrough()).as("%s", damage).isPositive();
            through[0] = damage.keysLostThrough();
        });
        return through[0];
    }

    private static BankRecord record(BankLives bank) throws IOException {
        return Objects.requireNonNull(BankRecordFile.read(DiskFolder.open(bank.data)));
    }

    /** Both media were damaged: the operator accepted that on one of them, and has a second one again. */
    @Test
    void a_bank_with_accepted_damage_can_be_mirrored() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.FILE);
        bank.flip(bank.spot(oldest(bank), 2), 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        bank.live(1);
        bank.acceptKeyLossThrough = OptionalLong.empty();
        for (int life = 0; life < 2; life++) {
            try (RunningBank mirrored = mirrored(bank)) {
                assertNoKeyIsNew(bank, mirrored, 610);
                bank.run(mirrored, 1);
            }
        }
        assertThat(BankAudit.of(temp.resolve("mirror"), Progress.NONE).firstFault())
                .isNull();
    }

    /** A discarded part may be damaged in any way. No snapshot fails because of it. */
    @Test
    void what_was_given_up_is_never_read_again() throws IOException {
        BankLives bank = withEpochsRemoved(JournalKind.CHRONICLE);
        Path second = bank.data.resolve("journal/epoch-%06d".formatted(oldest(bank) + 1));
        assertThat(second).isDirectory();
        BankLives.delete(second);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
            bank.run(accepted, 1);
        }
        bank.acceptKeyLossThrough = OptionalLong.empty();
        for (int life = 0; life < 6; life++) {
            bank.live(15);
        }
        assertThat(bank.snapshotFailures).isEmpty();
        assertThat(bank.audit().firstFault()).isNull();
    }

    /** No remaining epoch contains its position, so no start could continue from it. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_snapshot_that_begins_in_what_was_given_up_is_deleted(JournalKind kind) throws IOException {
        BankLives bank = withEpochsRemoved(kind);
        long older = snapshotPositions(bank).first();
        long holding = oldest(bank);
        for (long epoch : bank.epochs()) {
            holding = bank.positionBefore(epoch) <= older ? epoch : holding;
        }
        bank.flip(bank.spot(holding, 2), 100);
        bank.acceptKeyLossThrough = OptionalLong.of(refused(bank));
        assertThat(bank.acceptKeyLossThrough.getAsLong()).isGreaterThan(older);
        try (RunningBank accepted = bank.recover()) {
            assertNoKeyIsNew(bank, accepted, 600);
            assertThat(snapshotPositions(bank)).isNotEmpty().doesNotContain(older);
        }
    }

    private static SortedSet<Long> snapshotPositions(BankLives bank) throws IOException {
        SortedSet<Long> positions = new TreeSet<>();
        for (String name : bank.names("snapshots")) {
            positions.add(BankLives.positionOf(Path.of(name)));
        }
        return positions;
    }

    private void backUp(RunningBank bank) {
        try {
            bank.backup(temp.resolve("backup"), Progress.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The newest epoch that begins more than half a window before the end: no balance needs it. */
    private static long readForKeys(BankLives bank) throws IOException {
        long found = 0;
        for (long epoch : bank.epochs()) {
            found = bank.positionBefore(epoch) <= 600 - 3 * WINDOW / 4 ? epoch : found;
        }
        return found;
    }

    private BankLives withEpochsRemoved(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        bank.keyWindow = WINDOW;
        bank.replayMax = BankLives.OFTEN;
        for (int life = 0; life < 6; life++) {
            bank.live(10);
        }
        assertThat(oldest(bank)).isGreaterThan(1);
        return bank;
    }

    private static void assertNoKeyIsNew(BankLives bank, RunningBank open, int keys) {
        for (int key = 0; key < keys; key++) {
            assertThat(bank.status(open, key)).as("key %d", key).isNotEqualTo(KeyStatus.UNKNOWN);
        }
    }

    /** Of those that are not archived. */
    private static long oldest(BankLives bank) throws IOException {
        List<String> archived = bank.names("archive");
        return bank.epochs().stream()
                .filter(epoch -> !archived.contains("epoch-%06d".formatted(epoch)))
                .min(Long::compare)
                .orElseThrow();
    }

    /** A directory is gone then; a segment has never been written. */
    private void takeAway(Path journal, String name) throws IOException {
        Files.move(journal, temp.resolve(name));
        if (Files.isRegularFile(temp.resolve(name))) {
            Files.write(journal, new byte[(int) Files.size(temp.resolve(name))]);
        }
    }
}
