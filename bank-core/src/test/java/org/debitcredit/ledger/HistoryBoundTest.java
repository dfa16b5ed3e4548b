package org.debitcredit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.debitcredit.ledger.AccountStatement.Posting;
import org.debitcredit.ledger.Statements.Period;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * H2 in memory with a few postings at most: whatever else a ledger does it does like one that keeps all, and statements
 * tell of the latest.
 */
@Timeout(120)
class HistoryBoundTest {

    private static final int BATCHES = 60;

    private final List<Ledger> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(Ledger::close);
    }

    private LedgerDriver bounded(long rowsMax) {
        return drive(SqlLedger.openH2InMemory(LedgerContract.BANK, PopulateProgress.NONE, rowsMax));
    }

    private LedgerDriver drive(Ledger ledger) {
        opened.add(ledger);
        return new LedgerDriver(ledger, LedgerContract.BANK);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 37})
    void itAgreesWithArraysBatchByBatchAndKeepsNoMoreThanItMay(long rowsMax) {
        LedgerDriver bank = bounded(rowsMax);
        LedgerDriver arrays = drive(new MemoryLedger(LedgerContract.BANK));
        RandomTransactions random = new RandomTransactions(LedgerContract.BANK.scale(), rowsMax);
        List<TransactionBatch> batches = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            TransactionBatch batch = bank.run(random.batch(bank.nextPosition(), 20));
            LedgerContract.requireSameDecisions(
                    batch, arrays.run(LedgerContract.copyRequests(batch)), bank.nextPosition());
            batches.add(batch);
            assertThat(bank.ledger.historyRows()).isLessThanOrEqualTo(rowsMax + 1);
            if (i % 10 == 0) {
                LedgerContract.requireSame(arrays, bank, rowsMax);
                assertThatTheLatestAreTold(bank, batches);
            }
        }
        assertThat(historyFrom(bank)).isGreaterThan(bank.nextPosition() - 2 * rowsMax - 20);
        LedgerContract.requireSame(arrays, bank, rowsMax);
    }

    @Test
    void whatWasRedoneIsToldAlike() {
        LedgerDriver executes = bounded(10);
        LedgerDriver redoes = bounded(10);
        RandomTransactions random = new RandomTransactions(LedgerContract.BANK.scale(), 5);
        List<TransactionBatch> batches = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            batches.add(executes.run(random.batch(executes.nextPosition(), 20)));
            redoes.redo(batches.get(i), 0);
        }
        LedgerContract.requireSame(executes, redoes, 5);
        assertThat(historyFrom(redoes)).isEqualTo(historyFrom(executes));
        assertThatTheLatestAreTold(redoes, batches);
    }

    @Test
    void aCopyLoadsIntoAnyLedgerAndACopyOfAnyLoadsIntoIt() {
        LedgerDriver bank = bounded(10);
        RandomTransactions random = new RandomTransactions(LedgerContract.BANK.scale(), 6);
        for (int i = 0; i < BATCHES; i++) {
            bank.run(random.batch(bank.nextPosition(), 20));
        }
        LedgerDriver arrays = drive(new MemoryLedger(LedgerContract.BANK));
        LedgerCopy.of(bank.ledger, LedgerContract.BANK.scale()).loadInto(arrays.ledger);
        LedgerDriver loaded = bounded(10);
        LedgerCopy.of(arrays.ledger, LedgerContract.BANK.scale()).loadInto(loaded.ledger);
        List<TransactionBatch> since = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            TransactionBatch batch = bank.run(random.batch(bank.nextPosition(), 20));
            arrays.redo(batch, 0);
            loaded.redo(batch, 0);
            since.add(batch);
            LedgerContract.requireSame(arrays, loaded, 6);
        }
        LedgerContract.requireSame(arrays, bank, 6);
        assertThatTheLatestAreTold(loaded, since);
    }

    /** Between a snapshot's start and its end the balances are inconsistent, so statements begin after its end. */
    @Test
    void postingsBeforeASnapshotsEndAreNotToldAfterTheyAreFolded() {
        LedgerDriver bank = bounded(10);
        bank.ledger.load(BalanceKind.ACCOUNT, 0, 1, new long[] {0});
        bank.ledger.loaded(BranchHistory.none(3), bank.logPositionAt(100), 130);
        for (int i = 0; i < 15; i++) {
            bank.run(Transaction.deposit(0, 0, 1));
        }
        assertThat(historyFrom(bank)).isEqualTo(131);
        for (int i = 0; i < 30; i++) {
            bank.run(Transaction.deposit(0, 0, 1));
        }
        assertThat(historyFrom(bank)).isEqualTo(146 - bank.ledger.historyRows());
        assertThat(bank.ledger.totals()).isEqualTo(LedgerDriver.totals(BigInteger.valueOf(45), 45));
    }

    @Test
    void aCursorOfAPostingThatIsGoneIsRefusedAndSaysFromWhereOnThereIsHistory() {
        LedgerDriver bank = bounded(10);
        for (int i = 0; i < 10; i++) {
            bank.run(Transaction.deposit(0, 0, 1));
        }
        Statements statements = Objects.requireNonNull(bank.ledger.statements());
        StatementCursor cursor =
                Objects.requireNonNull(statements.latest(0, Period.ALL, 3).next());
        assertThat(statements.further(cursor, 3).postings())
                .extracting(Posting::position)
                .containsExactly(7L, 6L, 5L);
        for (int i = 0; i < 5; i++) {
            bank.run(Transaction.deposit(0, 1, 1));
        }
        AccountStatement last = statements.further(cursor, 3);
        assertThat(last.postings()).extracting(Posting::position).containsExactly(7L);
        assertThat(last.historyFrom()).isEqualTo(7);
        assertThat(last.next()).isNull();
        for (int i = 0; i < 5; i++) {
            bank.run(Transaction.deposit(0, 1, 1));
        }
        assertThatThrownBy(() -> statements.further(cursor, 3))
                .isInstanceOf(Statements.NoSuchPosting.class)
                .hasMessage("the history has no posting of account 0 at position 8; it begins at position 11");
        assertThat(statements.latest(0, Period.ALL, 3)).isEqualTo(new AccountStatement(0, 20, 10, 11, List.of(), null));
    }

    @Test
    void bothPostingsOfATransferGoTogether() {
        LedgerDriver bank = bounded(4);
        for (int i = 0; i < 5; i++) {
            bank.run(Transaction.deposit(0, 0, 5), Transaction.transfer(0, 0, 1, 5));
            assertThat(bank.ledger.totals().hold()).isTrue();
            assertThat(bank.ledger.history().sumsMinor()).containsExactly((i + 1) * 5L, 0, 0);
        }
        assertThat(bank.ledger.historyRows()).isBetween(3L, 4L);
        assertThat(bank.ledger.totals().historyRows()).isEqualTo(15);
    }

    @Test
    void itIsToldOnceFromWhereOnPostingsAreKeptAndWhoeverComesLaterAtOnce() {
        LedgerDriver bank = bounded(10);
        List<Long> told = new ArrayList<>();
        bank.ledger.whenHistoryIsCut(told::add);
        bank.run(depositsTo(0, 10));
        assertThat(told).isEmpty();
        bank.ledger.execute(bank.batch(depositsTo(1, 1)));
        assertThat(told).as("nothing is gone before the commit").isEmpty();
        bank.ledger.commit(bank.logPositionAt(11));
        assertThat(told).containsExactly(3L);
        bank.run(depositsTo(2, 10));
        assertThat(told).hasSize(1);
        List<Long> late = new ArrayList<>();
        bank.ledger.whenHistoryIsCut(late::add);
        assertThat(late).isEmpty();
    }

    private static Transaction[] depositsTo(long account, int count) {
        Transaction[] deposits = new Transaction[count];
        Arrays.fill(deposits, Transaction.deposit(0, account, 1));
        return deposits;
    }

    private static long historyFrom(LedgerDriver driver) {
        return Objects.requireNonNull(driver.ledger.statements())
                .latest(0, Period.ALL, 1)
                .historyFrom();
    }

    private static void assertThatTheLatestAreTold(LedgerDriver driver, List<TransactionBatch> batches) {
        StatementContract.assertThatAllAreTold(driver, batches, historyFrom(driver) - 1);
    }
}
