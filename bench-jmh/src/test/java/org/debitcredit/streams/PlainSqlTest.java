package org.debitcredit.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainSqlTest {

    private static final BankScale SCALE = new BankScale(2, 2, 10);
    private static final Currency USD = Currency.getInstance("USD");

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void a_transaction_that_fails_says_what_the_database_says(String kind) {
        SqlDatabase database = new SqlDatabase("jdbc:" + kind + ":" + temp.resolve("plain"), "", "");
        BankIdentity plain = new BankIdentity(new UUID(0, 1), SCALE, USD);
        try (PlainSql opened = PlainSql.open(database, plain, 1, PopulateProgress.NONE)) {
            PlainSql.Session session = opened.session();
            session.close();
            assertThatThrownBy(() -> session.debitCredit(1, 3, 5, 1))
                    .hasCauseInstanceOf(SQLException.class)
                    .hasMessageStartingWith("a plain transaction failed: ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "h2"})
    void its_database_keeps_the_books_and_is_refused_as_a_ledger(String kind) {
        SqlDatabase database = new SqlDatabase("jdbc:" + kind + ":" + temp.resolve("plain"), "", "");
        BankIdentity plain = new BankIdentity(new UUID(0, 1), SCALE, USD);
        for (int run = 1; run <= 2; run++) {
            try (PlainSql opened = PlainSql.open(database, plain, 1, PopulateProgress.NONE)) {
                try (PlainSql.Session session = opened.session()) {
                    session.debitCredit(1, 3, 5, 1);
                }
                assertThat(opened.totals().hold()).isTrue();
                assertThat(opened.totals().historyRows()).isEqualTo(run);
            }
        }
        BankIdentity another = new BankIdentity(new UUID(7, 7), SCALE, USD);
        assertThatThrownBy(() -> SqlLedger.open(database, another, PopulateProgress.NONE))
                .hasMessageContaining(database + " holds " + plain);
    }
}
