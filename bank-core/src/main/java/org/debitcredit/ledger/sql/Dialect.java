package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.jooq.impl.DSL.field;
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
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** All that differs between databases and that jOOQ does not hide. */
enum Dialect {
    H2("jdbc:h2:", SQLDialect.H2, RowSet.BOXED_ARRAYS) {
        @Override
        boolean isKeyedByIdAlone() {
            return true;
        }

        /** By the key that its migrations give the history: twice the position, and the leg. */
        @Override
        Condition isPosting(Field<Long> position) {
            Field<Long> posting = field(HISTORY.getQualifiedName().append("posting"), SQLDataType.BIGINT);
            return posting.between(position.mul(2L), position.mul(2L).plus(1L));
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

        /** The file is its owner's. */
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
        DurableMark durableMark() {
            return DurableMark.NEVER;
        }
    },

    /** And what speaks its protocol: YugabyteDB, CockroachDB, Citus. */
    POSTGRESQL("jdbc:postgresql:", SQLDialect.POSTGRES, RowSet.ARRAYS) {

        /**
         * A writer that waits for its journal is idle in its transaction, and must not be thrown out for it, nor for an
         * idle night or a long sum. A plan made for the statement, not for each set of rows, takes the key's index
         * whatever the number of rows. The locks of a client whose machine died are kept until the server finds out.
         * What decides is read behind the lock of the mark, so no more isolation is needed, and where more is the
         * default, a copy would wait for the writer. Set is what the server knows: CockroachDB refuses some of it.
         */
        @Override
        String sessionSql(CommitMode mode) {
            return "select set_config(wanted.name, wanted.setting, false) from pg_settings join (values"
                    + " ('idle_in_transaction_session_timeout', '0'), ('statement_timeout', '0'), "
                    + "('transaction_timeout', '0'),"
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

        /** One by one: as a join, a history that was never analyzed would be read whole for each posting. */
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
        DurableMark durableMark() {
            return DurableMark.BY_SYNCHRONOUS_COMMIT;
        }
    },

    MARIADB("jdbc:mariadb:", SQLDialect.MARIADB, RowSet.JSON_TABLE) {

        /** What decides is read behind the lock of the mark, so no more isolation is needed. */
        @Override
        String sessionSql(CommitMode mode) {
            return "set session transaction isolation level read committed";
        }

        /**
         * An empty bank is filled by counting in a recursive query. A server that hears nothing of a client whose
         * machine died in a transaction ends that after a minute, and with it the lock of the mark.
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
        DurableMark durableMark() {
            return DurableMark.byInnodbLog();
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
         * SQLITE_OPEN_READONLY: the file is not made where there is none; an empty write-ahead log is, beside it. A
         * transaction sees its first moment anyway.
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
         * In memory, or where files cannot be shared between connections, there is none. The files are their owner's.
         */
        @Override
        void requireFit(SqlDatabase database, Connection connection) throws SQLException {
            if ("0".equals(first(connection, "select count(*) from sqlite_master"))) {
                // The log and the index take the mode of the file that is there before them.
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
        DurableMark durableMark() {
            return DurableMark.BY_CHECKPOINT;
        }
    };

    /** While a ledger is opened and filled, and for copies: longer than any step of that, and not for ever. */
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

    /** How a set of rows is handed to a statement. */
    RowSet rows() {
        return rows;
    }

    /** Whether its own migrations keep tellers and accounts by their ids alone, without the branch. */
    boolean isKeyedByIdAlone() {
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

    /** Whether the database is on the other side of a connection that may fall silent. */
    boolean hasNetwork() {
        return this == POSTGRESQL || this == MARIADB;
    }

    /** Whether a row can be locked by reading it; else by writing it. */
    boolean locksRows() {
        return true;
    }

    /** Sets columns of the rows of a table that a set of rows names. */
    Query update(DSLContext jooq, Table<?> target, Table<?> rows, Condition key, Map<Field<Long>, Field<Long>> values) {
        return jooq.update(target).set(values).from(rows).where(key);
    }

    /** How this database tells what of its commits is durable. */
    abstract DurableMark durableMark();

    SQLDialect jooq() {
        return jooq;
    }

    /** Where Flyway finds the schema: what all have in common, and what is this one's own. */
    String[] migrations() {
        return new String[] {"classpath:db/migration", "classpath:db/" + name().toLowerCase(Locale.ROOT)};
    }

    /** Run once on every new connection; null when there is nothing to set. */
    @Nullable
    String sessionSql(CommitMode mode) {
        return null;
    }

    /** Begins a transaction that only reads, all of one moment. */
    List<String> readOnlySql() {
        return List.of();
    }

    /** Given to the driver for a connection that only reads. */
    Map<String, String> readOnlyProperties() {
        return Map.of();
    }

    /**
     * Refuses a database that would not keep what it committed through the end of the process, or could not store it.
     */
    void requireFit(SqlDatabase database, Connection connection) throws SQLException {}

    /** A new database's files, which an embedded one makes under the umask; in memory there are none. */
    private static void restrict(@Nullable String file, List<String> suffixes) {
        if (file != null && !file.isEmpty()) {
            suffixes.forEach(suffix -> OwnerOnly.restrict(Path.of(file + suffix)));
        }
    }

    private static @Nullable String first(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            return result.next() ? result.getString(1) : null;
        }
    }

    /** Given to the driver for every new connection. */
    Map<String, String> driverProperties(CommitMode mode) {
        return Map.of();
    }
}
