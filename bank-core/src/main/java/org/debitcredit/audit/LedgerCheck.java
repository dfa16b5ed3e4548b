package org.debitcredit.audit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.StoredTables;
import org.debitcredit.ledger.sql.StoredTables.HistorySum;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Compares the tables of a bank's database with the replay of its journal, at the database's position: every balance,
 * and for each branch the number and the sum of its postings. The database is only read, as it is when the check is
 * opened.
 */
public final class LedgerCheck implements AutoCloseable {

    private static final int NAMED_MAX = 5;
    private static final int BALANCES_AT_ONCE = 8_192;

    private final String database;
    private final StoredTables tables;
    private final Progress progress;
    private final List<String> named = new ArrayList<>();
    private long rows;
    private long differing;
    private boolean done;

    private LedgerCheck(SqlDatabase database, StoredTables tables, Progress progress) {
        this.database = database.toString();
        this.tables = tables;
        this.progress = progress;
    }

    /**
     * Opens the database.
     *
     * @throws org.debitcredit.ledger.LedgerUnavailable if it is unreachable
     * @throws IllegalStateException if it holds no bank, or cannot be read
     */
    public static LedgerCheck open(SqlDatabase database, Progress progress) {
        return new LedgerCheck(database, StoredTables.open(database), progress);
    }

    /** The log position of the database. */
    public LogPosition logPosition() {
        return tables.logPosition();
    }

    /** Rows of balances compared. */
    public long rows() {
        return rows;
    }

    /** Rows that are missing, surplus or different from the journal, and branches with other postings. */
    public long differing() {
        return differing;
    }

    /**
     * Whether the tables belong to the bank, are at this log position of its journal, and were not compared yet. Only
     * there can they be compared.
     */
    boolean standsAt(BankIdentity bank, LogPosition logPosition) {
        boolean isFounding =
                logPosition.position() == 0 && tables.logPosition().equals(LogPosition.founding(bank.id()));
        return !done && tables.identity().equals(bank) && (isFounding || logPosition.equals(tables.logPosition()));
    }

    /** Compares, and returns the first differences, or null. */
    @Nullable
    String differences(Ledger replayed) {
        done = true;
        BankScale scale = tables.identity().scale();
        for (BalanceKind kind : BalanceKind.values()) {
            new Walk(kind, scale, replayed).walk();
        }
        compare(replayed.history());
        if (differing == 0) {
            return null;
        }
        long more = differing - named.size();
        return database + ", which is at " + tables.logPosition() + ", differs from the journal at that point: "
                + String.join("; ", named) + (more == 0 ? "" : "; and " + more + " more");
    }

    /**
     * Why the tables were not compared; null when they were.
     *
     * @param from position from which the replay has consistent balances
     * @param end position that the journal ends at
     */
    @Nullable
    String notCompared(BankIdentity bank, long from, long end) {
        if (done) {
            return null;
        }
        if (!tables.identity().equals(bank)) {
            return database + " holds " + tables.identity() + "; the directory holds " + bank;
        }
        long position = tables.logPosition().position();
        String stands = database + " is at " + tables.logPosition();
        if (position > end) {
            return stands + ", ahead of the journal, which ends at position " + end;
        }
        if (position < from) {
            return stands + "; it cannot be compared, because the replay has consistent balances only from position "
                    + from + " on";
        }
        return stands + ", which is not in the journal's history: the database was written with another journal";
    }

    private void compare(BranchHistory replayed) {
        Map<Long, HistorySum> found = tables.history();
        TreeSet<Long> branches = new TreeSet<>(found.keySet());
        for (long branch = 0; branch < replayed.rows().length; branch++) {
            branches.add(branch);
        }
        for (long branch : branches) {
            HistorySum sum = found.getOrDefault(branch, HistorySum.NONE);
            boolean exists = branch >= 0 && branch < replayed.rows().length;
            HistorySum expected = exists
                    ? new HistorySum(
                            replayed.rows()[(int) branch], BigInteger.valueOf(replayed.sumsMinor()[(int) branch]))
                    : HistorySum.NONE;
            if (!sum.equals(expected)) {
                differs("branch " + branch + " has " + sum.rows() + " postings with a sum of " + sum.sumMinor()
                        + "; according to the journal, " + expected.rows() + " of " + expected.sumMinor());
            }
        }
    }

    private void differs(String how) {
        differing++;
        if (named.size() < NAMED_MAX) {
            named.add(how);
        }
    }

    /** Ends reading. */
    @Override
    public void close() {
        tables.close();
    }

    /** One table beside the replay's balances, both in the order of the ids. */
    private final class Walk {

        private final BalanceKind kind;
        private final BankScale scale;
        private final Ledger replayed;
        private final long[] page = new long[BALANCES_AT_ONCE];
        private long pageFrom;
        private long pageEnd;
        private long next;

        private Walk(BalanceKind kind, BankScale scale, Ledger replayed) {
            this.kind = kind;
            this.scale = scale;
            this.replayed = replayed;
        }

        private void walk() {
            tables.rows(kind, this::row);
            missingUpTo(kind.count(scale));
        }

        private void row(long branch, long id, long balanceMinor) {
            rows++;
            progress.at("comparing the ledger, rows of " + kind, rows, 0);
            boolean isOfTheBank = kind.exists(scale, id) && branch == branchOf(id);
            if (!isOfTheBank) {
                differs("the row of " + kind + " " + id + " under branch " + branch + " does not belong to the bank");
                return;
            }
            missingUpTo(kind.indexOf(scale, id));
            long expected = takeNext();
            if (balanceMinor != expected) {
                differs(kind + " " + id + " has " + balanceMinor + "; according to the journal, " + expected);
            }
        }

        private long branchOf(long id) {
            return kind == BalanceKind.BRANCH ? id : BankScale.branchOf(id);
        }

        private void missingUpTo(long index) {
            while (next < index) {
                long id = kind.idAt(scale, next);
                differs(kind + " " + id + " is missing; according to the journal it has " + takeNext());
            }
        }

        private long takeNext() {
            if (next >= pageEnd) {
                pageFrom = next;
                pageEnd = Math.min(next + BALANCES_AT_ONCE, kind.count(scale));
                replayed.copy(kind, pageFrom, (int) (pageEnd - pageFrom), page);
            }
            return page[(int) (next++ - pageFrom)];
        }
    }
}
