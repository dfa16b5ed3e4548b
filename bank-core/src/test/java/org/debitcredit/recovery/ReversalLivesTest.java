package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.recovery.TroubledLedger.Moment;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.transaction.NumberedKeys;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A bank knows what was reversed after every way of starting it, and after every loss of its database's connection. */
class ReversalLivesTest {

    private static final Transaction ORIGINAL = Transaction.debitCredit(0, 5, -70);
    private static final Transaction TRANSFER = Transaction.transfer(0, 6, 7, 25);

    @TempDir
    Path temp;

    private int keys = 1_000_000;

    private TransactionKey key(BankLives lives) {
        return NumberedKeys.key(lives.clockMicros / 1_000, ++keys);
    }

    private static Outcome execute(RunningBank bank, Transaction transaction, TransactionKey key) {
        BatchSubmission submission = new BatchSubmission(RequestColumns.single(transaction, key), answered -> {});
        bank.engine().submit(submission);
        bank.engine().step();
        return submission.outcome(0);
    }

    private static ReversalSubmission submit(
            RunningBank bank, TransactionKey key, Transaction original, TransactionKey originalKey) {
        ReversalSubmission submission =
                new ReversalSubmission(new Reversal(originalKey, original, 0), key, answered -> {});
        bank.engine().submit(submission);
        return submission;
    }

    private static Outcome reverse(
            RunningBank bank, TransactionKey key, Transaction original, TransactionKey originalKey) {
        ReversalSubmission submission = submit(bank, key, original, originalKey);
        bank.engine().step();
        return submission.outcome();
    }

    private static KeyStatus status(RunningBank bank, TransactionKey key) {
        Inquiry.Key inquiry = new Inquiry.Key(key, answered -> {});
        bank.engine().submit(inquiry);
        bank.engine().step();
        return inquiry.status();
    }

    private static KeyStatus.Decided decided(RunningBank bank, TransactionKey key) {
        return (KeyStatus.Decided) status(bank, key);
    }

    private static Outcome refused(Refusal reason, long position) {
        return new Outcome.Refused(reason, position, 0);
    }

