package org.debitcredit.ledger.sql;

import java.util.Arrays;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/** All that differs between databases and that jOOQ does not hide. */
enum Dialect {
    H2("jdbc:h2:", SQLDialect.H2, new String[] {"classpath:db/migration", "classpath:db/h2"}, null) {
        @Override
        boolean isKeyedByIdAlone() {
            return true;
        }

        @Override
        Object array(long[] values, int count) {
            Long[] boxed = new Long[count];
            for (int i = 0; i < count; i++) {
                boxed[i] = values[i];
            }
            return boxed;
        }
    },

    /** A writer that waits for its journal is idle in its transaction, and must not be thrown out for it. */
    POSTGRESQL(
            "jdbc:postgresql:",
            SQLDialect.POSTGRES,
            new String[] {"classpath:db/migration"},
            "set idle_in_transaction_session_timeout = 0") {
        @Override
        Object array(long[] values, int count) {
            return Arrays.copyOf(values, count);
        }
    };

    private final String urlPrefix;
    private final SQLDialect jooq;
    private final String[] migrations;
    private final @Nullable String sessionSql;

    Dialect(String urlPrefix, SQLDialect jooq, String[] migrations, @Nullable String sessionSql) {
        this.urlPrefix = urlPrefix;
        this.jooq = jooq;
        this.migrations = migrations;
        this.sessionSql = sessionSql;
    }

    static Dialect ofUrl(String url) {
        for (Dialect dialect : values()) {
            if (url.startsWith(dialect.urlPrefix)) {
                return dialect;
            }
        }
        throw new IllegalArgumentException(
                "the database is '" + url + "'; it must be one of " + Arrays.toString(values()));
    }

    /** Whether its own migrations keep tellers and accounts by their ids alone, without the branch. */
    boolean isKeyedByIdAlone() {
        return false;
    }

    /** What the driver takes as a parameter of type {@code bigint[]}. */
    abstract Object array(long[] values, int count);

    SQLDialect jooq() {
        return jooq;
    }

    /** Where Flyway finds the schema. */
    String[] migrations() {
        return migrations.clone();
    }

    /** Run once on every new connection; null when there is nothing to set. */
    @Nullable
    String sessionSql() {
        return sessionSql;
    }
}
