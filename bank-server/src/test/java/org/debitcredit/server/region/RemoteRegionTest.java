package org.debitcredit.server.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.debitcredit.client.BankClient;
import org.debitcredit.engine.Submission;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.BatchError;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A region at whose partner the test answers by hand, also what no bank answers. */
@Timeout(60)
class RemoteRegionTest {

    private static final int BATCHES_MAX = 4;
    private static final int COMMITTED = 1;
    private static final long BAD_ACCOUNT = 666;
    private static final Outcome NOT_EXECUTED = new Outcome.Failed(Failure.NOT_EXECUTED);
    private static final Outcome OUTCOME_UNKNOWN = new Outcome.Failed(Failure.OUTCOME_UNKNOWN);

    private final Partner partner = new Partner();
    private final List<CompletableFuture<Outcome>> first = new ArrayList<>();
    private final AtomicInteger errors = new AtomicInteger();
    private Server server;
    private RemoteRegion region;

    private record Asked(ExecuteBatchRequest batch, StreamObserver<ExecuteBatchResponse> answers) {

        int rows() {
            return batch.getTellerCount();
        }

        ExecuteBatchResponse.Builder committed() {
            ExecuteBatchResponse.Builder response =
                    ExecuteBatchResponse.newBuilder().setBatchId(batch.getBatchId());
            IntStream.range(0, rows())
                    .forEach(row ->
                            response.addOutcome(COMMITTED).addPosition(row + 1).addBalance(7));
            return response;
        }

        void answer(ExecuteBatchResponse.Builder response) {
            answers.onNext(response.build());
        }

        void commit() {
            answer(committed().addTimeMicros(5));
        }

        void refuse(String reason, int retryAfterMillis) {
            answer(ExecuteBatchResponse.newBuilder()
                    .setBatchId(batch.getBatchId())
                    .setError(BatchError.newBuilder().setReason(reason).setRetryAfterMillis(retryAfterMillis)));
        }
    }

    private static final class Partner extends BankServiceGrpc.BankServiceImplBase {

        private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

        @Override
        public StreamObserver<ExecuteBatchRequest> executeBatches(StreamObserver<ExecuteBatchResponse> answers) {
            return new StreamObserver<>() {
                @Override
                public void onNext(ExecuteBatchRequest batch) {
                    asked.add(new Asked(batch, answers));
                }

                @Override
                public void onError(Throwable failure) {}

                @Override
                public void onCompleted() {
                    answers.onCompleted();
                }
            };
        }

        Asked next() throws InterruptedException {
            Asked next = asked.poll(10, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        }
    }

    @BeforeEach
    void connect() throws IOException {
        server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(partner)
                .build()
                .start();
        BankClient.Options options = new BankClient.Options(null, Duration.ZERO, false, Duration.ofSeconds(5));
        region = new RemoteRegion(
                () -> {
                    if (errors.getAndDecrement() > 0) {
                        throw new NoClassDefFoundError("planted");
                    }
                    return BankClient.plaintext("127.0.0.1", server.getPort(), options);
                },
                20_000);
        region.returned();
    }

    @AfterEach
    void disconnect() {
        region.close();
        server.shutdownNow();
    }

    private CompletableFuture<Outcome> execute(long account) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        TransactionKey key = TransactionKey.of(
                0, TransactionKey.uuidV7(1, account, UUID.randomUUID().hashCode()));
        region.execute(
                Transaction.deposit(3, account, 10),
                key,
                Submission.NOT_FOLLOWED,
                (ClearingBank.Answer answer) -> outcome.complete(answer.outcome()));
        return outcome;
    }

    /** Has three rows leave in one batch, because the batches before it are all under way. */
    private Asked together(List<CompletableFuture<Outcome>> rows) throws InterruptedException {
        List<Asked> before = new ArrayList<>();
        for (int i = 0; i < BATCHES_MAX; i++) {
            first.add(execute(i));
            before.add(partner.next());
        }
        rows.add(execute(10));
        rows.add(execute(BAD_ACCOUNT));
        rows.add(execute(12));
        for (Asked each : before) {
            each.commit();
        }
        Asked together = partner.next();
        assertThat(together.rows()).isEqualTo(3);
        return together;
    }

