package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.debitcredit.client.CursorRefusedException;
import org.debitcredit.client.Postings;
import org.debitcredit.client.PostingsFollower;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowStart;
import org.debitcredit.wire.v1.ReverseRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** The stream of a bank's transactions, by the contract and by the Java client. */
@Timeout(60)
class ChangeStreamTest {

    private static final Duration WAIT = Duration.ofSeconds(20);

    @TempDir
    private Path data;

    private TestServer server;
    private BankServiceGrpc.BankServiceBlockingStub bank;

    @BeforeEach
    void open() {
        server = TestServer.open(data);
        bank = BankServiceGrpc.newBlockingStub(server.channel);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private PostingsFollower.Connection connection() {
        return PostingsFollower.plaintext(
                "127.0.0.1", server.context.getBean(GrpcServerLifecycle.class).getPort(), null);
    }

    private static ExecuteRequest.Builder request(
            org.debitcredit.wire.v1.TransactionType type, long account, long amount) {
        return GrpcContractTest.deposit(account, amount).setType(type);
    }

    private static UUID uuid(ExecuteRequest request) {
        ByteBuffer key = request.getKey().asReadOnlyByteBuffer();
        return new UUID(key.getLong(), key.getLong());
    }

    private static Postings next(PostingsFollower follower) throws Exception {
        return Objects.requireNonNull(follower.next(WAIT), "the bank sent nothing");
    }

    @Test
    void everyKindOfTransactionIsShownAsItWasDecided() throws Exception {
        ExecuteRequest deposit = request(org.debitcredit.wire.v1.TransactionType.TRANSACTION_TYPE_DEPOSIT, 5, 100)
                .setReference("slip 17")
                .build();
        ExecuteRequest refused = request(org.debitcredit.wire.v1.TransactionType.TRANSACTION_TYPE_WITHDRAWAL, 5, 500)
                .build();
        ExecuteRequest transfer = request(org.debitcredit.wire.v1.TransactionType.TRANSACTION_TYPE_TRANSFER, 5, 30)
                .setTarget(1_000_006)
                .build();
        ExecuteRequest late = request(org.debitcredit.wire.v1.TransactionType.TRANSACTION_TYPE_DEBIT_CREDIT, 7, -20)
                .build();
        long time = bank.execute(deposit).getTimeMicros();
        assertThatThrownBy(() -> bank.execute(refused)).isInstanceOf(StatusRuntimeException.class);
        bank.execute(transfer);
        bank.reverse(reversal(transfer, 0));
        bank.reverse(reversal(late, 5));

        List<Postings> all = new ArrayList<>();
        List<Integer> rows = new ArrayList<>();
        try (PostingsFollower follower = connection().fromOldest()) {
            while (all.size() < 6) {
                Postings some = next(follower);
                for (int i = 0; i < some.size(); i++) {
                    all.add(some);
                    rows.add(i);
                }
            }
            assertThat(follower.cursor()).isEqualTo(all.get(5).cursor());
            assertThat(follower.durablePosition()).isEqualTo(6);
        }
        for (int i = 0; i < 6; i++) {
            assertThat(all.get(i).position(rows.get(i))).isEqualTo(i + 1);
            assertThat(all.get(i).teller(rows.get(i))).isEqualTo(4);
            assertThat(all.get(i).client(rows.get(i))).isEmpty();
        }
        Postings first = all.get(0);
        assertThat(first.type(0)).isEqualTo(TransactionType.DEPOSIT);
        assertThat(first.key(0)).isEqualTo(uuid(deposit));
        assertThat(first.timeMicros(0)).isEqualTo(time);
        assertThat(first.isCommitted(0)).isTrue();
        assertThat(first.account(0)).isEqualTo(5);
        assertThat(first.amountMinor(0)).isEqualTo(100);
        assertThat(first.balanceMinor(0)).isEqualTo(100);
        assertThat(first.target(0)).isEqualTo(Transaction.NO_TARGET);
        assertThat(first.reference(0)).isEqualTo(Reference.of("slip 17"));
        assertThat(first.reversal(0)).isNull();

        int row = rows.get(1);
        assertThat(all.get(1).outcome(row))
                .isEqualTo(new org.debitcredit.transaction.Outcome.Refused(Refusal.INSUFFICIENT_FUNDS, 2, 100));
        row = rows.get(2);
        assertThat(all.get(2).type(row)).isEqualTo(TransactionType.TRANSFER);
        assertThat(all.get(2).target(row)).isEqualTo(1_000_006);
        assertThat(all.get(2).targetBalanceMinor(row)).isEqualTo(30);
        assertThat(all.get(2).balanceMinor(row)).isEqualTo(70);
        assertThat(all.get(2).reference(row)).isNull();
        row = rows.get(3);
        assertThat(all.get(3).type(row)).isEqualTo(TransactionType.REVERSAL);
        assertThat(all.get(3).amountMinor(row)).isEqualTo(30);
        assertThat(all.get(3).target(row)).isEqualTo(1_000_006);
        assertThat(all.get(3).reversal(row))
                .isEqualTo(new Postings.OfReversal(uuid(transfer), 3, TransactionType.TRANSFER, 30, 0));
        row = rows.get(4);
        assertThat(all.get(4).isTombstone(row)).isTrue();
        assertThat(all.get(4).key(row)).isEqualTo(uuid(late));
        assertThat(all.get(4).isCommitted(row)).isFalse();
        row = rows.get(5);
        assertThat(all.get(5).isTombstone(row)).isFalse();
        assertThat(all.get(5).amountMinor(row)).isZero();
        assertThat(all.get(5).reversal(row))
                .isEqualTo(new Postings.OfReversal(uuid(late), 5, TransactionType.DEBIT_CREDIT, -20, 5));
    }

    private static ReverseRequest reversal(ExecuteRequest original, long performed) {
        return ReverseRequest.newBuilder()
                .setKey(GrpcContractTest.key(UUID.fromString(TestServer.newKey())))
                .setOriginal(original)
                .setPerformed(performed)
                .build();
    }

    /** Sends batches of deposits; returns their keys in order. */
    private List<UUID> load(int batches, int size) throws InterruptedException {
        List<UUID> keys = new ArrayList<>();
        Answers answers = new Answers();
        StreamObserver<ExecuteBatchRequest> sending = BankServiceGrpc.newStub(server.channel)
                .executeBatches(new StreamObserver<>() {
                    @Override
                    public void onNext(ExecuteBatchResponse answer) {
                        answers.events.add(answer);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answers.events.add(failure);
                    }

                    @Override
                    public void onCompleted() {
                        answers.events.add("completed");
                    }
                });
        for (int i = 0; i < batches; i++) {
            ExecuteBatchRequest batch = GrpcContractTest.batch(i, 9, size).build();
            ByteBuffer bytes = batch.getKeys().asReadOnlyByteBuffer();
            while (bytes.hasRemaining()) {
                keys.add(new UUID(bytes.getLong(), bytes.getLong()));
            }
            sending.onNext(batch);
        }
        sending.onCompleted();
        for (int i = 0; i < batches; i++) {
            assertThat(answers.events.poll(20, TimeUnit.SECONDS)).isInstanceOf(ExecuteBatchResponse.class);
        }
        return keys;
    }

    /** Every message may be the last one that a reader handles. */
    @Test
    void readersThatBeginAfterAnyCursorHaveEveryTransactionOnceOverARestart() throws Exception {
        List<UUID> keys = load(5, 8_000);
        List<LogPosition> cursors = new ArrayList<>();
        try (PostingsFollower follower = connection().fromOldest()) {
            int read = 0;
            while (read < keys.size()) {
                Postings some = next(follower);
                assertThat(some.size()).isBetween(1, 8_192);
                for (int i = 0; i < some.size(); i++) {
                    assertThat(some.key(i)).isEqualTo(keys.get(read++));
                }
                cursors.add(some.cursor());
            }
        }
        assertThat(cursors).hasSizeGreaterThanOrEqualTo(4);
        server.close();
        open();
        keys = new ArrayList<>(keys);
        keys.addAll(load(1, 10));
        for (LogPosition cursor : cursors) {
            try (PostingsFollower follower = connection().after(cursor)) {
                int read = (int) cursor.position();
                while (read < keys.size()) {
                    Postings some = next(follower);
                    for (int i = 0; i < some.size(); i++) {
                        assertThat(some.key(i)).isEqualTo(keys.get(read++));
                    }
                }
            }
        }
    }

    @Test
    void aFollowerSurvivesTheRestartOfItsBank() throws Exception {
        int port = server.context.getBean(GrpcServerLifecycle.class).getPort();
        bank.execute(GrpcContractTest.deposit(1, 1).build());
        try (PostingsFollower follower =
                PostingsFollower.plaintext("127.0.0.1", port, null).fromOldest()) {
            assertThat(next(follower).position(0)).isEqualTo(1);
            server.close();
            server = TestServer.open(data, "spring.grpc.server.port=" + port);
            bank = BankServiceGrpc.newBlockingStub(server.channel);
            bank.execute(GrpcContractTest.deposit(1, 1).build());
            assertThat(next(follower).position(0)).isEqualTo(2);
        }
    }

    @Test
    void oneThatBeginsNowGetsWhatIsDecidedLater() throws Exception {
        bank.execute(GrpcContractTest.deposit(1, 1).build());
        try (PostingsFollower follower = connection().fromNow()) {
            assertThat(follower.next(Duration.ZERO)).isNull();
            while (follower.cursor() == null) {
                assertThat(follower.next(Duration.ofMillis(20))).isNull();
            }
            bank.execute(GrpcContractTest.deposit(1, 1).build());
            assertThat(next(follower).position(0)).isEqualTo(2);
        }
    }

    @Test
    void transactionsGatherForAReaderThatHasTime() throws Exception {
        int deposits = 20;
        PostingsFollower.Connection gathering = connection().gathering(Duration.ofSeconds(1));
        // With several followers, some are woken by the writer and some by each other.
        try (PostingsFollower other = gathering.fromOldest();
                PostingsFollower follower = gathering.fromOldest()) {
            while (follower.cursor() == null || other.cursor() == null) {
                assertThat(follower.next(Duration.ofMillis(20))).isNull();
                assertThat(other.next(Duration.ofMillis(20))).isNull();
            }
            for (int i = 0; i < deposits; i++) {
                bank.execute(GrpcContractTest.deposit(1, 1).build());
            }
            int messages = 0;
            for (int read = 0; read < deposits; messages++) {
                Postings postings = next(follower);
                assertThat(postings.position(0)).isEqualTo(read + 1);
                read += postings.size();
            }
            assertThat(messages).isLessThanOrEqualTo(deposits / 4);
            int toOther = 0;
            for (int read = 0; read < deposits; toOther++) {
                read += next(other).size();
            }
            assertThat(toOther).isLessThanOrEqualTo(deposits / 4);
        }
    }

    @Test
    void aCursorIsRefusedByItsStableCode() throws Exception {
        bank.execute(GrpcContractTest.deposit(1, 1).build());
        LogPosition cursor;
        try (PostingsFollower follower = connection().fromOldest()) {
            cursor = next(follower).cursor();
        }
        CursorRefusedException unknown =
                refused(new LogPosition(cursor.bank(), cursor.epoch(), 1, cursor.chainChecksum() + 1));
        assertThat(unknown.reason()).isEqualTo("cursor-unknown");
        try (PostingsFollower follower = connection().after(Objects.requireNonNull(unknown.from()))) {
            assertThat(next(follower).position(0)).isEqualTo(1);
        }
        CursorRefusedException another =
                refused(new LogPosition(new UUID(1, 2), cursor.epoch(), 1, cursor.chainChecksum()));
        assertThat(another.reason()).isEqualTo("cursor-of-another-bank");
        assertThat(another.from()).isNull();

        assertMalformed(FollowRequest.newBuilder().setCursor("4711").build());
        assertMalformed(FollowRequest.getDefaultInstance());
        assertMalformed(FollowRequest.newBuilder().setStartValue(7).build());
        FollowRequest.Builder now = FollowRequest.newBuilder().setStart(FollowStart.FOLLOW_START_NOW);
        assertMalformed(now.setGatherMillis(-1).build());
        assertMalformed(now.setGatherMillis(1_001).build());
    }

    private CursorRefusedException refused(LogPosition cursor) {
        try (PostingsFollower follower = connection().after(cursor)) {
            CursorRefusedException refused =
                    catchThrowableOfType(CursorRefusedException.class, () -> follower.next(WAIT));
            assertThat(refused).isNotNull();
            return refused;
        }
    }

    private void assertMalformed(FollowRequest request) {
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class, () -> bank.follow(request).next());
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(GrpcContractTest.errorInfo(refused).getReason()).isEqualTo("malformed");
    }

