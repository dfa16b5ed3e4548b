package org.debitcredit.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.Submission;
import org.debitcredit.region.Settlement.Begun;
import org.debitcredit.region.Settlement.Limits;
import org.debitcredit.region.SettlementStep.Kind;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The steps for every state in which a kill can leave an out-of-town transaction. */
class SettlementTest {

    private static final Correspondents CORRESPONDENTS = new Correspondents(new BankScale(3, 10, 100), 2);
    private static final long MILLIS = 1_700_000_000_000L;
    private static final SettlementCut BEGINNING = new SettlementCut(0, 0, SettlementCut.NOTHING_FORGOTTEN);

    private static final Seen NOTHING = new Seen(Submission.NOT_FOLLOWED, ReversalSubmission.NOT_SEEN);

    private Settlement settlement = new Settlement(0, 1, new Limits(3, 2, 0), BEGINNING);
    private long nowMillis = MILLIS;
    private long here;
    private long there;

    private static OutOfTown deposit(int number) {
        return new OutOfTown(0, 1, TransactionType.DEPOSIT, 5, 42, 100, key(number), null);
    }

    private static OutOfTown withdrawal(int number) {
        return new OutOfTown(0, 1, TransactionType.WITHDRAWAL, 5, 42, 100, key(number), null);
    }

    private static TransactionKey key(int number) {
        return TransactionKey.of(9, TransactionKey.uuidV7(MILLIS + number, 0, number));
    }

    private void atAcquirer(OutOfTown transaction, boolean isCommitted) {
        settlement.atAcquirer(
                row(++here, transaction.acquirerHalf(CORRESPONDENTS), transaction.key(), isCommitted, null, 0),
                nowMillis);
        settlement.acquirerReadThrough(here, nowMillis, nowMillis);
    }

    private void atIssuer(OutOfTown transaction, boolean isCommitted) {
        settlement.atIssuer(
                row(
                        ++there,
                        transaction.issuerHalf(CORRESPONDENTS),
                        TransactionKey.of(0, transaction.issuerKey()),
                        isCommitted,
                        null,
                        0),
                nowMillis);
        settlement.issuerReadThrough(there, nowMillis, nowMillis);
    }

    private void reversedAtIssuer(OutOfTown transaction, TransactionKey reversal, long performedMinor) {
        long posted = -transaction.signedMinor() + Long.signum(transaction.signedMinor()) * performedMinor;
        settlement.atIssuer(
                row(
                        ++there,
                        transaction.issuerHalf(CORRESPONDENTS),
                        TransactionKey.of(0, transaction.issuerReversalKey(reversal)),
                        true,
                        new Decided.Original(
                                transaction.issuerKey(), transaction.type(), transaction.amountMinor(), performedMinor),
                        posted),
                nowMillis);
        settlement.issuerReadThrough(there, nowMillis, nowMillis);
    }

    private void reversedAtAcquirer(OutOfTown transaction, TransactionKey reversal, long performedMinor) {
        long posted = -transaction.signedMinor() + Long.signum(transaction.signedMinor()) * performedMinor;
        settlement.atAcquirer(
                row(
                        ++here,
                        transaction.acquirerHalf(CORRESPONDENTS),
                        reversal,
                        true,
                        new Decided.Original(
                                transaction.key().uuid(),
                                TransactionType.DEBIT_CREDIT,
                                transaction.signedMinor(),
                                performedMinor),
                        posted),
                nowMillis);
        settlement.acquirerReadThrough(here, nowMillis, nowMillis);
    }

    private static Decided row(
            long position,
            Transaction half,
            TransactionKey key,
            boolean isCommitted,
            Decided.@Nullable Original original,
            long posted) {
        return new Decided(
                position,
                original == null ? half.type() : TransactionType.REVERSAL,
                isCommitted,
                half.teller(),
                half.account(),
                original == null ? half.amountMinor() : posted,
                key,
                half.reference(),
                original);
    }

    private @Nullable SettlementStep due() {
        nowMillis += 1_000;
        List<SettlementStep> steps = settlement.due(nowMillis, 10);
        assertThat(steps).hasSizeLessThanOrEqualTo(1);
        return steps.isEmpty() ? null : steps.get(0);
    }

