package org.debitcredit.ledger;

import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.transaction.TransactionBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two ledgers that share no code but the rule: H2 and arrays. What one decides the other decides, and each loads the
 * other.
 */
class LedgersAgreeTest {

    private static final BankIdentity BANK =
            new BankIdentity(new UUID(7, 8), new BankScale(5, 3, 7), Currency.getInstance("EUR"));

    private final LedgerDriver sql = drive(SqlLedger.openH2InMemory(BANK, PopulateProgress.NONE));
    private final LedgerDriver memory = drive(new MemoryLedger(BANK));

    @AfterEach
    void close() {
        sql.ledger.close();
        memory.ledger.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {101, 102, 103, 104, 105, 106, 107, 108})
    void theSameBatchesHaveTheSameOutcomesAndAfterImages(long seed) {
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        for (int i = 0; i < 40; i++) {
            TransactionBatch batch = sql.run(random.batch(sql.nextPosition(), 80));
            LedgerContract.requireSameDecisions(batch, memory.run(LedgerContract.copyRequests(batch)), seed);
        }
        LedgerContract.requireSame(sql, memory, seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {111, 112, 113})
    void whatOneExecutesTheOtherRedoes(long seed) {
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        for (int i = 0; i < 20; i++) {
            LedgerDriver executes = i % 2 == 0 ? sql : memory;
            LedgerDriver redoes = i % 2 == 0 ? memory : sql;
            redoes.redo(executes.run(random.batch(executes.nextPosition(), 80)), 0);
        }
        LedgerContract.requireSame(sql, memory, seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {121, 122})
    void aCopyOfH2LoadsIntoArrays(long seed) {
        requireLoads(sql, memory, seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {131, 132})
    void aCopyOfArraysLoadsIntoH2(long seed) {
        requireLoads(memory, sql, seed);
    }

    private static void requireLoads(LedgerDriver from, LedgerDriver into, long seed) {
        RandomTransactions random = new RandomTransactions(BANK.scale(), seed);
        for (int i = 0; i < 20; i++) {
            from.run(random.batch(from.nextPosition(), 80));
        }
        LedgerCopy.of(from.ledger, BANK.scale()).loadInto(into.ledger);
        LedgerContract.requireSame(from, into, seed);
        TransactionBatch next = from.run(random.batch(from.nextPosition(), 80));
        into.redo(next, 0);
        LedgerContract.requireSame(from, into, seed);
    }

    private static LedgerDriver drive(Ledger ledger) {
        return new LedgerDriver(ledger, BANK);
    }
}
