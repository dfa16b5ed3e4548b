package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller that has followed the bank, and says up to where it has not seen a key, gets an old key executed once. */
class FollowedKeysTest {

    private static final int WINDOW = 4;
    private static final long MILLIS = 1_700_000_000_000L;
    private static final TransactionKey OLD = NumberedKeys.key(MILLIS - 60_000, 1);
    private static final Transaction DEPOSIT = Transaction.deposit(1, 3, 100);

    @TempDir
    Path directory;

    private SteppedBank bank;

    @BeforeEach
    void forgetNewerKeys() throws IOException {
        bank = new SteppedBank(directory, WINDOW, ledger -> ledger, journal -> journal);
        others(5 * WINDOW);
        assertThat(execute(OLD, Submission.NOT_FOLLOWED)).isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
    }

    @AfterEach
    void close() throws IOException {
        bank.close();
    }

    private void others(int count) {
        for (int i = 0; i < count; i++) {
            bank.execute(Transaction.deposit(0, 0, 1), key(bank.engine.position()));
        }
    }

    private static TransactionKey key(long number) {
        return NumberedKeys.key(MILLIS + number, number);
    }

    private Outcome execute(TransactionKey key, long unseenThrough) {
        SingleSubmission single = new SingleSubmission(answered -> {}).ask(DEPOSIT, key);
        single.unseenThrough(unseenThrough);
        bank.engine.submit(single);
        bank.engine.step();
        return single.outcome();
    }

    @Test
    void an_old_key_is_executed_if_every_key_after_the_position_is_remembered() {
        assertThat(execute(OLD, bank.engine.position())).isInstanceOf(Outcome.Committed.class);
        assertThat(bank.balance(BalanceKind.ACCOUNT, 3)).isEqualTo(100);
    }

    @Test
    void an_old_key_is_not_expired_if_every_key_after_the_position_is_remembered() {
        assertThat(bank.status(OLD)).isEqualTo(KeyStatus.EXPIRED);
        assertThat(status(OLD, 11)).isEqualTo(KeyStatus.EXPIRED);
        assertThat(status(OLD, 12)).isEqualTo(KeyStatus.UNKNOWN);
    }

    private KeyStatus status(TransactionKey key, long unseenThrough) {
        Inquiry.Key inquiry = new Inquiry.Key(key, unseenThrough, answered -> {});
        bank.engine.submit(inquiry);
        bank.engine.step();
        return inquiry.status();
    }

    @Test
    void the_earliest_position_is_the_one_before_the_oldest_remembered_key() {
        // Positions 17 to 20 are the newest generation, 13 to 16 the one before.
        assertThat(execute(OLD, 11)).isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
        assertThat(execute(OLD, 12)).isInstanceOf(Outcome.Committed.class);
    }

    @Test
    void a_repeat_gets_the_stored_answer_whatever_it_says() {
        long followed = bank.engine.position();
        Outcome first = execute(OLD, followed);
        others(WINDOW);
        assertThat(execute(OLD, followed)).isEqualTo(first);
        assertThat(bank.balance(BalanceKind.ACCOUNT, 3)).isEqualTo(100);
    }

    @Test
    void a_request_that_was_under_way_for_long_is_not_executed_again() {
        long followed = bank.engine.position();
        execute(OLD, followed);
        others(3 * WINDOW);
        assertThat(execute(OLD, followed)).isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
        assertThat(bank.balance(BalanceKind.ACCOUNT, 3)).isEqualTo(100);
    }

    @Test
    void a_reversal_of_an_old_key_that_was_not_seen_keeps_the_original_out() {
        long followed = bank.engine.position();
        Reversal reversal = new Reversal(OLD, DEPOSIT, 0);
        ReversalSubmission submission =
                new ReversalSubmission(reversal, NumberedKeys.key(MILLIS - 60_000, 2), answered -> {});
        submission.unseenThrough(followed);
        bank.engine.submit(submission);
        bank.engine.step();

        assertThat(submission.outcome()).isInstanceOf(Outcome.Committed.class);
        assertThat(execute(OLD, followed))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.REVERSED));
    }

    @Test
    void nobody_can_have_followed_the_bank_further_than_it_is() {
        assertThat(execute(OLD, bank.engine.position() + 1)).isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
        assertThat(execute(OLD, Long.MAX_VALUE)).isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
    }

    @Test
    void an_original_that_is_forgotten_is_taken_back_once_by_who_has_seen_it() {
        Outcome deposited = execute(OLD, bank.engine.position());
        long seenAt = ((Outcome.Committed) deposited).position();
        others(3 * WINDOW);
        long followed = bank.engine.position();
        assertThat(reverse(1, Submission.NOT_FOLLOWED, ReversalSubmission.NOT_SEEN))
                .isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));

        assertThat(reverse(2, followed, seenAt)).isInstanceOf(Outcome.Committed.class);
        assertThat(bank.balance(BalanceKind.ACCOUNT, 3)).isZero();
        assertThat(reverse(3, followed, seenAt))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.REVERSED));
        assertThat(bank.balance(BalanceKind.ACCOUNT, 3)).isZero();
    }

    @Test
    void no_original_is_seen_after_what_was_followed_nor_where_another_one_is_remembered() {
        long followed = bank.engine.position();
        for (long seenAt : new long[] {followed + 1, Long.MAX_VALUE, followed, followed - 1}) {
            assertThat(reverse(seenAt, followed, seenAt))
                    .as("position " + seenAt + " of " + followed)
                    .isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
        }
        assertThat(reverse(9, Long.MAX_VALUE, 1)).isEqualTo(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
        assertThat(bank.balance(BalanceKind.ACCOUNT, 3)).isZero();
    }

    private Outcome reverse(long number, long unseenThrough, long seenAt) {
        ReversalSubmission submission = new ReversalSubmission(
                new Reversal(OLD, DEPOSIT, 0), NumberedKeys.key(MILLIS + 900, number & 0xFFFF), answered -> {});
        submission.unseenThrough(unseenThrough);
        submission.seenAt(seenAt);
        bank.engine.submit(submission);
        bank.engine.step();
        return submission.outcome();
    }
}
