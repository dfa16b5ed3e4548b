package org.debitcredit.ledger.sql;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.debitcredit.ledger.LedgerUnavailable;
import org.jspecify.annotations.Nullable;

/** Distinguishes temporary failures, such as a restart of the database, from permanent ones. */
final class SqlTrouble {

    /**
     * Connection lost (08), transaction undone for a deadlock or a conflict (40), short of disk, memory or connections
     * (53), cancelled (57014; MariaDB, 70100), shut down or starting (57P01 to 57P03), lock not available (55P03),
     * disconnected for idleness or slowness (25P03, 25P04, 57P05), not promoted yet (25006).
     */
    private static final Set<String> STATES =
            Set.of("57014", "57P01", "57P02", "57P03", "57P05", "55P03", "25P03", "25P04", "25006", "70100");

    private static final Set<String> CLASSES = Set.of("08", "40", "53");

    /**
     * MariaDB, general state HY000: disk full, lock wait timeout, table full, shutting down, read only (two codes),
     * connection killed.
     */
    private static final Set<Integer> MARIADB_CODES = Set.of(1021, 1205, 1114, 1053, 1290, 1836, 1927);

    /** SQLite: busy, locked, full. */
    private static final Set<Integer> SQLITE_CODES = Set.of(5, 6, 13);

    private SqlTrouble() {}

    /** What to throw for a failure of the database. */
    static RuntimeException of(String what, Dialect dialect, SQLException cause) {
        return of(what, dialect, cause, cause);
    }

    /**
     * The exception for a failure that may come from the database through a library; the failure itself if it does not.
     */
    static RuntimeException of(String what, Dialect dialect, RuntimeException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return of(what, dialect, sql, failure);
            }
        }
        return failure;
    }

    private static RuntimeException of(String what, Dialect dialect, SQLException found, Throwable failure) {
        String message = what + " failed: " + found.getMessage();
        return passes(dialect, found)
                ? new LedgerUnavailable(message, failure)
                : new IllegalStateException(message, failure);
    }

    private static boolean passes(Dialect dialect, SQLException found) {
        for (Throwable cause = found; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientException || cause instanceof SQLRecoverableException) {
                return true;
            }
            if (cause instanceof SQLException sql
                    && (isPassing(sql.getSQLState()) || isPassing(dialect, sql.getErrorCode()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPassing(@Nullable String state) {
        return state != null
                && state.length() == 5
                && (STATES.contains(state) || CLASSES.contains(state.substring(0, 2)));
    }

    private static boolean isPassing(Dialect dialect, int code) {
        return switch (dialect) {
            case MARIADB -> MARIADB_CODES.contains(code);
            case SQLITE -> SQLITE_CODES.contains(code & 0xFF);
            case H2, POSTGRESQL -> false;
        };
    }
}
