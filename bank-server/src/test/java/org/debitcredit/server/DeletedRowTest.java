package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.debitcredit.wire.v1.BalanceKind;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.GetBalanceRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row that was deleted from the bank's database affects only the requests that need it. */
class DeletedRowTest {

    @TempDir
    Path folder;

    private static String deposit(long account) {
        return "{\"type\":\"deposit\",\"teller\":3,\"account\":" + account + ",\"amount\":1}";
    }

    @Test
    void whoeverNeedsADeletedRowIsToldSoAndEverybodyElseIsServed() throws SQLException {
        String database = "jdbc:sqlite:" + folder.resolve("bank.sqlite");
        try (TestServer server = TestServer.open(folder, "bank.ledger=" + database)) {
            assertThat(server.execute(deposit(7)).statusCode()).isEqualTo(200);
            assertThat(server.get("/actuator/prometheus").body()).contains("\nbank_ledger_damaged 0.0");
            try (Connection connection = DriverManager.getConnection(database);
                    Statement statement = connection.createStatement()) {
                statement.execute("delete from account where account_id = 7");
            }
            assertThat(assertProblem(server.get("/v1/accounts/7"), 500, "ledger-damaged")
                            .path("detail")
                            .asString())
                    .contains("missing the row of account 7", "verify", "--ledger");
            assertThat(assertProblem(server.get("/v1/accounts/7/statement"), 500, "ledger-damaged")
                            .path("detail")
                            .asString())
                    .contains("account 7");
            String key = TestServer.newKey();
            assertProblem(server.execute(key, deposit(7)), 500, "ledger-damaged");
            assertThat(server.get("/v1/transactions/" + key).body()).contains("unknown");
            assertGrpcTells(server);

            assertThat(server.execute(deposit(8)).body()).contains("\"position\":2,");
            assertThat(server.get("/v1/accounts/8").body()).contains("\"balance\":1");
            assertThat(server.get("/v1/accounts/8/statement").statusCode()).isEqualTo(200);
            assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
            assertThat(json(server.get("/actuator/health"))
                            .at("/components/bank/details/ledgerDamage")
                            .asString())
                    .contains("account 7");
            assertThat(json(server.get("/actuator/metrics/bank.ledger.damages"))
                            .at("/measurements/0/value")
                            .asDouble())
                    .isEqualTo(4);
            assertThat(server.get("/actuator/prometheus").body()).contains("\nbank_ledger_damaged 1.0");
        }
    }

    private static void assertGrpcTells(TestServer server) {
        BankServiceGrpc.BankServiceBlockingStub bank = BankServiceGrpc.newBlockingStub(server.channel);
        StatusRuntimeException unread = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> bank.getBalance(GetBalanceRequest.newBuilder()
                        .setKind(BalanceKind.BALANCE_KIND_ACCOUNT)
                        .setId(7)
                        .build()));
        assertThat(unread.getStatus().getCode()).isEqualTo(Status.Code.DATA_LOSS);
        assertThat(unread.getStatus().getDescription()).contains("account 7");
        StatusRuntimeException notExecuted = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> bank.execute(GrpcContractTest.deposit(7, 1).build()));
        assertThat(GrpcContractTest.errorInfo(notExecuted).getReason()).isEqualTo("ledger-damaged");
    }
}
