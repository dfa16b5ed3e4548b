package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.deposit;
import static org.debitcredit.transaction.Transaction.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.engine.SteppedBank.Submitted;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Failed;
import org.debitcredit.transaction.Outcome.Refused;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows that somebody deleted from the ledger's database: what touches them fails alone, and nothing of it is journaled.
 */
@Timeout(60)
class DamagedLedgerTest {

    private static final Failed DAMAGED = new Failed(Failure.LEDGER_DAMAGED);
    private static final Refused CONFLICT = new Refused(Refusal.KEY_CONFLICT, 0, 0);
    private static final long LOST = 3;

    @TempDir
    Path temp;

    private SteppedBank bank;

    @BeforeEach
    void open() throws IOException {
        Ledger ledger = SqlLedger.open(new SqlDatabase(url(), "", ""), SteppedBank.BANK, PopulateProgress.NONE);
        bank = new SteppedBank(temp.resolve("journal"), 1_000, ledger, journal -> journal);
    }

    @AfterEach
    void close() throws IOException {
        bank.close();
        assertThat(bank.failures).isEmpty();
    }

    private String url() {
        return "jdbc:sqlite:" + temp.resolve("bank.sqlite");
    }

    private void sql(String text) {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void lose() {
        sql("delete from account where account_id = " + LOST);
    }

    @Test
    void an_inquiry_about_a_deleted_row_fails_alone() {
        bank.execute(deposit(0, 5, 50), key(1));
        lose();
        sql("delete from teller where teller_id = 1");
        Inquiry.Balance lost = ask(BalanceKind.ACCOUNT, LOST);
        Inquiry.Balance lostToo = ask(BalanceKind.TELLER, 1);
        Inquiry.Balance there = ask(BalanceKind.ACCOUNT, 5);
        Inquiry.Balance again = ask(BalanceKind.ACCOUNT, LOST);
        bank.engine.step();
        assertThat(lost.available()).isFalse();
        assertThat(lost.missing()).hasMessageContaining("account 3.");
        assertThat(lostToo.missing()).hasMessageContaining("teller 1.");
        assertThat(again.missing()).isNotNull();
        assertThat(there.available()).isTrue();
        assertThat(there.balanceMinor()).isEqualTo(50);
    }

    private Inquiry.Balance ask(BalanceKind kind, long id) {
        Inquiry.Balance inquiry = new Inquiry.Balance(kind, id, answered -> {});
        bank.engine.submit(inquiry);
        return inquiry;
    }

    @Test
    void a_transaction_on_a_deleted_row_is_not_executed_and_the_rest_of_its_group_is() {
        lose();
        Submitted before = bank.submit(deposit(0, 5, 50), key(1));
        Submitted lost = bank.submit(deposit(0, LOST, 7), key(2));
        Submitted into = bank.submit(transfer(0, 5, LOST, 7), key(3));
        Submitted after = bank.submit(transfer(0, 5, 6, 20), key(4));
        bank.engine.step();
        assertThat(before.outcome()).isEqualTo(new Committed(1, 50));
        assertThat(lost.outcome()).isEqualTo(DAMAGED);
        assertThat(into.outcome()).isEqualTo(DAMAGED);
        assertThat(after.outcome()).isEqualTo(new Committed(2, 30));
        assertThat(bank.status(key(2))).isEqualTo(KeyStatus.UNKNOWN);
        assertThat(bank.engine.position()).isEqualTo(2);
    }

    @Test
    void a_reversal_on_a_deleted_row_is_not_executed_and_the_others_of_its_group_are() {
        lose();
        ReversalSubmission lost = reverse(deposit(0, LOST, 7), key(2), key(1));
        Submitted lostLate = bank.submit(deposit(0, LOST, 7), key(1));
        Submitted original = bank.submit(deposit(0, 5, 50), key(3));
        ReversalSubmission sound = reverse(deposit(0, 5, 50), key(4), key(3));
        ReversalSubmission again = reverse(deposit(0, 5, 50), key(5), key(3));
        ReversalSubmission early = reverse(deposit(0, 6, 9), key(7), key(6));
        Submitted late = bank.submit(deposit(0, 6, 9), key(6));
        bank.engine.step();
        assertThat(lost.outcome()).isEqualTo(DAMAGED);
        assertThat(lostLate.outcome()).isEqualTo(DAMAGED);
        assertThat(bank.status(key(1))).isEqualTo(KeyStatus.UNKNOWN);
        assertThat(bank.status(key(2))).isEqualTo(KeyStatus.UNKNOWN);
        assertThat(original.outcome()).isEqualTo(new Committed(1, 50));
        assertThat(sound.outcome()).isEqualTo(new Committed(2, 0));
        assertThat(again.outcome()).isEqualTo(new Refused(Refusal.REVERSED, 3, 0));
        assertThat(early.outcome()).isEqualTo(new Committed(5, 0));
        assertThat(late.outcome()).isEqualTo(new Refused(Refusal.REVERSED, 4, 0));
        assertThat(bank.engine.position()).isEqualTo(5);
    }

    private ReversalSubmission reverse(Transaction original, TransactionKey key, TransactionKey originalKey) {
        ReversalSubmission submission =
                new ReversalSubmission(new Reversal(originalKey, original, 0), key, answered -> {});
        assertThat(bank.engine.submit(submission)).isTrue();
        return submission;
    }

    @Test
    void each_kind_of_row_may_be_gone() {
        sql("delete from teller where teller_id = 1");
        sql("delete from branch where branch_id = 1");
        lose();
        Submitted teller = bank.submit(deposit(1, 5, 1), key(1));
        Submitted branch = bank.submit(deposit(1_000_000, 5, 1), key(2));
        Submitted account = bank.submit(deposit(0, LOST, 1), key(3));
        Submitted none = bank.submit(deposit(0, 5, 1), key(4));
        bank.engine.step();
        assertThat(teller.outcome()).isEqualTo(DAMAGED);
        assertThat(branch.outcome()).isEqualTo(DAMAGED);
        assertThat(account.outcome()).isEqualTo(DAMAGED);
        assertThat(none.outcome()).isEqualTo(new Committed(1, 1));
    }

    @Test
    void a_group_of_which_nothing_is_left_is_not_journaled() {
        lose();
        assertThat(bank.execute(deposit(0, LOST, 1), key(1))).isEqualTo(DAMAGED);
        assertThat(bank.engine.position()).isZero();
        assertThat(bank.execute(deposit(0, 5, 1), key(2))).isEqualTo(new Committed(1, 1));
    }

    @Test
    void what_was_not_executed_is_executed_by_its_key_once_the_row_is_back() {
        lose();
        assertThat(bank.execute(deposit(0, LOST, 9), key(1))).isEqualTo(DAMAGED);
        sql("insert into account (branch_id, account_id, balance) values (0, " + LOST + ", 0)");
        assertThat(bank.execute(deposit(0, LOST, 9), key(1))).isEqualTo(new Committed(1, 9));
        assertThat(bank.execute(deposit(0, LOST, 9), key(1))).isEqualTo(new Committed(1, 9));
        assertThat(bank.balance(BalanceKind.ACCOUNT, LOST)).isEqualTo(9);
    }

    @Test
    void the_twins_of_one_that_was_not_executed_are_answered_each_for_itself() {
        lose();
        Submitted lost = bank.submit(deposit(0, LOST, 9), key(1));
        Submitted twin = bank.submit(deposit(0, LOST, 9), key(1));
        Submitted sameKeyElsewhere = bank.submit(deposit(0, 5, 9), key(1));
        bank.engine.step();
        assertThat(lost.outcome()).isEqualTo(DAMAGED);
        assertThat(twin.outcome()).isEqualTo(DAMAGED);
        assertThat(sameKeyElsewhere.outcome()).isEqualTo(CONFLICT);
        assertThat(bank.balance(BalanceKind.ACCOUNT, 5)).isZero();
    }

    @Test
    void of_a_batch_only_what_touches_the_row_is_not_executed_and_repeats_keep_their_answer() {
        assertThat(bank.execute(deposit(0, LOST, 4), key(1))).isEqualTo(new Committed(1, 4));
        lose();
        Submitted first = bank.submit(deposit(0, 5, 10), key(20));
        RequestColumns requests = new RequestColumns(5);
        requests.add(deposit(0, LOST, 4), key(1));
        requests.add(deposit(0, 6, 1), key(2));
        requests.add(deposit(0, LOST, 1), key(3));
        requests.add(deposit(0, 5, 10), key(20));
        requests.add(deposit(0, 7, 1), key(4));
        Submitted batch = bank.submit(requests);
        bank.engine.step();
        assertThat(first.outcome()).isEqualTo(new Committed(2, 10));
        assertThat(batch.outcome(0)).as("a repeat").isEqualTo(new Committed(1, 4));
        assertThat(batch.outcome(1)).isEqualTo(new Committed(3, 1));
        assertThat(batch.outcome(2)).isEqualTo(DAMAGED);
        assertThat(batch.outcome(3)).as("a twin").isEqualTo(new Committed(2, 10));
        assertThat(batch.outcome(4)).isEqualTo(new Committed(4, 1));
    }

    @Test
    void a_batch_under_one_key_goes_on_without_the_row() {
        lose();
        RequestColumns requests = new RequestColumns(3);
        for (long account = LOST - 1; account <= LOST + 1; account++) {
            requests.addContent(TransactionType.DEPOSIT.code(), 0, account, Transaction.NO_TARGET, 8);
        }
        TransactionKey first = key(100);
        requests.keys.add(0, first.high(), first.low(), 3);
        Submitted batch = bank.submit(requests);
        Submitted twin = bank.submit(deposit(0, 9, 8), key(101));
        bank.engine.step();
        assertThat(batch.outcome(0)).isEqualTo(new Committed(1, 8));
        assertThat(batch.outcome(1)).isEqualTo(DAMAGED);
        assertThat(batch.outcome(2)).isEqualTo(new Committed(2, 8));
        assertThat(twin.outcome()).as("under the key of what was not executed").isEqualTo(CONFLICT);
    }

    /** Whoever was refused for the key of another does not take its place: the batch might not have one. */
    @Test
    void a_full_group_stays_within_its_batch() {
        lose();
        Submitted lost = bank.submit(deposit(0, LOST, 1), key(1));
        Submitted conflict = bank.submit(deposit(0, 5, 1), key(1));
        Submitted another = bank.submit(deposit(0, 6, 1), key(1));
        int size = TransactionEngine.SUBMISSION_MAX - 1;
        RequestColumns requests = new RequestColumns(size);
        for (int i = 0; i < size; i++) {
            requests.add(deposit(0, 7, 1), key(2 + i));
        }
        Submitted full = bank.submit(requests);
        bank.engine.step();
        assertThat(lost.outcome()).isEqualTo(DAMAGED);
        assertThat(conflict.outcome()).isEqualTo(CONFLICT);
        assertThat(another.outcome()).isEqualTo(CONFLICT);
        assertThat(full.outcome(size - 1)).isEqualTo(new Committed(size, size));
    }
}
