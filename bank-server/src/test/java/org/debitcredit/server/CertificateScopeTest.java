package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.debitcredit.server.ProblemAssert.assertProblem;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.Outcome;
import org.debitcredit.wire.v1.ReverseRequest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scope of a client that authenticates with a certificate, on every way in. */
class CertificateScopeTest {

    @TempDir
    private static Path folder;

    private static CertifiedClients clients;

    @BeforeAll
    static void issue() throws IOException, GeneralSecurityException {
        clients = new CertifiedClients(folder);
    }

    /** A terminal of branch 7, at a teller of branch 8 and at one of its own. */
    @Test
    void aCertificateOfOneBranchMovesNoMoneyOfAnotherByAnyWay() throws Exception {
        List<String> properties = new ArrayList<>(clients.properties("branches", "false"));
        properties.remove("bank.security.scopes[0].tellers=0-9");
        properties.addAll(List.of("bank.ledger=memory", "bank.branches=9", "bank.security.scopes[0].branches=7"));
        try (TestServer ofBranches = TestServer.open(folder.resolve("branches"), properties.toArray(String[]::new))) {
            List<String> before = money(ofBranches);
            sendOverHttp(ofBranches, 8_000_003, 403);
            clients.grpc(ofBranches, clients.bank, "atm", null, stub -> {
                assertOutOfScope(() -> stub.execute(depositAt(8_000_003)));
                assertOutOfScope(() -> stub.reverse(reversalAt(8_000_003)));
            });
            for (boolean isOrdered : new boolean[] {false, true}) {
                Object answer = batchAt(ofBranches, isOrdered, 7_000_003, 8_000_003);
                if (answer instanceof ExecuteBatchResponse refused) {
                    assertThat(isOrdered).isFalse();
                    assertThat(refused.getError().getReason()).isEqualTo("out-of-scope");
                    assertThat(refused.getOutcomeCount()).isZero();
                } else {
                    assertThat(isOrdered).isTrue();
                    assertThat(GrpcContractTest.errorInfo((StatusRuntimeException) answer)
                                    .getReason())
                            .isEqualTo("out-of-scope");
                }
            }
            assertThat(money(ofBranches)).as("position, sums and balances").isEqualTo(before);

            sendOverHttp(ofBranches, 7_000_003, 200);
            clients.grpc(ofBranches, clients.bank, "atm", null, stub -> {
                assertThat(stub.execute(depositAt(7_000_003)).getPosition()).isPositive();
                assertThat(stub.reverse(reversalAt(7_000_003)).getPosition()).isPositive();
            });
            for (boolean isOrdered : new boolean[] {false, true}) {
                assertThat(batchAt(ofBranches, isOrdered, 7_000_003))
                        .isInstanceOfSatisfying(
                                ExecuteBatchResponse.class,
                                executed -> assertThat(executed.getOutcomeList())
                                        .containsExactly(Outcome.OUTCOME_COMMITTED_VALUE));
            }
            assertThat(money(ofBranches))
                    .as("the same ways with its own teller")
                    .isNotEqualTo(before);
        }
    }

    /** The position and the sums of the bank, and balances of branch 8. */
    private static List<String> money(TestServer of) throws IOException {
        List<String> answers = new ArrayList<>();
        for (String path : List.of("/v1/totals", "/v1/accounts/8000005", "/v1/tellers/8000003", "/v1/branches/8")) {
            HttpResponse<String> answer = clients.get(of, clients.http("op"), path, null);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            answers.add(answer.body());
        }
        return answers;
    }

    /** Transactions on the fast and on the slow route, and a reversal. */
    private static void sendOverHttp(TestServer to, long teller, int status) throws IOException {
        String deposit = "{\"type\":\"deposit\",\"teller\":" + teller + ",\"account\":8000005,\"amount\":1}";
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(deposit);
        List<HttpResponse<String>> answers = List.of(
                clients.send(to, clients.http("atm"), "/v1/transactions", null, known, TestServer.newKey()),
                clients.send(
                        to,
                        clients.http("atm"),
                        "/v1/transactions",
                        null,
                        HttpRequest.BodyPublishers.fromPublisher(known),
                        TestServer.newKey()),
                clients.send(
                        to,
                        clients.http("atm"),
                        "/v1/reversals",
                        null,
                        HttpRequest.BodyPublishers.ofString(
                                "{\"originalKey\":\"" + TestServer.newKey() + "\",\"original\":" + deposit + "}"),
                        TestServer.newKey()));
        for (HttpResponse<String> answer : answers) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            if (status != 200) {
                assertProblem(answer, status, "out-of-scope");
            }
        }
    }

    private static ExecuteRequest depositAt(long teller) {
        return GrpcContractTest.deposit(8_000_005, 1).setTeller(teller).build();
    }

    private static ReverseRequest reversalAt(long teller) {
        return ReverseRequest.newBuilder()
                .setKey(depositAt(teller).getKey())
                .setOriginal(depositAt(teller))
                .build();
    }

    private static void assertOutOfScope(ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(GrpcContractTest.errorInfo(refused).getReason()).isEqualTo("out-of-scope");
        });
    }

    /** The answer to a batch with one row for each teller, or the end of its stream. */
    private static Object batchAt(TestServer to, boolean isOrdered, long... tellers) throws InterruptedException {
        ManagedChannel channel = clients.channel(to, clients.bank, "atm");
        try {
            GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
            BankServiceGrpc.BankServiceStub stub = BankServiceGrpc.newStub(channel);
            StreamObserver<ExecuteBatchRequest> sending =
                    isOrdered ? stub.executeOrderedBatches(answers) : stub.executeBatches(answers);
            ExecuteBatchRequest.Builder batch = GrpcContractTest.batch(1, 8_000_005, tellers.length);
            for (int row = 0; row < tellers.length; row++) {
                batch.setTeller(row, tellers[row]);
            }
            sending.onNext(batch.build());
            return answers.event();
        } finally {
            channel.shutdownNow();
        }
    }
}
