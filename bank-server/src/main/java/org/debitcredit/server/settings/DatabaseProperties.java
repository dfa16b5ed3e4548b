package org.debitcredit.server.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.debitcredit.ledger.sql.CommitMode;
import org.debitcredit.recovery.LedgerChoice;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The database of a ledger that {@code bank.ledger} names by its URL, {@code bank.database.*}.
 *
 * @param user may be empty
 * @param password better given by the environment, {@code BANK_DATABASE_PASSWORD}, or in a file
 * @param passwordFile its first line is the password; null for none
 * @param commit whether a commit also waits for the database's own disk: {@code journaled}, so that the journal
 *     restores lost commits, or {@code durable}
 * @param outageMax how long the bank waits for an unreachable database before it stops
 */
public record DatabaseProperties(
        @DefaultValue("") String user,
        @DefaultValue("") String password,
        @Nullable Path passwordFile,
        @DefaultValue("journaled") CommitMode commit,
        @DefaultValue("30s") Duration outageMax) {

    private static final String PREFIX = "bank.database";

    public DatabaseProperties {
        Limit.DATABASE_OUTAGE_MAX.require(outageMax);
        Password.requireOne(PREFIX, password, passwordFile);
    }

    /** The password, from either source. */
    String secret() {
        return Password.read(PREFIX + ".password-file", password, passwordFile);
    }

    @Override
    public String toString() {
        return "user " + user + ", commit " + commit + ", outage-max " + outageMax;
    }

    /**
     * The ledger that a text names, with these properties where it is a database.
     *
     * @throws IllegalArgumentException if the text is neither {@code memory}, {@code h2} nor a JDBC URL
     */
    public LedgerChoice ledger(String text) {
        return LedgerChoice.parse(text, user, secret(), commit);
    }
}