    private void assertDue(Kind kind, long performedMinor) {
        assertThat(due()).isNotNull().satisfies(step -> {
            assertThat(step.kind()).isEqualTo(kind);
            assertThat(step.performedMinor()).isEqualTo(performedMinor);
        });
    }

    private void assertSettled() {
        assertThat(settlement.unsettled()).isZero();
        assertThat(settlement.inTransitMinor()).isZero();
        assertThat(due()).isNull();
    }

    @Test
    void both_halves_are_settled_in_either_order() {
        atIssuer(deposit(1), true);
        atAcquirer(deposit(1), true);
        atAcquirer(withdrawal(2), true);
        atIssuer(withdrawal(2), true);
        assertSettled();
    }

    @Test
    void what_the_issuer_refused_and_the_acquirer_never_posted_is_settled() {
        atIssuer(withdrawal(1), false);
        assertSettled();
        settlement.begin(withdrawal(1), nowMillis);
        assertThat(settlement.canWaitForIssuer(withdrawal(1))).isFalse();
        settlement.end(withdrawal(1), nowMillis);
    }

    @Test
    void a_kill_after_the_issuer_has_committed_is_finished_at_the_acquirer() {
        atIssuer(withdrawal(1), true);
        assertThat(settlement.inTransitMinor()).isEqualTo(100);
        assertDue(Kind.EXECUTE_AT_ACQUIRER, 0);
        atAcquirer(withdrawal(1), true);
        assertSettled();
    }

    @Test
    void what_was_paid_in_while_the_issuer_was_away_is_sent_to_it() {
        atAcquirer(deposit(1), true);
        settlement.issuerReadThrough(70, nowMillis, nowMillis);
        assertThat(due())
                .isEqualTo(new SettlementStep(
                        Kind.EXECUTE_AT_ISSUER, deposit(1), 0, new Seen(70, ReversalSubmission.NOT_SEEN)));
    }

    @Test
    void a_step_is_repeated_only_after_a_pause() {
        atAcquirer(deposit(1), true);
        assertThat(due()).isNotNull();
        assertThat(settlement.due(nowMillis + 999, 10)).isEmpty();
        assertThat(settlement.due(nowMillis + 1_000, 10)).hasSize(1);
    }

    @Test
    void what_the_issuer_refuses_is_taken_back_at_the_acquirer() {
        atAcquirer(deposit(1), true);
        atIssuer(deposit(1), false);
        assertDue(Kind.TAKE_BACK_AT_ACQUIRER, 0);
        reversedAtAcquirer(deposit(1), deposit(1).acquirerTakeBackKey(), 0);
        assertSettled();
    }

    @Test
    void what_the_acquirer_refuses_is_taken_back_at_the_issuer() {
        atIssuer(withdrawal(1), true);
        atAcquirer(withdrawal(1), false);
        assertDue(Kind.TAKE_BACK_AT_ISSUER, 0);
        reversedAtIssuer(withdrawal(1), key(50), 0);
        assertSettled();
    }

    @Test
    void a_reversal_that_reached_only_the_issuer_is_finished_at_the_acquirer() {
        atIssuer(withdrawal(1), true);
        atAcquirer(withdrawal(1), true);
        reversedAtIssuer(withdrawal(1), key(50), 30);
        assertDue(Kind.TAKE_BACK_AT_ACQUIRER, 30);
        reversedAtAcquirer(withdrawal(1), key(50), 30);
        assertSettled();
    }

    @Test
    void a_reversal_of_a_transaction_that_is_already_forgotten_is_finished_too() {
        reversedAtIssuer(withdrawal(1), key(50), 30);
        assertDue(Kind.TAKE_BACK_AT_ACQUIRER, 30);
        reversedAtAcquirer(withdrawal(1), key(50), 30);
        assertSettled();
    }

