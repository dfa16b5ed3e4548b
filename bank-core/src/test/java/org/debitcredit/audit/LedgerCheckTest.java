package org.debitcredit.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.BankLives;
import org.debitcredit.recovery.LivesOnSqlite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The check is a checker, so each thing it compares is seen to differ, by what somebody did to a real database. */
@Timeout(120)
class LedgerCheckTest {

    private static final long BALANCES = 3 * (1 + 2 + 1_000);

    @TempDir
    Path temp;

    private LivesOnSqlite onSqlite;
    private BankLives lives;

    @BeforeEach
    void live() throws IOException {
        onSqlite = new LivesOnSqlite(temp);
        lives = onSqlite.lives;
        lives.live(4);
    }

    private record Checked(String fault, long rows, long differing) {}

    private Checked check() throws IOException {
        try (LedgerCheck database = LedgerCheck.open(onSqlite.database(), Progress.NONE)) {
            BankAudit.Finding finding = BankAudit.of(lives.data, database, Progress.NONE);
            return new Checked(String.valueOf(finding.firstFault()), database.rows(), database.differing());
        }
    }

    @Test
    void a_database_as_the_bank_left_it_is_what_the_journal_holds_and_is_only_read() throws IOException {
        Path file = temp.resolve("bank.sqlite");
        byte[] before = Files.readAllBytes(file);
        assertThat(check()).isEqualTo(new Checked("null", BALANCES, 0));
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void changes_that_keep_the_sums_equal_are_named_row_by_row() throws IOException {
        onSqlite.sql("update account set balance = balance + 5 where account_id = 2000007");
        onSqlite.sql("update teller set till = till + 5 where teller_id = 1000001");
        onSqlite.sql("update branch set balance = balance + 5 where branch_id = 1");
        onSqlite.sql("update history set amount = amount + 5 where position ="
                + " (select min(position) from history where branch_id = 1)");
        Checked checked = check();
        assertThat(checked.differing()).isEqualTo(4);
        assertThat(checked.fault())
                .contains("is at position 40 of epoch")
                .contains("account 2000007 has 5; according to the journal, 0")
                .contains("teller 1000001 has ")
                .contains("branch 1 has ")
                .containsPattern(
                        "branch 1 has \\d+ postings with a sum of -?\\d+; according to the journal, \\d+ of -?\\d+");
    }

    @Test
    void rows_that_are_missing_or_too_many_are_named_and_only_the_first_of_many() throws IOException {
        onSqlite.sql("delete from account where account_id between 2000990 and 2000999 or account_id = 0");
        onSqlite.sql("insert into account (branch_id, account_id, balance) values (0, 1000, 1), (2, 5, 1)");
        Checked checked = check();
        assertThat(checked.differing()).isEqualTo(13);
        assertThat(checked.fault())
                .contains("account 0 is missing; according to the journal it has ")
                .contains("the row of account 1000 under branch 0 does not belong to the bank")
                .contains("the row of account 5 under branch 2 does not belong to the bank")
                .contains("account 2000990 is missing")
                .doesNotContain("account 2000995")
                .endsWith("; and 8 more");
    }

    @Test
    void postings_that_are_missing_or_of_no_branch_are_named() throws IOException {
        onSqlite.sql("update history set branch_id = 9 where position = (select max(position) from history)");
        Checked checked = check();
        assertThat(checked.differing()).isEqualTo(2);
        assertThat(checked.fault())
                .contains("branch 9 has 1 postings with a sum of ", "; according to the journal, 0 of 0");
    }

    @Test
    void a_database_that_lacks_the_latest_is_compared_where_it_stands() throws IOException {
        Path earlier = onSqlite.keep();
        lives.live(2);
        onSqlite.putBack(earlier);
        assertThat(check()).isEqualTo(new Checked("null", BALANCES, 0));
        onSqlite.sql("update account set balance = balance + 1 where account_id = 0");
        assertThat(check().fault()).contains("is at position 40 of epoch", "account 0 has ");
    }

    @Test
    void a_database_ahead_of_the_journal_is_named() throws IOException {
        Path kept = temp.resolve("kept");
        BankLives.copy(lives.data, kept);
        lives.live(1);
        BankLives.delete(lives.data);
        BankLives.copy(kept, lives.data);
        assertThat(check().fault())
                .contains("is at position 50 of epoch")
                .endsWith(", ahead of the journal, which ends at position 40");
    }

    @Test
    void a_database_that_is_not_of_the_journals_history_is_named() throws IOException {
        onSqlite.sql("update journal_position set chain_checksum = chain_checksum + 1");
        assertThat(check().fault())
                .contains("is at position 40 of epoch")
                .contains("which is not in the journal's history");
    }

    @Test
    void the_database_of_another_bank_is_named() throws IOException {
        UUID stranger = new UUID(3, 4);
        onSqlite.sql("update journal_position set bank_id = '" + stranger + "'");
        assertThat(check().fault()).contains("holds bank " + stranger, "the directory holds bank ");
    }

    @Test
    void a_database_that_stands_within_the_oldest_snapshot_is_not_compared_with_balances_of_no_one_moment()
            throws IOException {
        BankLives.delete(lives.data);
        Files.delete(temp.resolve("bank.sqlite"));
        lives.ledgers = (identity, progress) -> new MemoryLedger(identity);
        lives.replayMax = BankLives.OFTEN;
        lives.retention = Duration.ZERO;
        lives.live(40);
        List<String> snapshots = lives.names("snapshots");
        lives.ledgers = onSqlite::open;
        lives.live(0);
        long oldest = BankLives.positionOf(Path.of(snapshots.get(0)));
        assertThat(check().differing()).isZero();
        assertThat(check().fault()).isEqualTo("null");
        onSqlite.sql("update journal_position set position = " + oldest);
        assertThat(check().fault())
                .contains("is at position " + oldest)
                .contains("it cannot be compared, because the replay has consistent balances only from position ");
    }
}
