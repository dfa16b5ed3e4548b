package org.debitcredit.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.debitcredit.bank.BankScale;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of the two halves, and what a customer is told, for each answer of the issuer. */
class ClearingTest {

    private static final Correspondents CORRESPONDENTS = new Correspondents(new BankScale(3, 10, 100), 2);
    private static final TransactionKey KEY = TransactionKey.of(9, TransactionKey.uuidV7(1_700_000_000_000L, 1, 1));
    private static final TransactionKey REVERSAL =
            TransactionKey.of(9, TransactionKey.uuidV7(1_700_000_000_000L, 2, 2));
    private static final OutOfTown DEPOSIT = new OutOfTown(0, 1, TransactionType.DEPOSIT, 5, 42, 100, KEY, null);
    private static final OutOfTown WITHDRAWAL = new OutOfTown(0, 1, TransactionType.WITHDRAWAL, 5, 42, 100, KEY, null);
    private static final long TIME_MICROS = 77;

    /** A bank that remembers its answers by key, as a bank does, and answers as it is told. */
    private static final class Bank implements ClearingBank.Own, ClearingBank.Remote {
        private final List<Transaction> executed = new ArrayList<>();
        private final List<Reversal> reversed = new ArrayList<>();
        private final Map<UUID, Outcome> stored = new HashMap<>();
        private Outcome next = new Outcome.Committed(7, 1_000);
        private KeyStatus unknown = KeyStatus.UNKNOWN;
        /** It remembers every key after this position. */
        private long provedFrom = Long.MAX_VALUE;

        private boolean isAway;
        /** Whether its clock is so slow that it refuses every key as ahead. */
        private boolean isSlow;
        /** Whether it takes no transactions, not even those that it has decided. */
        private boolean isFull;

        @Override
        public void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
            executed.add(transaction);
            answer(key, answer);
        }

        @Override
        public void reverse(
                Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer) {
            reversed.add(reversal);
            answer(key, answer);
        }

        private void answer(TransactionKey key, Consumer<Answer> answer) {
            Outcome outcome = isFull ? new Outcome.Failed(Failure.NOT_EXECUTED) : stored.getOrDefault(key.uuid(), next);
            if (!(outcome instanceof Outcome.Failed)) {
                stored.put(key.uuid(), outcome);
            }
            answer.accept(new Answer(outcome, TIME_MICROS));
        }

        @Override
        public void status(TransactionKey key, long unseenThrough, Consumer<@Nullable KeyStatus> answer) {
            Outcome known = stored.get(key.uuid());
            boolean isProved = unseenThrough >= provedFrom;
            answer.accept(
                    known == null
                            ? (isProved ? KeyStatus.UNKNOWN : unknown)
                            : new KeyStatus.Decided(known, TIME_MICROS, null, false, null));
        }

        @Override
        public boolean isAhead(TransactionKey key) {
            return isSlow;
        }

