package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reversal takes its original back once, whatever became of it, and also after a restart. */
class ReversalTest {

    private static final long TELLER = 1;
    private static final long ACCOUNT = 3;
    private static final long TARGET = 1_000_004;
    private static final long OPENING = 1_000;

    /** A ledger whose decisions have to be the same. */
    enum Kind {
        MEMORY(() -> new MemoryLedger(SteppedBank.BANK)),
        SQL(() -> SqlLedger.openH2InMemory(SteppedBank.BANK, (done, total) -> {}));

        private final Supplier<Ledger> ledger;

        Kind(Supplier<Ledger> ledger) {
            this.ledger = ledger;
        }
    }

    private final Path directory;
    private Kind kind = Kind.MEMORY;
    private @Nullable SteppedBank opened;
    private long keys;

    ReversalTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private SteppedBank bank() {
        return Objects.requireNonNull(opened);
    }

    private void open(Kind ledger) throws IOException {
        kind = ledger;
        opened = new SteppedBank(directory, 40, kind.ledger.get(), journal -> journal);
        if (bank().engine.position() == 0) {
            bank().execute(Transaction.deposit(TELLER, ACCOUNT, OPENING), key());
        }
    }

    private void restart() throws IOException {
        bank().kill();
        open(kind);
    }

    @AfterEach
    void close() throws IOException {
        bank().close();
        assertThat(bank().failures).isEmpty();
    }

    private TransactionKey key() {
        return SteppedBank.key(++keys);
    }

    private ReversalSubmission submit(TransactionKey key, TransactionKey originalKey, Transaction original, long kept) {
        Reversal reversal = new Reversal(originalKey, original, kept);
        assertThat(reversal.malformed(key)).isNull();
        ReversalSubmission submission = new ReversalSubmission(reversal, key, answered -> {});
        assertThat(bank().engine.submit(submission)).isTrue();
        return submission;
    }

    private Outcome reverse(TransactionKey key, TransactionKey originalKey, Transaction original, long kept) {
        ReversalSubmission submission = submit(key, originalKey, original, kept);
        bank().engine.step();
        return submission.outcome();
    }

