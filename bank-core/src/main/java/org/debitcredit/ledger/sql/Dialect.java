package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.lateral;
import static org.jooq.impl.DSL.select;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.debitcredit.storage.OwnerOnly;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/** The differences between databases that jOOQ does not handle. */
enum Dialect {
    H2("jdbc:h2:", SQLDialect.H2, RowSet.BOXED_ARRAYS) {
        @Override
        boolean isKeyedByIdAlone() {
            return true;
        }

        @Override
        boolean hasKeysInHistory() {
            return true;
        }

        /** By the key that its migrations give the history: twice the position, and the leg. */
        @Override
        Condition isPosting(Field<Long> position) {
            return HistoryTable.POSTING.between(
                    position.mul(2L), position.mul(2L).plus(1L));
        }

        @Override
        Query update(
                DSLContext jooq, Table<?> target, Table<?> rows, Condition key, Map<Field<Long>, Field<Long>> values) {
            return jooq.mergeInto(target)
                    .using(rows)
                    .on(key)
                    .whenMatchedThenUpdate()
                    .set(values);
        }

        /** Makes the file of a new database accessible to its owner only. */
        @Override
        void requireFit(SqlDatabase database, Connection connection) throws SQLException {
            if ("0"
                    .equals(first(
                            connection,
                            "select count(*) from information_schema.tables where table_schema = current_schema()"))) {
                restrict(first(connection, "select database_path()"), List.of(".mv.db"));
            }
        }

        @Override
        List<String> readOnlySql() {
            return List.of("set session characteristics as transaction isolation level snapshot");
        }

        @Override
        DurableLogPosition durableLogPosition() {
            return DurableLogPosition.NEVER;
        }
    },

    /** PostgreSQL, and databases with its protocol: YugabyteDB, CockroachDB, Citus. */
    POSTGRESQL("jdbc:postgresql:", SQLDialect.POSTGRES, RowSet.ARRAYS) {

        /**
         * A writer that waits for its journal is idle in its transaction, and must not be disconnected for that, nor
         * for a long sum. A generic plan uses the key's index whatever the number of rows. The locks of a client whose
         * machine died are kept until the server notices. Balances are read after the log position is locked, so no
         * higher isolation is needed; with a higher default, a copy would wait for the writer. Only settings that the
         * server has are set, because CockroachDB refuses some of them.
         */
        @Override
        String sessionSql(CommitMode mode) {
            return "select set_config(wanted.name, wanted.setting, false) from pg_settings join (values"
                    + " ('idle_in_transaction_session_timeout', '0'), ('idle_session_timeout', '0'),"
                    + " ('statement_timeout', '0'), ('transaction_timeout', '0'),"
                    + " ('plan_cache_mode', 'force_generic_plan'), ('lock_timeout', '10s'),"
                    + " ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', "
                    + "'3'), ('tcp_user_timeout', '25000'),"
                    + " ('default_transaction_isolation', 'read committed'),"
                    + " ('synchronous_commit', '"
                    + (mode == CommitMode.DURABLE ? "on" : "off")
                    + "')) as wanted (name, setting) on pg_settings.name = wanted.name";
        }

        @Override
        Map<String, String> driverProperties(CommitMode mode) {
            return Map.of("tcpKeepAlive", "true", "socketTimeout", "" + SILENT_MAX.toSeconds());
        }

        /** A reference may hold any printable character of Unicode. */
        @Override
        void requireFit(SqlDatabase database, Connection connection) throws SQLException {
            String encoding = first(connection, "show server_encoding");
            if (!"UTF8".equals(encoding)) {
                throw new IllegalStateException(database + " has the encoding " + encoding
                        + ", which cannot store every reference of a transaction. Use a database that was "
                        + "created with encoding 'UTF8'");
            }
        }

        /**
         * One look-up per posting. With a join, a history that was never analyzed would be read completely for each
         * posting.
         */
        @Override
        Table<?> withPosting(Table<?> rows, Condition isNamed) {
            return rows.crossJoin(lateral(select(HISTORY.fields())
                            .from(HISTORY)
                            .where(isNamed)
                            .limit(inline(1)))
                    .as(HISTORY.getName()));
        }

        @Override
        List<String> readOnlySql() {
            return List.of("set transaction isolation level repeatable read, read only");
        }

        @Override
        DurableLogPosition durableLogPosition() {
            return DurableLogPosition.BY_SYNCHRONOUS_COMMIT;
        }
    },

    MARIADB("jdbc:mariadb:", SQLDialect.MARIADB, RowSet.JSON_TABLE) {

        /** Balances are read after the log position is locked, so no higher isolation is needed. */
        @Override
        String sessionSql(CommitMode mode) {
            return "set session transaction isolation level read committed";
        }

        /**
         * An empty bank is filled by counting in a recursive query. If a client's machine dies in a transaction, the
         * server ends the transaction after a minute, which releases the lock of the log position.
         */
        @Override
        Map<String, String> driverProperties(CommitMode mode) {
            return Map.of(
                    "sessionVariables",
                    "max_recursive_iterations=4294967295,innodb_lock_wait_timeout=10,max_statement_time=0,"
                            + "idle_transaction_timeout=60",
                    "tcpKeepAlive",
                    "true",
                    "socketTimeout",
                    "" + SILENT_MAX.toMillis());
        }

        @Override
        Query update(
                DSLContext jooq, Table<?> target, Table<?> rows, Condition key, Map<Field<Long>, Field<Long>> values) {
            return jooq.update(target.join(rows).on(key)).set(values);
        }

        @Override
        List<String> readOnlySql() {
            return List.of(
                    "set session transaction isolation level repeatable read",
                    "start transaction with consistent snapshot, read only");
        }

        @Override
        DurableLogPosition durableLogPosition() {
            return DurableLogPosition.byInnodbLog();
        }
    },