    /** Positions: the original is 11, its reversal 12, a tombstone 13, the reversal that left it 14. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void aRestoreToAnyPositionKnowsWhatWasReversedUpToThere(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(temp.resolve("bank"), kind).live(1);
        TransactionKey original = key(lives);
        TransactionKey reversal = key(lives);
        TransactionKey late = key(lives);
        TransactionKey early = key(lives);
        try (RunningBank bank = lives.recover()) {
            assertThat(execute(bank, ORIGINAL, original)).isInstanceOf(Outcome.Committed.class);
            assertThat(reverse(bank, reversal, ORIGINAL, original)).isInstanceOf(Outcome.Committed.class);
            assertThat(reverse(bank, early, TRANSFER, late)).isInstanceOf(Outcome.Committed.class);
            assertThat(bank.engine().position()).isEqualTo(14);
            lives.run(bank, 1);
        }
        for (long position = 10; position <= 15; position++) {
            BankLives restored = lives.restored(temp.resolve("restored-" + position), position, 50);
            assertThat(restored.audit().firstFault()).isNull();
            try (RunningBank bank = restored.recover()) {
                assertThat(bank.engine().position()).isEqualTo(position);
                requireKnown(bank, position, original, reversal, late, early);
            }
            assertThat(restored.audit().firstFault()).isNull();
        }
    }

    private void requireKnown(
            RunningBank bank,
            long position,
            TransactionKey original,
            TransactionKey reversal,
            TransactionKey late,
            TransactionKey early) {
        long next = position + 1;
        if (position == 10) {
            assertThat(status(bank, original)).isEqualTo(KeyStatus.UNKNOWN);
            assertThat(execute(bank, ORIGINAL, original)).isEqualTo(new Outcome.Committed(11, balance(bank)));
            next++;
        }
        if (position <= 11) {
            assertThat(decided(bank, original).isReversed()).isFalse();
            assertThat(reverse(bank, reversal, ORIGINAL, original))
                    .isEqualTo(new Outcome.Committed(next++, balance(bank)));
        }
        assertThat(decided(bank, original).reversedBy()).isEqualTo(new KeyStatus.ReversedBy(reversal, 12, 70));
        assertThat(reverse(bank, new TransactionKey(0, late.high(), ++keys | Long.MIN_VALUE), ORIGINAL, original))
                .isEqualTo(refused(Refusal.REVERSED, next++));
        if (position < 13) {
            assertThat(status(bank, late)).isEqualTo(KeyStatus.UNKNOWN);
        } else {
            assertThat(execute(bank, TRANSFER, late)).isEqualTo(refused(Refusal.REVERSED, 13));
            assertThat(decided(bank, late).isReversed()).isFalse();
        }
        Outcome.Committed accepted = (Outcome.Committed) reverse(bank, early, TRANSFER, late);
        assertThat(accepted.position()).isEqualTo(position < 13 ? next + 1 : position < 14 ? next : 14);
        assertThat(execute(bank, TRANSFER, late)).isEqualTo(refused(Refusal.REVERSED, position < 13 ? next : 13));
        assertThat(BankLives.totals(bank).hold()).isTrue();
    }

    private static long balance(RunningBank bank) {
        Inquiry.Balance inquiry = new Inquiry.Balance(org.debitcredit.ledger.BalanceKind.ACCOUNT, 5, answered -> {});
        bank.engine().submit(inquiry);
        bank.engine().step();
        return inquiry.balanceMinor();
    }

    /** From a snapshot that is later than the reversal, or from the founding; smaller, larger, to and fro. */
    @ParameterizedTest
    @CsvSource({"400, 400, true", "400, 400, false", "400, 10, true", "50, 400, true", "30, 400, false", "400, 60, true"
    })
    void aRestartKnowsItAsLongAsItKnowsTheKey(int first, int second, boolean snapshots) throws IOException {
        BankLives lives = new BankLives(temp.resolve("bank"), JournalKind.FILE);
        lives.replayMax = snapshots ? BankLives.OFTEN : BankLives.SELDOM;
        lives.keyWindow = first;
        lives.live(1);
        TransactionKey original = key(lives);
        TransactionKey reversal = key(lives);
        TransactionKey late = key(lives);
        int groups = 0;
        try (RunningBank bank = lives.recover()) {
            execute(bank, ORIGINAL, original);
            lives.run(bank, 2);
            assertThat(reverse(bank, reversal, ORIGINAL, original)).isInstanceOf(Outcome.Committed.class);
            assertThat(reverse(bank, key(lives), TRANSFER, late)).isInstanceOf(Outcome.Committed.class);
            lives.run(bank, 12);
        }
        for (int window : new int[] {second, first, second}) {
            lives.keyWindow = window;
            try (RunningBank bank = lives.recover()) {
                boolean isKnown = status(bank, original) instanceof KeyStatus.Decided;
                if (isKnown) {
                    assertThat(decided(bank, original).reversedBy())
                            .isEqualTo(new KeyStatus.ReversedBy(reversal, 32, 70));
                }
                assertThat(isKnown).isEqualTo(window == 400);
                long position = bank.engine().position() + 1;
                assertThat(reverse(bank, key(lives), ORIGINAL, original))
                        .isEqualTo(isKnown ? refused(Refusal.REVERSED, position) : refused(Refusal.KEY_EXPIRED, 0));
                assertThat(execute(bank, TRANSFER, late))
                        .isIn(refused(Refusal.REVERSED, 33), refused(Refusal.KEY_EXPIRED, 0));
                lives.run(bank, ++groups);
            }
        }
        assertThat(lives.audit().firstFault()).isNull();
    }

    /** The reversal stands in what is damaged, its original before: with the reversal its mark is given up. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void anAcceptedLossOfTheReversalGivesUpItsMarkToo(JournalKind kind) throws IOException {
        BankLives lives = new BankLives(temp.resolve("bank"), kind).live(1);
        TransactionKey original = key(lives);
        TransactionKey reversal = key(lives);
        try (RunningBank bank = lives.recover()) {
            execute(bank, ORIGINAL, original);
            reverse(bank, reversal, ORIGINAL, original);
            lives.run(bank, 2);
        }
        long epoch = epochOf(lives, 12);
        lives.flip(lives.spot(epoch, documentOf(lives, epoch, 12)), 200);
        JournalDamage refusal =
                org.assertj.core.api.Assertions.catchThrowableOfType(JournalDamage.class, lives::recover);
        assertThat(refusal.lastGoodPosition()).isEqualTo(11);
        lives.acceptLossAfter = OptionalLong.of(11);
        try (RunningBank bank = lives.recover()) {
            assertThat(decided(bank, original).isReversed()).isFalse();
            assertThat(reverse(bank, reversal, ORIGINAL, original)).isEqualTo(new Outcome.Committed(12, balance(bank)));
            assertThat(decided(bank, original).reversedBy()).isEqualTo(new KeyStatus.ReversedBy(reversal, 12, 70));
        }
        assertThat(lives.audit().firstFault()).isNull();
    }

    private static long epochOf(BankLives lives, long position) throws IOException {
        long found = 0;
        for (long epoch : lives.epochs()) {
            found = lives.positionBefore(epoch) < position ? epoch : found;
        }
        return found;
    }

    /** The first two documents of an epoch are its header and a copy of the batch before. */
    private static int documentOf(BankLives lives, long epoch, long position) throws IOException {
        return (int) (position - lives.positionBefore(epoch)) + 2;
    }

