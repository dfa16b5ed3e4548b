package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import org.debitcredit.ledger.sql.SqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bank in memory with a projection in PostgreSQL, whose journal is cut all the time: {@code kill -9} of the database,
 * of the service and of both under load. The bank does not wait for its projection, and in the end that is the bank.
 */
class ProjectionIT {

    private static final int ACKNOWLEDGED = 1_000;
    private static final long ACKNOWLEDGED_MILLIS_MAX = 60_000;
    private static final Duration CAUGHT_UP_MAX = Duration.ofSeconds(60);

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    @TempDir
    private Path folder;

    @Test
    void killedWithItsServiceOrAloneItHasEveryPostingOnce() throws Exception {
        try (KillablePostgres database = new KillablePostgres(folder);
                ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            SqlDatabase where = database.create();
            RestartCheck check = new RestartCheck(file, ServerCommand.KEY_WINDOW);

            TestedServer service = SERVERS.ready(command(where, "file"));
            try (ClientLoad load = ClientLoad.startSmall(service, file, new Random(1))) {
                more(file);
                database.kill9();
                more(file);
                service.kill9();
                load.awaitEnd();
            }

            database.restart();
            service = SERVERS.ready(command(where, "chronicle"));
            check.judge(service);
            try (ClientLoad load = ClientLoad.startSmall(service, file, new Random(2))) {
                more(file);
                database.kill9();
                service.kill9();
                load.awaitEnd();
            }

            database.restart();
            service = SERVERS.ready(command(where, "file"));
            System.out.println("projection: " + check.judge(service));
            RestBank bank = service.rest();
            await().atMost(CAUGHT_UP_MAX)
                    .until(() -> position(where) == bank.totals().position());
            assertThatItIs(bank, where);
            assertThat(service.terminate()).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        }
    }

    private static void more(ClientSuccessFile file) throws InterruptedException {
        assertThat(file.awaitAcknowledged(file.acknowledged() + ACKNOWLEDGED, ACKNOWLEDGED_MILLIS_MAX))
                .as("the bank answers")
                .isTrue();
    }

    private ServerCommand command(SqlDatabase where, String journal) {
        return ServerCommand.over(folder.resolve("data"))
                .cuttingItsJournal(journal, "memory")
                .option("--projection", where.url())
                .property("bank.projection.user", where.user());
    }

    private static void assertThatItIs(RestBank bank, SqlDatabase where) throws Exception {
        RestTotals totals = bank.totals();
        assertThat(number(where, "select count(*) from history")).isEqualTo(totals.historyRows());
        assertThat(number(where, "select sum(amount) from history")).isEqualTo(totals.history());
        assertThat(number(where, "select sum(balance) from account")).isEqualTo(totals.accounts());
        assertThat(number(where, "select sum(till) from teller")).isEqualTo(totals.tellers());
        long postings = 0;
        for (long branch = 0; branch < ServerCommand.BRANCHES; branch++) {
            for (long account = branch * 1_000_000; account < branch * 1_000_000 + 20; account++) {
                postings += postings(bank, account);
            }
        }
        assertThat(postings).isEqualTo(totals.historyRows());
    }

    /** Through all pages of the account's statement, which must add up. */
    private static long postings(RestBank bank, long account) throws IOException {
        long left = bank.balance("accounts", account);
        long count = 0;
        String path = "/v1/accounts/" + account + "/statement?limit=500";
        String more = "";
        do {
            JsonNode page = bank.get(path + more).json();
            assertThat(page.required("balance").longValue()).isEqualTo(left);
            for (JsonNode posting : page.required("postings")) {
                assertThat(posting.required("balance").longValue()).isEqualTo(left);
                left -= posting.required("amount").longValue();
                count++;
            }
            more = page.has("next") ? "&cursor=" + page.get("next").textValue() : "";
        } while (!more.isEmpty());
        assertThat(left).isZero();
        return count;
    }

    private static long position(SqlDatabase where) throws SQLException {
        return number(where, "select position from journal_position");
    }

    private static long number(SqlDatabase where, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(where.url(), where.user(), where.password());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }
}
