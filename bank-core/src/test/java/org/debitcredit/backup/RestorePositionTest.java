package org.debitcredit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.BankLives.Spot;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A restore reads of a journal what leads to its position, and nothing else: damage elsewhere is no reason to refuse,
 * damage there always is one.
 *
 * <pre>
 *   epoch 1: 1 to 50     epoch 2: 51 to 100     epoch 3: 101 to 150     document n + 2 holds the n-th ten of its epoch
 * </pre>
 */
class RestorePositionTest {

    @TempDir
    Path temp;

    private int made;

    private BankLives threeLives(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("three-" + ++made), kind);
        bank.live(5).live(5).live(5);
        if (kind == JournalKind.FILE) {
            // A spare, so that the last segment of an epoch is not the last of all, and is missed when it is lost.
            try (FileJournal journal =
                    FileJournal.open(DiskFolder.open(BankFolders.journal(bank.data)), BankLives.FILL_AHEAD_BYTES)) {
                while (journal.fillOnce()) {
                    continue;
                }
            }
        }
        return bank;
    }

    private BankLives copyOf(BankLives original) throws IOException {
        BankLives copy = new BankLives(temp.resolve("copy-" + ++made), original.kind);
        BankLives.copy(original.data, copy.data);
        return copy;
    }

    private BankLives restored(BankLives from, long position, int keyWindow) throws IOException {
        return restored(from, position, keyWindow, JournalKind.FILE);
    }

    private BankLives restored(BankLives from, long position, int keyWindow, JournalKind kind) throws IOException {
        BankLives to = new BankLives(temp.resolve("restored-" + ++made), kind);
        to.keyWindow = keyWindow;
        assertThat(Restore.restore(from.data, OptionalLong.of(position), to.settings(), Progress.NONE)
                        .position())
                .isEqualTo(position);
        BankAudit.Finding finding = to.audit();
        assertThat(finding.firstFault()).isNull();
        assertThat(finding.totals().historyRows()).isEqualTo(position);
        return to;
    }

    private void assertRefuses(
            BankLives from, OptionalLong position, Class<? extends Exception> type, String... words) {
        assertRefuses(from, position, 50, type, words);
    }

    private interface Act {
        void on(BankLives bank) throws IOException;
    }

    /** Damages, each with the last position that is before it. */
    private record Damage(String name, long lastGood, Act act) {}

    private static Damage flip(String name, long lastGood, long epoch, int document, int at) {
        return new Damage(name, lastGood, bank -> bank.flip(bank.spot(epoch, document), at));
    }

    private static List<Damage> damages(JournalKind kind) {
        List<Damage> damages = new ArrayList<>(List.of(
                flip("a batch of the newest epoch", 120, 3, 5, 200),
                flip("the beginning of the newest epoch", 100, 3, 1, 30),
                flip("the beginning of the middle epoch", 50, 2, 1, 30),
                new Damage("the middle epoch's file cut short", 70, bank -> {
                    Spot spot = bank.spot(2, 5);
                    BankLives.truncate(spot.file(), spot.offset() + 100);
                }),
                new Damage("the middle epoch lost", 50, bank -> {
                    Path directory = bank.data.resolve("journal/epoch-000002");
                    BankLives.delete(
                            bank.kind == JournalKind.FILE ? bank.spot(2, 1).file() : directory);
                })));
        if (kind == JournalKind.FILE) {
            damages.add(new Damage(
                    "a segment's header",
                    50,
                    bank -> BankLives.flip(bank.spot(2, 1).file(), 20)));
            damages.add(new Damage(
                    "the newest epoch's segment lost",
                    100,
                    bank -> Files.delete(bank.spot(3, 1).file())));
        }
        return damages;
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void damage_after_the_position_does_not_matter_and_damage_before_it_is_named(JournalKind kind) throws IOException {
        BankLives whole = threeLives(kind);
        for (Damage damage : damages(kind)) {
            BankLives bank = copyOf(whole);
            damage.act.on(bank);
            restored(bank, damage.lastGood, 1_000);
            String lastGood = String.valueOf(damage.lastGood);
            assertRefuses(bank, OptionalLong.of(damage.lastGood + 1), JournalDamage.class, lastGood);
            assertRefuses(
                    bank,
                    OptionalLong.empty(),
                    JournalDamage.class,
                    "damaged journal",
                    "the last good position is " + lastGood + ". --position " + lastGood + " restores up to there");
        }
    }

    /** Of a bank with snapshots at 800 and 900 and an archive from the founding on. */
    private BankLives cut() throws IOException {
        BankLives bank = new BankLives(temp.resolve("cut-" + ++made), JournalKind.FILE);
        bank.replayMax = BankLives.OFTEN;
        return bank.live(100);
    }

    @Test
    void damage_that_a_snapshot_makes_needless_does_not_matter_and_every_key_is_known() throws IOException {
        BankLives bank = cut();
        Path archived = bank.data.resolve("archive/epoch-000002");
        BankLives.flip(archived, Files.size(archived) / 2);
        restored(bank, 1_000, 50);
        restored(bank, 140, 50);
        assertRefuses(bank, OptionalLong.of(141), JournalDamage.class, "archive/epoch-000002", "after position 140");
        assertRefuses(
                bank,
                OptionalLong.empty(),
                JournalDamage.class,
                "archive/epoch-000002",
                "the last good position is 140",
                "--position 1000 restores up to there");
        Files.delete(archived);
        restored(bank, 1_000, 50);
        restored(bank, 100, 50);
        assertRefuses(bank, OptionalLong.of(101), JournalDamage.class, "epoch 3 continues position 200", "100");
    }

    @Test
    void damage_among_the_keys_that_must_be_known_is_refused() throws IOException {
        BankLives bank = cut();
        Path archived = bank.data.resolve("archive/epoch-000004");
        BankLives.flip(archived, Files.size(archived) / 2);
        restored(bank, 1_000, 250);
        assertRefuses(bank, OptionalLong.of(1_000), 500, JournalDamage.class, "archive/epoch-000004");
        Files.delete(archived);
        restored(bank, 1_000, 250);
        assertRefuses(bank, OptionalLong.of(1_000), 500, JournalDamage.class, "epoch 5 continues position 400");
    }

    private void assertRefuses(
            BankLives from, OptionalLong position, int keyWindow, Class<? extends Exception> type, String... words) {
        BankLives to = new BankLives(temp.resolve("restored-" + ++made), JournalKind.FILE);
        to.keyWindow = keyWindow;
        assertThatThrownBy(() -> Restore.restore(from.data, position, to.settings(), Progress.NONE))
                .isInstanceOf(type)
                .satisfies(refusal -> assertThat(refusal.getMessage()).contains(words));
        assertThat(to.data).doesNotExist();
    }

    @Test
    void a_damaged_snapshot_is_passed_over_for_the_older_one_and_at_last_for_the_founding() throws IOException {
        BankLives bank = cut();
        List<String> snapshots = bank.names("snapshots").stream()
                .filter(name -> !name.endsWith(".unfinished"))
                .toList();
        assertThat(snapshots).hasSize(2);
        BankLives.flip(bank.data.resolve("snapshots").resolve(snapshots.get(1)), 3 * 65_536 + 100);
        restored(bank, 1_000, 50);
        BankLives.flip(bank.data.resolve("snapshots").resolve(snapshots.get(0)), 3 * 65_536 + 100);
        restored(bank, 1_000, 50);
        BankLives.delete(bank.data.resolve("archive"));
        assertRefuses(
                bank,
                OptionalLong.of(1_000),
                Restore.NotRetained.class,
                "position 1000 cannot be restored",
                snapshots.get(0),
                snapshots.get(1),
                "page 3 is damaged");
    }

    @Test
    void a_negative_position_is_refused() throws IOException {
        BankLives bank = new BankLives(temp.resolve("one"), JournalKind.FILE).live(1);
        assertRefuses(bank, OptionalLong.of(-1), IllegalArgumentException.class, "position is -1");
    }

    /** Two banks were one until the first was in the middle of its snapshot; then each went its own way. */
    @Test
    void a_snapshot_of_which_the_journal_holds_only_the_start_is_passed_over() throws IOException {
        BankLives bank = new BankLives(temp.resolve("first"), JournalKind.FILE);
        bank.replayMax = BankLives.OFTEN;
        BankLives other = new BankLives(temp.resolve("second"), JournalKind.FILE);
        try (RunningBank running = bank.recover()) {
            bank.run(running, 95);
            BankLives.copy(bank.data, other.data);
            bank.run(running, 5);
        }
        other.clockMicros = bank.clockMicros;
        other.firstKey = 100_000;
        other.live(10);
        String newest = "snapshot-0000000000000000900";
        assertThat(other.names("snapshots")).doesNotContain(newest);
        Files.copy(
                BankFolders.snapshots(bank.data).resolve(newest),
                BankFolders.snapshots(other.data).resolve(newest));
        restored(other, 1_050, 50, JournalKind.CHRONICLE);
    }

    @Test
    void the_restored_bank_serves_and_knows_the_keys_up_to_the_position_and_not_after_it() throws IOException {
        BankLives bank = threeLives(JournalKind.CHRONICLE);
        bank.flip(bank.spot(3, 5), 200);
        try (RunningBank running = restored(bank, 115, 50).recover()) {
            assertThat(running.engine().position()).isEqualTo(115);
            assertThat(bank.status(running, 114)).isInstanceOf(KeyStatus.Decided.class);
            assertThat(bank.status(running, 115)).isEqualTo(KeyStatus.UNKNOWN);
        }
    }
}