    static Stream<Moment> moments() {
        return Stream.of(Moment.BEFORE_EXECUTE, Moment.AFTER_EXECUTE, Moment.BEFORE_COMMIT, Moment.AFTER_COMMIT);
    }

    /** All of it in one group, decided again over a new connection, or redone. */
    @ParameterizedTest
    @MethodSource("moments")
    void aLostConnectionChangesNoDecision(Moment moment) throws IOException {
        LivesOnSqlite onSqlite = new LivesOnSqlite(temp);
        BankLives lives = onSqlite.lives;
        Path earlier;
        try (RunningBank bank = lives.recover()) {
            lives.run(bank, 1);
        }
        earlier = onSqlite.keep();
        TransactionKey before = key(lives);
        TransactionKey within = key(lives);
        TransactionKey late = key(lives);
        TransactionKey sixth = key(lives);
        try (RunningBank bank = lives.recover()) {
            execute(bank, Transaction.deposit(0, 6, 1_000), key(lives));
            execute(bank, TRANSFER, before);
            onSqlite.plan.moments.add(moment);
            onSqlite.plan.whenLost = () -> onSqlite.putBack(earlier);
            BatchSubmission original = new BatchSubmission(RequestColumns.single(ORIGINAL, within), answered -> {});
            bank.engine().submit(original);
            ReversalSubmission first = submit(bank, sixth, ORIGINAL, within);
            ReversalSubmission second = submit(bank, key(lives), ORIGINAL, within);
            ReversalSubmission transfer = submit(bank, key(lives), TRANSFER, before);
            ReversalSubmission again = submit(bank, key(lives), TRANSFER, before);
            ReversalSubmission third = submit(bank, key(lives), TRANSFER, before);
            ReversalSubmission early = submit(bank, key(lives), TRANSFER, late);
            bank.engine().step();
            assertThat(onSqlite.plan.moments).isEmpty();
            assertThat(original.outcome(0)).isInstanceOf(Outcome.Committed.class);
            assertThat(((Outcome.Committed) first.outcome()).position()).isEqualTo(14);
            assertThat(second.outcome()).isEqualTo(refused(Refusal.REVERSED, 15));
            assertThat(((Outcome.Committed) transfer.outcome()).position()).isEqualTo(16);
            assertThat(again.outcome()).isEqualTo(refused(Refusal.REVERSED, 17));
            assertThat(third.outcome()).isEqualTo(refused(Refusal.REVERSED, 18));
            assertThat(((Outcome.Committed) early.outcome()).position()).isEqualTo(20);
            assertThat(execute(bank, TRANSFER, late)).isEqualTo(refused(Refusal.REVERSED, 19));
            assertThat(reverse(bank, sixth, ORIGINAL, within)).isEqualTo(first.outcome());
            lives.run(bank, 1);
        }
        assertThat(onSqlite.number("select count(*) from transaction_reversal")).isEqualTo(2);
        assertThat(onSqlite.number("select count(*) from history where position = 16"))
                .isEqualTo(2);
        onSqlite.requireLikeTheJournal(10 + 1 + 2 + 1 + 1 + 2 + 10);
    }

    /** Until its time has come it may not be named; then it leaves a tombstone. */
    @Test
    void theReversalOfAKeyOfTheFutureWaits() throws IOException {
        BankLives lives = new BankLives(temp.resolve("bank"), JournalKind.FILE).live(1);
        lives.clockMicros += 3_600_000_000L;
        TransactionKey ahead = key(lives);
        lives.clockMicros -= 3_600_000_000L;
        TransactionKey reversal = key(lives);
        try (RunningBank bank = lives.recover()) {
            assertThat(reverse(bank, reversal, ORIGINAL, ahead)).isEqualTo(refused(Refusal.KEY_AHEAD, 0));
            assertThat(execute(bank, ORIGINAL, ahead)).isEqualTo(refused(Refusal.KEY_AHEAD, 0));
            lives.clockMicros += 3_600_000_000L;
            assertThat(reverse(bank, reversal, ORIGINAL, ahead)).isEqualTo(new Outcome.Committed(12, balance(bank)));
            lives.clockMicros -= 3_600_000_000L;
            assertThat(execute(bank, ORIGINAL, ahead)).isEqualTo(refused(Refusal.REVERSED, 11));
        }
        try (RunningBank bank = lives.recover()) {
            assertThat(execute(bank, ORIGINAL, ahead)).isEqualTo(refused(Refusal.REVERSED, 11));
        }
    }
}
