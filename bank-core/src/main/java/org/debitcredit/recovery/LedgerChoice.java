package org.debitcredit.recovery;

import java.util.Locale;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.ledger.sql.HistoryRows;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.jspecify.annotations.Nullable;

/**
 * Where the balances are kept: in this process's memory, as arrays or in H2, or in H2 in a file, all filled from
 * snapshot and journal at start; or in a database that keeps them itself.
 *
 * @param kind {@code memory}, {@code h2}, or the database's kind as its URL names it
 * @param database null for those in memory
 * @param historyRowsMax postings that H2 in memory keeps at most; 0 chooses by the heap
 */
public record LedgerChoice(String kind, @Nullable SqlDatabase database, long historyRowsMax) {

    private static final String MEMORY = "memory";
    private static final String H2 = "h2";

    /** A SQL ledger that is gone when it is closed. */
    public static final LedgerChoice H2_IN_MEMORY = new LedgerChoice(H2, null, 0);

    /**
     * Of a text: {@code memory}, {@code h2}, or a JDBC URL.
     *
     * @param user of the database; empty when the URL names one, or none is needed
     * @throws IllegalArgumentException if it is none of these
     */
    public static LedgerChoice parse(String text, String user, String password, CommitMode commitMode) {
        if (SqlDatabase.isUrl(text)) {
            return new LedgerChoice(
                    text.split(":", 3)[1].toLowerCase(Locale.ROOT), database(text, user, password, commitMode), 0);
        }
        if (!text.equals(MEMORY) && !text.equals(H2)) {
            throw new IllegalArgumentException("ledger is '" + SqlDatabase.withoutSecrets(text)
                    + "'; it must be h2, memory or a JDBC URL, such as jdbc:postgresql://HOST/NAME");
        }
        return new LedgerChoice(text, null, 0);
    }

    /** The same with another bound for the history. */
    public LedgerChoice withHistoryRowsMax(long rowsMax) {
        return new LedgerChoice(kind, database, rowsMax);
    }

    /** Whether its history is bounded: of H2 in memory. */
    public boolean isHistoryBounded() {
        return kind.equals(H2) && database == null;
    }

    /** Postings that it keeps of a bank of this scale, where {@link #isHistoryBounded}. */
    public long historyRowsMax(BankScale scale) {
        return historyRowsMax == 0
                ? HistoryRows.chosen(scale, Runtime.getRuntime().maxMemory())
                : historyRowsMax;
    }

    private static SqlDatabase database(String url, String user, String password, CommitMode commitMode) {
        try {
            return new SqlDatabase(url, user, password, commitMode);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("ledger: " + e.getMessage());
        }
    }

    /** The opener of this ledger. */
    public LedgerOpener opener() {
        SqlDatabase external = database;
        if (external != null) {
            return external.isRebuilt()
                    ? (identity, progress) -> SqlLedger.openRebuilt(external, identity, filling(progress))
                    : (identity, progress) -> SqlLedger.open(external, identity, filling(progress));
        }
        return kind.equals(MEMORY)
                ? (identity, progress) -> new MemoryLedger(identity)
                : (identity, progress) -> {
                    HistoryRows.requireRoomForAccounts(
                            identity.scale(), Runtime.getRuntime().maxMemory());
                    return SqlLedger.openH2InMemory(identity, filling(progress), historyRowsMax(identity.scale()));
                };
    }

    private static PopulateProgress filling(Progress progress) {
        return (done, total) -> progress.at("filling the bank, accounts", done, total);
    }
}
