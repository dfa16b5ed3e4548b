package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.debitcredit.ledger.LedgerUnavailable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlDatabaseTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/b?user=u&password=p&ssl=true, jdbc:postgresql://h/b?&&ssl=true",
        "jdbc:mariadb://h/b?trustStorePassword=p&keyPassword=q, jdbc:mariadb://h/b?&",
        "jdbc:sqlite:a@b.sqlite, jdbc:sqlite:a@b.sqlite"
    })
    void nothingSecretIsShown(String url, String shown) {
        SqlDatabase database = new SqlDatabase(url, "u", "topsecret");
        assertThat(database).hasToString(shown);
        assertThat(database.toString()).doesNotContain("topsecret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:oracle:thin:scott/secret@x | begins with 'jdbc:oracle:'; it must begin with one of jdbc:h2:, "
                        + "jdbc:postgresql:, jdbc:mariadb:, jdbc:sqlite:",
                "jdbc:nothing | begins with 'jdbc:nothing'; it must begin",
                "jdbc:postgresql://u:secret@h:1/b | is 'jdbc:postgresql://h:1/b', which has a user before the host",
                "jdbc:mariadb://u:sec@ret@h/b | is 'jdbc:mariadb://h/b', which has a user before the host",
                "jdbc:postgresql://h | is 'jdbc:postgresql://h'; it must have the form "
                        + "jdbc:postgresql://HOST:PORT/NAME",
                "jdbc:postgresql://h:99999/b | is 'jdbc:postgresql://h:99999/b'; it must have the form"
            })
    void aUrlThatCannotBeIsRefusedWithWhatItMustBe(String url, String told) {
        assertThatThrownBy(() -> new SqlDatabase(url, "", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .contains(told)
                .doesNotContain("secret");
    }

    /** What a database says when it restarts, is full, or undoes a transaction for another; and what never passes. */
    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, 57P01, 0, true",
        "POSTGRESQL, 57014, 0, true",
        "POSTGRESQL, 08006, 0, true",
        "POSTGRESQL, 40P01, 0, true",
        "POSTGRESQL, 40001, 0, true",
        "POSTGRESQL, 53100, 0, true",
        "POSTGRESQL, 53300, 0, true",
        "POSTGRESQL, 25006, 0, true",
        "POSTGRESQL, 57P05, 0, true",
        "POSTGRESQL, 23505, 0, false",
        "POSTGRESQL, 42P01, 0, false",
        "POSTGRESQL, 28P01, 0, false",
        "MARIADB, 40001, 1213, true",
        "MARIADB, HY000, 1205, true",
        "MARIADB, HY000, 1021, true",
        "MARIADB, 23000, 1062, false",
        "SQLITE, , 5, true",
        "SQLITE, , 13, true",
        "SQLITE, , 19, false",
        "H2, 08000, 0, true",
        "H2, 90013, 5, false"
    })
    void troubleThatPassesIsToldFromWhatWillNot(Dialect dialect, String state, int code, boolean passes) {
        RuntimeException found = SqlTrouble.of("commit", dialect, new SQLException("said so", state, code));
        assertThat(found).isInstanceOf(passes ? LedgerUnavailable.class : IllegalStateException.class);
        assertThat(found).hasMessage("commit failed: said so");
    }

    @Test
    void aFullPoolAndTroubleWithinALibraryPassToo() {
        assertThat(SqlTrouble.of("x", Dialect.H2, new SQLTransientConnectionException("no connection in time")))
                .isInstanceOf(LedgerUnavailable.class);
        assertThat(SqlTrouble.of("x", Dialect.POSTGRESQL, new IllegalStateException(new SQLException("gone", "08006"))))
                .isInstanceOf(LedgerUnavailable.class);
        IllegalStateException ours = new IllegalStateException("another server took the database over");
        assertThat(SqlTrouble.of("x", Dialect.POSTGRESQL, ours)).isSameAs(ours);
    }
}
