package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators see of the packaged server. */
class OperationsIT {

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    private final RestBank rest = SERVER.process().rest();

    @Test
    void aServerThatServesIsHealthyOverBothTransports() throws IOException {
        for (String path : new String[] {"", "/liveness", "/readiness"}) {
            RestBank.Answer health = rest.get("/actuator/health" + path);
            assertThat(health.status()).as(path).isEqualTo(200);
            assertThat(health.json().required("status").asText()).as(path).isEqualTo("UP");
        }
        try (GrpcBank grpc = SERVER.process().grpc()) {
            assertThat(grpc.health()).isEqualTo(ServingStatus.SERVING);
        }
    }

    @Test
    void prometheusCountsTransactionsAndForces() throws IOException {
        double before = counted(rest.get("/actuator/prometheus").text());
        rest.execute(Sent.of(Transaction.deposit(1, 900, 1)));
        RestBank.Answer after = rest.get("/actuator/prometheus");
        assertThat(after.status()).isEqualTo(200);
        assertThat(counted(after.text())).isEqualTo(before + 1);
        assertThat(after.text())
                .contains("bank_journal_force_seconds")
                .contains("bank_engine_batch_size")
                .contains("bank_engine_queue_depth")
                .contains("le=\"2.0\"");
    }

    private static double counted(String metrics) {
        Matcher lines =
                Pattern.compile("(?m)^bank_transactions_total\\{.*} (\\S+)$").matcher(metrics);
        double sum = 0;
        while (lines.find()) {
            sum += Double.parseDouble(lines.group(1));
        }
        return sum;
    }

    @Test
    void theContractIsServedAsItIsInTheRepository() throws IOException {
        RestBank.Answer contract = rest.get("/v1/openapi.yaml");
        assertThat(contract.status()).isEqualTo(200);
        assertThat(contract.text())
                .isEqualTo(Files.readString(
                        Artifacts.root().resolve("bank-server/src/main/resources/openapi/bank-v1.yaml")));
    }

    @Test
    void whatIsNotThereIsAProblemAndNoStackTrace() throws IOException {
        RestBank.Answer answer = rest.get("/v1/nothing");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.text()).doesNotContain("Exception");
    }
}
