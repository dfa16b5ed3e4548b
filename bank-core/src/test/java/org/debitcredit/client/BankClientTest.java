package org.debitcredit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.OutcomeNumber;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.BatchError;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.debitcredit.wire.v1.ReverseRequest;
import org.debitcredit.wire.v1.ReverseResponse;
import org.debitcredit.wire.v1.ReversedBy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BankClientTest {

    private static final UUID KEY = TransactionKey.uuidV7(1_700_000_000_000L, 0xABC, 0xFEDCBA9876543210L);

    private final ScriptedBank bank = new ScriptedBank();
    private Server server;
    private BankClient client;
    private final ManualTimer timer = new ManualTimer();

    @BeforeEach
    void connect() throws IOException {
        server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(bank)
                .intercept(bank)
                .permitKeepAliveTime(0, TimeUnit.SECONDS)
                .build()
                .start();
        client = BankClient.plaintext(
                "127.0.0.1", server.getPort(), new BankClient.Options("secret", Duration.ZERO, false));
    }

    @AfterEach
    void disconnect() {
        client.close();
        server.shutdownNow();
    }

    @Test
    void columnsGoOutAndOutcomesComeBackInOrder() {
        RequestColumns requests = new RequestColumns(4);
        requests.add(Transaction.debitCredit(7, 11, -2_500), TransactionKey.of(0, KEY));
        requests.add(Transaction.transfer(7, 11, 12, 2_000), TransactionKey.of(0, KEY));
        requests.add(Transaction.withdrawal(7, 11, 2_000), TransactionKey.of(0, KEY));
        bank.answer = request -> ExecuteBatchResponse.newBuilder()
                .setBatchId(request.getBatchId())
                .addAllOutcome(List.of(1, 2, 98))
                .addAllPosition(List.of(41L, 42L, 0L))
                .addAllBalance(List.of(-2_500L, 300L, 0L))
                .build();

        assertThat(client.executeBatch(requests).join())
                .containsExactly(
                        new Outcome.Committed(41, -2_500),
                        new Outcome.Refused(Refusal.INSUFFICIENT_FUNDS, 42, 300),
                        new Outcome.Failed(Failure.OUTCOME_UNKNOWN));

        ExecuteBatchRequest sent = bank.request;
        assertThat(sent.getTypeList()).containsExactly(1, 4, 3);
        assertThat(sent.getTellerList()).containsExactly(7L, 7L, 7L);
        assertThat(sent.getAccountList()).containsExactly(11L, 11L, 11L);
        assertThat(sent.getTargetList()).containsExactly(-1L, 12L, -1L);
        assertThat(sent.getAmountList()).containsExactly(-2_500L, 2_000L, 2_000L);
        ByteBuffer keys = sent.getKeys().asReadOnlyByteBuffer();
        assertThat(keys.remaining()).isEqualTo(3 * 16);
        assertThat(new UUID(keys.getLong(), keys.getLong())).isEqualTo(KEY);
        assertThat(bank.authorization.get()).isEqualTo("Bearer secret");
    }

    @Test
    void aBatchWithoutTransfersHasNoTargets() {
        bank.answer = ScriptedBank::commitAll;
        client.executeBatch(deposit()).join();
        assertThat(bank.request.getTargetList()).isEmpty();
    }

    @Test
    void aBatchUnderOneKeySendsItsFirstKeyAlone() {
        bank.answer = ScriptedBank::commitAll;
        RequestColumns requests = new RequestColumns(1_000, RunLengthKeys.runsMax(1_000));
        for (int i = 0; i < 1_000; i++) {
            requests.addContent(TransactionType.DEPOSIT.code(), 7, 11, Transaction.NO_TARGET, 1);
        }
        requests.keys.add(0, KEY.getMostSignificantBits(), KEY.getLeastSignificantBits(), 1_000);
        client.executeBatch(requests).join();
        ByteBuffer keys = bank.request.getKeys().asReadOnlyByteBuffer();
        assertThat(keys.remaining()).isEqualTo(16);
        assertThat(new UUID(keys.getLong(), keys.getLong())).isEqualTo(KEY);
    }

    @Test
    void manyBatchesAreInFlightOnOneStream() {
        bank.answer = ScriptedBank::commitAll;
        List<CompletableFuture<BatchOutcomes>> inFlight =
                Stream.generate(() -> client.executeBatch(deposit())).limit(100).toList();
        assertThat(inFlight).allSatisfy(outcomes -> assertThat(outcomes.join()).hasSize(1));
        assertThat(bank.streams).isEqualTo(1);
    }

    /** The bank reads nothing, so what the network does not take stays with the client, which is told so. */
    @Test
    void aClientIsReadyOnlyWhileTheNetworkTakesItsBatches() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        bank.answer = request -> {
            awaitQuietly(reads);
            return ScriptedBank.commitAll(request);
        };
        List<CompletableFuture<BatchOutcomes>> sent = new ArrayList<>();
        while (client.whenReady().isDone() && sent.size() < 10_000) {
            sent.add(client.executeBatch(deposits(1_000)));
        }
        assertThat(sent).hasSizeLessThan(10_000);
        CompletableFuture<Void> ready = client.whenReady();
        assertThat(ready).isNotDone();
        reads.countDown();
        ready.get(10, TimeUnit.SECONDS);
        for (CompletableFuture<BatchOutcomes> outcomes : sent) {
            assertThat(outcomes.get(10, TimeUnit.SECONDS)).hasSize(1_000);
        }
    }

    private static RequestColumns deposits(int rows) {
        RequestColumns requests = new RequestColumns(rows);
        for (int row = 0; row < rows; row++) {
            requests.add(Transaction.deposit(7, 11, 100), TransactionKey.of(0, KEY));
        }
        return requests;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aCallHasADeadline() {
        reconnect(new BankClient.Options(null, Duration.ZERO, false, Duration.ofMillis(200)));
        assertThatThrownBy(() -> client.execute(Transaction.deposit(7, 11, 100), TransactionKey.of(0, KEY))
                        .join())
                .hasCauseInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("DEADLINE_EXCEEDED");
    }

    @Test
    void aReversalNamesItsOriginalAsItWasSent() {
        TransactionKey key = new TransactionKey(0, KEY.getMostSignificantBits(), KEY.getLeastSignificantBits() + 1);
        Transaction original = Transaction.transfer(7, 11, 12, 2_000).with(Reference.of("17"));
        Reversal reversal = new Reversal(TransactionKey.of(0, KEY), original, 0);
        BankClient.Executed answer = client.reverse(reversal, key).join();
        assertThat(answer).isEqualTo(new BankClient.Executed(new Outcome.Committed(42, -300), 1_000));
        client.reverse(new Reversal(TransactionKey.of(0, KEY), Transaction.withdrawal(7, 11, 90), 30), key)
                .join();
        ReverseRequest sent = bank.reversals.get(0);
        assertThat(sent.getKey()).isEqualTo(BatchColumns.key(key));
        assertThat(sent.getOriginal().getKey()).isEqualTo(BatchColumns.key(TransactionKey.of(0, KEY)));
        assertThat(sent.getOriginal().getTypeValue()).isEqualTo(4);
        assertThat(sent.getOriginal().getTarget()).isEqualTo(12);
        assertThat(sent.getOriginal().getReference()).isEqualTo("17");
        assertThat(sent.getPerformed()).isZero();
        assertThat(bank.reversals.get(1).getOriginal().hasTarget()).isFalse();
        assertThat(bank.reversals.get(1).getPerformed()).isEqualTo(30);
    }

    @Test
    void aLookUpTellsWhetherTheTransactionWasReversed() {
        TransactionKey key = TransactionKey.of(0, KEY);
        TransactionKey reversal = new TransactionKey(0, key.high(), key.low() + 1);
        GetTransactionResponse.Builder answer = GetTransactionResponse.newBuilder()
                .setStatus(GetTransactionResponse.Status.STATUS_COMMITTED)
                .setPosition(41)
                .setBalance(-300)
                .setTimeMicros(1_000)
                .setReference("17");
        bank.status = answer.build();
        assertThat(client.status(key).join())
                .isEqualTo(new TransactionStatus(
                        TransactionStatus.State.COMMITTED, 41, -300, 1_000, null, Reference.of("17"), false, null));
        bank.status = answer.setReversed(true)
                .setReversedBy(ReversedBy.newBuilder()
                        .setKey(BatchColumns.key(reversal))
                        .setPosition(42)
                        .setAmount(-70))
                .build();
        TransactionStatus reversed = client.status(key).join();
        assertThat(reversed.isReversed()).isTrue();
        assertThat(reversed.reversedBy()).isEqualTo(new TransactionStatus.ReversedBy(reversal, 42, -70));
        bank.status = GetTransactionResponse.newBuilder()
                .setStatus(GetTransactionResponse.Status.STATUS_REFUSED)
                .setReason("reversed")
                .build();
        assertThat(client.status(key).join().reason()).isEqualTo("reversed");
        for (int status : new int[] {3, 4}) {
            bank.status =
                    GetTransactionResponse.newBuilder().setStatusValue(status).build();
            assertThat(client.status(key).join())
                    .isEqualTo(new TransactionStatus(
                            TransactionStatus.State.values()[status - 1], 0, 0, 0, null, null, false, null));
        }
        bank.status = GetTransactionResponse.newBuilder().setStatusValue(77).build();
        assertThatThrownBy(() -> client.status(key).join()).hasMessageContaining("status");
    }

    @Test
    void aRefusedBatchFailsAloneAndTheStreamGoesOn() {
        bank.answer = request -> ExecuteBatchResponse.newBuilder()
                .setBatchId(request.getBatchId())
                .setError(BatchError.newBuilder()
                        .setReason("busy")
                        .setDetail("full")
                        .setRetryAfterMillis(20))
                .build();
        assertThatThrownBy(() -> client.executeBatch(deposit()).join())
                .cause()
                .isInstanceOfSatisfying(BatchRefusedException.class, refused -> {
                    assertThat(refused.reason()).isEqualTo("busy");
                    assertThat(refused.retryAfterMillis()).isEqualTo(20);
                });
        bank.answer = ScriptedBank::commitAll;
        assertThat(client.executeBatch(deposit()).join()).hasSize(1);
    }

    @Test
    void aBrokenStreamFailsWhatIsInFlightAndWhatComesAfter() {
        bank.answer = request -> {
            throw gone();
        };
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> client.executeBatch(deposit()).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("gone");
        }
    }

    @Test
    void anAnswerOfTheWrongLengthBreaksTheStream() {
        bank.answer = request -> ExecuteBatchResponse.newBuilder()
                .setBatchId(request.getBatchId())
                .addOutcome(1)
                .build();
        assertThatThrownBy(() -> client.executeBatch(deposit()).join())
                .hasCauseInstanceOf(StatusRuntimeException.class);
    }

    @Test
    void anAnswerWithNeitherOneTimeNorOneForEachRowBreaksTheStream() {
        bank.answer = request -> ScriptedBank.commitAll(request).toBuilder()
                .clearTimeMicros()
                .addTimeMicros(5)
                .addTimeMicros(6)
                .build();
        assertThatThrownBy(() -> client.executeBatch(deposit()).join())
                .hasCauseInstanceOf(StatusRuntimeException.class);
    }

    @Test
    void anAnswerToAnotherBatchBreaksTheStream() {
        bank.answer = request -> ScriptedBank.commitAll(request).toBuilder()
                .setBatchId(request.getBatchId() + 1)
                .build();
        assertThatThrownBy(() -> client.executeBatch(deposit()).join())
                .hasCauseInstanceOf(StatusRuntimeException.class);
    }

    @Test
    void whatABrokenStreamLeftIsSentAgainWithItsKeysAndAnsweredOnce() throws Exception {
        resendFor(Duration.ofSeconds(5));
        bank.answer = request -> {
            if (bank.streams > 1) {
                return ScriptedBank.commitAll(request);
            }
            if (request.getBatchId() == 3) {
                throw gone();
            }
            return null;
        };
        AtomicInteger answers = new AtomicInteger();
        List<CompletableFuture<BatchOutcomes>> inFlight = Stream.of(1, 2, 3)
                .map(key -> client.executeBatch(deposit(new UUID(KEY.getMostSignificantBits(), key)))
                        .whenComplete((answer, failure) -> answers.incrementAndGet()))
                .toList();
        timer.awaitPlanned(1);
        assertThat(inFlight).noneMatch(CompletableFuture::isDone);

        timer.passToNext();
        for (int i = 0; i < 3; i++) {
            assertThat(inFlight.get(i).get(10, TimeUnit.SECONDS)).containsExactly(new Outcome.Committed(i + 1, 100));
        }
        assertThat(answers).hasValue(3);
        assertThat(bank.streams).isEqualTo(2);
        assertThat(bank.requests).hasSize(6);
        assertThat(bank.requests.subList(3, 6)).isEqualTo(bank.requests.subList(0, 3));
        assertThat(client.executeBatch(deposit()).get(10, TimeUnit.SECONDS)).hasSize(1);
        timer.passToNext();
        assertThat(client.executeBatch(deposit()).get(10, TimeUnit.SECONDS)).hasSize(1);
    }

    private static ExecuteBatchResponse outcome(ExecuteBatchRequest request, byte code) {
        return ExecuteBatchResponse.newBuilder()
                .setBatchId(request.getBatchId())
                .addOutcome(OutcomeNumber.of(code))
                .addPosition(0)
                .addBalance(0)
                .build();
    }

    private static ExecuteBatchResponse refused(ExecuteBatchRequest request, String reason, int retryAfterMillis) {
        return ExecuteBatchResponse.newBuilder()
                .setBatchId(request.getBatchId())
                .setError(BatchError.newBuilder().setReason(reason).setRetryAfterMillis(retryAfterMillis))
                .build();
    }

    /** The first stream breaks, and the batch is sent again over the next ones. */
    private void answersTheRepetition(ScriptedBank.Answer answer) {
        bank.answer = request -> {
            if (bank.streams == 1) {
                throw gone();
            }
            return answer.to(request);
        };
    }

    /**
     * A bank that was killed after it had executed a batch answers "not executed" while it opens, and then it is full.
     */
    @Test
    void whatTheBankSaysOfARepetitionAloneDoesNotDecideTheBatch() throws Exception {
        resendFor(Duration.ofSeconds(60));
        bank.answer = request -> switch (bank.streams) {
            case 1 -> throw gone();
            case 2 -> outcome(request, Failure.NOT_EXECUTED.code());
            case 3 -> refused(request, "busy", 20);
            default -> ScriptedBank.commitAll(request);
        };
        CompletableFuture<BatchOutcomes> outcome = client.executeBatch(deposit());
        for (int stream = 1; stream < 4; stream++) {
            timer.awaitPlanned(stream == 1 ? 1 : 2);
            assertThat(outcome).isNotDone();
            timer.passToNext();
        }
        assertThat(outcome.get(10, TimeUnit.SECONDS)).containsExactly(new Outcome.Committed(1, 100));
        assertThat(bank.streams).isEqualTo(4);
    }

    @Test
    void aRepetitionThatIsNeverTakenLeavesTheOutcomeUnknown() throws Exception {
        resendFor(Duration.ofSeconds(5));
        answersTheRepetition(request -> outcome(request, Failure.NOT_EXECUTED.code()));
        CompletableFuture<BatchOutcomes> outcome = client.executeBatch(deposit());
        timer.awaitPlanned(1);
        timer.passToNext();
        while (!outcome.isDone()) {
            timer.awaitPlanned(2);
            timer.passToNext();
        }
        assertThatThrownBy(outcome::join)
                .hasCauseInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("the outcome is unknown")
                .hasStackTraceContaining("did not take a batch that was sent again: not-executed");
    }

    @Test
    void aRepetitionThatIsRefusedForGoodLeavesTheOutcomeUnknown() throws Exception {
        resendFor(Duration.ofSeconds(5));
        answersTheRepetition(request -> refused(request, "out-of-scope", 0));
        CompletableFuture<BatchOutcomes> outcome = client.executeBatch(deposit());
        timer.awaitPlanned(1);
        timer.passToNext();
        assertThatThrownBy(() -> outcome.get(10, TimeUnit.SECONDS))
                .hasCauseInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("the outcome is unknown: it was sent before")
                .hasMessageContaining("out-of-scope");
        assertThatThrownBy(() -> client.executeBatch(deposit()).get(10, TimeUnit.SECONDS))
                .as("one that was sent only once")
                .hasCauseInstanceOf(BatchRefusedException.class);
    }

    @Test
    void aKeyThatWasForgottenBeforeTheRepetitionLeavesTheOutcomeUnknown() throws Exception {
        resendFor(Duration.ofSeconds(5));
        answersTheRepetition(request -> outcome(request, Refusal.KEY_EXPIRED.code()));
        CompletableFuture<BatchOutcomes> outcome = client.executeBatch(deposit());
        timer.awaitPlanned(1);
        timer.passToNext();
        assertThat(outcome.get(10, TimeUnit.SECONDS)).containsExactly(new Outcome.Failed(Failure.OUTCOME_UNKNOWN));
        assertThat(client.executeBatch(deposit()).get(10, TimeUnit.SECONDS))
                .as("one that was sent only once")
                .containsExactly(new Outcome.Refused(Refusal.KEY_EXPIRED, 0, 0));
    }

    /** As when the bank stops, still holds the stream of a connection that is gone, or reads its issuer's keys. */
    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"CANCELLED", "RESOURCE_EXHAUSTED", "UNAUTHENTICATED"})
    void aStreamThatEndsForAWhileIsOpenedAgain(Status.Code code) throws Exception {
        resendFor(ChronoUnit.FOREVER.getDuration());
        bank.answer = request -> {
            if (request.getBatchId() == 2 && bank.streams < 3) {
                throw StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
                        .setCode(code.value())
                        .addDetails(Any.pack(ErrorInfo.newBuilder()
                                .setDomain("debitcredit.org")
                                .build()))
                        .build());
            }
            return ScriptedBank.commitAll(request);
        };
        client.executeBatch(deposit()).get(10, TimeUnit.SECONDS);
        CompletableFuture<BatchOutcomes> outcome = client.executeBatch(deposit());
        timer.awaitPlanned(1);
        timer.passToNext();
        timer.awaitPlanned(2);
        timer.passToNext();
        assertThat(outcome.get(10, TimeUnit.SECONDS)).containsExactly(new Outcome.Committed(2, 100));
    }

    @Test
    void aClientWithNothingInFlightIsReadyAgainAfterItsStreamBroke() throws Exception {
        resendFor(Duration.ofSeconds(5));
        bank.isAnsweringOnce = true;
        client.executeBatch(deposit()).get(10, TimeUnit.SECONDS);
        timer.awaitPlanned(1);
        CompletableFuture<Void> ready = client.whenReady();
        assertThat(ready).isNotDone();
        timer.passToNext();
        assertThat(ready).isCompleted();
    }

    /**
     * Its connection stays open, and nothing comes over it any more: only the client's questions show that it is gone.
     */
    @Test
    void whatIsInFlightToAHostThatVanishesIsSentAgain() throws Exception {
        client.close();
        try (VanishingHost host = new VanishingHost(server.getPort());
                HurriedLoops loops = new HurriedLoops()) {
            client = new BankClient(
                    NettyChannelBuilder.forAddress("127.0.0.1", host.port())
                            .eventLoopGroup(loops.group())
                            .channelType(NioSocketChannel.class)
                            .usePlaintext(),
                    new BankClient.Options(null, Duration.ofSeconds(5), false),
                    timer);
            client.executeBatch(deposit()).get(10, TimeUnit.SECONDS);
            host.vanish();
            CompletableFuture<BatchOutcomes> inFlight = client.executeBatch(deposit());
            timer.awaitPlanned(1);
            assertThat(inFlight).isNotDone();
            assertThat(bank.requests).as("nothing has come through").hasSize(1);
            timer.passToNext();
            assertThat(inFlight.get(10, TimeUnit.SECONDS)).hasSize(1);
            assertThat(bank.streams).isEqualTo(2);
            client.close();
        }
    }

    /** gRPC reports a write to a connection that is closing as UNKNOWN instead of UNAVAILABLE. */
    @Test
    void whatWasWrittenToAConnectionThatWasClosingIsSentAgain() throws Exception {
        connectThroughAClosingConnection();
        CompletableFuture<BatchOutcomes> inFlight = client.executeBatch(deposit());
        timer.awaitPlanned(1);
        assertThat(inFlight).isNotDone();
        assertThat(bank.requests).as("nothing has come through").isEmpty();
        timer.passToNext();
        assertThat(inFlight.get(10, TimeUnit.SECONDS)).hasSize(1);
    }

    @Test
    void aReversalWrittenToAConnectionThatWasClosingFailsLikeOneOfABrokenConnection() {
        connectThroughAClosingConnection();
        Reversal reversal = new Reversal(TransactionKey.of(0, KEY), Transaction.deposit(7, 11, 100), 0);
        assertThatThrownBy(() ->
                        client.reverse(reversal, TransactionKey.of(0, KEY)).join())
                .hasCauseInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("UNAVAILABLE: channel closed")
                .hasRootCauseInstanceOf(ClosedChannelException.class);
    }

    @Test
    void anOutcomeThatTheBankDoesNotKnowIsNotABrokenConnection() {
        resendFor(Duration.ofSeconds(5));
        bank.answer = request -> {
            throw Status.UNKNOWN.withDescription("no outcome").asRuntimeException();
        };
        assertThatThrownBy(() -> client.executeBatch(deposit()).join())
                .hasCauseInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("UNKNOWN: no outcome");
    }

    /** Its first call ends as gRPC ends one whose connection closes while it writes. */
    private void connectThroughAClosingConnection() {
        client.close();
        AtomicBoolean isClosing = new AtomicBoolean(true);
        ClientInterceptor closing = new ClientInterceptor() {
            @Override
            public <Q, R> ClientCall<Q, R> interceptCall(
                    MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
                return isClosing.getAndSet(false) ? new ClosingCall<>() : next.newCall(method, options);
            }
        };
        client = new BankClient(
                ManagedChannelBuilder.forAddress("127.0.0.1", server.getPort())
                        .usePlaintext()
                        .intercept(closing),
                new BankClient.Options(null, Duration.ofSeconds(5), false),
                timer);
    }

    private static final class ClosingCall<Q, R> extends ClientCall<Q, R> {
        private @Nullable Listener<R> listener;

        @Override
        public void request(int messages) {}

        @Override
        public void cancel(@Nullable String message, @Nullable Throwable cause) {}

        @Override
        public void halfClose() {}

        @Override
        public void start(Listener<R> responses, Metadata headers) {
            listener = responses;
        }

        @Override
        public void sendMessage(Q message) {
            Status closed = Status.UNKNOWN.withDescription("channel closed").withCause(new ClosedChannelException());
            Objects.requireNonNull(listener).onClose(closed, new Metadata());
        }
    }

    @Test
    void aBankThatNeverComesBackLeavesTheOutcomeUnknownInTime() throws Exception {
        Duration resendFor = Duration.ofSeconds(5);
        resendFor(resendFor);
        bank.answer = request -> {
            throw gone();
        };
        CompletableFuture<BatchOutcomes> outcome = client.executeBatch(deposit());
        timer.awaitPlanned(1);
        timer.passToNext();
        while (!outcome.isDone()) {
            timer.awaitPlanned(2);
            timer.passToNext();
        }
        assertUnknown(outcome);
        assertThat(timer.passed()).isEqualTo(resendFor);
        assertThat(bank.streams).isGreaterThan(3);
    }

    @Test
    void aBankThatComesBackAndIsSilentLeavesTheOutcomeUnknownInTime() throws Exception {
        Duration resendFor = Duration.ofSeconds(5);
        resendFor(resendFor);
        bank.answer = request -> {
            if (bank.streams > 1) {
                return null;
            }
            throw gone();
        };
        CompletableFuture<BatchOutcomes> outcome = client.executeBatch(deposit());
        timer.awaitPlanned(1);
        timer.passToNext();
        timer.awaitPlanned(1);
        assertThat(outcome).isNotDone();
        timer.passToNext();
        assertUnknown(outcome);
        assertThat(timer.passed()).isEqualTo(resendFor);
    }

    @Test
    void whatAnOrderedStreamDidNotTakeIsSentAgainFromThereOnInItsOrder() throws Exception {
        reconnect(new BankClient.Options("secret", Duration.ofSeconds(5), true));
        bank.answer = request -> {
            if (bank.streams == 1 && request.getBatchId() == 3) {
                throw Status.RESOURCE_EXHAUSTED.withDescription("busy").asRuntimeException();
            }
            return ScriptedBank.commitAll(request);
        };
        List<CompletableFuture<BatchOutcomes>> sent =
                Stream.generate(() -> client.executeBatch(deposit())).limit(5).toList();
        timer.awaitPlanned(1);
        timer.passToNext();
        assertThat(sent)
                .allSatisfy(outcomes ->
                        assertThat(outcomes.get(5, TimeUnit.SECONDS)).hasSize(1));
        assertThat(bank.orderedStreams).hasValue(2);
        assertThat(bank.requests.stream().map(ExecuteBatchRequest::getBatchId).skip(3))
                .as("what came over the second stream")
                .endsWith(3L, 4L, 5L);
    }

    private static void assertUnknown(CompletableFuture<BatchOutcomes> outcome) {
        assertThat(outcome).isDone();
        assertThatThrownBy(outcome::join)
                .hasCauseInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("the outcome is unknown: the bank did not decide it within PT5S")
                .hasStackTraceContaining("gone");
    }

    private void resendFor(Duration resendFor) {
        reconnect(new BankClient.Options("secret", resendFor, false));
    }

    private void reconnect(BankClient.Options options) {
        client.close();
        client = BankClient.plaintext("127.0.0.1", server.getPort(), options, timer);
    }

    private static StatusRuntimeException gone() {
        return Status.UNAVAILABLE.withDescription("gone").asRuntimeException();
    }

    private static RequestColumns deposit() {
        return deposit(KEY);
    }

    private static RequestColumns deposit(UUID key) {
        return RequestColumns.single(Transaction.deposit(7, 11, 100), TransactionKey.of(0, key));
    }

    /** A service that keeps what it was sent and answers as a test says. */
    private static final class ScriptedBank extends BankServiceGrpc.BankServiceImplBase implements ServerInterceptor {

        interface Answer {
            /** Null for none. */
            @Nullable
            ExecuteBatchResponse to(ExecuteBatchRequest request);
        }

        volatile ExecuteBatchRequest request = ExecuteBatchRequest.getDefaultInstance();
        final AtomicReference<String> authorization = new AtomicReference<>();
        volatile Answer answer = ScriptedBank::commitAll;
        /** Whether a stream ends with its first answer. */
        volatile boolean isAnsweringOnce;

        volatile int streams;
        final AtomicInteger orderedStreams = new AtomicInteger();
        volatile GetTransactionResponse status = GetTransactionResponse.getDefaultInstance();
        private final List<ReverseRequest> reversals = new CopyOnWriteArrayList<>();
        final List<ExecuteBatchRequest> requests = new CopyOnWriteArrayList<>();

        static ExecuteBatchResponse commitAll(ExecuteBatchRequest request) {
            ExecuteBatchResponse.Builder response =
                    ExecuteBatchResponse.newBuilder().setBatchId(request.getBatchId());
            for (int row = 0; row < request.getTypeCount(); row++) {
                response.addOutcome(1).addPosition(request.getBatchId() + row).addBalance(100);
            }
            return response.build();
        }

        /** No single transaction is answered. */
        @Override
        public void execute(ExecuteRequest sent, StreamObserver<ExecuteResponse> responses) {}

        @Override
        public void reverse(ReverseRequest sent, StreamObserver<ReverseResponse> responses) {
            reversals.add(sent);
            responses.onNext(ReverseResponse.newBuilder()
                    .setPosition(42)
                    .setBalance(-300)
                    .setTimeMicros(1_000)
                    .build());
            responses.onCompleted();
        }

        @Override
        public void getTransaction(GetTransactionRequest sent, StreamObserver<GetTransactionResponse> responses) {
            responses.onNext(status);
            responses.onCompleted();
        }

        @Override
        public StreamObserver<ExecuteBatchRequest> executeOrderedBatches(
                StreamObserver<ExecuteBatchResponse> responses) {
            orderedStreams.incrementAndGet();
            return executeBatches(responses);
        }

        @Override
        public StreamObserver<ExecuteBatchRequest> executeBatches(StreamObserver<ExecuteBatchResponse> responses) {
            streams = streams + 1;
            return new StreamObserver<>() {
                @Override
                public void onNext(ExecuteBatchRequest sent) {
                    request = sent;
                    requests.add(sent);
                    try {
                        ExecuteBatchResponse response = answer.to(sent);
                        if (response != null) {
                            responses.onNext(response);
                        }
                        if (isAnsweringOnce) {
                            responses.onCompleted();
                        }
                    } catch (StatusRuntimeException failure) {
                        responses.onError(failure);
                    }
                }

                @Override
                public void onError(Throwable failure) {}

                @Override
                public void onCompleted() {
                    responses.onCompleted();
                }
            };
        }

        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            authorization.set(headers.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER)));
            return next.startCall(call, headers);
        }
    }
}
