package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.settings.ProjectionProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Where a bank in memory has its statements from. */
class StatementSourceTest {

    private static final String STATEMENT = "/v1/accounts/7/statement";

    @TempDir
    Path folder;

    @Test
    void aBankOfBalancesOnlyHasNoHistory() {
        try (TestServer server = TestServer.open(folder, "bank.ledger=memory")) {
            assertThat(assertProblem(server.get(STATEMENT), 501, "no-history")
                            .path("detail")
                            .asString())
                    .contains("projection");
            assertThat(server.get("/actuator/metrics/bank.projection.lag").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void aProjectionTellsWhatItHasReachedAndHowFarThatLags() {
        try (TestServer server = TestServer.open(
                folder,
                "bank.ledger=memory",
                "bank.projection.url=jdbc:sqlite:" + folder.resolve("projection.sqlite"))) {
            for (int i = 1; i <= 3; i++) {
                server.execute("{\"type\":\"deposit\",\"teller\":3,\"account\":7,\"amount\":" + i + "}");
            }
            await().until(() -> json(server.get(STATEMENT)).path("postings").size() == 3);
            assertThat(json(server.get(STATEMENT)).path("asOf").asLong()).isEqualTo(3);
            assertThat(json(server.get("/actuator/metrics/bank.projection.lag"))
                            .path("measurements")
                            .get(0)
                            .path("value")
                            .asDouble())
                    .isZero();
        }
    }

    @Test
    void aHistoryInMemoryThatMayKeepNoMoreTellsTheLatestAndFromWhereOn() {
        try (TestServer server = TestServer.open(folder, "bank.history.rows-max=4")) {
            String deposit = "{\"type\":\"deposit\",\"teller\":3,\"account\":7,\"amount\":1}";
            for (int i = 0; i < 4; i++) {
                server.execute(deposit);
            }
            String cursor =
                    json(server.get(STATEMENT + "?limit=2")).path("next").asString();
            assertThat(meter(server, "bank.history.rows")).isEqualTo(4);
            for (int i = 0; i < 4; i++) {
                server.execute(deposit);
            }
            assertThat(meter(server, "bank.history.rows")).isEqualTo(4);
            assertThat(meter(server, "bank.history.rows.max")).isEqualTo(4);
            JsonNode statement = json(server.get(STATEMENT));
            assertThat(statement.path("historyFrom").asLong()).isEqualTo(5);
            assertThat(statement.path("postings").size()).isEqualTo(4);
            assertThat(statement.path("balance").asLong()).isEqualTo(8);
            assertThat(assertProblem(server.get(STATEMENT + "?cursor=" + cursor), 400, "malformed")
                            .path("detail")
                            .asString())
                    .contains("has no posting of account 7 at position 3; it begins at position 5. Start again");
            assertThat(server.get("/v1/totals").body()).contains("\"historyRows\":8", "\"holds\":true");
        }
    }

    private static double meter(TestServer server, String name) {
        return json(server.get("/actuator/metrics/" + name))
                .at("/measurements/0/value")
                .asDouble();
    }

    /** An interrupt of a thread that reads a file closes that file for the writer too, as H2 in a file is read. */
    @Test
    void aClientThatLeavesHasNoReaderInterrupted() throws Exception {
        try (TestServer server = TestServer.start(folder, List.of(FaultyLedger.Configuration.class))) {
            FaultyLedger.Faults faults = server.context.getBean(FaultyLedger.Faults.class);
            faults.mayOpen.countDown();
            server.awaitOpen();
            faults.readersWait = true;
            try (Socket client = new Socket("127.0.0.1", server.port())) {
                client.getOutputStream()
                        .write("GET /v1/accounts/5/statement HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(faults.reading.await(10, TimeUnit.SECONDS)).isTrue();
            }
            Gauge open = server.context
                    .getBean(MeterRegistry.class)
                    .get("bank.connections")
                    .gauge();
            await().until(() -> open.value() == 0);
            faults.mayRead.countDown();
            assertThat(faults.wasInterrupted.get(10, TimeUnit.SECONDS)).isFalse();
        }
    }

    @Test
    void aStatementThatFindsTooManyReadersIsRefusedAsBusy() {
        try (TestServer server = TestServer.start(folder, List.of(FaultyLedger.Configuration.class))) {
            FaultyLedger.Faults faults = server.context.getBean(FaultyLedger.Faults.class);
            faults.mayOpen.countDown();
            server.awaitOpen();
            faults.hasTooManyReaders = true;
            HttpResponse<String> refused = server.get(STATEMENT);
            assertProblem(refused, 503, "busy");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            faults.hasTooManyReaders = false;
            assertThat(server.get(STATEMENT).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sqlite:x | must be a JDBC URL",
                "jdbc:oracle:x | must begin with one of",
                "jdbc:h2:./file | Use jdbc:sqlite:FILE",
                "jdbc:h2:mem:x | Use jdbc:sqlite:FILE"
            })
    void aDatabaseThatCannotKeepAProjectionIsRefused(String url, String named) {
        assertThatThrownBy(() -> new ProjectionProperties(url, "", "", null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named);
    }

    @Test
    void aProjectionIntoTheLedgersOwnDatabaseIsRefused() {
        String database = "jdbc:sqlite:" + folder.resolve("bank.sqlite");
        assertThatThrownBy(() -> TestServer.open(folder, "bank.ledger=" + database, "bank.projection.url=" + database))
                .hasStackTraceContaining("the ledger's own database");
    }
}