    @Test
    void a_transaction_in_progress_is_left_alone() {
        assertThat(settlement.begin(withdrawal(1), nowMillis)).isEqualTo(Begun.YES);
        assertThat(settlement.begin(withdrawal(1), nowMillis)).isEqualTo(Begun.IN_PROGRESS);
        atIssuer(withdrawal(1), true);
        assertThat(due()).isNull();
        settlement.end(withdrawal(1), nowMillis);
        assertDue(Kind.EXECUTE_AT_ACQUIRER, 0);
    }

    @Test
    void a_request_that_led_to_nothing_leaves_nothing() {
        settlement.begin(withdrawal(1), nowMillis);
        settlement.end(withdrawal(1), nowMillis);
        assertSettled();
        assertThat(settlement.items()).isEmpty();
    }

    @Test
    void beyond_the_bound_new_ones_are_refused_and_repeats_are_not() {
        for (int i = 1; i <= 3; i++) {
            atAcquirer(deposit(i), true);
        }
        assertThat(settlement.begin(deposit(4), nowMillis)).isEqualTo(Begun.FULL);
        assertThat(settlement.begin(deposit(2), nowMillis)).isEqualTo(Begun.YES);
        settlement.end(deposit(2), nowMillis);
        atIssuer(deposit(2), true);
        assertThat(settlement.begin(deposit(4), nowMillis)).isEqualTo(Begun.YES);
    }

    @Test
    void a_key_that_was_seen_is_not_vouched_for() {
        settlement.issuerReadThrough(20, nowMillis, nowMillis);
        there = 20;
        begin(deposit(1));
        assertThat(settlement.unseenAtIssuer(deposit(1))).isEqualTo(20);
        assertThat(settlement.seenAtIssuer(deposit(1), key(50))).isEqualTo(new Seen(20, ReversalSubmission.NOT_SEEN));
        atIssuer(deposit(1), true);
        assertThat(settlement.unseenAtIssuer(deposit(1))).isEqualTo(Submission.NOT_FOLLOWED);
        assertThat(settlement.seenAtIssuer(deposit(1), key(50)))
                .as("where the original was seen")
                .isEqualTo(new Seen(21, 21));
        reversedAtIssuer(deposit(2), key(51), 0);
        assertThat(settlement.seenAtIssuer(deposit(2), key(51))).isEqualTo(NOTHING);
        assertThat(settlement.unseenAtIssuer(deposit(2)))
                .as("its original was decided before what is known")
                .isEqualTo(Submission.NOT_FOLLOWED);
    }

    @Test
    void a_key_that_may_have_been_forgotten_is_not_vouched_for() {
        for (int i = 1; i <= 5; i++) {
            atIssuer(deposit(i), true);
            atAcquirer(deposit(i), true);
        }
        SettlementCut cut = settlement.cut(position -> position, position -> position);
        assertThat(cut).isEqualTo(new SettlementCut(3, 3, MILLIS + 3));
        begin(deposit(3));
        begin(deposit(6));
        assertThat(settlement.unseenAtIssuer(deposit(3))).isEqualTo(Submission.NOT_FOLLOWED);
        assertThat(settlement.canWaitForIssuer(deposit(3))).isFalse();
        assertThat(settlement.isForgotten(deposit(3))).isTrue();
        assertThat(settlement.unseenAtIssuer(deposit(6))).isEqualTo(5);
        assertThat(settlement.canWaitForIssuer(deposit(6))).isTrue();
        assertThat(settlement.isForgotten(deposit(6))).isFalse();
    }

    @Test
    void a_transaction_is_kept_while_a_late_request_may_change_it() {
        settlement = new Settlement(0, 1, new Limits(9, 1, 5_000), BEGINNING);
        for (int i = 1; i <= 3; i++) {
            atIssuer(deposit(i), true);
            atAcquirer(deposit(i), true);
        }
        assertThat(settlement.cut(position -> position, position -> position)).isEqualTo(BEGINNING);
        settlement.acquirerReadThrough(4, nowMillis + 5_000, nowMillis + 5_000);
        settlement.issuerReadThrough(4, nowMillis + 4_999, nowMillis + 4_999);
        assertThat(settlement.cut(position -> position, position -> position)).isEqualTo(BEGINNING);
        settlement.issuerReadThrough(5, nowMillis + 5_000, nowMillis + 5_000);
        assertThat(settlement.cut(position -> position, position -> position))
                .isEqualTo(new SettlementCut(2, 2, MILLIS + 2));
    }