    SQLITE("jdbc:sqlite:", SQLDialect.SQLITE, RowSet.JSON_EACH) {

        @Override
        Map<String, String> driverProperties(CommitMode mode) {
            return Map.of(
                    "journal_mode",
                    "WAL",
                    "synchronous",
                    mode == CommitMode.DURABLE ? "FULL" : "NORMAL",
                    "busy_timeout",
                    "10000");
        }

        /**
         * SQLITE_OPEN_READONLY: a missing file is not created, but an empty write-ahead log is, beside it. A
         * transaction sees a single moment anyway.
         */
        @Override
        Map<String, String> readOnlyProperties() {
            return Map.of("open_mode", "1");
        }

        @Override
        boolean locksRows() {
            return false;
        }

        /**
         * Refuses a database without a write-ahead log: there is none in memory, or where connections cannot share
         * files. Makes the files of a new database accessible to their owner only.
         */
        @Override
        void requireFit(SqlDatabase database, Connection connection) throws SQLException {
            if ("0".equals(first(connection, "select count(*) from sqlite_master"))) {
                // The log and the index get the permissions of the existing file.
                restrict(
                        first(connection, "select file from pragma_database_list where name = 'main'"),
                        List.of("", "-wal", "-shm"));
            }
            String mode = first(connection, "pragma journal_mode");
            if (!"wal".equalsIgnoreCase(mode)) {
                throw new IllegalStateException(database + " has journal mode " + mode
                        + "; it must support a write-ahead log (WAL): use a file on a local disk, "
                        + "jdbc:sqlite:FILE");
            }
        }

        @Override
        DurableLogPosition durableLogPosition() {
            return DurableLogPosition.BY_CHECKPOINT;
        }
    };

    /**
     * Longest silence of the database while a ledger is opened and filled, and during copies. It is longer than any
     * step of these takes, but not infinite.
     */
    private static final Duration SILENT_MAX = Duration.ofMinutes(5);

    private final String urlPrefix;
    private final SQLDialect jooq;
    private final RowSet rows;

    Dialect(String urlPrefix, SQLDialect jooq, RowSet rows) {
        this.urlPrefix = urlPrefix;
        this.jooq = jooq;
        this.rows = rows;
    }

    static Dialect ofUrl(String url) {
        for (Dialect dialect : values()) {
            if (url.startsWith(dialect.urlPrefix)) {
                return dialect;
            }
        }
        List<String> prefixes = new ArrayList<>();
        for (Dialect dialect : values()) {
            prefixes.add(dialect.urlPrefix);
        }
        throw new IllegalArgumentException("the URL begins with '" + url.replaceFirst("(?<=^jdbc:[^:]{0,40}:).*", "")
                + "'; it must begin with one of " + String.join(", ", prefixes));
    }

    /** How a set of rows is passed to a statement. */
    RowSet rows() {
        return rows;
    }

    /** Whether its own migrations keep tellers and accounts by their ids alone, without the branch. */
    boolean isKeyedByIdAlone() {
        return false;
    }

    /** Whether its own migrations keep the keys of transactions in the history; otherwise they have a table. */
    boolean hasKeysInHistory() {
        return false;
    }

    /** The history's rows at a position, found by its key. */
    Condition isPosting(Field<Long> position) {
        return HISTORY.POSITION.eq(position);
    }

    /** Joins each row with the one posting of the history that it names. */
    Table<?> withPosting(Table<?> rows, Condition isNamed) {
        return rows.join(HISTORY).on(isNamed);
    }

    /** Whether the database is reached over a connection that may stop responding. */
    boolean hasNetwork() {
        return this == POSTGRESQL || this == MARIADB;
    }

    /** Whether a row can be locked by reading it; otherwise it is locked by writing it. */
    boolean locksRows() {
        return true;
    }

    /** Sets columns in the rows of a table that are named by a set of rows. */
    Query update(DSLContext jooq, Table<?> target, Table<?> rows, Condition key, Map<Field<Long>, Field<Long>> values) {
        return jooq.update(target).set(values).from(rows).where(key);
    }

    /** How to find out which commits of this database are durable. */
    abstract DurableLogPosition durableLogPosition();

    SQLDialect jooq() {
        return jooq;
    }

    /** Where Flyway finds the schema: the common part, and the part of this database. */
    String[] migrations() {
        return new String[] {"classpath:db/migration", "classpath:db/" + name().toLowerCase(Locale.ROOT)};
    }

    /** Run once on every new connection; null when there is nothing to set. */
    @Nullable
    String sessionSql(CommitMode mode) {
        return null;
    }

    /** Begins a read-only transaction on a consistent state. */
    List<String> readOnlySql() {
        return List.of();
    }

    /** Driver properties for a read-only connection. */
    Map<String, String> readOnlyProperties() {
        return Map.of();
    }

    /** Refuses a database that would lose its commits when the process ends, or could not store a bank's data. */
    void requireFit(SqlDatabase database, Connection connection) throws SQLException {}

    /**
     * Makes the files of a new embedded database, which creates them with the umask, accessible to their owner only. A
     * database in memory has none.
     */
    private static void restrict(@Nullable String file, List<String> suffixes) {
        if (file != null && !file.isEmpty()) {
            suffixes.forEach(suffix -> OwnerOnly.restrict(Path.of(file + suffix)));
        }
    }

    static @Nullable String first(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? result.getString(1) : null;
        }
    }

    /** Driver properties for every new connection. */
    Map<String, String> driverProperties(CommitMode mode) {
        return Map.of();
    }
}
