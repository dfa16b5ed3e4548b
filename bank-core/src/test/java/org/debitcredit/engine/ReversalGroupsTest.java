package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reversals and their originals in every order, in one group or in groups of their own, and in submissions of every
 * kind: the decisions are the same.
 */
class ReversalGroupsTest {

    private static final long TELLER = 1;
    private static final long ACCOUNT = 3;
    private static final long TARGET = 1_000_004;
    private static final Transaction TRANSFER = Transaction.transfer(TELLER, ACCOUNT, TARGET, 70);

    @TempDir
    Path directory;

    private static Ledger ledger(boolean isSql) {
        return isSql
                ? SqlLedger.openH2InMemory(SteppedBank.BANK, (done, total) -> {})
                : new MemoryLedger(SteppedBank.BANK);
    }

    private SteppedBank open(boolean isSql) throws IOException {
        return new SteppedBank(directory, 1_000, ledger(isSql), journal -> journal);
    }

    private static TransactionKey key(long number) {
        return SteppedBank.key(number);
    }

    private static ReversalSubmission submit(
            SteppedBank bank, TransactionKey key, TransactionKey originalKey, Transaction original) {
        ReversalSubmission submission =
                new ReversalSubmission(new Reversal(originalKey, original, 0), key, answered -> {});
        bank.engine.submit(submission);
        return submission;
    }

    private static void endGroup(SteppedBank bank, boolean isOneGroup) {
        if (!isOneGroup) {
            bank.engine.step();
        }
    }

    private static Outcome refused(Refusal reason, long position) {
        return new Outcome.Refused(reason, position, 0);
    }