    @Test
    void history_that_is_read_again_is_forgotten_by_the_times_of_its_streams() {
        settlement = new Settlement(0, 1, new Limits(9, 50, 5_000), BEGINNING);
        long decidedMillis = MILLIS - 30L * 24 * 3_600_000;
        for (int i = 1; i <= 1_000; i++) {
            decidedMillis += 1_000;
            readAgain(deposit(i), decidedMillis);
        }
        settlement.cut(position -> position, position -> position);
        assertThat(settlement.kept())
                .as("the latest 50, and those of the last 5 seconds")
                .isEqualTo(50);
    }

    @Test
    void what_was_decided_shortly_before_it_is_read_is_kept_while_a_late_request_may_change_it() {
        settlement = new Settlement(0, 1, new Limits(9, 1, 5_000), BEGINNING);
        for (int i = 1; i <= 3; i++) {
            readAgain(deposit(i), MILLIS - 20_000);
        }
        settlement.acquirerReadThrough(4, MILLIS + 4_999, MILLIS + 4_999);
        settlement.issuerReadThrough(4, MILLIS + 4_999, MILLIS + 4_999);
        assertThat(settlement.cut(position -> position, position -> position)).isEqualTo(BEGINNING);
        settlement.acquirerReadThrough(5, MILLIS + 5_000, MILLIS + 5_000);
        settlement.issuerReadThrough(5, MILLIS + 5_000, MILLIS + 5_000);
        assertThat(settlement.cut(position -> position, position -> position))
                .isEqualTo(new SettlementCut(2, 2, MILLIS + 2));
    }

    /** Both halves were decided at a time in the past, and are read now. */
    private void readAgain(OutOfTown transaction, long decidedMillis) {
        settlement.atAcquirer(
                row(++here, transaction.acquirerHalf(CORRESPONDENTS), transaction.key(), true, null, 0), nowMillis);
        settlement.acquirerReadThrough(here, decidedMillis, decidedMillis);
        TransactionKey key = TransactionKey.of(0, transaction.issuerKey());
        settlement.atIssuer(row(++there, transaction.issuerHalf(CORRESPONDENTS), key, true, null, 0), nowMillis);
        settlement.issuerReadThrough(there, decidedMillis, decidedMillis);
    }

    @Test
    void settled_transactions_after_one_that_is_not_settled_are_forgotten_too() {
        settlement = new Settlement(0, 1, new Limits(9, 50, 5_000), BEGINNING);
        atAcquirer(deposit(1), true);
        for (int i = 2; i <= 100_000; i++) {
            readAgain(deposit(i), MILLIS + 10 * i);
        }
        SettlementCut before = settlement.cut(position -> position, position -> position);
        assertThat(before.acquirerPosition()).isZero();
        assertThat(settlement.kept())
                .as("the one, and those of the last 5 seconds")
                .isEqualTo(1 + 500);
        atIssuer(deposit(1), true);
        for (int i = 100_001; i <= 101_000; i++) {
            readAgain(deposit(i), MILLIS + 10 * i);
        }
        SettlementCut after = settlement.cut(position -> position, position -> position);
        assertThat(after.acquirerPosition())
                .as("once it is settled and old, the cut goes on")
                .isEqualTo(100_500);
        assertThat(after.divided()).isEmpty();
    }

