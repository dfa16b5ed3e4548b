package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import org.debitcredit.ledger.sql.PopulateProgress;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.debitcredit.ledger.sql.SqlLedger;
import org.debitcredit.ledger.sql.SqlLedgerContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ledger contract on a real PostgreSQL. */
class PostgresLedgerIT extends SqlLedgerContract {

    private static PostgresServer server;

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /**
     * What a server does not know is left out without a word, so that others of its protocol work: here all is known.
     */
    @ParameterizedTest
    @CsvSource({
        "idle_in_transaction_session_timeout, 0",
        "statement_timeout, 0",
        "plan_cache_mode, force_generic_plan",
        "lock_timeout, 10s",
        "tcp_keepalives_idle, 10",
        "tcp_keepalives_interval, 5",
        "tcp_keepalives_count, 3",
        "tcp_user_timeout, 25000",
        "default_transaction_isolation, read committed",
        "synchronous_commit, off"
    })
    void aSessionHasItsSettings(String name, String setting) throws SQLException {
        assertThat(onALedgersConnection("show " + name)).isEqualTo(setting);
    }

    @Test
    void aDatabaseThatCannotStoreEveryReferenceIsRefused() {
        SqlDatabase latin = server.create("LATIN1");
        assertThatThrownBy(() -> SqlLedger.open(latin, BANK, PopulateProgress.NONE))
                .hasMessageContaining("has the encoding LATIN1")
                .hasMessageContaining("created with encoding 'UTF8'");
    }

    @Override
    protected SqlDatabase create() {
        return server.create();
    }

    @Override
    protected void drop(SqlDatabase old) {
        server.drop(old);
    }
}
