package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.debitCredit;
import static org.debitcredit.transaction.Transaction.deposit;
import static org.debitcredit.transaction.Transaction.transfer;
import static org.debitcredit.transaction.Transaction.withdrawal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.debitcredit.engine.SteppedBank.Submitted;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Refused;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TransactionEngineTest {

    private static final long TELLER = 1;
    private static final long ACCOUNT = 3;

    @TempDir
    Path temp;

    private SteppedBank bank;

    @BeforeEach
    void open() throws IOException {
        bank = new SteppedBank(temp);
    }

    @AfterEach
    void close() throws IOException {
        bank.close();
    }

    private void killAndRestart() throws IOException {
        bank.kill();
        bank = new SteppedBank(temp);
    }

    @Test
    void nothing_is_answered_before_the_writers_turn() {
        Submitted submitted = bank.submit(deposit(TELLER, ACCOUNT, 100), key(1));
        assertThat(submitted.answers).isZero();
        assertThat(bank.engine.step()).isTrue();
        assertThat(submitted.outcome()).isEqualTo(new Committed(1, 100));
        assertThat(bank.engine.step()).isFalse();
    }

    @Test
    void a_group_is_all_that_waits_and_takes_consecutive_positions() {
        List<Submitted> submitted = List.of(
                bank.submit(deposit(TELLER, ACCOUNT, 100), key(1)),
                bank.submit(withdrawal(TELLER, ACCOUNT, 101), key(2)),
                bank.submit(transfer(TELLER, ACCOUNT, 4, 40), key(3)));
        bank.engine.step();
        assertThat(submitted)
                .map(Submitted::outcome)
                .containsExactly(
                        new Committed(1, 100), new Refused(Refusal.INSUFFICIENT_FUNDS, 2, 100), new Committed(3, 60));
        assertThat(bank.balance(BalanceKind.ACCOUNT, 4)).isEqualTo(40);
        assertThat(bank.balance(BalanceKind.TELLER, TELLER)).isEqualTo(100);
        assertThat(bank.balance(BalanceKind.BRANCH, 0)).isEqualTo(100);
    }

    @Test
    void the_same_key_and_content_gets_the_stored_answer_and_changes_nothing() throws IOException {
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 100), key(1))).isEqualTo(new Committed(1, 100));
        bank.execute(deposit(TELLER, ACCOUNT, 5), key(2));
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 100), key(1))).isEqualTo(new Committed(1, 100));
        assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(105);
        assertThat(bank.engine.position()).isEqualTo(2);
        killAndRestart();
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 100), key(1))).isEqualTo(new Committed(1, 100));
        assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(105);
    }

    @Test
    void a_refusal_is_stored_too_and_keeps_failing_the_same_way_after_a_restart() throws IOException {
        Refused refused = new Refused(Refusal.INSUFFICIENT_FUNDS, 1, 0);
        assertThat(bank.execute(withdrawal(TELLER, ACCOUNT, 50), key(1))).isEqualTo(refused);
        bank.execute(deposit(TELLER, ACCOUNT, 100), key(2));
        assertThat(bank.execute(withdrawal(TELLER, ACCOUNT, 50), key(1))).isEqualTo(refused);
        killAndRestart();
        assertThat(bank.execute(withdrawal(TELLER, ACCOUNT, 50), key(1))).isEqualTo(refused);
        assertThat(bank.status(key(1))).extracting("outcome").isEqualTo(refused);
    }

    @Test
    void the_same_key_with_other_content_is_a_conflict_and_takes_no_position() {
        bank.execute(deposit(TELLER, ACCOUNT, 100), key(1));
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 101), key(1)))
                .isEqualTo(new Refused(Refusal.KEY_CONFLICT, 0, 0));
        assertThat(bank.engine.position()).isEqualTo(1);
    }

    @Test
    void the_same_key_of_another_client_is_another_key() {
        TransactionKey one = key(1);
        bank.execute(deposit(TELLER, ACCOUNT, 100), one);
        TransactionKey other = new TransactionKey(2, one.high(), one.low());
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 100), other)).isEqualTo(new Committed(2, 200));
    }

    @Test
    void twins_in_one_group_get_one_answer_and_a_false_twin_a_conflict() {
        RequestColumns requests = new RequestColumns(3);
        requests.add(deposit(TELLER, ACCOUNT, 100), key(1));
        requests.add(deposit(TELLER, ACCOUNT, 100), key(1));
        requests.add(deposit(TELLER, ACCOUNT, 7), key(1));
        Submitted batch = bank.submit(requests);
        Submitted single = bank.submit(deposit(TELLER, ACCOUNT, 100), key(1));
        bank.engine.step();
        assertThat(batch.outcome(0)).isEqualTo(new Committed(1, 100));
        assertThat(batch.outcome(1)).isEqualTo(new Committed(1, 100));
        assertThat(batch.outcome(2)).isEqualTo(new Refused(Refusal.KEY_CONFLICT, 0, 0));
        assertThat(single.outcome()).isEqualTo(new Committed(1, 100));
        assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(100);
    }

    @Test
    void an_inquiry_sees_the_group_it_rides_with_and_takes_no_position() {
        bank.submit(deposit(TELLER, ACCOUNT, 100), key(1));
        assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(100);
        bank.submit(deposit(TELLER, ACCOUNT, 100), key(2));
        Inquiry.Sums sums = new Inquiry.Sums(answered -> {});
        bank.engine.submit(sums);
        bank.engine.step();
        assertThat(sums.totals().hold()).isTrue();
        assertThat(sums.totals().accounts()).isEqualTo(200);
        assertThat(sums.position()).isEqualTo(2);
        assertThat(bank.status(key(2))).extracting("outcome").isEqualTo(new Committed(2, 200));
        assertThat(bank.status(key(3))).isEqualTo(KeyStatus.UNKNOWN);
    }

    @Test
    void a_group_of_inquiries_alone_journals_nothing_and_repeats_nothing() {
        bank.execute(deposit(TELLER, ACCOUNT, 100), key(1));
        bank.balance(BalanceKind.ACCOUNT, ACCOUNT);
        bank.balance(BalanceKind.ACCOUNT, ACCOUNT);
        assertThat(bank.engine.position()).isEqualTo(1);
        assertThat(bank.balance(BalanceKind.TELLER, TELLER)).isEqualTo(100);
    }

    @Test
    void a_forgotten_key_is_expired_and_never_executed_again_even_after_a_restart() throws IOException {
        bank.close();
        bank = new SteppedBank(temp, 4, ledger -> ledger, journal -> journal);
        long millis = bank.clockMicros / 1_000;
        TransactionKey first = NumberedKeys.key(millis, 1);
        bank.execute(deposit(TELLER, ACCOUNT, 100), first);
        for (int i = 1; i <= 8; i++) {
            bank.execute(deposit(TELLER, ACCOUNT, 1), NumberedKeys.key(millis + i, i));
        }
        Refused expired = new Refused(Refusal.KEY_EXPIRED, 0, 0);
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 100), first)).isEqualTo(expired);
        assertThat(bank.status(first)).isEqualTo(KeyStatus.EXPIRED);
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 1), NumberedKeys.key(millis + 8, 8)))
                .isEqualTo(new Committed(9, 108));
        bank.kill();
        bank = new SteppedBank(temp, 4, ledger -> ledger, journal -> journal);
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 100), first)).isEqualTo(expired);
        assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(108);
    }

    @Test
    void a_key_far_ahead_of_the_clock_is_refused_because_it_would_expire_everyone() {
        long ahead = bank.clockMicros / 1_000 + SteppedBank.KEY_AHEAD_MILLIS_MAX + 1;
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 1), NumberedKeys.key(ahead, 1)))
                .isEqualTo(new Refused(Refusal.KEY_AHEAD, 0, 0));
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 1), NumberedKeys.key(ahead - 1, 1)))
                .isEqualTo(new Committed(1, 1));
    }

    @Test
    void a_batch_is_answered_row_by_row_whatever_was_known_of_it_before() {
        int size = 3 * RunLengthKeys.BLOCK_KEYS;
        int known = RunLengthKeys.BLOCK_KEYS + 7;
        TransactionKey first = key(0);
        bank.execute(deposit(TELLER, ACCOUNT, 1), key(known));
        RequestColumns requests = new RequestColumns(size);
        for (int i = 0; i < size; i++) {
            requests.addContent(TransactionType.DEPOSIT.code(), TELLER, ACCOUNT, Transaction.NO_TARGET, 1);
        }
        requests.keys.add(0, first.high(), first.low(), size);
        Submitted submitted = bank.submit(requests);
        bank.engine.step();
        LongStream before = LongStream.rangeClosed(2, known + 1);
        LongStream after = LongStream.rangeClosed(known + 2, size);
        long[] expected = LongStream.concat(before, LongStream.concat(LongStream.of(1), after))
                .toArray();
        assertThat(submitted.submission.position).isEqualTo(expected);
        assertThat(submitted.submission.balance).isEqualTo(expected);
        bank.engine.submit(submitted.submission);
        bank.engine.step();
        assertThat(submitted.submission.position).as("sent again").isEqualTo(expected);
        requests.keys.clear();
        requests.keys.add(0, first.high(), first.low() + size, size);
        bank.engine.submit(submitted.submission);
        bank.engine.step();
        assertThat(submitted.submission.position)
                .as("all new")
                .isEqualTo(LongStream.rangeClosed(size + 1, 2L * size).toArray());
    }

    @Test
    void a_full_ring_refuses_and_takes_nothing() {
        int taken = 0;
        while (bank.submit(debitCredit(TELLER, ACCOUNT, 1), key(taken)).taken) {
            taken++;
        }
        assertThat(taken).isEqualTo(64);
        assertThat(bank.engine.queueDepth()).isEqualTo(64);
        bank.engine.step();
        assertThat(bank.engine.position()).isEqualTo(64);
        assertThat(bank.execute(debitCredit(TELLER, ACCOUNT, 1), key(64))).isEqualTo(new Committed(65, 65));
    }

    @Test
    void submissions_of_several_are_bounded_by_their_transactions() {
        assertThat(bank.submit(deposits(0, 8_000)).taken).isTrue();
        Submitted second = bank.submit(deposits(8_000, 8_000));
        assertThat(second.taken).isFalse();
        bank.engine.step();
        assertThat(second.answers).isZero();
        assertThat(bank.submit(deposits(8_000, 8_000)).taken).isTrue();
        bank.engine.step();
        assertThat(bank.engine.position()).isEqualTo(16_000);
    }

    @Test
    void a_group_that_overflows_the_batch_is_flushed_in_two() {
        Submitted most = bank.submit(deposits(0, 8_000));
        Submitted[] singles = new Submitted[60];
        for (int i = 0; i < singles.length; i++) {
            singles[i] = bank.submit(deposit(TELLER, ACCOUNT, 1), key(100_000 + i));
        }
        bank.engine.step();
        Submitted rest = bank.submit(deposits(8_000, 8_192));
        bank.engine.step();
        assertThat(most.outcome(7_999)).isEqualTo(new Committed(8_000, 8_000));
        assertThat(singles[59].outcome()).isEqualTo(new Committed(8_060, 8_060));
        assertThat(rest.outcome(8_191)).isEqualTo(new Committed(16_252, 16_252));
    }

    @Test
    void whoever_throws_when_told_harms_nobody_else() {
        BatchSubmission thrower =
                new BatchSubmission(RequestColumns.single(deposit(TELLER, ACCOUNT, 1), key(1)), submission -> {
                    throw new IllegalStateException("planted");
                });
        bank.engine.submit(thrower);
        Submitted other = bank.submit(deposit(TELLER, ACCOUNT, 1), key(2));
        bank.engine.step();
        assertThat(other.outcome()).isEqualTo(new Committed(2, 2));
        assertThat(bank.failures).singleElement().satisfies(e -> assertThat(e).hasMessage("planted"));
        assertThat(bank.engine.stoppedBy()).isNull();
    }

    @Test
    void closing_answers_all_that_was_submitted_and_rejects_what_comes_later() {
        Submitted waiting = bank.submit(deposit(TELLER, ACCOUNT, 1), key(1));
        bank.engine.close();
        assertThat(waiting.outcome()).isEqualTo(new Committed(1, 1));
        Submitted late = bank.submit(deposit(TELLER, ACCOUNT, 1), key(2));
        assertThat(late.outcome().toString()).contains("NOT_EXECUTED");
    }

    @Test
    void the_clock_set_back_never_sets_the_journals_time_back() throws IOException {
        bank.execute(deposit(TELLER, ACCOUNT, 1), key(1));
        bank.clockMicros -= 3_600_000_000L;
        assertThat(bank.execute(deposit(TELLER, ACCOUNT, 1), key(2))).isEqualTo(new Committed(2, 2));
        killAndRestart();
        assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(2);
    }

    private static RequestColumns deposits(int firstKey, int count) {
        RequestColumns requests = new RequestColumns(count);
        for (int i = 0; i < count; i++) {
            requests.add(Transaction.deposit(TELLER, ACCOUNT, 1), key(firstKey + i));
        }
        return requests;
    }
}