    /**
     * Such a bank decides at times that have not come yet, for as long as its clock was ahead, also after a correction.
     */
    @ParameterizedTest
    @CsvSource({"0, 86400000", "86400000, 0", "86400000, 86400000"})
    void a_bank_whose_clock_is_a_day_ahead_keeps_nothing_in_memory(long aheadHereMillis, long aheadThereMillis) {
        settlement = new Settlement(0, 1, new Limits(9, 50, 5_000), BEGINNING);
        for (int i = 1; i <= 10_000; i++) {
            nowMillis = MILLIS + 10 * i;
            OutOfTown transaction = deposit(i);
            settlement.atAcquirer(
                    row(++here, transaction.acquirerHalf(CORRESPONDENTS), transaction.key(), true, null, 0), nowMillis);
            settlement.acquirerReadThrough(here, nowMillis + aheadHereMillis, nowMillis);
            TransactionKey key = TransactionKey.of(0, transaction.issuerKey());
            settlement.atIssuer(row(++there, transaction.issuerHalf(CORRESPONDENTS), key, true, null, 0), nowMillis);
            settlement.issuerReadThrough(there, nowMillis + aheadThereMillis, nowMillis);
        }
        SettlementCut cut = settlement.cut(position -> position, position -> position);
        assertThat(settlement.kept()).as("those of the last 5 seconds").isEqualTo(500);
        assertThat(cut.acquirerPosition()).isEqualTo(10_000 - 500);
    }

    @Test
    void the_cut_goes_on_although_every_point_divides_a_transaction() {
        int count = 50_000;
        decideInDifferentOrders(count);
        SettlementCut cut = settlement.cut(position -> position, position -> position);
        assertThat(cut.acquirerPosition()).isGreaterThan(count - 10);
        assertThat(cut.issuerPosition()).isGreaterThan(count - 10);
        assertThat(cut.divided()).hasSizeBetween(1, 10);
        assertThat(settlement.steps()).isLessThan(6L * count);
    }

    /** The issuer decides 1, 2, 3 and so on, the acquirer 2, 4, 1, 6, 3, 8, 5 and so on: no point divides nothing. */
    private void decideInDifferentOrders(int count) {
        settlement = new Settlement(0, 1, new Limits(9, 1, 0), BEGINNING);
        for (int i = 1; i <= count; i++) {
            atIssuer(deposit(i), true);
        }
        atAcquirer(deposit(2), true);
        for (int i = 4; i <= count; i += 2) {
            atAcquirer(deposit(i), true);
            atAcquirer(deposit(i - 3), true);
        }
        atAcquirer(deposit(count - 1), true);
    }

    @Test
    void what_the_cut_divides_is_settled_after_a_restart_too() {
        decideInDifferentOrders(100);
        SettlementCut cut = settlement.cut(position -> position, position -> position);
        assertThat(cut.divided()).isNotEmpty();
        settlement = new Settlement(0, 1, new Limits(9, 1, 0), cut);
        for (here = cut.acquirerPosition(); here < 100; ) {
            atAcquirer(deposit(atAcquirer(here + 1)), true);
        }
        for (there = cut.issuerPosition(); there < 100; ) {
            atIssuer(deposit((int) there + 1), true);
        }
        assertSettled();
        for (SettlementCut.Divided divided : cut.divided()) {
            OutOfTown transaction = deposit(number(divided));
            begin(transaction);
            assertThat(settlement.unseenAtIssuer(transaction)).isEqualTo(Submission.NOT_FOLLOWED);
            assertThat(settlement.isForgotten(transaction)).isTrue();
            settlement.end(transaction, nowMillis);
        }
        SettlementCut next = settlement.cut(position -> position, position -> position);
        assertThat(next.divided())
                .as("those that are before the next cut are no longer named")
                .doesNotContainAnyElementsOf(cut.divided());
    }

    /** The number of the deposit at a position of the acquirer. */
    private static int atAcquirer(long position) {
        if (position == 1) {
            return 2;
        }
        if (position == 100) {
            return 99;
        }
        return (int) (position % 2 == 0 ? position + 2 : position - 2);
    }

    private static int number(SettlementCut.Divided divided) {
        for (int i = 1; i <= 100; i++) {
            if (deposit(i).issuerKey().equals(divided.issuerKey())) {
                return i;
            }
        }
        throw new AssertionError("no deposit has the key " + divided.issuerKey());
    }

    @Test
    void what_was_read_before_is_not_taken_again() {
        atIssuer(deposit(1), true);
        atAcquirer(deposit(1), true);
        for (int i = 2; i <= 9; i++) {
            atIssuer(deposit(i), true);
            atAcquirer(deposit(i), true);
        }
        settlement.cut(position -> position, position -> position);
        here = 0;
        there = 0;
        atAcquirer(deposit(1), true);
        assertSettled();
    }

