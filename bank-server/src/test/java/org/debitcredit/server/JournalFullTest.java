package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import org.debitcredit.engine.BatchSubmission;
import org.debitcredit.engine.TransactionEngine.Intake;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service whose journal is full, because snapshots fail: what its clients and its operator see, and how it ends. */
@Timeout(60)
class JournalFullTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":7,\"amount\":1}";

    @TempDir
    Path temp;

    @Test
    void transactionsAreBusyInquiriesAreAnsweredReadinessSaysWhyAndASnapshotEndsIt() throws Exception {
        Path data = temp.resolve("data");
        try (TestServer server =
                TestServer.open(data, "bank.ledger=memory", "bank.journal.bytes-max=8MB", "bank.key-window=1000")) {
            RunningBank bank = Objects.requireNonNull(
                    server.context.getBean(BankState.class).bank());
            Files.delete(data.resolve("snapshots"));
            while (submit(bank) != Intake.JOURNAL_FULL) {
                Thread.onSpinWait();
            }
            assertThat(assertProblem(server.execute(DEPOSIT), 503, "busy")).isNotNull();
            assertThatAnOrderedStreamEndsWithItsFirstBatch(server);
            assertThat(server.get("/v1/accounts/7").statusCode()).isEqualTo(200);
            while (server.get("/actuator/health/readiness").statusCode() != 503) {
                Thread.onSpinWait();
            }
            assertThat(json(server.get("/actuator/health"))
                            .at("/components/bank/details/journalFull")
                            .asString())
                    .contains("of at most 8388608 (bank.journal.bytes-max)", "the last snapshot failed", "snapshots");
            String meters = server.get("/actuator/prometheus").body();
            assertThat(meters)
                    .contains("bank_busy_total{reason=\"queue\"} 0.0")
                    .contains("bank_busy_total{reason=\"journal\"}")
                    .doesNotContain("bank_busy_total{reason=\"journal\"} 0.0")
                    .contains("bank_journal_bytes_max 8388608.0")
                    .containsPattern("bank_journal_bytes \\d");

            Files.createDirectory(data.resolve("snapshots"));
            while (server.get("/actuator/health/readiness").statusCode() != 200) {
                Thread.onSpinWait();
            }
            while (server.execute(DEPOSIT).statusCode() != 200) {
                Thread.onSpinWait();
            }
            assertThat(json(server.get("/actuator/health"))
                            .at("/components/bank/details/journalFull")
                            .isMissingNode())
                    .isTrue();
        }
    }

    /** Were a later batch of it taken, a repeat of the first one would come out of order. */
    private static void assertThatAnOrderedStreamEndsWithItsFirstBatch(TestServer server) throws InterruptedException {
        GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
        StreamObserver<ExecuteBatchRequest> sending =
                BankServiceGrpc.newStub(server.channel).executeOrderedBatches(answers);
        for (int id = 1; id <= 5; id++) {
            sending.onNext(GrpcContractTest.batch(id, 7, 2).build());
        }
        StatusRuntimeException end = (StatusRuntimeException) answers.event();
        assertThat(GrpcContractTest.errorInfo(end).getReason()).isEqualTo("busy");
        assertThat(GrpcContractTest.errorInfo(end).getMetadataMap()).containsEntry("batch_id", "1");
    }

    private static Intake submit(RunningBank bank) {
        RequestColumns requests = new RequestColumns(1_000);
        for (int i = 0; i < 1_000; i++) {
            UUID random = UUID.randomUUID();
            requests.add(
                    Transaction.deposit(3, 7, 1),
                    TransactionKey.of(
                            0,
                            TransactionKey.uuidV7(
                                    System.currentTimeMillis(),
                                    random.getMostSignificantBits(),
                                    random.getLeastSignificantBits())));
        }
        return bank.engine().offer(new BatchSubmission(requests, answered -> {}));
    }
}