    /** What overflows is refused, and stays so under its key. Once there is room, another reversal is accepted. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void whatOverflowedMayBeReversedLater(boolean isSql, boolean isOneGroup) throws IOException {
        try (SteppedBank bank = open(isSql)) {
            bank.execute(Transaction.deposit(TELLER, ACCOUNT, 70), key(1));
            bank.execute(TRANSFER, key(2));
            bank.execute(Transaction.debitCredit(TELLER, TARGET, -70), key(3));
            bank.execute(Transaction.debitCredit(TELLER, TARGET, Long.MIN_VALUE), key(4));
            ReversalSubmission first = submit(bank, key(10), key(2), TRANSFER);
            endGroup(bank, isOneGroup);
            bank.submit(Transaction.deposit(TELLER, TARGET, 100), key(5));
            endGroup(bank, isOneGroup);
            ReversalSubmission same = submit(bank, key(10), key(2), TRANSFER);
            endGroup(bank, isOneGroup);
            ReversalSubmission second = submit(bank, key(11), key(2), TRANSFER);
            endGroup(bank, isOneGroup);
            ReversalSubmission third = submit(bank, key(12), key(2), TRANSFER);
            bank.engine.step();
            assertThat(first.outcome()).isEqualTo(refused(Refusal.OVERFLOW, 5));
            assertThat(same.outcome()).isEqualTo(first.outcome());
            assertThat(second.outcome()).isEqualTo(new Outcome.Committed(7, 70));
            assertThat(third.outcome()).isEqualTo(refused(Refusal.REVERSED, 8));
            assertThat(bank.balance(BalanceKind.ACCOUNT, TARGET)).isEqualTo(Long.MIN_VALUE + 30);
            assertThat(((KeyStatus.Decided) bank.status(key(2))).reversedBy())
                    .isEqualTo(new KeyStatus.ReversedBy(key(11), 7, 70));
        }
        try (SteppedBank bank = open(isSql)) {
            ReversalSubmission same = submit(bank, key(10), key(2), TRANSFER);
            ReversalSubmission fourth = submit(bank, key(13), key(2), TRANSFER);
            bank.engine.step();
            assertThat(same.outcome()).isEqualTo(refused(Refusal.OVERFLOW, 5));
            assertThat(fourth.outcome()).isEqualTo(refused(Refusal.REVERSED, 9));
        }
    }

    /** The account has room, the till has none. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTillThatWouldOverflowRefusesToo(boolean isSql) throws IOException {
        Transaction withdrawal = Transaction.debitCredit(TELLER, ACCOUNT, -70);
        try (SteppedBank bank = open(isSql)) {
            bank.execute(withdrawal, key(1));
            bank.execute(Transaction.debitCredit(TELLER, TARGET, Long.MAX_VALUE), key(2));
            long till = bank.balance(BalanceKind.TELLER, TELLER);
            bank.execute(Transaction.debitCredit(TELLER, ACCOUNT + 1, 70), key(3));
            ReversalSubmission refused = submit(bank, key(10), key(1), withdrawal);
            bank.engine.step();
            assertThat(refused.outcome()).isEqualTo(refused(Refusal.OVERFLOW, 4));
            assertThat(bank.balance(BalanceKind.TELLER, TELLER)).isEqualTo(till + 70);
            assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(-70);
            assertThat(((KeyStatus.Decided) bank.status(key(1))).isReversed()).isFalse();
        }
    }

    /** The late original is the one in the middle of a run of keys, and one of a submission of its own. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void aTombstoneIsFoundInTheMiddleOfARunOfKeys(boolean isSql, boolean isOneGroup) throws IOException {
        try (SteppedBank bank = open(isSql)) {
            Transaction deposit = Transaction.deposit(TELLER, ACCOUNT, 5);
            ReversalSubmission reversal = submit(bank, key(900), key(104), deposit);
            endGroup(bank, isOneGroup);
            RequestColumns run = new RequestColumns(9);
            for (int i = 100; i < 109; i++) {
                run.add(deposit, key(i));
            }
            assertThat(run.keys.runs()).isEqualTo(1);
            SteppedBank.Submitted several = bank.submit(run);
            endGroup(bank, isOneGroup);
            List<SingleSubmission> singles = new ArrayList<>();
            for (Transaction late : new Transaction[] {
                deposit, Transaction.deposit(TELLER + 1, ACCOUNT, 5), Transaction.deposit(TELLER, ACCOUNT, 6)
            }) {
                SingleSubmission single = new SingleSubmission(answered -> {}).ask(late, key(104));
                bank.engine.submit(single);
                singles.add(single);
                endGroup(bank, isOneGroup);
            }
            ReversalSubmission ofAnother = submit(bank, key(901), key(105), deposit);
            endGroup(bank, isOneGroup);
            ReversalSubmission ofAReversal = submit(bank, key(902), key(900), deposit);
            endGroup(bank, isOneGroup);
            ReversalSubmission underTheOriginals = submit(bank, key(104), key(106), deposit);
            bank.engine.step();
            assertThat(reversal.outcome()).isEqualTo(new Outcome.Committed(2, 0));
            for (int i = 0; i < 9; i++) {
                assertThat(several.outcome(i))
                        .isEqualTo(
                                i < 4
                                        ? new Outcome.Committed(3 + i, 5 + 5L * i)
                                        : i == 4 ? refused(Refusal.REVERSED, 1) : new Outcome.Committed(2 + i, 5L * i));
            }
            assertThat(singles)
                    .extracting(SingleSubmission::outcome)
                    .containsExactly(
                            refused(Refusal.REVERSED, 1),
                            refused(Refusal.KEY_CONFLICT, 0),
                            refused(Refusal.KEY_CONFLICT, 0));
            assertThat(ofAnother.outcome()).isEqualTo(new Outcome.Committed(11, 35));
            assertThat(ofAReversal.outcome()).isEqualTo(refused(Refusal.KEY_CONFLICT, 0));
            assertThat(underTheOriginals.outcome()).isEqualTo(refused(Refusal.KEY_CONFLICT, 0));
            assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(35);
        }
    }
}
