package org.debitcredit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.debitcredit.ledger.AccountStatement.Posting;
import org.debitcredit.ledger.Statements.Period;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every ledger that keeps its history tells of an account. */
public abstract class StatementContract extends LedgerContract {

    private static final int LIMIT = 3;

    @Test
    void anAccountWithoutPostingsHasAnEmptyStatement() {
        AccountStatement statement = latest(bank, ACCOUNT, Period.ALL, LIMIT);
        assertThat(statement).isEqualTo(new AccountStatement(ACCOUNT, 0, 0, 1, List.of(), null));
    }

    @Test
    void aPostingIsToldAsItWasDecided() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 50));
        TransactionBatch batch =
                bank.run(bank.batch(Transaction.withdrawal(0, ACCOUNT, 51), Transaction.withdrawal(0, ACCOUNT, 20)));
        long micros = batch.timestampMicros();
        AccountStatement statement = latest(bank, ACCOUNT, Period.ALL, LIMIT);
        assertThat(statement.asOf()).isEqualTo(3);
        assertThat(statement.balanceMinor()).isEqualTo(30);
        assertThat(statement.next()).isNull();
        assertThat(withoutKeys(statement.postings()))
                .containsExactly(
                        new Posting(3, micros, 0, -20, 30, null, null, 0),
                        new Posting(1, micros, TELLER, 50, 50, null, null, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 200})
    void everyAccountsPagesTogetherAreItsHistory(int batchMax) {
        List<TransactionBatch> batches = runAtRandom(bank, batchMax);
        assertThatAllAreTold(bank, batches, 0);
    }

    @Test
    void whatWasRedoneIsToldAlike() {
        LedgerDriver redone = drive(open(BANK));
        List<TransactionBatch> batches = runAtRandom(bank, 30);
        for (TransactionBatch batch : batches) {
            redone.redo(batch, 0);
        }
        assertThatAllAreTold(redone, batches, 0);
        TransactionBatch further = redone.run(redone.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
        batches.add(further);
        assertThatAllAreTold(redone, batches, 0);
    }

    @Test
    void aPageIsTheSameHoweverManyPostingsCameSince() {
        deposits(10);
        StatementCursor cursor = next(latest(bank, ACCOUNT, Period.ALL, LIMIT));
        AccountStatement before = statements(bank).further(cursor, LIMIT);
        deposits(10);
        AccountStatement after = statements(bank).further(cursor, LIMIT);
        assertThat(after).isEqualTo(before);
        assertThat(after.asOf()).isEqualTo(10);
        assertThat(after.balanceMinor()).isEqualTo(7);
        assertThat(after.postings()).extracting(Posting::position).containsExactly(7L, 6L, 5L);
    }

    @Test
    void aPeriodHasItsBeginningAndNotItsEnd() {
        long at = runAt(100, 200, 200, 300, 400, 500);
        assertThat(positions(new Period(200, 400))).containsExactly(at + 3, at + 2, at + 1);
        assertThat(positions(new Period(Long.MIN_VALUE, 100))).isEmpty();
        assertThat(positions(new Period(Long.MIN_VALUE, 101))).containsExactly(at);
        assertThat(positions(new Period(500, Long.MAX_VALUE))).containsExactly(at + 5);
        assertThat(positions(new Period(501, Long.MAX_VALUE))).isEmpty();
        assertThat(positions(new Period(200, 200))).isEmpty();
    }

    @Test
    void aPageLooksAtSoManyPostingsAndThenLetsTheCallerGoOn() {
        TransactionBatch old = new TransactionBatch(1);
        old.begin(1, 50);
        old.requests.add(Transaction.deposit(TELLER, ACCOUNT, 1), new TransactionKey(0, 0, 0));
        bank.run(old);
        deposits(4_500);
        List<Posting> told = new ArrayList<>();
        AccountStatement page = latest(bank, ACCOUNT, new Period(0, 60), 10);
        int pages = 1;
        while (page.next() != null) {
            told.addAll(page.postings());
            page = statements(bank).further(next(page), 10);
            pages++;
        }
        told.addAll(page.postings());
        assertThat(pages).isBetween(2, 10);
        assertThat(withoutKeys(told)).containsExactly(new Posting(1, 50, TELLER, 1, 1, null, null, 0));
    }

    @Test
    void whatALoadedSnapshotHasNoHistoryOfIsNotTold() {
        bank.ledger.load(BalanceKind.ACCOUNT, 6, 1, new long[] {5});
        bank.ledger.load(BalanceKind.TELLER, 3, 1, new long[] {5});
        bank.ledger.load(BalanceKind.BRANCH, 1, 1, new long[] {5});
        bank.ledger.loaded(new BranchHistory(new long[] {0, 3, 0}, new long[] {0, 5, 0}), bank.logPositionAt(40), 40);
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 1), Transaction.deposit(TELLER, ACCOUNT, 2));
        AccountStatement statement = latest(bank, ACCOUNT, Period.ALL, LIMIT);
        assertThat(statement.historyFrom()).isEqualTo(41);
        assertThat(statement.next()).isNull();
        assertThat(statement.postings()).extracting(Posting::balanceMinor).containsExactly(8L, 6L);
        assertThatRefuses(new StatementCursor(ACCOUNT, Period.ALL, 39, 38, 1, 4));
    }

    @Test
    void aCursorHoldsForThePostingThatItIsFromAlone() {
        long at = runAt(100, 200);
        StatementCursor cursor = next(latest(bank, ACCOUNT, Period.ALL, 1));
        assertThat(cursor).isEqualTo(new StatementCursor(ACCOUNT, Period.ALL, at + 1, at + 1, 200, 1));
        assertThat(withoutKeys(statements(bank).further(cursor, 1).postings()))
                .containsExactly(new Posting(at, 100, TELLER, 1, 1, null, null, 0));
        assertThatRefuses(new StatementCursor(ACCOUNT, Period.ALL, at + 1, at + 1, 201, 1));
        assertThatRefuses(new StatementCursor(ACCOUNT, Period.ALL, at + 2, at + 2, 200, 1));
        assertThatRefuses(new StatementCursor(FOREIGN, Period.ALL, at + 1, at + 1, 200, 1));
    }

    @Test
    void whatIsPendingIsNotTold() {
        deposits(1);
        bank.ledger.execute(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
        assertThat(latest(bank, ACCOUNT, Period.ALL, LIMIT).postings()).hasSize(1);
    }

    protected final List<TransactionBatch> runAtRandom(LedgerDriver driver, int batchMax) {
        RandomTransactions random = new RandomTransactions(BANK.scale(), 11);
        SplittableRandom sizes = new SplittableRandom(12);
        List<TransactionBatch> batches = new ArrayList<>();
        while (driver.nextPosition() < 600) {
            batches.add(driver.run(random.batch(driver.nextPosition(), 1 + sizes.nextInt(batchMax))));
        }
        return batches;
    }

    /**
     * @param after position up to which no history is kept
     */
    protected static void assertThatAllAreTold(LedgerDriver driver, List<TransactionBatch> batches, long after) {
        for (long account : LedgerDriver.allIds(BANK.scale(), BalanceKind.ACCOUNT)) {
            assertThat(told(driver, account)).as("account %d", account).isEqualTo(expected(batches, account, after));
        }
    }

    private static List<Posting> withoutKeys(List<Posting> postings) {
        return postings.stream().map(posting -> posting.with(null, null, 0)).toList();
    }

    private static List<Posting> told(LedgerDriver driver, long account) {
        AccountStatement page = latest(driver, account, Period.ALL, LIMIT);
        assertThat(page.balanceMinor()).isEqualTo(driver.balance(BalanceKind.ACCOUNT, account));
        List<Posting> postings = new ArrayList<>(page.postings());
        while (page.next() != null) {
            assertThat(page.postings()).hasSize(LIMIT);
            page = statements(driver).further(next(page), LIMIT);
            postings.addAll(page.postings());
        }
        return postings;
    }

    private static List<Posting> expected(List<TransactionBatch> batches, long account, long after) {
        List<Posting> postings = new ArrayList<>();
        for (TransactionBatch batch : batches) {
            for (int row = 0; row < batch.size(); row++) {
                long position = batch.firstPosition() + row;
                if (!batch.isPosted(row) || position <= after) {
                    continue;
                }
                long teller = batch.requests.teller[row];
                long amount = batch.postedToAccount(row);
                TransactionKey key = batch.requests.keys.keyOf(row);
                Reference reference = batch.requests.reference(row);
                if (batch.requests.account[row] == account) {
                    postings.add(
                            0,
                            new Posting(
                                    position,
                                    batch.timestampMicros(),
                                    teller,
                                    amount,
                                    batch.balance[row],
                                    key,
                                    reference,
                                    reverses(batch, row)));
                }
                if (batch.postsToTarget(row) && batch.requests.target[row] == account) {
                    postings.add(
                            0,
                            new Posting(
                                    position,
                                    batch.timestampMicros(),
                                    teller,
                                    -amount,
                                    batch.targetBalance[row],
                                    key,
                                    reference,
                                    reverses(batch, row)));
                }
            }
        }
        return postings;
    }

    private static long reverses(TransactionBatch batch, int row) {
        return batch.isReversal(row)
                ? batch.requests
                        .ownReversals()
                        .originalPosition(batch.requests.ownReversals().entryOf(row))
                : 0;
    }

    private void deposits(int count) {
        Transaction[] transactions = new Transaction[count];
        Arrays.fill(transactions, Transaction.deposit(TELLER, ACCOUNT, 1));
        bank.run(transactions);
    }

    /** A deposit at each time; answers the first one's position. */
    private long runAt(long... micros) {
        long first = bank.nextPosition();
        for (long time : micros) {
            TransactionBatch batch = new TransactionBatch(1);
            batch.begin(bank.nextPosition(), time);
            batch.requests.add(Transaction.deposit(TELLER, ACCOUNT, 1), new TransactionKey(0, 0, 0));
            bank.run(batch);
        }
        return first;
    }

    private List<Long> positions(Period period) {
        return latest(bank, ACCOUNT, period, 10).postings().stream()
                .map(Posting::position)
                .toList();
    }

    private void assertThatRefuses(StatementCursor cursor) {
        assertThatThrownBy(() -> statements(bank).further(cursor, LIMIT))
                .isInstanceOf(Statements.NoSuchPosting.class)
                .hasMessageContaining(
                        "has no posting of account %d at position %d", cursor.account(), cursor.readPosition());
    }

    private static AccountStatement latest(LedgerDriver driver, long account, Period period, int limit) {
        return statements(driver).latest(account, period, limit);
    }

    private static StatementCursor next(AccountStatement page) {
        StatementCursor next = page.next();
        assertThat(next).isNotNull();
        return Objects.requireNonNull(next);
    }

    private static Statements statements(LedgerDriver driver) {
        return Objects.requireNonNull(driver.ledger.statements());
    }
}
