package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.server.command.BankCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code verify --ledger}: what the operator is told of a database. */
class VerifyLedgerTest {

    @TempDir
    Path folder;

    private String url;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void work() {
        url = "jdbc:sqlite:" + folder.resolve("bank.sqlite");
        try (TestServer server = TestServer.open(folder.resolve("data"), "bank.ledger=" + url)) {
            server.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":7,\"amount\":5}");
        }
    }

    private Ended verify(String... more) {
        PrintStream stdout = System.out;
        PrintStream stderr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            String[] arguments = new String[2 + more.length];
            arguments[0] = "verify";
            arguments[1] = folder.resolve("data").toString();
            System.arraycopy(more, 0, arguments, 2, more.length);
            int code = new CommandLine(new BankCommand()).execute(arguments);
            return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(stdout);
            System.setErr(stderr);
        }
    }

    @Test
    void theDatabaseOfABankIsComparedAndItsDifferencesAreNamed() throws SQLException {
        Ended right = verify("--ledger", url);
        assertThat(right.code()).as(right.toString()).isZero();
        assertThat(right.out())
                .startsWith("HOLDS")
                .contains("the database is at position 1: 20,022 rows of balances compared, 0 differ");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("update account set balance = 500 where account_id = 7");
        }
        Ended wrong = verify("--ledger", url, "--bank.database.user", "nobody", "--json");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.out())
                .contains("\"ledgerDiffering\":1", "account 7 has 500; according to the journal, 5", "\"holds\":false");
        assertThat(verify().code()).as("without its database").isZero();
    }

    @Test
    void whatCannotBeComparedIsWrongUsageAndWhatCannotBeReadIsAFailure() {
        assertThat(verify("--ledger", "h2").err()).contains("is 'h2', which is rebuilt at each start");
        assertThat(verify("--ledger", "jdbc:h2:./x").code()).isEqualTo(2);
        assertThat(verify("--ledger", "jdbc:nothing:x").code()).isEqualTo(2);
        Ended away = verify("--ledger", "jdbc:sqlite:" + folder.resolve("none.sqlite"));
        assertThat(away.code()).as(away.toString()).isEqualTo(1);
        assertThat(away.err()).startsWith("bank: reading jdbc:sqlite:").doesNotContain("\tat ");
    }
}