    /** A stream whose messages are requested by hand. */
    private static final class Answers implements ClientResponseObserver<FollowRequest, FollowResponse> {

        private final LinkedBlockingQueue<Object> events = new LinkedBlockingQueue<>();
        private @Nullable ClientCallStreamObserver<FollowRequest> call;

        @Override
        public void beforeStart(ClientCallStreamObserver<FollowRequest> stream) {
            call = stream;
            stream.disableAutoRequestWithInitial(1);
        }

        @Override
        public void onNext(FollowResponse message) {
            events.add(message);
        }

        @Override
        public void onError(Throwable failure) {
            events.add(failure);
        }

        @Override
        public void onCompleted() {
            events.add("completed");
        }

        ClientCallStreamObserver<FollowRequest> call() {
            return Objects.requireNonNull(call);
        }

        FollowResponse message() throws InterruptedException {
            Object event = events.poll(20, TimeUnit.SECONDS);
            assertThat(event).isInstanceOf(FollowResponse.class);
            return (FollowResponse) event;
        }

        StatusRuntimeException failure() throws InterruptedException {
            Object event = events.poll(20, TimeUnit.SECONDS);
            assertThat(event).isInstanceOf(StatusRuntimeException.class);
            return (StatusRuntimeException) event;
        }
    }

