package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Currency;
import java.util.OptionalLong;
import org.debitcredit.backup.Backup;
import org.debitcredit.backup.Restore;
import org.debitcredit.event.Progress;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DirectoryLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a bank's record and its lock are held against besides a start: backup, restore, verify, and an older journal.
 */
class RecordHeldAgainstTest {

    @TempDir
    Path temp;

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_first_start_on_old_files_that_ends_before_the_record_can_be_repeated(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        OldBank.unpack(kind, bank.data);
        Path inTheWay = bank.data.resolve("bank.unfinished").resolve("x");
        Files.createDirectories(inTheWay);
        assertThatThrownBy(bank::recover).isInstanceOf(IOException.class);
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        assertThatCode(() -> bank.recover().close()).doesNotThrowAnyException();
    }

    private BankLives withLostTail(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        bank.live(5).live(5).live(5);
        BankLives.Spot batch = bank.spot(3, 5);
        BankLives.zero(batch.file(), batch.offset(), 16_384);
        assertThat(bank.audit().firstFault()).contains("closed cleanly at position 150");
        return bank;
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_backup_of_a_stopped_bank_whose_tail_is_lost_is_refused(JournalKind kind) throws IOException {
        BankLives bank = withLostTail(kind);
        assertThatThrownBy(() -> Backup.offline(bank.data, temp.resolve("backup"), Progress.NONE))
                .hasMessageContaining("closed cleanly at position 150");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_restore_of_all_from_a_bank_whose_tail_is_lost_is_refused(JournalKind kind) throws IOException {
        BankLives bank = withLostTail(kind);
        BankSettings settings = BankSettings.of(temp.resolve("to"), BankLives.SCALE, Currency.getInstance("USD"));
        assertThatThrownBy(() -> Restore.restore(bank.data, OptionalLong.empty(), settings, Progress.NONE))
                .hasMessageContaining("closed cleanly at position 150");
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void verify_does_not_hold_where_a_bank_has_lost_its_journal(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("data"), kind);
        bank.live(5);
        BankLives.delete(bank.data.resolve("journal"));
        assertThat(bank.audit().firstFault()).isNotNull();
    }

    @Test
    void two_servers_never_hold_a_lock_whose_file_was_replaced_by_an_empty_one() throws IOException {
        Path journal = Files.createDirectories(temp.resolve("journal"));
        Files.createFile(journal.resolve("segment-000001"));
        int both = 0;
        for (int attempt = 0; attempt < 20; attempt++) {
            try (DirectoryLock first = DirectoryLock.acquire(journal)) {
                Files.delete(journal.resolve("lock"));
                Files.createFile(journal.resolve("lock"));
                try (DirectoryLock second = DirectoryLock.acquire(journal)) {
                    second.requireHeld();
                    first.requireHeld();
                    both++;
                } catch (IOException expected) {
                    // One of them noticed.
                }
            }
        }
        assertThat(both).isZero();
    }
}
