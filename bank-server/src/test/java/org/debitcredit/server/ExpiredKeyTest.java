package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import java.nio.file.Path;
import java.util.UUID;
import org.debitcredit.transaction.TransactionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key that the bank has forgotten is never executed again. */
class ExpiredKeyTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":7,\"amount\":100}";

    @TempDir
    Path data;

    @Test
    void aForgottenKeyIsRefusedAsExpiredAndItsMoneyMovesOnlyOnce() {
        try (TestServer server = TestServer.open(data, "bank.key-window=1")) {
            long millis = System.currentTimeMillis();
            String first = key(millis, 1);
            assertThat(server.execute(first, DEPOSIT).statusCode()).isEqualTo(200);
            for (int i = 1; i <= 2; i++) {
                assertThat(server.execute(key(millis + i, i), DEPOSIT).statusCode())
                        .isEqualTo(200);
            }
            assertProblem(server.execute(first, DEPOSIT), 422, "key-expired");
            assertThat(json(server.get("/v1/transactions/" + first))
                            .path("status")
                            .asString())
                    .isEqualTo("expired");
            assertThat(json(server.get("/v1/accounts/7")).path("balance").asLong())
                    .isEqualTo(300);
        }
    }

    private static String key(long millis, long number) {
        UUID key = TransactionKey.uuidV7(millis, number, number);
        return key.toString();
    }
}