    private static Outcome outcome(CompletableFuture<Outcome> row) throws Exception {
        return row.get(10, TimeUnit.SECONDS);
    }

    @Test
    void of_a_batch_with_another_number_of_times_every_row_is_answered() throws Exception {
        List<CompletableFuture<Outcome>> rows = new ArrayList<>();
        Asked three = together(rows);
        three.answer(three.committed().addTimeMicros(5).addTimeMicros(6));
        for (CompletableFuture<Outcome> row : rows) {
            assertThat(outcome(row)).isEqualTo(OUTCOME_UNKNOWN);
        }
        await().until(region::isAway);
        region.returned();
        CompletableFuture<Outcome> next = execute(20);
        partner.next().commit();
        assertThat(outcome(next)).as("over a new connection").isEqualTo(new Outcome.Committed(1, 7));
    }

    @Test
    void errors_while_batches_are_sent_take_none_of_their_places() throws Exception {
        errors.set(BATCHES_MAX);
        for (int i = 0; i < BATCHES_MAX; i++) {
            assertThat(outcome(execute(i))).isEqualTo(NOT_EXECUTED);
        }
        CompletableFuture<Outcome> next = execute(20);
        partner.next().commit();
        assertThat(outcome(next)).isEqualTo(new Outcome.Committed(1, 7));
    }

    @Test
    void the_rows_of_a_batch_that_is_refused_as_a_whole_are_sent_singly_once() throws Exception {
        List<CompletableFuture<Outcome>> rows = new ArrayList<>();
        together(rows).refuse("malformed", 0);
        for (int i = 0; i < rows.size(); i++) {
            Asked single = partner.next();
            assertThat(single.rows()).isEqualTo(1);
            if (single.batch().getAccount(0) == BAD_ACCOUNT) {
                single.refuse("malformed", 0);
            } else {
                single.commit();
            }
        }
        assertThat(outcome(rows.get(0))).isEqualTo(new Outcome.Committed(1, 7));
        assertThat(outcome(rows.get(1))).isEqualTo(NOT_EXECUTED);
        assertThat(outcome(rows.get(2))).isEqualTo(new Outcome.Committed(1, 7));
        assertThat(partner.asked).isEmpty();
    }

    @Test
    void a_region_that_refuses_what_is_sent_to_it_says_why_until_it_takes_something() throws Exception {
        CompletableFuture<Outcome> refused = execute(10);
        partner.next().refuse("out-of-scope", 0);
        assertThat(outcome(refused)).isEqualTo(NOT_EXECUTED);
        assertThat(region.refusedBecause()).contains("out-of-scope");
        assertThat(region.isAway()).isFalse();
        CompletableFuture<Outcome> taken = execute(11);
        partner.next().commit();
        assertThat(outcome(taken)).isEqualTo(new Outcome.Committed(1, 7));
        assertThat(region.refusedBecause()).isNull();
    }

    @Test
    void what_is_sent_to_another_bank_is_not_executed() throws Exception {
        CompletableFuture<Outcome> row = execute(10);
        partner.next()
                .answers()
                .onError(StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
                        .setCode(Code.FAILED_PRECONDITION_VALUE)
                        .addDetails(Any.pack(ErrorInfo.newBuilder()
                                .setDomain("debitcredit.org")
                                .setReason("another-bank")
                                .build()))
                        .build()));
        assertThat(outcome(row)).isEqualTo(NOT_EXECUTED);
        await().until(region::isAway);
    }

    @Test
    void a_bank_that_is_busy_is_not_sent_the_rows_again() throws Exception {
        List<CompletableFuture<Outcome>> rows = new ArrayList<>();
        together(rows).refuse("busy", 100);
        for (CompletableFuture<Outcome> row : rows) {
            assertThat(outcome(row)).isEqualTo(NOT_EXECUTED);
        }
        assertThat(partner.asked).isEmpty();
    }
}