    private void requireBalances(long account, long target, long till) {
        assertThat(bank().balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(account);
        assertThat(bank().balance(BalanceKind.ACCOUNT, TARGET)).isEqualTo(target);
        assertThat(bank().balance(BalanceKind.TELLER, TELLER)).isEqualTo(till);
        assertThat(bank().balance(BalanceKind.BRANCH, 0)).isEqualTo(till);
        Inquiry.Sums sums = new Inquiry.Sums(answered -> {});
        bank().engine.submit(sums);
        bank().engine.step();
        assertThat(sums.totals().hold()).isTrue();
    }

    private static Outcome refused(Refusal reason, long position) {
        return new Outcome.Refused(reason, position, 0);
    }

    @ParameterizedTest
    @EnumSource
    void aCommittedOriginalIsTakenBackOnceAlsoAfterARestart(Kind ledger) throws IOException {
        open(ledger);
        for (Transaction original : new Transaction[] {
            Transaction.withdrawal(TELLER, ACCOUNT, 70),
            Transaction.deposit(TELLER, ACCOUNT, 70).with(Reference.of("17")),
            Transaction.debitCredit(TELLER, ACCOUNT, -70),
            Transaction.debitCredit(TELLER, ACCOUNT, 70),
            Transaction.transfer(TELLER, ACCOUNT, TARGET, 70)
        }) {
            long before = bank().engine.position();
            TransactionKey originalKey = key();
            TransactionKey key = key();
            Outcome executed = bank().execute(original, originalKey);
            assertThat(executed).isInstanceOf(Outcome.Committed.class);
            Outcome committed = new Outcome.Committed(before + 2, OPENING);
            assertThat(reverse(key, originalKey, original, 0)).isEqualTo(committed);
            requireBalances(OPENING, 0, OPENING);
            assertThat(reverse(key, originalKey, original, 0)).isEqualTo(committed);
            assertThat(reverse(key(), originalKey, original, 0)).isEqualTo(refused(Refusal.REVERSED, before + 3));
            restart();
            assertThat(reverse(key, originalKey, original, 0)).isEqualTo(committed);
            assertThat(bank().execute(original, originalKey)).isEqualTo(executed);
            assertThat(reverse(key(), originalKey, original, 0)).isEqualTo(refused(Refusal.REVERSED, before + 4));
            assertThat(reverse(key, originalKey, original.with(Reference.of("18")), 0))
                    .isEqualTo(refused(Refusal.KEY_CONFLICT, 0));
            requireBalances(OPENING, 0, OPENING);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofAPartThatWasPerformedOnlyTheRestIsTakenBack(Kind ledger) throws IOException {
        open(ledger);
        TransactionKey withdrawal = key();
        bank().execute(Transaction.withdrawal(TELLER, ACCOUNT, 100), withdrawal);
        TransactionKey key = key();
        assertThat(reverse(key, withdrawal, Transaction.withdrawal(TELLER, ACCOUNT, 100), 60))
                .isEqualTo(new Outcome.Committed(3, OPENING - 60));
        assertThat(reverse(key, withdrawal, Transaction.withdrawal(TELLER, ACCOUNT, 100), 0))
                .isEqualTo(refused(Refusal.KEY_CONFLICT, 0));
        TransactionKey debit = key();
        bank().execute(Transaction.debitCredit(TELLER, ACCOUNT, -100), debit);
        reverse(key(), debit, Transaction.debitCredit(TELLER, ACCOUNT, -100), 99);
        TransactionKey deposit = key();
        bank().execute(Transaction.deposit(TELLER, ACCOUNT, 100), deposit);
        reverse(key(), deposit, Transaction.deposit(TELLER, ACCOUNT, 100), 1);
        restart();
        requireBalances(OPENING - 60 - 99 + 1, 0, OPENING - 60 - 99 + 1);
    }

    @ParameterizedTest
    @EnumSource
    void anOriginalThatComesAfterItsReversalIsNeverExecuted(Kind ledger) throws IOException {
        open(ledger);
        for (Transaction original : new Transaction[] {
            Transaction.withdrawal(TELLER, ACCOUNT, 70).with(Reference.of("late")),
            Transaction.transfer(TELLER, ACCOUNT, TARGET, 70),
            Transaction.deposit(9_000_000, ACCOUNT, 70)
        }) {
            long before = bank().engine.position();
            TransactionKey originalKey = key();
            TransactionKey key = key();
            Outcome committed = new Outcome.Committed(before + 2, OPENING);
            assertThat(reverse(key, originalKey, original, 0)).isEqualTo(committed);
            assertThat(bank().execute(original, originalKey)).isEqualTo(refused(Refusal.REVERSED, before + 1));
            restart();
            assertThat(bank().execute(original, originalKey)).isEqualTo(refused(Refusal.REVERSED, before + 1));
            assertThat(bank().status(originalKey))
                    .isInstanceOfSatisfying(
                            KeyStatus.Decided.class,
                            decided -> assertThat(decided.outcome()).isEqualTo(refused(Refusal.REVERSED, before + 1)));
            assertThat(bank().execute(Transaction.deposit(TELLER, ACCOUNT, 1), originalKey))
                    .isEqualTo(refused(Refusal.KEY_CONFLICT, 0));
            assertThat(reverse(key, originalKey, original, 0)).isEqualTo(committed);
            assertThat(reverse(key(), originalKey, original, 0)).isEqualTo(new Outcome.Committed(before + 3, OPENING));
            requireBalances(OPENING, 0, OPENING);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofARefusedOriginalNothingIsTakenBack(Kind ledger) throws IOException {
        open(ledger);
        Transaction tooMuch = Transaction.withdrawal(TELLER, ACCOUNT, OPENING + 1);
        Transaction nowhere = Transaction.deposit(TELLER, 77, 5);
        TransactionKey first = key();
        TransactionKey second = key();
        assertThat(bank().execute(tooMuch, first)).isInstanceOf(Outcome.Refused.class);
        assertThat(bank().execute(nowhere, second)).isEqualTo(refused(Refusal.UNKNOWN_ACCOUNT, 3));
        assertThat(reverse(key(), first, tooMuch, 0)).isEqualTo(new Outcome.Committed(4, OPENING));
        assertThat(reverse(key(), second, nowhere, 0)).isEqualTo(new Outcome.Committed(5, 0));
        restart();
        assertThat(reverse(key(), first, tooMuch, 1)).isEqualTo(new Outcome.Committed(6, OPENING));
        requireBalances(OPENING, 0, OPENING);
    }

    @ParameterizedTest
    @EnumSource
    void inOneGroupTheRulesAreTheSame(Kind ledger) throws IOException {
        open(ledger);
        Transaction withdrawal = Transaction.withdrawal(TELLER, ACCOUNT, 70);
        Transaction tooMuch = Transaction.withdrawal(TELLER, ACCOUNT, OPENING + 1);
        TransactionKey taken = key();
        TransactionKey refused = key();
        TransactionKey late = key();
        TransactionKey before = key();
        bank().execute(withdrawal, before);
        TransactionKey twin = key();
        List<ReversalSubmission> reversals = new ArrayList<>();
        bank().submit(withdrawal, taken);
        reversals.add(submit(twin, taken, withdrawal, 0));
        reversals.add(submit(twin, taken, withdrawal, 0));
        reversals.add(submit(twin, taken, withdrawal, 1));
        reversals.add(submit(key(), taken, withdrawal, 0));
        reversals.add(submit(key(), taken, withdrawal, 30));
        bank().submit(tooMuch, refused);
        reversals.add(submit(key(), refused, tooMuch, 0));
        reversals.add(submit(key(), late, withdrawal, 0));
        SteppedBank.Submitted lateOriginal = bank().submit(withdrawal, late);
        SteppedBank.Submitted otherContent = bank().submit(tooMuch, late);
        reversals.add(submit(key(), late, tooMuch, 0));
        reversals.add(submit(key(), late, withdrawal, 0));
        reversals.add(submit(key(), before, withdrawal, 20));
        reversals.add(submit(key(), before, withdrawal, 20));
        bank().engine.step();
        assertThat(reversals)
                .extracting(ReversalSubmission::outcome)
                .containsExactly(
                        new Outcome.Committed(4, OPENING - 70),
                        new Outcome.Committed(4, OPENING - 70),
                        refused(Refusal.KEY_CONFLICT, 0),
                        refused(Refusal.REVERSED, 5),
                        refused(Refusal.REVERSED, 6),
                        new Outcome.Committed(8, OPENING - 70),
                        new Outcome.Committed(10, OPENING - 70),
                        refused(Refusal.KEY_CONFLICT, 0),
                        new Outcome.Committed(11, OPENING - 70),
                        new Outcome.Committed(12, OPENING - 20),
                        refused(Refusal.REVERSED, 13));
        assertThat(lateOriginal.outcome()).isEqualTo(refused(Refusal.REVERSED, 9));
        assertThat(otherContent.outcome()).isEqualTo(refused(Refusal.KEY_CONFLICT, 0));
        requireBalances(OPENING - 20, 0, OPENING - 20);
        restart();
        requireBalances(OPENING - 20, 0, OPENING - 20);
        assertThat(reverse(key(), taken, withdrawal, 0)).isEqualTo(refused(Refusal.REVERSED, 14));
        assertThat(bank().execute(withdrawal, late)).isEqualTo(refused(Refusal.REVERSED, 9));
    }

    @ParameterizedTest
    @EnumSource
    void theReversalOfAForgottenOriginalIsRefused(Kind ledger) throws IOException {
        open(ledger);
        Transaction original = Transaction.withdrawal(TELLER, ACCOUNT, 1);
        TransactionKey old = SteppedBank.key(1_000);
        keys = 100_000;
        bank().execute(original, old);
        for (int i = 0; i < 100; i++) {
            bank().execute(Transaction.deposit(TELLER, ACCOUNT, 1), key());
        }
        keys = 200_000;
        long position = bank().engine.position();
        assertThat(reverse(key(), old, original, 0)).isEqualTo(refused(Refusal.KEY_EXPIRED, 0));
        TransactionKey ahead = SteppedBank.key(20_000_000);
        assertThat(reverse(key(), ahead, original, 0)).isEqualTo(refused(Refusal.KEY_AHEAD, 0));
        TransactionKey untimed = new TransactionKey(0, 1, 2);
        assertThat(reverse(key(), untimed, original, 0)).isEqualTo(refused(Refusal.KEY_WITHOUT_TIME, 0));
        assertThat(reverse(old, key(), original, 0)).isEqualTo(refused(Refusal.KEY_EXPIRED, 0));
        assertThat(bank().engine.position()).isEqualTo(position);
    }

    private ReversalSubmission submitSeen(TransactionKey key, Reversal reversal, long seenAt, long unseenThrough) {
        ReversalSubmission submission = new ReversalSubmission(reversal, key, answered -> {});
        submission.seenAt(seenAt);
        submission.unseenThrough(unseenThrough);
        assertThat(bank().engine.submit(submission)).isTrue();
        return submission;
    }

    /** The digest of a content had no secret before, so that this account could be computed from the rest. */
    @ParameterizedTest
    @EnumSource
    void aReversalThatNamesAnotherContentUnderTheOriginalsKeyIsRefused(Kind ledger) throws IOException {
        open(ledger);
        TransactionKey original = key();
        bank().execute(Transaction.debitCredit(TELLER, ACCOUNT, 70), original);
        Transaction forged = Transaction.debitCredit(TELLER, 6_763_954_619_149_028_271L, 72);
        assertThat(reverse(key(), original, forged, 0)).isEqualTo(refused(Refusal.KEY_CONFLICT, 0));
        requireBalances(OPENING + 70, 0, OPENING + 70);
    }

    /** Only the caller still knows what its original was. */
    @ParameterizedTest
    @EnumSource
    void ofAForgottenOriginalEveryIdMustExist(Kind ledger) throws IOException {
        open(ledger);
        TransactionKey old = SteppedBank.key(1_000);
        keys = 100_000;
        bank().execute(Transaction.withdrawal(TELLER, ACCOUNT, 70), old);
        long seenAt = bank().engine.position();
        for (int i = 0; i < 100; i++) {
            bank().execute(Transaction.deposit(TELLER, ACCOUNT, 1), key());
        }
        long through = bank().engine.position();
        long held = bank().balance(BalanceKind.ACCOUNT, ACCOUNT);
        long nobody = Long.MAX_VALUE;
        ReversalSubmission account =
                submitSeen(key(), new Reversal(old, Transaction.withdrawal(TELLER, nobody, 70), 0), seenAt, through);
        ReversalSubmission teller =
                submitSeen(key(), new Reversal(old, Transaction.withdrawal(nobody, ACCOUNT, 70), 0), seenAt, through);
        ReversalSubmission target = submitSeen(
                key(), new Reversal(old, Transaction.transfer(TELLER, ACCOUNT, nobody, 70), 0), seenAt, through);
        bank().engine.step();
        assertThat(account.outcome()).isEqualTo(refused(Refusal.UNKNOWN_ACCOUNT, through + 1));
        assertThat(teller.outcome()).isEqualTo(refused(Refusal.UNKNOWN_TELLER, through + 2));
        assertThat(target.outcome()).isEqualTo(refused(Refusal.UNKNOWN_TARGET, through + 3));
        restart();
        requireBalances(held, 0, held);
    }

    @ParameterizedTest
    @EnumSource
    void aForgottenOriginalIsTakenBackOnceForACallerThatHasSeenIt(Kind ledger) throws IOException {
        open(ledger);
        Transaction original = Transaction.withdrawal(TELLER, ACCOUNT, 70);
        TransactionKey old = SteppedBank.key(1_000);
        keys = 100_000;
        bank().execute(original, old);
        long seenAt = bank().engine.position();
        for (int i = 0; i < 100; i++) {
            bank().execute(Transaction.deposit(TELLER, ACCOUNT, 1), key());
        }
        restart();
        keys = 200_000;
        long through = bank().engine.position();
        long held = bank().balance(BalanceKind.ACCOUNT, ACCOUNT);
        Reversal reversal = new Reversal(old, original, 0);
        ReversalSubmission late = submitSeen(key(), reversal, seenAt, seenAt);
        ReversalSubmission first = submitSeen(key(), reversal, seenAt, through);
        ReversalSubmission second = submitSeen(key(), reversal, seenAt, through);
        bank().engine.step();
        assertThat(late.outcome()).isEqualTo(refused(Refusal.KEY_EXPIRED, 0));
        assertThat(first.outcome()).isEqualTo(new Outcome.Committed(through + 1, held + 70));
        assertThat(second.outcome()).isEqualTo(refused(Refusal.REVERSED, through + 2));
        restart();
        ReversalSubmission third = submitSeen(key(), reversal, seenAt, through);
        bank().engine.step();
        assertThat(third.outcome()).isEqualTo(refused(Refusal.REVERSED, through + 3));
        requireBalances(held + 70, 0, held + 70);
    }

    @ParameterizedTest
    @EnumSource
    void aReversalOutsideOfSixtyFourBitsIsRefused(Kind ledger) throws IOException {
        open(ledger);
        Transaction most = Transaction.debitCredit(TELLER, ACCOUNT, Long.MIN_VALUE);
        TransactionKey original = key();
        bank().execute(most, original);
        assertThat(reverse(key(), original, most, 0)).isEqualTo(refused(Refusal.OVERFLOW, 3));
        restart();
        assertThat(reverse(key(), original, most, 1)).isEqualTo(new Outcome.Committed(4, OPENING - 1));
        requireBalances(OPENING - 1, 0, OPENING - 1);
    }
}