    private Answers follow() {
        Answers answers = new Answers();
        BankServiceGrpc.newStub(server.channel)
                .follow(
                        FollowRequest.newBuilder()
                                .setStart(FollowStart.FOLLOW_START_OLDEST)
                                .build(),
                        answers);
        return answers;
    }

    @Test
    void aReaderThatStopsHoldsUpNobodyAndLaterGetsEverything() throws Exception {
        Answers slow = follow();
        assertThat(slow.message().getCursor()).contains("/0/");
        List<UUID> keys = load(20, 8_000);
        try (PostingsFollower other = connection().fromOldest()) {
            int read = 0;
            while (read < keys.size()) {
                read += next(other).size();
            }
        }
        assertThat(slow.events).isEmpty();
        await().until(() -> meter("bank_follow_streams") == 1);
        assertThat(meter("bank_follow_lag")).isPositive();
        long read = 0;
        while (read < keys.size()) {
            slow.call().request(1);
            FollowResponse message = slow.message();
            assertThat(message.getTypeCount() == 0 || message.getFirstPosition() == read + 1)
                    .isTrue();
            read += message.getTypeCount();
        }
        assertThat(read).isEqualTo(keys.size());
    }

    private double meter(String name) {
        return server.get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void silenceIsInterruptedByTheDurablePosition() throws Exception {
        Answers idle = follow();
        FollowResponse begin = idle.message();
        idle.call().request(1);
        FollowResponse later = idle.message();
        assertThat(later.getTimeMicros()).isGreaterThan(begin.getTimeMicros());
        assertThat(later.toBuilder().setTimeMicros(begin.getTimeMicros()).build())
                .isEqualTo(begin);
        assertThat(later.getTypeCount()).isZero();
    }

    @Test
    void streamsOfAClientAreBoundedAndGivenBack() throws Exception {
        List<Answers> open = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            open.add(follow());
            open.get(i).message();
        }
        StatusRuntimeException busy = follow().failure();
        assertThat(busy.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(GrpcContractTest.errorInfo(busy).getReason()).isEqualTo("busy");
        open.get(0).call().cancel("enough", null);
        while (meter("bank_follow_streams") > 3) {
            Thread.onSpinWait();
        }
        follow().message();
    }

    @Test
    void aStreamEndsWithItsBank() throws Exception {
        Answers open = follow();
        open.message();
        server.context.close();
        assertThat(open.failure().getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
}