    @Test
    void what_the_acquirer_can_never_execute_is_taken_back_at_the_issuer() {
        atIssuer(withdrawal(1), true);
        assertDue(Kind.EXECUTE_AT_ACQUIRER, 0);
        settlement.keyIsUsed(withdrawal(1));
        assertDue(Kind.TAKE_BACK_AT_ISSUER, 0);
        reversedAtIssuer(withdrawal(1), key(50), 0);
        assertSettled();
    }

    @Test
    void two_transactions_under_one_key_are_told_apart() {
        OutOfTown other = new OutOfTown(
                0, 1, TransactionType.DEPOSIT, 5, 43, 70, withdrawal(1).key(), null);
        atIssuer(withdrawal(1), true);
        atAcquirer(other, true);
        nowMillis += 1_000;
        assertThat(settlement.due(nowMillis, 10))
                .extracting(SettlementStep::kind)
                .containsExactly(Kind.TAKE_BACK_AT_ISSUER, Kind.EXECUTE_AT_ISSUER);
    }

    private void begin(OutOfTown transaction) {
        assertThat(settlement.begin(transaction, nowMillis)).isEqualTo(Begun.YES);
    }

    @Test
    void the_cut_is_before_what_is_not_settled_and_names_what_it_divides() {
        // Transaction 1 is at acquirer 1 and issuer 3; 2 is in transit, at acquirer 2; 3 is at acquirer 3 and issuer 1.
        settlement = new Settlement(0, 1, new Limits(9, 1, 0), BEGINNING);
        atAcquirer(deposit(1), true);
        atAcquirer(deposit(2), true);
        atAcquirer(deposit(3), true);
        atIssuer(deposit(3), true);
        atIssuer(deposit(4), true);
        atIssuer(deposit(1), true);
        atAcquirer(deposit(4), true);
        assertThat(settlement.cut(position -> position, position -> position))
                .as("2 has to be read again, and 3, which is before it at the issuer; 1 is settled")
                .isEqualTo(new SettlementCut(
                        1,
                        0,
                        MILLIS + 1,
                        List.of(new SettlementCut.Divided(deposit(1).issuerKey(), 1, 3))));
        atIssuer(deposit(2), true);
        for (int i = 5; i <= 6; i++) {
            atIssuer(deposit(i), true);
            atAcquirer(deposit(i), true);
        }
        assertThat(settlement.cut(position -> position, position -> position))
                .isEqualTo(new SettlementCut(5, 5, MILLIS + 5));
    }

    @Test
    void the_cut_is_at_a_cursor_of_each_stream() {
        for (int i = 1; i <= 9; i++) {
            atIssuer(deposit(i), true);
            atAcquirer(deposit(i), true);
        }
        assertThat(settlement.cut(position -> position / 4 * 4, position -> position))
                .isEqualTo(new SettlementCut(4, 4, MILLIS + 4));
    }

    @Test
    void postings_that_no_bank_can_have_made_for_one_transaction_are_counted_as_others() {
        OutOfTown huge = new OutOfTown(0, 1, TransactionType.DEPOSIT, 5, 42, Long.MAX_VALUE, key(1), null);
        atIssuer(huge, true);
        settlement.atIssuer(
                row(++there, huge.issuerHalf(CORRESPONDENTS), TransactionKey.of(0, key(2).uuid()), true, null, 0),
                nowMillis);
        settlement.issuerReadThrough(there, nowMillis, nowMillis);
        assertThat(settlement.strays()).isEqualTo(1);
        assertThat(settlement.unsettled()).isEqualTo(1);
        assertThat(settlement.inTransitMinor()).isEqualTo(-Long.MAX_VALUE);
    }

    @Test
    void other_transactions_with_correspondents_are_counted() {
        settlement.atIssuer(
                row(1, Transaction.deposit(CORRESPONDENTS.networkTeller(0), 3, 5), key(1), true, null, 0), nowMillis);
        assertThat(settlement.strays()).isEqualTo(1);
        assertSettled();
    }
}