        @Override
        public boolean isAway() {
            return isAway;
        }
    }

    private long nowMillis = 1_700_000_000_000L;
    private final Bank acquirer = new Bank();
    private final Bank issuer = new Bank();
    private final Settlement settlement = new Settlement(
            0, 1, new Settlement.Limits(2, 2, 0), new SettlementCut(0, 0, SettlementCut.NOTHING_FORGOTTEN));
    private final Clearing clearing =
            new Clearing(settlement, CORRESPONDENTS, CORRESPONDENTS, acquirer, issuer, () -> nowMillis);

    private Clearing.Answer execute(OutOfTown transaction) {
        List<Clearing.Answer> answers = new ArrayList<>();
        clearing.execute(transaction, answers::add);
        assertThat(answers).hasSize(1);
        assertThat(settlement.begin(transaction, 1_700_000_000_000L))
                .as("the request has ended")
                .isEqualTo(Settlement.Begun.YES);
        settlement.end(transaction, 1_700_000_000_000L);
        return answers.get(0);
    }

    private Clearing.Answer reverse(OutOfTown transaction, long performedMinor) {
        List<Clearing.Answer> answers = new ArrayList<>();
        clearing.reverse(transaction, REVERSAL, performedMinor, answers::add);
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private static Decided decided(long position, Transaction half, boolean isCommitted, TransactionKey key) {
        return new Decided(
                position,
                half.type(),
                isCommitted,
                half.teller(),
                half.account(),
                half.amountMinor(),
                key,
                half.reference(),
                null);
    }

    @Test
    void both_execute_their_halves_and_the_customer_gets_position_and_balance() {
        issuer.next = new Outcome.Committed(900, 55);
        assertThat(execute(WITHDRAWAL)).isEqualTo(new Clearing.Answer.Committed(7, TIME_MICROS, 55));
        assertThat(issuer.executed).containsExactly(WITHDRAWAL.issuerHalf(CORRESPONDENTS));
        assertThat(acquirer.executed).containsExactly(WITHDRAWAL.acquirerHalf(CORRESPONDENTS));
        assertThat(execute(WITHDRAWAL)).as("a repeat").isEqualTo(new Clearing.Answer.Committed(7, TIME_MICROS, 55));
    }

    @Test
    void what_the_issuer_refuses_is_not_posted_at_the_acquirer() {
        issuer.next = new Outcome.Refused(Refusal.INSUFFICIENT_FUNDS, 900, 20);
        assertThat(execute(WITHDRAWAL)).isEqualTo(new Clearing.Answer.Refused(Refusal.INSUFFICIENT_FUNDS, 20));
        assertThat(acquirer.executed).isEmpty();
    }

    @Test
    void while_the_issuer_is_away_money_comes_in_and_does_not_go_out() {
        issuer.isAway = true;
        assertThat(execute(WITHDRAWAL)).isEqualTo(new Clearing.Answer.Away());
        assertThat(acquirer.executed).isEmpty();
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.InTransit(7, TIME_MICROS));
        assertThat(issuer.executed).isEmpty();

        issuer.isAway = false;
        issuer.next = new Outcome.Committed(900, 100);
        assertThat(execute(DEPOSIT)).as("a repeat").isEqualTo(new Clearing.Answer.Committed(7, TIME_MICROS, 100));
    }

    @Test
    void an_unknown_outcome_at_the_issuer_is_unknown_to_who_wants_money_and_in_transit_for_who_brings_it() {
        issuer.next = new Outcome.Failed(Failure.OUTCOME_UNKNOWN);
        assertThat(execute(WITHDRAWAL)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
        assertThat(acquirer.executed).isEmpty();
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.InTransit(7, TIME_MICROS));
    }

    @Test
    void what_the_issuer_had_refused_is_not_accepted_while_it_is_away() {
        issuer.next = new Outcome.Refused(Refusal.UNKNOWN_ACCOUNT, 900, 0);
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Refused(Refusal.UNKNOWN_ACCOUNT, 0));
        Transaction half = DEPOSIT.issuerHalf(CORRESPONDENTS);
        settlement.atIssuer(decided(900, half, false, TransactionKey.of(0, DEPOSIT.issuerKey())), 1_700_000_000_000L);
        issuer.isAway = true;
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Away());
        assertThat(acquirer.executed).isEmpty();
    }

    @Test
    void an_expired_key_is_refused_before_the_issuer_is_asked() {
        acquirer.unknown = KeyStatus.EXPIRED;
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Refused(Refusal.KEY_EXPIRED, 0));
        assertThat(issuer.executed).isEmpty();
    }

    @Test
    void a_key_ahead_of_the_acquirer_is_refused_before_the_issuer_is_asked() {
        acquirer.isSlow = true;
        assertThat(execute(WITHDRAWAL)).isEqualTo(new Clearing.Answer.Refused(Refusal.KEY_AHEAD, 0));
        assertThat(issuer.executed).isEmpty();
        assertThat(acquirer.executed).isEmpty();
    }

    @Test
    void a_failure_after_the_issuer_has_committed_leaves_the_outcome_unknown() {
        acquirer.next = new Outcome.Failed(Failure.NOT_EXECUTED);
        assertThat(execute(WITHDRAWAL)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
    }

    @Test
    void a_failure_here_after_the_issuer_has_not_answered_leaves_the_outcome_unknown() {
        issuer.next = new Outcome.Failed(Failure.OUTCOME_UNKNOWN);
        acquirer.next = new Outcome.Failed(Failure.NOT_EXECUTED);
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
    }

    @Test
    void a_failure_here_is_certain_where_the_issuer_has_executed_nothing() {
        acquirer.next = new Outcome.Failed(Failure.NOT_EXECUTED);
        issuer.next = new Outcome.Failed(Failure.NOT_EXECUTED);
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Failed(Failure.NOT_EXECUTED));
        issuer.isAway = true;
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Failed(Failure.NOT_EXECUTED));
    }

    @Test
    void a_failure_here_after_the_issuers_stream_has_shown_its_half_leaves_the_outcome_unknown() {
        showAtIssuer(DEPOSIT);
        acquirer.next = new Outcome.Failed(Failure.NOT_EXECUTED);
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
    }

    @Test
    void a_failure_of_a_repeat_leaves_the_outcome_unknown() {
        assertThat(execute(DEPOSIT)).isInstanceOf(Clearing.Answer.Committed.class);
        acquirer.isFull = true;
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
    }

    @ParameterizedTest
    @EnumSource(
            value = Refusal.class,
            names = {"KEY_AHEAD", "KEY_EXPIRED"})
    void a_key_that_the_acquirer_does_not_take_now_leaves_the_outcome_unknown(Refusal reason) {
        acquirer.next = new Outcome.Refused(reason, 0, 0);
        assertThat(execute(WITHDRAWAL))
                .as("the issuer has committed")
                .isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
        issuer.stored.clear();
        acquirer.stored.clear();
        issuer.next = new Outcome.Failed(Failure.OUTCOME_UNKNOWN);
        assertThat(execute(DEPOSIT))
                .as("the issuer may have committed")
                .isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
        acquirer.stored.clear();
        showAtIssuer(DEPOSIT);
        assertThat(execute(DEPOSIT))
                .as("the issuer's stream shows that it has committed")
                .isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
    }

    @ParameterizedTest
    @EnumSource(
            value = Refusal.class,
            names = {"KEY_AHEAD", "KEY_EXPIRED"})
    void a_key_that_the_acquirer_does_not_take_is_refused_while_the_issuer_has_executed_nothing(Refusal reason) {
        issuer.isAway = true;
        acquirer.next = new Outcome.Refused(reason, 0, 0);
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Refused(reason, 0));
    }

    @Test
    void an_expired_key_of_a_half_that_the_issuer_has_leaves_the_outcome_unknown() {
        showAtIssuer(DEPOSIT);
        acquirer.unknown = KeyStatus.EXPIRED;
        acquirer.next = new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0);
        assertThat(execute(DEPOSIT)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
    }

    private void showAtIssuer(OutOfTown transaction) {
        settlement.atIssuer(
                decided(
                        900,
                        transaction.issuerHalf(CORRESPONDENTS),
                        true,
                        TransactionKey.of(0, transaction.issuerKey())),
                nowMillis);
    }

    @Test
    void a_request_beside_one_under_the_same_key_that_is_in_progress_has_an_unknown_outcome() {
        settlement.begin(DEPOSIT, 1_700_000_000_000L);
        assertThat(executeOnly(DEPOSIT)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
        assertThat(reverse(DEPOSIT, 0)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
        assertThat(issuer.executed).isEmpty();
    }

    @Test
    void beyond_the_bound_new_ones_are_busy() {
        clearing.execute(DEPOSIT, answer -> {});
        settlement.begin(another(1), 1_700_000_000_000L);
        settlement.begin(another(2), 1_700_000_000_000L);
        assertThat(executeOnly(another(3))).isEqualTo(new Clearing.Answer.Busy());
    }

    private static OutOfTown another(int number) {
        TransactionKey key = TransactionKey.of(9, TransactionKey.uuidV7(1_700_000_000_000L, 1, 100 + number));
        return new OutOfTown(0, 1, TransactionType.DEPOSIT, 5, 42, 100, key, null);
    }

    private Clearing.Answer executeOnly(OutOfTown transaction) {
        List<Clearing.Answer> answers = new ArrayList<>();
        clearing.execute(transaction, answers::add);
        return answers.get(0);
    }

    @Test
    void a_reversal_goes_to_the_issuer_first() {
        execute(WITHDRAWAL);
        assertThat(reverse(WITHDRAWAL, 30))
                .as("the acquirer's stream does not show yet what was posted")
                .isEqualTo(new Clearing.Answer.Failed(Failure.NOT_EXECUTED));
        Transaction half = WITHDRAWAL.acquirerHalf(CORRESPONDENTS);
        settlement.atAcquirer(decided(7, half, true, KEY), 1_700_000_000_000L);
        settlement.acquirerReadThrough(7, 1_700_000_000_000L, 1_700_000_000_000L);
        assertThat(reverse(WITHDRAWAL, 30)).isInstanceOf(Clearing.Answer.Committed.class);
        assertThat(issuer.reversed)
                .containsExactly(new Reversal(
                        TransactionKey.of(0, WITHDRAWAL.issuerKey()), WITHDRAWAL.issuerHalf(CORRESPONDENTS), 30));
        assertThat(acquirer.reversed).containsExactly(new Reversal(KEY, WITHDRAWAL.acquirerHalf(CORRESPONDENTS), 30));

        issuer.isAway = true;
        assertThat(reverse(WITHDRAWAL, 30)).isEqualTo(new Clearing.Answer.Away());
    }

    @Test
    void a_part_of_a_deposit_is_taken_back_when_both_streams_show_it() {
        execute(DEPOSIT);
        settlement.atAcquirer(decided(7, DEPOSIT.acquirerHalf(CORRESPONDENTS), true, KEY), 1_700_000_000_000L);
        settlement.acquirerReadThrough(7, 1_700_000_000_000L, 1_700_000_000_000L);
        assertThat(reverse(DEPOSIT, 30))
                .as("the issuer's stream does not show yet what was posted")
                .isEqualTo(new Clearing.Answer.Failed(Failure.NOT_EXECUTED));
        assertThat(issuer.reversed).isEmpty();

        settlement.atIssuer(
                decided(7, DEPOSIT.issuerHalf(CORRESPONDENTS), true, TransactionKey.of(0, DEPOSIT.issuerKey())),
                1_700_000_000_000L);
        assertThat(reverse(DEPOSIT, 30)).isInstanceOf(Clearing.Answer.Committed.class);
        assertThat(acquirer.reversed).containsExactly(new Reversal(KEY, DEPOSIT.acquirerHalf(CORRESPONDENTS), 30));
    }

    @Test
    void a_reversal_waits_while_the_own_stream_is_further_back_than_the_own_keys() {
        acquirer.unknown = KeyStatus.EXPIRED;
        assertThat(reverse(WITHDRAWAL, 30)).isEqualTo(new Clearing.Answer.Failed(Failure.NOT_EXECUTED));
        assertThat(reverse(WITHDRAWAL, 0)).isEqualTo(new Clearing.Answer.Failed(Failure.NOT_EXECUTED));
        assertThat(issuer.reversed).isEmpty();

        settlement.atAcquirer(decided(7, WITHDRAWAL.acquirerHalf(CORRESPONDENTS), true, KEY), 1_700_000_000_000L);
        settlement.acquirerReadThrough(7, 1_700_000_000_000L, 1_700_000_000_000L);
        assertThat(reverse(WITHDRAWAL, 30)).isInstanceOf(Clearing.Answer.Committed.class);
        assertThat(issuer.reversed).extracting(Reversal::performedMinor).containsExactly(30L);
    }

    @Test
    void a_reversal_says_up_to_where_the_own_stream_does_not_show_the_transaction() {
        settlement.acquirerReadThrough(6, 1_700_000_000_000L, 1_700_000_000_000L);
        acquirer.unknown = KeyStatus.EXPIRED;
        acquirer.provedFrom = 6;
        assertThat(reverse(WITHDRAWAL, 30)).isInstanceOf(Clearing.Answer.Committed.class);
        assertThat(issuer.reversed)
                .as("nothing was posted here, so nothing stays there")
                .extracting(Reversal::performedMinor)
                .containsExactly(0L);
    }

    @ParameterizedTest
    @EnumSource(
            value = Refusal.class,
            names = {"KEY_AHEAD", "KEY_EXPIRED"})
    void a_reversal_of_which_the_issuer_has_its_part_is_not_refused_for_its_key(Refusal reason) {
        acquirer.next = new Outcome.Refused(reason, 0, 0);
        assertThat(reverse(WITHDRAWAL, 0)).isEqualTo(new Clearing.Answer.Failed(Failure.OUTCOME_UNKNOWN));
        assertThat(issuer.reversed).hasSize(1);
    }

    @Test
    void a_reversal_with_an_expired_key_is_refused_once_the_half_here_is_taken_back() {
        settlement.atAcquirer(decided(7, WITHDRAWAL.acquirerHalf(CORRESPONDENTS), true, KEY), 1_700_000_000_000L);
        settlement.atAcquirer(
                new Decided(
                        8,
                        TransactionType.REVERSAL,
                        true,
                        5,
                        WITHDRAWAL.acquirerHalf(CORRESPONDENTS).account(),
                        100,
                        WITHDRAWAL.acquirerTakeBackKey(),
                        WITHDRAWAL.acquirerHalf(CORRESPONDENTS).reference(),
                        new Decided.Original(KEY.uuid(), TransactionType.DEBIT_CREDIT, -100, 0)),
                1_700_000_000_000L);
        settlement.acquirerReadThrough(8, 1_700_000_000_000L, 1_700_000_000_000L);
        acquirer.next = new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0);
        assertThat(reverse(WITHDRAWAL, 0)).isEqualTo(new Clearing.Answer.Refused(Refusal.KEY_EXPIRED, 0));
    }

    private List<String> refusedTakeBacks() {
        List<String> refused = new ArrayList<>();
        clearing.settle(10, (step, reason) -> refused.add(step.kind() + " of " + step.transaction() + ": " + reason));
        return refused;
    }

    @Test
    void a_refused_take_back_at_the_acquirer_is_told() {
        nowMillis -= 1_000;
        settlement.atAcquirer(decided(7, DEPOSIT.acquirerHalf(CORRESPONDENTS), true, KEY), nowMillis);
        settlement.atIssuer(
                decided(900, DEPOSIT.issuerHalf(CORRESPONDENTS), false, TransactionKey.of(0, DEPOSIT.issuerKey())),
                nowMillis);
        nowMillis += 1_000;
        acquirer.next = new Outcome.Refused(Refusal.OVERFLOW, 8, 0);
        assertThat(refusedTakeBacks()).containsExactly("TAKE_BACK_AT_ACQUIRER of " + DEPOSIT + ": OVERFLOW");
        assertThat(acquirer.stored).containsKey(DEPOSIT.acquirerTakeBackKey().uuid());
        nowMillis += 1_000;
        assertThat(refusedTakeBacks()).as("a repeat").hasSize(1);
        nowMillis += 1_000;
        acquirer.stored.clear();
        acquirer.next = new Outcome.Committed(9, 0);
        assertThat(refusedTakeBacks()).isEmpty();
    }

    @Test
    void a_refused_take_back_at_the_issuer_is_told() {
        dueAtIssuer();
        issuer.next = new Outcome.Refused(Refusal.OVERFLOW, 901, 0);
        assertThat(refusedTakeBacks()).containsExactly("TAKE_BACK_AT_ISSUER of " + WITHDRAWAL + ": OVERFLOW");
    }

    private void dueAtIssuer() {
        nowMillis -= 1_000;
        settlement.atAcquirer(decided(7, WITHDRAWAL.acquirerHalf(CORRESPONDENTS), false, KEY), nowMillis);
        showAtIssuer(WITHDRAWAL);
        nowMillis += 1_000;
    }

    @ParameterizedTest
    @EnumSource(
            value = Refusal.class,
            names = {"KEY_AHEAD", "KEY_EXPIRED", "REVERSED"})
    void a_refused_take_back_that_does_not_stay_is_not_told(Refusal reason) {
        dueAtIssuer();
        issuer.next = new Outcome.Refused(reason, 901, 0);
        assertThat(refusedTakeBacks()).isEmpty();
        assertThat(issuer.reversed).hasSize(1);
    }

    @Test
    void a_reversal_that_the_issuer_refuses_is_refused() {
        issuer.next = new Outcome.Refused(Refusal.KEY_CONFLICT, 0, 0);
        assertThat(reverse(WITHDRAWAL, 0)).isEqualTo(new Clearing.Answer.Refused(Refusal.KEY_CONFLICT, 0));
        assertThat(acquirer.reversed).isEmpty();
    }
}
