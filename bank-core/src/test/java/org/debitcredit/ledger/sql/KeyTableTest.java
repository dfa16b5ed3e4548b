package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.LedgerDriver;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a database keeps of keys and references: no more than of postings. */
class KeyTableTest {

    private static final BankIdentity BANK =
            new BankIdentity(new UUID(1, 2), new BankScale(1, 1, 10), Currency.getInstance("USD"));

    private static final Transaction REFUSED = Transaction.withdrawal(0, 0, 1);
    private static final Transaction COMMITTED = Transaction.deposit(0, 0, 1);

    private SqlDatabase database = SqlDatabase.h2InMemory("keys-" + UUID.randomUUID());

    private long count(String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.url());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select count(*) from " + table)) {
            result.next();
            return result.getLong(1);
        }
    }

    /** Under keys that do not count up, each with a reference. */
    private static TransactionBatch batch(LedgerDriver bank, Transaction transaction, int rows) {
        TransactionBatch batch = new TransactionBatch(rows);
        batch.begin(bank.nextPosition(), 1_700_000_000_000_000L);
        for (int row = 0; row < rows; row++) {
            batch.requests.add(
                    transaction.with(Reference.of("r" + row)),
                    new TransactionKey(0, 5, 10 * bank.nextPosition() + 2 * row));
        }
        return batch;
    }

    @Test
    void refusalsLeaveNeitherKeysNorReferences() throws SQLException {
        refusalsLeaveNothing("history where client = 0 and key_high = 5");
    }

    @Test
    void refusalsLeaveNoKeysInATableOfKeys(@TempDir Path temp) throws SQLException {
        database = new SqlDatabase("jdbc:sqlite:" + temp.resolve("bank.sqlite"), "", "");
        refusalsLeaveNothing("transaction_key where client = 0 and key_high = 5");
    }

    /** Rows of keys are those of the batch's transactions, one for each. */
    private void refusalsLeaveNothing(String rowsOfKeys) throws SQLException {
        try (SqlLedger ledger = SqlLedger.open(database, BANK, PopulateProgress.NONE)) {
            LedgerDriver bank = new LedgerDriver(ledger, BANK);
            TransactionBatch refused = bank.run(batch(bank, REFUSED, 20));
            assertThat(LedgerDriver.outcome(refused, 0)).isInstanceOf(Outcome.Refused.class);
            assertThat(count("history")).isZero();
            assertThat(count(rowsOfKeys)).isZero();
            assertThat(count("transaction_reference")).isZero();
            bank.run(batch(bank, COMMITTED, 20));
            assertThat(count(rowsOfKeys)).isEqualTo(20);
            assertThat(count("transaction_reference")).isEqualTo(20);
        }
    }

    @Test
    void whatReversalsTookBackGoesWithTheirPostings() throws SQLException {
        try (SqlLedger ledger = SqlLedger.openBounded(database, BANK, PopulateProgress.NONE, 100)) {
            LedgerDriver bank = new LedgerDriver(ledger, BANK);
            for (int i = 0; i < 200; i++) {
                TransactionBatch batch = batch(bank, COMMITTED, 4);
                TransactionBatch reversing = new TransactionBatch(6);
                reversing.begin(batch.firstPosition(), batch.timestampMicros());
                reversing.requests.addFrom(batch.requests, 0, 4);
                for (byte found : new byte[] {Outcome.COMMITTED, Reversals.REVERSED_BEFORE}) {
                    reversing.requests.addReversal(
                            new Reversal(batch.requests.keys.keyOf(0), COMMITTED, 0),
                            new TransactionKey(1, i, 10 * (found + 2)),
                            batch.firstPosition(),
                            found);
                }
                bank.run(reversing);
            }
            assertThat(count("transaction_reversal")).isBetween(count("history") / 5 - 1, count("history") / 5 + 1);
        }
    }

    @Test
    void keysAndReferencesGoWithTheirPostings() throws SQLException {
        try (SqlLedger ledger = SqlLedger.openBounded(database, BANK, PopulateProgress.NONE, 100)) {
            LedgerDriver bank = new LedgerDriver(ledger, BANK);
            for (int i = 0; i < 100; i++) {
                bank.run(batch(bank, COMMITTED, 20));
            }
            assertThat(count("history")).isBetween(50L, 101L);
            assertThat(count("transaction_reference")).isEqualTo(count("history"));
        }
    }
}
