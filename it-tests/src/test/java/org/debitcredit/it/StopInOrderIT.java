package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM under load, and the start after it. */
class StopInOrderIT {

    @RegisterExtension
    static final Servers SERVERS = new Servers();

    private static final Sent DEPOSIT = Sent.of(Transaction.deposit(1, 9_000, 10));
    private static final Sent TOO_MUCH = Sent.of(Transaction.withdrawal(1, 9_000, 11));

    @TempDir
    static Path folder;

    private static List<Outcome> firstAnswers;
    private static TestedServer stopped;
    private static int exitCode;
    private static TestedServer server;
    private static RestartCheck.Figures figures;

    @BeforeAll
    static void stopUnderLoadAndStartAgain() throws Exception {
        Path data = folder.resolve("data");
        stopped = SERVERS.ready(data);
        try (ClientSuccessFile file = new ClientSuccessFile(folder.resolve("success"))) {
            List<Sent> first = List.of(DEPOSIT, TOO_MUCH);
            file.sending(first);
            firstAnswers =
                    List.of(stopped.rest().execute(DEPOSIT), stopped.rest().execute(TOO_MUCH));
            file.answered(first, firstAnswers);
            try (ClientLoad load = ClientLoad.start(stopped, file, new Random())) {
                assertThat(file.awaitAcknowledged(1_000, 60_000)).isTrue();
                exitCode = stopped.terminate();
                load.awaitEnd();
            }
            server = SERVERS.ready(data);
            figures = new RestartCheck(file).judge(server);
        }
    }

    @Test
    void theServerEndsInOrderAndSaysSo() {
        assertThat(exitCode).isEqualTo(TestedServer.ENDED_BY_SIGTERM);
        assertThat(stopped.log()).contains("bank closed at position").doesNotContain("ERROR");
    }

    @Test
    void theNextStartFindsTheEndRecord() {
        assertThat(server.log()).contains("is open:").doesNotContain("did not stop cleanly");
    }

    @Test
    void everyAnsweredTransactionIsThere() {
        assertThat(figures.acknowledged()).isGreaterThan(1_000);
        assertThat(figures.position()).isGreaterThanOrEqualTo(figures.acknowledged());
    }

    @Test
    void keysKeepTheirAnswersOverTheRestart() throws IOException {
        assertThat(server.rest().execute(DEPOSIT)).isEqualTo(firstAnswers.get(0));
        assertThat(server.rest().execute(TOO_MUCH)).isEqualTo(firstAnswers.get(1));
        try (GrpcBank grpc = server.grpc()) {
            ExecuteResponse again = grpc.execute(DEPOSIT);
            assertThat(firstAnswers.get(0)).isEqualTo(new Outcome.Committed(again.getPosition(), again.getBalance()));
            GetTransactionResponse refused = grpc.ask(TOO_MUCH.key());
            assertThat(refused.getStatus()).isEqualTo(GetTransactionResponse.Status.STATUS_REFUSED);
            assertThat(refused.getReason()).isEqualTo("insufficient-funds");
        }
    }

    @Test
    void aKeyWithOtherContentIsStillAConflictAfterTheRestart() throws IOException {
        Sent other = new Sent(DEPOSIT.key(), Transaction.deposit(1, 9_000, 12));
        assertThat(server.rest().post(other).reason()).isEqualTo("key-conflict");
        try (GrpcBank grpc = server.grpc()) {
            assertThatThrownBy(() -> grpc.execute(other))
                    .isInstanceOfSatisfying(
                            StatusRuntimeException.class,
                            refusal -> assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.ALREADY_EXISTS));
        }
    }
}
