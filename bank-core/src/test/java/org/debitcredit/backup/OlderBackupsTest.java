package org.debitcredit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.settings.JournalKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which backups a new one makes unnecessary, and how they are deleted. */
class OlderBackupsTest {

    @TempDir
    Path temp;

    private BankLives bank;
    private Path backups;

    @BeforeEach
    void founded() throws IOException {
        bank = new BankLives(temp.resolve("data"), JournalKind.FILE);
        backups = Files.createDirectories(temp.resolve("backups"));
    }

    /** Another life of a bank, and a backup of it. */
    private Path backup(BankLives lives, String name) throws IOException {
        lives.live(2);
        return Backup.offline(lives.data, backups.resolve(name), Progress.NONE).directory();
    }

    private Path backup(String name) throws IOException {
        return backup(bank, name);
    }

    private static List<Path> surplus(Path newest, int kept) throws IOException {
        return OlderBackups.surplus(newest, kept, Set.of(), false);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static @Nullable String fault(Path backup) throws IOException {
        return BankAudit.of(backup, Progress.NONE).firstFault();
    }

    @Test
    void the_oldest_go_by_their_epochs_even_if_the_clock_was_set_back_meanwhile() throws IOException {
        Path first = backup("b-20300101T000000000Z");
        Path second = backup("b-20300102T000000000Z");
        Path third = backup("b-20260101T000000000Z");
        Path newest = backup("b-20260102T000000000Z");
        assertThat(surplus(newest, 4)).isEmpty();
        assertThat(surplus(newest, 2)).containsExactly(first, second);
        assertThat(surplus(newest, 1)).containsExactly(first, second, third);
        assertThatThrownBy(() -> surplus(newest, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_backup_says_of_which_bank_it_is_unless_it_cannot_be_read() throws IOException {
        Path own = backup("b-1");
        Path next = backup("b-2");
        Path foreign = backup(new BankLives(temp.resolve("other"), JournalKind.FILE), "b-3");
        assertThat(OlderBackups.bank(own)).isNotNull().isEqualTo(OlderBackups.bank(next));
        assertThat(OlderBackups.bank(foreign)).isNotNull().isNotEqualTo(OlderBackups.bank(own));
        assertThat(OlderBackups.bank(temp)).isNull();
    }

    @Test
    void one_common_epoch_each_leads_from_the_newest_to_the_oldest() throws IOException {
        Path first = backup("b-1");
        Path second = backup("b-9");
        Path third = backup("b-3");
        lose(third, 1);
        Path newest = backup("b-4");
        lose(newest, 1, 2);
        assertThat(surplus(newest, 3)).containsExactly(first);
        assertThat(surplus(newest, 1)).containsExactly(first, second, third);
    }

    /** The newest begins after a gap in the bank's archive; only the first two still have what is missing. */
    @Test
    void a_backup_from_before_a_gap_stays_and_does_not_count() throws IOException {
        Path first = backup("b-1");
        Path second = backup("b-2");
        Path third = backup("b-3");
        lose(third, 1);
        Path newest = backup("b-4");
        lose(newest, 1);
        assertThat(surplus(newest, 1)).containsExactly(first, second, third);
        assertThat(OlderBackups.surplus(newest, 1, Set.of(), true)).containsExactly(third);
        assertThat(OlderBackups.surplus(newest, 2, Set.of(), true)).isEmpty();
    }

    @Test
    void what_is_before_a_gap_stays_and_does_not_count() throws IOException {
        backup("b-1");
        Path second = backup("b-2");
        lose(second, 1);
        Path third = backup("b-3");
        lose(third, 1);
        Path newest = backup("b-4");
        lose(newest, 1, 2);
        assertThat(surplus(newest, 2)).containsExactly(second);
        OlderBackups.delete(second);
        assertThat(surplus(newest, 1)).containsExactly(third);
    }

    @Test
    void a_gap_does_not_matter_before_what_was_taken_of_the_open_bank_and_what_that_leads_to() throws IOException {
        Path first = backup("b-1");
        Path second = backup("b-2");
        Path third = backup("b-3");
        lose(third, 1);
        bank.live(1);
        Path newest = backup("b-4");
        lose(newest, 1, 2, 3, 4);
        assertThat(surplus(newest, 1)).isEmpty();
        assertThat(OlderBackups.surplus(newest, 1, Set.of("b-3"), false)).containsExactly(first, second, third);
        assertThat(OlderBackups.surplus(newest, 2, Set.of("b-2"), false)).containsExactly(first);
        BankLives other = new BankLives(temp.resolve("other"), JournalKind.FILE);
        backup(other, "b-8");
        assertThat(OlderBackups.surplus(newest, 1, Set.of("b-8"), false)).isEmpty();
    }

    @Test
    void a_damaged_backup_leads_to_older_ones_as_far_as_its_history_is_whole() throws IOException {
        Path first = backup("b-1");
        Path second = backup("b-2");
        Path third = backup("b-3");
        Path newest = backup("b-4");
        lose(newest, 1, 2);
        BankLives.flip(third.resolve("archive/epoch-000001"), 100);
        assertThat(surplus(newest, 1)).containsExactly(first, second, third);
        BankLives.flip(second.resolve("archive/epoch-000001"), 100);
        assertThat(surplus(newest, 1)).containsExactly(second, third);
        lose(third, 2);
        assertThat(surplus(newest, 1)).containsExactly(third);
    }

    /** As if its history began later. */
    private static void lose(Path backup, int... epochs) throws IOException {
        for (int epoch : epochs) {
            Files.delete(backup.resolve("archive").resolve("epoch-00000" + epoch));
        }
    }

    @Test
    void backups_of_another_bank_stay_and_do_not_count() throws IOException {
        Path first = backup("b-1");
        Path second = backup("b-2");
        BankLives other = new BankLives(temp.resolve("other"), JournalKind.FILE);
        backup(other, "b-8");
        backup(other, "b-9");
        Path newest = backup("b-3");
        assertThat(surplus(newest, 2)).containsExactly(first);
        assertThat(surplus(newest, 1)).containsExactly(first, second);
    }

    @Test
    void the_backup_that_a_bank_was_restored_from_to_an_earlier_position_stays() throws IOException {
        backup("b-1");
        backup("b-2");
        BankLives restored = bank.restored(temp.resolve("restored"), 10, bank.keyWindow);
        Path mistaken = backup(restored, "b-3");
        Path newest = backup(restored, "b-4");
        assertThat(surplus(newest, 1)).containsExactly(mistaken);
    }

    @Test
    void the_backup_from_before_a_restore_stays_when_the_new_history_begins_with_a_later_number() throws IOException {
        Path before = backup("b-1");
        BankLives restored = bank.restored(temp.resolve("restored"), 10, bank.keyWindow);
        Path mistaken = backup(restored, "b-2");
        restored.retention = Duration.ZERO;
        restored.replayMax = BankLives.OFTEN;
        restored.live(60);
        Path newest = backup(restored, "b-3");
        assertThat(newest.resolve("archive/epoch-000001")).doesNotExist();
        assertThat(surplus(newest, 1)).doesNotContain(before, mistaken);
    }

    @Test
    void the_backup_of_an_epoch_whose_end_was_given_up_by_an_accepted_loss_stays() throws IOException {
        Path before = backup("b-1");
        bank.live(4);
        Path lost =
                Backup.offline(bank.data, backups.resolve("b-2"), Progress.NONE).directory();
        bank.flip(bank.spot(2, 4), 200);
        bank.acceptLossAfter = OptionalLong.of(30);
        Path newest = backup("b-3");
        assertThat(Restore.restore(
                                lost, OptionalLong.empty(), bank.settings().in(temp.resolve("restored")), Progress.NONE)
                        .position())
                .as("what the newest lacks")
                .isEqualTo(60);
        assertThat(newest.resolve("archive/epoch-000002")).exists();
        assertThat(surplus(newest, 1)).containsExactly(before);
    }

    @Test
    void the_backup_of_what_was_given_up_by_an_accepted_loss_stays() throws IOException {
        bank.live(2);
        Path before = backup("b-1");
        Path lost = backup("b-2");
        bank.flip(bank.spot(2, 2), 200);
        bank.acceptLossAfter = OptionalLong.of(20);
        Path newest = backup("b-3");
        assertThat(surplus(newest, 1)).doesNotContain(before, lost);
    }

    @Test
    void whatever_is_not_a_backup_of_the_same_name_stays_and_does_not_count() throws IOException {
        Path first = backup("b-1");
        Path second = backup("b-2");
        BankLives.copy(bank.data, backups.resolve("b-4"));
        BankLives.copy(first, backups.resolve("b-5"));
        Files.createFile(backups.resolve("b-5/notes"));
        Files.createDirectories(backups.resolve("b-6/archive"));
        Files.createDirectories(backups.resolve("b-6/snapshots"));
        Files.createFile(backups.resolve("b-7"));
        BankLives.copy(first, backups.resolve("b-8"));
        BankLives.flip(backups.resolve("b-8/archive/epoch-000001"), 100);
        Files.createSymbolicLink(backups.resolve("b-9"), first);
        BankLives.copy(first, backups.resolve("c-1"));
        BankLives.copy(first, backups.resolve("b-1-of-the-year"));
        Path newest = backup("b-3");
        assertThat(surplus(newest, 2)).containsExactly(first);
        assertThat(surplus(newest, 1)).containsExactly(first, second);
    }

    @Test
    void a_backup_that_cannot_be_deleted_is_a_backup_as_before() throws IOException {
        Path backup = backup("b-1");
        Path inTheWay = Files.createDirectories(backups.resolve("b-1.unfinished/photographs"));
        assertThatThrownBy(() -> OlderBackups.delete(backup)).isInstanceOf(IOException.class);
        assertThat(names(backup.resolve("archive"))).containsExactly("epoch-000001");
        assertThat(fault(backup)).isNull();
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        OlderBackups.delete(backup);
        assertThat(names(backups)).isEmpty();
    }
}
