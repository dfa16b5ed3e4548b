package org.debitcredit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Refused;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every ledger does, whatever holds its balances. */
@Timeout(60)
public abstract class LedgerContract {

    /** Few rows, so that everything collides. */
    protected static final BankIdentity BANK =
            new BankIdentity(new UUID(7, 7), new BankScale(3, 2, 4), Currency.getInstance("USD"));

    protected static final long TELLER = 1_000_001;
    protected static final long ACCOUNT = 1_000_002;
    protected static final long FOREIGN = 2_000_003;
    private static final long BRANCH = 1;

    private final List<Ledger> opened = new ArrayList<>();
    protected LedgerDriver bank;

    /** A ledger of a bank just founded, that shares nothing with any other. */
    protected abstract Ledger open(BankIdentity identity);

    protected final LedgerDriver drive(Ledger ledger) {
        opened.add(ledger);
        return new LedgerDriver(ledger, BANK);
    }

    @BeforeEach
    void openBank() {
        bank = drive(open(BANK));
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Ledger::close);
        removeAll();
    }

    /** Removes what {@link #open} left outside the ledgers; they are closed. */
    protected void removeAll() {}

    @Test
    void aFoundedBankHoldsNothing() {
        assertThat(bank.ledger.logPosition()).isEqualTo(LogPosition.founding(BANK.id()));
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(BigInteger.ZERO, 0));
        for (BalanceKind kind : BalanceKind.values()) {
            assertThat(bank.allBalances(kind)).containsOnly(0);
        }
    }

    @Test
    void aDebitCreditMovesTillAccountAndBranch() {
        assertThat(bank.run(Transaction.debitCredit(TELLER, FOREIGN, -250))).containsExactly(new Committed(1, -250));
        assertThat(bank.balance(BalanceKind.TELLER, TELLER)).isEqualTo(-250);
        assertThat(bank.balance(BalanceKind.ACCOUNT, FOREIGN)).isEqualTo(-250);
        assertThat(bank.allBalances(BalanceKind.BRANCH))
                .as("the teller's branch")
                .containsExactly(0, -250, 0);
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(BigInteger.valueOf(-250), 1));
    }

    @Test
    void transactionsOfOneBatchSeeThoseBeforeThem() {
        assertThat(bank.run(
                        Transaction.withdrawal(TELLER, ACCOUNT, 10),
                        Transaction.deposit(TELLER, ACCOUNT, 30),
                        Transaction.transfer(TELLER, ACCOUNT, FOREIGN, 20),
                        Transaction.withdrawal(TELLER, FOREIGN, 20),
                        Transaction.withdrawal(TELLER, ACCOUNT, 11)))
                .containsExactly(
                        new Refused(Refusal.INSUFFICIENT_FUNDS, 1, 0),
                        new Committed(2, 30),
                        new Committed(3, 10),
                        new Committed(4, 0),
                        new Refused(Refusal.INSUFFICIENT_FUNDS, 5, 10));
        assertThat(bank.balances(BalanceKind.ACCOUNT, ACCOUNT, FOREIGN)).containsExactly(10, 0);
    }

    @Test
    void aWithdrawalOfExactlyTheBalanceLeavesNothing() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 100));
        assertThat(bank.run(Transaction.withdrawal(TELLER, ACCOUNT, 101)))
                .containsExactly(new Refused(Refusal.INSUFFICIENT_FUNDS, 2, 100));
        assertThat(bank.run(Transaction.withdrawal(TELLER, ACCOUNT, 100))).containsExactly(new Committed(3, 0));
    }

    @Test
    void aDebitCreditChecksNoFunds() {
        assertThat(bank.run(Transaction.debitCredit(TELLER, ACCOUNT, -1))).containsExactly(new Committed(1, -1));
    }

    @Test
    void idsThatDoNotExistAreRefusedEachForItsReason() {
        assertThat(bank.run(
                        Transaction.debitCredit(TELLER + 1, ACCOUNT, 1),
                        Transaction.debitCredit(-1, ACCOUNT, 1),
                        Transaction.deposit(TELLER, 1_000_004, 1),
                        Transaction.withdrawal(TELLER, 3_000_000, 1),
                        Transaction.transfer(TELLER, ACCOUNT, Long.MIN_VALUE, 1)))
                .containsExactly(
                        new Refused(Refusal.UNKNOWN_TELLER, 1, 0),
                        new Refused(Refusal.UNKNOWN_TELLER, 2, 0),
                        new Refused(Refusal.UNKNOWN_ACCOUNT, 3, 0),
                        new Refused(Refusal.UNKNOWN_ACCOUNT, 4, 0),
                        new Refused(Refusal.UNKNOWN_TARGET, 5, 0));
    }

    @Test
    void aBalanceNeverLeavesItsRange() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, Long.MAX_VALUE));
        bank.run(Transaction.deposit(2_000_000, FOREIGN, 5));
        assertThat(bank.run(
                        Transaction.debitCredit(0, ACCOUNT, 1),
                        Transaction.debitCredit(TELLER, 0, 1),
                        Transaction.debitCredit(1_000_000, 0, 1),
                        Transaction.transfer(0, FOREIGN, ACCOUNT, 5)))
                .as("account, teller, branch, target")
                .containsExactly(
                        new Refused(Refusal.OVERFLOW, 3, 0),
                        new Refused(Refusal.OVERFLOW, 4, 0),
                        new Refused(Refusal.OVERFLOW, 5, 0),
                        new Refused(Refusal.OVERFLOW, 6, 0));
        assertThat(bank.balances(BalanceKind.ACCOUNT, ACCOUNT, FOREIGN)).containsExactly(Long.MAX_VALUE, 5);
    }

    @Test
    void refusedTransactionsChangeNothingButTheLogPosition() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 7));
        Totals before = bank.ledger.totals();
        TransactionBatch batch = bank.run(bank.batch(
                Transaction.withdrawal(TELLER, ACCOUNT, 8),
                Transaction.debitCredit(TELLER + 1, ACCOUNT, 1),
                Transaction.transfer(TELLER, ACCOUNT, 9_000_000, 1)));
        assertThat(bank.ledger.totals()).isEqualTo(before);
        assertThat(bank.balance(BalanceKind.ACCOUNT, ACCOUNT)).isEqualTo(7);
        assertThat(bank.ledger.logPosition()).isEqualTo(bank.logPositionAfter(batch));
    }

    @Test
    void aTransferMovesBothAccountsAndNeitherTillNorBranch() {
        bank.run(Transaction.deposit(0, ACCOUNT, 100));
        assertThat(bank.run(Transaction.transfer(TELLER, ACCOUNT, FOREIGN, 60))).containsExactly(new Committed(2, 40));
        assertThat(bank.balances(BalanceKind.ACCOUNT, ACCOUNT, FOREIGN)).containsExactly(40, 60);
        assertThat(bank.balance(BalanceKind.TELLER, TELLER)).isZero();
        assertThat(bank.balance(BalanceKind.BRANCH, BRANCH)).isZero();
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(BigInteger.valueOf(100), 3));
    }

    @Test
    void aRefusedTransferMovesNeitherAccount() {
        bank.run(Transaction.deposit(0, ACCOUNT, 100));
        assertThat(bank.run(Transaction.transfer(TELLER, ACCOUNT, FOREIGN, 101)))
                .containsExactly(new Refused(Refusal.INSUFFICIENT_FUNDS, 2, 100));
        assertThat(bank.balances(BalanceKind.ACCOUNT, ACCOUNT, FOREIGN)).containsExactly(100, 0);
        assertThat(bank.ledger.totals().historyRows()).isEqualTo(1);
    }

    @Test
    void executingAfterCommitGoesOn() {
        for (int i = 1; i <= 5; i++) {
            assertThat(bank.run(Transaction.deposit(TELLER, ACCOUNT, 10))).containsExactly(new Committed(i, i * 10L));
        }
        assertThat(bank.ledger.logPosition()).isEqualTo(bank.logPositionAt(5));
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(BigInteger.valueOf(50), 5));
    }

    @Test
    void readsAnswerInTheOrderOfTheIdsAndMayRepeatThem() {
        bank.run(Transaction.deposit(0, ACCOUNT, 1), Transaction.deposit(TELLER, FOREIGN, 2));
        assertThat(bank.balances(BalanceKind.ACCOUNT, FOREIGN, ACCOUNT, 0, FOREIGN))
                .containsExactly(2, 1, 0, 2);
        assertThat(bank.balances(BalanceKind.TELLER, TELLER, 0, TELLER)).containsExactly(2, 1, 2);
        assertThat(bank.balances(BalanceKind.BRANCH, 2, 1, 1, 0)).containsExactly(0, 2, 2, 1);
    }

    @Test
    void aReadTakesOnlyAsManyIdsAsItIsTold() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 1));
        long[] balances = {-1, -1};
        bank.ledger.read(BalanceKind.ACCOUNT, new long[] {ACCOUNT, 99}, 1, balances);
        assertThat(balances).containsExactly(1, -1);
        bank.ledger.read(BalanceKind.ACCOUNT, new long[0], 0, balances);
        assertThat(balances).containsExactly(1, -1);
    }

    @Test
    void sumsMayLeaveSixtyFourBits() {
        bank.run(
                Transaction.deposit(0, 0, Long.MAX_VALUE),
                Transaction.deposit(1_000_000, 1, Long.MAX_VALUE),
                Transaction.deposit(2_000_000, 2, Long.MAX_VALUE));
        BigInteger sum = BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.valueOf(3));
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(sum, 3));
        assertThat(bank.ledger.totals().hold()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void randomTransactionsDoWhatThePlainModelDoes(long seed) {
        LedgerModel model = new LedgerModel(BANK.scale());
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        for (int i = 0; i < 60; i++) {
            TransactionBatch batch = bank.run(random.batch(bank.nextPosition(), 40));
            for (int row = 0; row < batch.size(); row++) {
                Outcome expected = model.execute(batch, row);
                assertThat(LedgerDriver.outcome(batch, row))
                        .as("seed %d, position %d", seed, batch.firstPosition() + row)
                        .isEqualTo(expected);
            }
            requireLike(model, seed);
        }
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(model.history, model.historyRows));
        BranchHistory history = bank.ledger.history();
        assertThat(history.rows()).as("seed %d", seed).isEqualTo(model.byBranch.rows());
        assertThat(history.sumsMinor()).as("seed %d", seed).isEqualTo(model.byBranch.sumsMinor());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    void redoFromAfterImagesEqualsExecute(long seed) {
        LedgerDriver redone = drive(open(BANK));
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        for (int i = 0; i < 30; i++) {
            TransactionBatch batch = bank.run(random.batch(bank.nextPosition(), 60));
            redone.redo(batch, 0);
        }
        requireSame(bank, redone, seed);
        TransactionBatch next = bank.run(random.batch(bank.nextPosition(), 60));
        TransactionBatch same = copyRequests(next);
        redone.run(same);
        assertThat(same.outcome).isEqualTo(next.outcome);
        requireSame(bank, redone, seed);
    }

    /** A ledger may stand in the middle of a journaled batch, and takes only what it has not yet. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void redoOfTheRestOfABatchEqualsExecute(long seed) {
        LedgerDriver whole = drive(open(BANK));
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        TransactionBatch batch = random.batch(1, 100);
        whole.run(batch);

        int fromRow = batch.size() / 2;
        TransactionBatch head = head(batch, fromRow);
        if (fromRow > 0) {
            bank.run(head);
        }
        bank.redo(batch, fromRow);
        requireSame(whole, bank, seed);
    }

    @Test
    void redoOfNothingButRefusalsMovesTheLogPosition() {
        TransactionBatch batch = bank.batch(Transaction.withdrawal(TELLER, ACCOUNT, 8));
        bank.run(batch);
        LedgerDriver redone = drive(open(BANK));
        redone.redo(batch, 0);
        requireSame(bank, redone, 0);
    }

    @Test
    void aBatchMayBeLargeAndTheNextOneSmall() {
        RandomTransactions random = new RandomTransactions(BANK.scale(), 31);
        LedgerModel model = new LedgerModel(BANK.scale());
        for (int sizeMax : new int[] {8000, 1, 3000, 2}) {
            TransactionBatch batch = bank.run(random.batch(bank.nextPosition(), sizeMax));
            for (int row = 0; row < batch.size(); row++) {
                model.execute(batch, row);
            }
        }
        requireLike(model, 31);
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(model.history, model.historyRows));
    }

    @Test
    void historyIsCountedAtTheTellersBranch() {
        bank.run(
                Transaction.deposit(TELLER, FOREIGN, 70),
                Transaction.transfer(0, FOREIGN, ACCOUNT, 60),
                Transaction.withdrawal(TELLER, FOREIGN, 10),
                Transaction.withdrawal(TELLER, FOREIGN, 1));
        assertThat(bank.ledger.history().rows()).containsExactly(2, 2, 0);
        assertThat(bank.ledger.history().sumsMinor()).containsExactly(0, 60, 0);
    }

    @Test
    void historyThatWasGivenOutIsTheCallersOwn() {
        BranchHistory before = bank.ledger.history();
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 7));
        assertThat(before.rows()).containsOnly(0);
        before.sumsMinor()[1] = 9;
        assertThat(bank.ledger.history().sumsMinor()).containsExactly(0, 7, 0);
    }

    @Test
    void aCopyTakesOnlyAsManyBalancesAsItIsTold() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 3), Transaction.deposit(TELLER, FOREIGN, 4));
        long[] balances = {-1, -1, -1, -1, -1, -1, -1};
        bank.ledger.copy(BalanceKind.ACCOUNT, 6, 6, balances);
        assertThat(balances).as("accounts 1,000,002 to 2,000,003").containsExactly(3, 0, 0, 0, 0, 4, -1);
        bank.ledger.copy(BalanceKind.TELLER, 3, 1, balances);
        bank.ledger.copy(BalanceKind.TELLER, 0, 0, balances);
        assertThat(balances).startsWith(7, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42})
    void aCopyLoadedIntoAFreshLedgerIsTheSameBankAndDecidesOn(long seed) {
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        for (int i = 0; i < 20; i++) {
            bank.run(random.batch(bank.nextPosition(), 40));
        }
        LedgerDriver loaded = drive(open(BANK));
        LedgerCopy.of(bank.ledger, BANK.scale()).loadInto(loaded.ledger);
        requireSame(bank, loaded, seed);
        for (int i = 0; i < 20; i++) {
            TransactionBatch next = bank.run(random.batch(bank.nextPosition(), 40));
            requireSameDecisions(next, loaded.run(copyRequests(next)), seed);
        }
        requireSame(bank, loaded, seed);
    }

    /**
     * Pages are copied before a batch, while it is pending and after it; each sees what it sees, and redo sets it
     * right.
     */
    @ParameterizedTest
    @ValueSource(longs = {51, 52})
    void aFuzzyCopyAndRedoFromItsStartIsTheSameBank(long seed) {
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        for (int i = 0; i < 10; i++) {
            bank.run(random.batch(bank.nextPosition(), 40));
        }
        List<TransactionBatch> since = new ArrayList<>();
        LedgerCopy copy = new LedgerCopy(bank.ledger, BANK.scale());
        boolean[] pending = {false};
        copy.copyPages(() -> {
            if (pending[0]) {
                bank.ledger.commit(bank.logPositionAfter(since.get(since.size() - 1)));
                bank.run(addTo(since, random.batch(bank.nextPosition(), 20)));
            } else {
                bank.ledger.execute(addTo(since, random.batch(bank.nextPosition(), 20)));
            }
            pending[0] = !pending[0];
        });
        if (pending[0]) {
            bank.ledger.commit(bank.logPositionAfter(since.get(since.size() - 1)));
        }
        LedgerDriver loaded = drive(open(BANK));
        copy.loadInto(loaded.ledger);
        since.forEach(batch -> loaded.redo(batch, 0));
        requireSame(bank, loaded, seed);
    }

    @Test
    void aCopyTakenBesideAWorkingWriterAndRedoIsTheSameBank() throws InterruptedException, ExecutionException {
        RandomTransactions random = new RandomTransactions(BANK.scale(), 61);
        bank.run(random.batch(1, 200));
        List<TransactionBatch> since = new ArrayList<>();
        LedgerCopy copy = new LedgerCopy(bank.ledger, BANK.scale());
        CompletableFuture<LedgerCopy> copying = CompletableFuture.supplyAsync(() -> copy.copyPages(() -> {}));
        do {
            bank.run(addTo(since, random.batch(bank.nextPosition(), 20)));
        } while (!copying.isDone());
        LedgerDriver loaded = drive(open(BANK));
        copying.get().loadInto(loaded.ledger);
        since.forEach(batch -> loaded.redo(batch, 0));
        requireSame(bank, loaded, 61);
    }

    /** A snapshot's log position may lie in the middle of a journaled batch. */
    @ParameterizedTest
    @ValueSource(longs = {71, 72})
    void redoGoesOnInTheMiddleOfABatchAfterLoading(long seed) {
        LedgerDriver whole = drive(open(BANK));
        TransactionBatch batch = whole.run(new RandomTransactions(BANK.scale(), seed).batch(1, 100));
        int fromRow = batch.size() / 2;
        assertThat(fromRow).isPositive();
        bank.run(head(batch, fromRow));
        LedgerDriver loaded = drive(open(BANK));
        LedgerCopy.of(bank.ledger, BANK.scale()).loadInto(loaded.ledger);
        loaded.redo(batch, fromRow);
        requireSame(whole, loaded, seed);
    }

    @Test
    void onlyABankJustFoundedIsLoaded() {
        LedgerCopy copy = LedgerCopy.of(bank.ledger, BANK.scale());
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 1));
        assertThatThrownBy(() -> copy.loadInto(bank.ledger))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(bank.logPositionAt(1).toString());
    }

    @Test
    void aLedgerInTheMiddleOfLoadingDoesNothingElse() {
        bank.ledger.load(BalanceKind.ACCOUNT, 0, 1, new long[] {5});
        TransactionBatch batch = bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1));
        assertThatThrownBy(() -> bank.ledger.execute(batch))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("being loaded");
    }

    @Test
    void aBatchThatDoesNotGoOnWhereTheLedgerStandsIsRefused() {
        bank.run(Transaction.deposit(TELLER, ACCOUNT, 1));
        TransactionBatch gap = bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1));
        gap.begin(7, gap.timestampMicros());
        assertThatThrownBy(() -> bank.ledger.execute(gap))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("position 7", "is at 1");
    }

    @Test
    void whatTheLedgerHasAlreadyIsNotRedone() {
        TransactionBatch batch =
                bank.run(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1), Transaction.deposit(TELLER, ACCOUNT, 1)));
        assertThatThrownBy(() -> bank.redo(batch, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("position 2", "is at 2");
    }

    @Test
    void aPendingBatchIsCommittedAtItsOwnEnd() {
        TransactionBatch batch = bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1));
        bank.ledger.execute(batch);
        assertThatThrownBy(() -> bank.ledger.commit(bank.logPositionAt(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("position 2", "ends at 1");
    }

    /** What a call beside a pending batch would see or do is nothing that the journal knows of. */
    @ParameterizedTest
    @EnumSource
    void nothingElseIsDoneWhileABatchIsPending(Step step) {
        bank.ledger.execute(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
        assertThatThrownBy(() -> step.on(bank)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aLedgerThatFailedDoesNothingMore(Step step) {
        bank.ledger.execute(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
        assertThatThrownBy(bank.ledger::totals).hasMessageContaining("pending");
        assertThatThrownBy(() -> step.on(bank)).hasMessageContaining("has failed");
        assertThatThrownBy(() -> bank.ledger.commit(bank.logPositionAt(1))).hasMessageContaining("has failed");
    }

    /** Everything that a ledger does when no batch is pending. */
    enum Step {
        EXECUTE {
            @Override
            void on(LedgerDriver bank) {
                bank.ledger.execute(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1)));
            }
        },
        REDO {
            @Override
            void on(LedgerDriver bank) {
                bank.redo(bank.batch(Transaction.deposit(TELLER, ACCOUNT, 1)), 0);
            }
        },
        READ {
            @Override
            void on(LedgerDriver bank) {
                bank.balance(BalanceKind.ACCOUNT, ACCOUNT);
            }
        },
        TOTALS {
            @Override
            void on(LedgerDriver bank) {
                bank.ledger.totals();
            }
        },
        HISTORY {
            @Override
            void on(LedgerDriver bank) {
                bank.ledger.history();
            }
        },
        LOAD {
            @Override
            void on(LedgerDriver bank) {
                bank.ledger.load(BalanceKind.ACCOUNT, 0, 1, new long[] {1});
            }
        },
        LOADED {
            @Override
            void on(LedgerDriver bank) {
                bank.ledger.loaded(BranchHistory.none(BANK.scale().branches()), bank.logPositionAt(1), 1);
            }
        };

        abstract void on(LedgerDriver bank);
    }

    private void requireLike(LedgerModel model, long seed) {
        for (BalanceKind kind : BalanceKind.values()) {
            long[] ids = LedgerDriver.allIds(BANK.scale(), kind);
            long[] balances = bank.balances(kind, ids);
            Map<Long, Long> expected = model.balances(kind);
            for (int i = 0; i < ids.length; i++) {
                assertThat(balances[i])
                        .as("seed %d, %s %d at %s", seed, kind, ids[i], bank.ledger.logPosition())
                        .isEqualTo(expected.getOrDefault(ids[i], 0L));
            }
        }
    }

    static void requireSame(LedgerDriver expected, LedgerDriver actual, long seed) {
        assertThat(actual.ledger.logPosition()).as("seed %d", seed).isEqualTo(expected.ledger.logPosition());
        assertThat(actual.ledger.totals()).as("seed %d", seed).isEqualTo(expected.ledger.totals());
        assertThat(actual.ledger.totals().hold()).isTrue();
        BranchHistory history = expected.ledger.history();
        assertThat(actual.ledger.history().rows()).as("seed %d", seed).isEqualTo(history.rows());
        assertThat(actual.ledger.history().sumsMinor()).as("seed %d", seed).isEqualTo(history.sumsMinor());
        for (BalanceKind kind : BalanceKind.values()) {
            assertThat(actual.allBalances(kind)).as("seed %d, %s", seed, kind).isEqualTo(expected.allBalances(kind));
        }
    }

    static void requireSameDecisions(TransactionBatch expected, TransactionBatch actual, long seed) {
        assertThat(actual.outcome).as("seed %d", seed).isEqualTo(expected.outcome);
        assertThat(actual.balance).as("seed %d", seed).isEqualTo(expected.balance);
        assertThat(actual.targetBalance).as("seed %d", seed).isEqualTo(expected.targetBalance);
        assertThat(actual.tellerBalance).as("seed %d", seed).isEqualTo(expected.tellerBalance);
        assertThat(actual.branchBalance).as("seed %d", seed).isEqualTo(expected.branchBalance);
    }

    private static TransactionBatch addTo(List<TransactionBatch> batches, TransactionBatch batch) {
        batches.add(batch);
        return batch;
    }

    static TransactionBatch copyRequests(TransactionBatch source) {
        return head(source, source.size());
    }

    private static TransactionBatch head(TransactionBatch source, int rows) {
        TransactionBatch head = new TransactionBatch(source.size());
        head.begin(source.firstPosition(), source.timestampMicros());
        head.requests.addFrom(source.requests, 0, rows);
        head.requests.addReversalsFrom(source.requests, 0, 0, rows);
        return head;
    }
}
