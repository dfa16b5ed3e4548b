package org.debitcredit.tpcc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TpccDatabaseTest {

    @TempDir
    Path folder;

    private static String durability(String url) throws SQLException {
        TpccDatabase database = new TpccDatabase(url, null, null);
        try (Connection connection = database.open()) {
            return database.durability(connection);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:sqlite:", "jdbc:sqlite::memory:", "jdbc:sqlite:file:a?mode=memory", "jdbc:h2:mem:a"})
    void whatIsInMemoryIsNotDurable(String url) throws SQLException {
        assertThat(new TpccDatabase(url, null, null).isInMemory()).isTrue();
        assertThat(durability(url)).isEqualTo("not durable: the database is in memory");
    }

    @Test
    void theSettingsOfSqliteAreRead() throws SQLException {
        String url = "jdbc:sqlite:" + folder.resolve("tpcc.sqlite");
        assertThat(durability(url)).isEqualTo("durable: WAL, synchronous FULL");
        TpccDatabase database = new TpccDatabase(url, null, null);
        try (Connection connection = database.open()) {
            connection.setAutoCommit(true);
            connection.createStatement().execute("pragma synchronous = normal");
            assertThat(database.durability(connection)).isEqualTo("not durable: WAL, synchronous NORMAL");
        }
    }

    /** SQLite has one connection and one level. A server may have been configured for a lower level than is needed. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SQLITE")
    void theIsolationIsNotLeftToTheServersSettings(DatabaseKind kind) {
        assertThat(kind.sessionSql()).hasSize(1).first().asString().contains("transaction isolation level");
    }

    /** A transaction that fails so can succeed when it is repeated. */
    @Test
    void postgresqlHasNoMemoryForPredicateLocksOnlyForAWhile() {
        assertThat(DatabaseKind.POSTGRESQL.isTransient(new SQLException("out of shared memory", "53200")))
                .isTrue();
        assertThat(DatabaseKind.POSTGRESQL.isTransient(new SQLException("disk full", "53100")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:", "jdbc:h2:mem:;DB_CLOSE_DELAY=-1"})
    void h2InMemoryNeedsAName(String url) {
        assertThatThrownBy(() -> new TpccDatabase(url, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no name")
                .hasMessageEndingWith("for example jdbc:h2:mem:tpcc");
    }
}
