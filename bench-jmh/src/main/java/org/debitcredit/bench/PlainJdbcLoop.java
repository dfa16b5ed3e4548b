package org.debitcredit.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Clocks;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.Totals;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.DebitCreditWorkload;

/**
 * The obvious implementation: one thread, one connection, the five statements of DebitCredit prepared once, and a
 * commit for each transaction. It uses the same schema in the same kind of H2, with the same rows, except that a
 * posting has no key. Nothing is durable: no journal, and a database in memory.
 */
final class PlainJdbcLoop implements Contender {

    private final BankIdentity identity;
    private final DebitCreditWorkload workload;
    private final SqlDatabase database = SqlDatabase.h2InMemory();
    private final Connection connection;
    private final PreparedStatement updateTeller;
    private final PreparedStatement updateAccount;
    private final PreparedStatement selectAccount;
    private final PreparedStatement insertHistory;
    private final PreparedStatement updateBranch;

    private long position;
    private long balancesSeen;

    PlainJdbcLoop(int branches) throws SQLException {
        identity = BenchBank.identity(branches);
        workload = BenchBank.workload(branches);
        openLedger().close();
        connection = DriverManager.getConnection(database.url(), database.user(), database.password());
        connection.setAutoCommit(false);
        updateTeller = connection.prepareStatement("update teller set till = till + ? where teller_id = ?");
        updateAccount = connection.prepareStatement("update account set balance = balance + ? where account_id = ?");
        selectAccount = connection.prepareStatement("select balance from account where account_id = ?");
        insertHistory = connection.prepareStatement(
                "insert into history (position, leg, timestamp_micros, branch_id, teller_id, account_id, amount)"
                        + " values (?, 0, ?, ?, ?, ?, ?)");
        updateBranch = connection.prepareStatement("update branch set balance = balance + ? where branch_id = ?");
    }

    /** Migrates and fills the database if necessary. */
    private Ledger openLedger() {
        return SqlLedger.open(database, identity, (done, total) -> {});
    }

    @Override
    public Figures runFor(Duration duration) throws SQLException {
        Figures before = soFar();
        long start = System.nanoTime();
        while (System.nanoTime() - start < duration.toNanos()) {
            balancesSeen ^= debitCredit(workload.next());
        }
        return soFar().since(before);
    }

    private Figures soFar() {
        return new Figures(position, System.nanoTime(), Figures.cpuNanosNow(), 0, 0, 0, 0);
    }

    /** Returns the account's new balance. */
    private long debitCredit(Transaction transaction) throws SQLException {
        long branch = BankScale.branchOf(transaction.teller());
        addTo(updateTeller, transaction.teller(), transaction.amountMinor());
        addTo(updateAccount, transaction.account(), transaction.amountMinor());
        long balance = balance(transaction.account());
        insertHistory.setLong(1, ++position);
        insertHistory.setLong(2, Clocks.SYSTEM.wallMicros().getAsLong());
        insertHistory.setLong(3, branch);
        insertHistory.setLong(4, transaction.teller());
        insertHistory.setLong(5, transaction.account());
        insertHistory.setLong(6, transaction.amountMinor());
        requireOne(insertHistory.executeUpdate());
        addTo(updateBranch, branch, transaction.amountMinor());
        connection.commit();
        return balance;
    }

    private static void addTo(PreparedStatement update, long id, long amount) throws SQLException {
        update.setLong(1, amount);
        update.setLong(2, id);
        requireOne(update.executeUpdate());
    }

    private long balance(long account) throws SQLException {
        selectAccount.setLong(1, account);
        try (ResultSet row = selectAccount.executeQuery()) {
            requireOne(row.next() ? 1 : 0);
            return row.getLong(1);
        }
    }

    private static void requireOne(int rows) {
        if (rows != 1) {
            throw new IllegalStateException("a statement changed " + rows + " rows; it must change 1");
        }
    }

    @Override
    public boolean holds() {
        try (Ledger ledger = openLedger()) {
            Totals totals = ledger.totals();
            return totals.hold() && totals.historyRows() == position;
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown immediately");
        }
    }
}
