package org.debitcredit.tpcc.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** The databases, and the differences between them that jOOQ does not handle. */
public enum DatabaseKind {
    /** One connection executes; a memory database belongs to it alone. */
    SQLITE("jdbc:sqlite:", SQLDialect.SQLITE, Set.of()) {
        @Override
        Map<String, String> properties(boolean inMemory) {
            return inMemory
                    ? Map.of(
                            "journal_mode",
                            "MEMORY",
                            "synchronous",
                            "OFF",
                            "cache_size",
                            CACHE_KIB,
                            "temp_store",
                            "MEMORY",
                            "open_mode",
                            OPEN_WITHOUT_MUTEX)
                    : Map.of(
                            "journal_mode", "WAL",
                            "synchronous", "FULL",
                            "cache_size", CACHE_KIB,
                            "temp_store", "MEMORY",
                            "busy_timeout", "10000",
                            // Otherwise two transactions that read first and then write would get the same order
                            // number.
                            "transaction_mode", "IMMEDIATE",
                            "open_mode", OPEN_WITHOUT_MUTEX);
        }

        // It can, but keeps them in a table of its own until they are read, which takes longer than to read them again.
        @Override
        public boolean returnsUpdated() {
            return false;
        }
    },

    /**
     * At serializable isolation, which on H2 is a snapshot: of two transactions that write the same row, one is
     * repeated. The five transactions are serializable on snapshots (Fekete and others, TODS 30, 2005).
     */
    H2("jdbc:h2:", SQLDialect.H2, Set.of("40001", "90131", "HYT00")) {
        @Override
        List<String> sessionSql() {
            return List.of("set session characteristics as transaction isolation level serializable");
        }
    },

    /**
     * At serializable isolation (clause 3.4.1); a transaction that cannot be serialized is repeated. So is one for which
     * there is no memory left (53200), as for its predicate locks: PostgreSQL keeps those of a committed transaction
     * until every transaction has ended that ran beside it.
     */
    POSTGRESQL("jdbc:postgresql:", SQLDialect.POSTGRES, Set.of("40001", "40P01", "53200")) {
        @Override
        Map<String, String> properties(boolean inMemory) {
            return Map.of("reWriteBatchedInserts", "true", "prepareThreshold", "1", "tcpKeepAlive", "true");
        }

        @Override
        List<String> sessionSql() {
            return List.of("set session characteristics as transaction isolation level serializable");
        }

        // Its own analysis comes a minute later, and until then plans are made for empty tables.
        @Override
        public List<String> loadedSql() {
            return List.of("analyze");
        }
    },

    /**
     * Rows that are written later are locked when they are read, so repeatable reads are enough. They are asked for,
     * because a server may be configured for less. Error 1020 is that of versions that refuse to lock a row which has
     * changed since the transaction's first read.
     */
    MARIADB("jdbc:mariadb:", SQLDialect.MARIADB, Set.of("40001", "HY000/1205", "HY000/1020")) {
        @Override
        Map<String, String> properties(boolean inMemory) {
            return Map.of("useServerPrepStmts", "true", "useBulkStmts", "true", "tcpKeepAlive", "true");
        }

        @Override
        List<String> sessionSql() {
            return List.of("set session transaction isolation level repeatable read");
        }

        @Override
        public boolean returnsUpdated() {
            return false;
        }
    };

    /** Negative is KiB (SQLite's documentation): the whole database of some warehouses. */
    private static final String CACHE_KIB = "-1048576";

    /**
     * SQLITE_OPEN_READWRITE, CREATE, URI and NOMUTEX: a connection is used by one thread at a time, so SQLite need not
     * lock it for each call. This saves 7 % of its time.
     */
    private static final String OPEN_WITHOUT_MUTEX = Integer.toString(0x2 | 0x4 | 0x40 | 0x8000);

    /** Names are written plainly, so that each database takes them in its own case. */
    private static final Settings SETTINGS = new Settings()
            .withRenderSchema(false)
            .withRenderQuotedNames(RenderQuotedNames.NEVER)
            .withExecuteLogging(false);

    private final String urlPrefix;
    private final SQLDialect jooq;
    private final Set<String> transientStates;

    DatabaseKind(String urlPrefix, SQLDialect jooq, Set<String> transientStates) {
        this.urlPrefix = urlPrefix;
        this.jooq = jooq;
        this.transientStates = transientStates;
    }

    static DatabaseKind ofUrl(String url) {
        for (DatabaseKind kind : values()) {
            if (url.startsWith(kind.urlPrefix)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("the database's URL is none of jdbc:sqlite:, jdbc:h2:, jdbc:postgresql: and "
                + "jdbc:mariadb:, for example jdbc:sqlite::memory:");
    }

    /** For rendering statements. */
    public DSLContext jooq() {
        return DSL.using(jooq, SETTINGS);
    }

    /** For running statements on a connection. */
    public DSLContext jooq(Connection connection) {
        return DSL.using(connection, jooq, SETTINGS);
    }

    /** Whether an update returns the rows that it wrote; otherwise they are read after it. */
    public boolean returnsUpdated() {
        return true;
    }

    /** Whether rows that will be written are locked when they are read, by {@code for update}. */
    public boolean locksRows() {
        return this == MARIADB;
    }

    /**
     * Whether rows are found by a join with a list of their keys. H2 reads all rows with one part of a key where
     * another part is given as a list, and PostgreSQL gets all of them in one round trip.
     */
    public boolean joinsKeys() {
        return this == H2 || this == POSTGRESQL;
    }

    /** Whether several rows are written by one statement that joins a list of values. */
    public boolean writesFromValues() {
        return this == POSTGRESQL;
    }

    /** Whether a failed transaction was rolled back because of another one, so that it can be repeated. */
    public boolean isTransient(SQLException failure) {
        return transientStates.contains(String.valueOf(failure.getSQLState()))
                || transientStates.contains(failure.getSQLState() + "/" + failure.getErrorCode());
    }

    /** Connection properties for the driver. */
    Map<String, String> properties(boolean inMemory) {
        return Map.of();
    }

    /** Statements that are run after a load. */
    public List<String> loadedSql() {
        return List.of();
    }

    /** Statements that are run on every new connection. */
    List<String> sessionSql() {
        return List.of();
    }
}
