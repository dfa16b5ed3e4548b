package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.StatusProto;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.debitcredit.wire.v1.BalanceKind;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.debitcredit.wire.v1.GetBalanceRequest;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetBankResponse;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.debitcredit.wire.v1.Outcome;
import org.debitcredit.wire.v1.ReverseRequest;
import org.debitcredit.wire.v1.ReverseResponse;
import org.debitcredit.wire.v1.TransactionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** gRPC as the contract says, good and bad. */
@Timeout(60)
class GrpcContractTest {

    private static final UUID VERSION_4 = UUID.fromString("d9428888-122b-4e1f-b85c-61cd3cbb3210");

    private final TestServer server = TestServer.shared();
    private final BankServiceGrpc.BankServiceBlockingStub bank = BankServiceGrpc.newBlockingStub(server.channel);

    static ByteString key(UUID uuid) {
        return ByteString.copyFrom(ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .flip());
    }

    private static UUID newKey() {
        return UUID.fromString(TestServer.newKey());
    }

    static ExecuteRequest.Builder deposit(long account, long amount) {
        return ExecuteRequest.newBuilder()
                .setKey(key(newKey()))
                .setType(TransactionType.TRANSACTION_TYPE_DEPOSIT)
                .setTeller(4)
                .setAccount(account)
                .setAmount(amount);
    }

    private void assertRefused(ExecuteRequest.Builder request, Status.Code code, String reason) {
        StatusRuntimeException refused =
                catchThrowableOfType(StatusRuntimeException.class, () -> bank.execute(request.build()));
        assertThat(refused).isNotNull();
        assertThat(refused.getStatus().getCode()).isEqualTo(code);
        assertThat(errorInfo(refused).getReason()).isEqualTo(reason);
        assertThat(errorInfo(refused).getDomain()).isEqualTo("debitcredit.org");
    }

    static ErrorInfo errorInfo(StatusRuntimeException failure) {
        try {
            for (Any detail : StatusProto.fromThrowable(failure).getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    return detail.unpack(ErrorInfo.class);
                }
            }
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no ErrorInfo in " + failure);
    }

    private long balance(long account) {
        return bank.getBalance(GetBalanceRequest.newBuilder()
                        .setKind(BalanceKind.BALANCE_KIND_ACCOUNT)
                        .setId(account)
                        .build())
                .getBalance();
    }

    @Test
    void aDepositIsCommittedAndSeenByRestToo() {
        ExecuteResponse response = bank.execute(deposit(200, 300).build());
        assertThat(response.getBalance()).isEqualTo(300);
        assertThat(response.getPosition()).isPositive();
        assertThat(balance(200)).isEqualTo(300);
        assertThat(server.get("/v1/accounts/200").body()).contains("\"balance\":300");
        assertThat(server.get("/actuator/prometheus").body())
                .containsPattern("grpc_server_seconds_bucket\\{.*Execute.*le=\"2.0\"");
    }

    @Test
    void refusalsCarryTheirStableReason() {
        assertRefused(deposit(10_000, 1), Status.Code.NOT_FOUND, "unknown-account");
        assertRefused(deposit(201, 1).setTeller(10), Status.Code.NOT_FOUND, "unknown-teller");
        assertRefused(deposit(201, 0), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(deposit(201, -1), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(deposit(201, 1).clearAccount(), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(deposit(201, 1).clearTeller(), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(deposit(201, 1).setTarget(5), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(deposit(201, 1).setTypeValue(9), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(deposit(201, 1).clearType(), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(deposit(201, 1).clearKey(), Status.Code.INVALID_ARGUMENT, "missing-key");
        assertRefused(
                deposit(201, 1).setKey(ByteString.copyFromUtf8("short")),
                Status.Code.INVALID_ARGUMENT,
                "malformed-key");
        ExecuteRequest.Builder transfer = deposit(201, 1).setType(TransactionType.TRANSACTION_TYPE_TRANSFER);
        assertRefused(transfer.clone(), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(transfer.clone().setTarget(20_000), Status.Code.NOT_FOUND, "unknown-target");
        assertThat(balance(201)).isZero();
    }

    @Test
    void aReversalTakesATransactionBackOnceAndALateOneIsRefused() {
        ExecuteRequest original = deposit(203, 70).setReference("17").build();
        ExecuteResponse executed = bank.execute(original);
        ReverseRequest.Builder request = ReverseRequest.newBuilder()
                .setKey(key(newKey()))
                .setOriginal(original)
                .setPerformed(20);
        ReverseResponse reversed = bank.reverse(request.build());
        assertThat(reversed.getPosition()).isEqualTo(executed.getPosition() + 1);
        assertThat(reversed.getBalance()).isEqualTo(20);
        assertThat(reversed.getTimeMicros()).isGreaterThanOrEqualTo(executed.getTimeMicros());
        assertThat(bank.reverse(request.build())).isEqualTo(reversed);
        assertThat(balance(203)).isEqualTo(20);
        assertRefused(request.clone().setPerformed(0), Status.Code.ALREADY_EXISTS, "key-conflict");
        assertRefused(request.clone().setKey(key(newKey())), Status.Code.FAILED_PRECONDITION, "reversed");
        assertRefused(request.clone().clearOriginal(), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(request.clone().setPerformed(70), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(request.clone().setKey(original.getKey()), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(request.clone().clearKey(), Status.Code.INVALID_ARGUMENT, "missing-key");
        assertRefused(
                request.clone().setOriginal(original.toBuilder().setTypeValue(5)),
                Status.Code.INVALID_ARGUMENT,
                "malformed");
        GetTransactionResponse status = bank.getTransaction(
                GetTransactionRequest.newBuilder().setKey(original.getKey()).build());
        assertThat(status.getStatus()).isEqualTo(GetTransactionResponse.Status.STATUS_COMMITTED);
        assertThat(status.getReversed()).isTrue();
        assertThat(status.getReversedBy().getKey()).isEqualTo(request.getKey());
        assertThat(status.getReversedBy().getPosition()).isEqualTo(reversed.getPosition());
        assertThat(status.getReversedBy().getAmount()).isEqualTo(-50);
        status = bank.getTransaction(
                GetTransactionRequest.newBuilder().setKey(request.getKey()).build());
        assertThat(status.getReversed()).isFalse();
        assertThat(status.hasReversedBy()).isFalse();
        assertRefused(
                request.clone().setOriginal(original.toBuilder().clearKey()),
                Status.Code.INVALID_ARGUMENT,
                "missing-key");
        for (ExecuteRequest.Builder unset : new ExecuteRequest.Builder[] {
            original.toBuilder().clearTeller(),
            original.toBuilder().clearAccount(),
            original.toBuilder().clearAmount(),
            original.toBuilder().clearType(),
            original.toBuilder().setTarget(5),
            original.toBuilder().setReference("r".repeat(65)),
            ExecuteRequest.newBuilder().setKey(original.getKey())
        }) {
            assertRefused(request.clone().setOriginal(unset), Status.Code.INVALID_ARGUMENT, "malformed");
        }
        assertRefused(request.clone().setPerformed(-1), Status.Code.INVALID_ARGUMENT, "malformed");
        assertRefused(request.clone().setPerformed(Long.MIN_VALUE), Status.Code.INVALID_ARGUMENT, "malformed");
        ExecuteRequest.Builder late = deposit(203, 5);
        bank.reverse(ReverseRequest.newBuilder()
                .setKey(key(newKey()))
                .setOriginal(late)
                .build());
        assertRefused(late, Status.Code.FAILED_PRECONDITION, "reversed");
        assertThat(balance(203)).isEqualTo(20);
    }

    private void assertRefused(ReverseRequest.Builder request, Status.Code code, String reason) {
        StatusRuntimeException refused =
                catchThrowableOfType(StatusRuntimeException.class, () -> bank.reverse(request.build()));
        assertThat(refused).isNotNull();
        assertThat(refused.getStatus().getCode()).isEqualTo(code);
        assertThat(errorInfo(refused).getReason()).isEqualTo(reason);
    }

    @Test
    void lackOfFundsTellsTheBalanceHeld() {
        bank.execute(deposit(202, 70).build());
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> bank.execute(deposit(202, 71)
                        .setType(TransactionType.TRANSACTION_TYPE_WITHDRAWAL)
                        .build()));
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(errorInfo(refused).getReason()).isEqualTo("insufficient-funds");
        assertThat(errorInfo(refused).getMetadataMap()).containsEntry("balance", "70");
    }

    @Test
    void aKeyIsAnsweredOnceAndForAll() {
        ExecuteRequest request = deposit(203, 5).build();
        ExecuteResponse first = bank.execute(request);
        assertThat(bank.execute(request)).isEqualTo(first);
        assertRefused(request.toBuilder().setAmount(6), Status.Code.ALREADY_EXISTS, "key-conflict");
        GetTransactionResponse status = bank.getTransaction(
                GetTransactionRequest.newBuilder().setKey(request.getKey()).build());
        assertThat(status.getStatus()).isEqualTo(GetTransactionResponse.Status.STATUS_COMMITTED);
        assertThat(status.getPosition()).isEqualTo(first.getPosition());
    }

    @Test
    void inquiriesAnswerWhatTheContractSays() {
        GetBankResponse described = bank.getBank(GetBankRequest.getDefaultInstance());
        assertThat(described.getBatchMax()).isEqualTo(8_192);
        assertThat(described.getLedger()).isEqualTo("h2");
        assertThat(described.getJournalKind()).isEqualTo("chronicle");
        assertThat(bank.getTotals(GetTotalsRequest.getDefaultInstance()).getHolds())
                .isTrue();
        StatusRuntimeException unknown = catchThrowableOfType(StatusRuntimeException.class, () -> balance(-1));
        assertThat(errorInfo(unknown).getReason()).isEqualTo("unknown-account");
        StatusRuntimeException noKind = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> bank.getBalance(GetBalanceRequest.newBuilder().setId(1).build()));
        assertThat(errorInfo(noKind).getReason()).isEqualTo("malformed");
    }

    @Test
    void theBankTellsHowLongItsWindowOfKeysIsOnceThereIsTraffic() {
        GetBankResponse described = bank.getBank(GetBankRequest.getDefaultInstance());
        for (int i = 0; i < 100_000 && !described.hasKeyWindowSeconds(); i++) {
            bank.execute(deposit(206, 1).build());
            described = bank.getBank(GetBankRequest.getDefaultInstance());
        }
        assertThat(described.getKeyWindowSeconds()).isPositive();
    }

    @Test
    void healthAndReflectionAreServed() throws InterruptedException {
        assertThat(HealthGrpc.newBlockingStub(server.channel)
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus())
                .isEqualTo(ServingStatus.SERVING);
        Answers<ServerReflectionResponse> answers = new Answers<>();
        StreamObserver<ServerReflectionRequest> asking =
                ServerReflectionGrpc.newStub(server.channel).serverReflectionInfo(answers);
        asking.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
        assertThat(answers.next().getListServicesResponse().getServiceList())
                .anyMatch(service -> service.getName().equals("bank.v1.BankService"));
        asking.onCompleted();
    }

    /** What a stream answered, in order. */
    static final class Answers<T> implements StreamObserver<T> {

        private final LinkedBlockingQueue<Object> events = new LinkedBlockingQueue<>();

        @Override
        public void onNext(T value) {
            events.add(value);
        }

        @Override
        public void onError(Throwable failure) {
            events.add(failure);
        }

        @Override
        public void onCompleted() {
            events.add("completed");
        }

        Object event() throws InterruptedException {
            Object event = events.poll(20, TimeUnit.SECONDS);
            assertThat(event).as("an answer within 20 s").isNotNull();
            return event;
        }

        @SuppressWarnings("unchecked")
        T next() throws InterruptedException {
            Object event = event();
            assertThat(event).isNotInstanceOf(Throwable.class).isNotEqualTo("completed");
            return (T) event;
        }
    }

    static ExecuteBatchRequest.Builder batch(long id, long account, int size) {
        ExecuteBatchRequest.Builder batch = ExecuteBatchRequest.newBuilder().setBatchId(id);
        ByteString.Output keys = ByteString.newOutput(16 * size);
        for (int i = 0; i < size; i++) {
            batch.addTeller(5).addAccount(account).addAmount(1);
            key(newKey()).copyTo(KEY, 0);
            keys.write(KEY, 0, KEY.length);
        }
        return batch.setKeys(keys.toByteString());
    }

    private static final byte[] KEY = new byte[16];

    private List<ExecuteBatchResponse> stream(ExecuteBatchRequest... batches) throws InterruptedException {
        Answers<ExecuteBatchResponse> answers = new Answers<>();
        StreamObserver<ExecuteBatchRequest> sending =
                BankServiceGrpc.newStub(server.channel).executeBatches(answers);
        for (ExecuteBatchRequest batch : batches) {
            sending.onNext(batch);
        }
        sending.onCompleted();
        List<ExecuteBatchResponse> responses = new java.util.ArrayList<>();
        for (int i = 0; i < batches.length; i++) {
            responses.add(answers.next());
        }
        assertThat(answers.event()).isEqualTo("completed");
        return responses;
    }

    @Test
    void aBatchIsAnsweredColumnByColumn() throws InterruptedException {
        ExecuteBatchRequest batch = batch(7, 210, 3)
                .setAccount(1, 99_999)
                .addAllType(List.of(2, 2, 3))
                .setAmount(2, 50)
                .build();
        ExecuteBatchResponse response = stream(batch).get(0);
        assertThat(response.getBatchId()).isEqualTo(7);
        assertThat(response.hasError()).isFalse();
        assertThat(response.getOutcomeList())
                .containsExactly(
                        Outcome.OUTCOME_COMMITTED_VALUE,
                        Outcome.OUTCOME_UNKNOWN_ACCOUNT_VALUE,
                        Outcome.OUTCOME_INSUFFICIENT_FUNDS_VALUE);
        assertThat(response.getBalanceList()).containsExactly(1L, 0L, 1L);
        assertThat(response.getPositionList()).isSorted().doesNotContain(0L);
    }

    @Test
    void referencesAreContentAndTimesAreTold() throws InterruptedException {
        ExecuteBatchRequest named =
                batch(1, 1_000_215, 2).addReference("ATM 17").addReference("").build();
        ExecuteBatchResponse response = stream(named).get(0);
        assertThat(response.getOutcomeList()).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        assertThat(response.getTimeMicrosList()).hasSize(1).doesNotContain(0L);
        long time = response.getTimeMicros(0);
        GetTransactionResponse told = bank.getTransaction(GetTransactionRequest.newBuilder()
                .setKey(named.getKeys().substring(0, 16))
                .build());
        assertThat(told.getReference()).isEqualTo("ATM 17");
        assertThat(told.getTimeMicros()).isEqualTo(time);
        assertThat(stream(named).get(0).getPositionList()).isEqualTo(response.getPositionList());

        ExecuteBatchRequest other = named.toBuilder().setReference(0, "ATM 18").build();
        assertThat(stream(other).get(0).getOutcomeList())
                .containsExactly(Outcome.OUTCOME_KEY_CONFLICT_VALUE, Outcome.OUTCOME_COMMITTED_VALUE);
        ExecuteBatchRequest mixed = named.toBuilder()
                .addTeller(4)
                .addAccount(1_000_215)
                .addAmount(1)
                .addReference("new")
                .setKeys(named.getKeys().concat(key(newKey())))
                .build();
        ExecuteBatchResponse both = stream(mixed).get(0);
        assertThat(both.getTimeMicrosList()).hasSize(3);
        assertThat(both.getTimeMicrosList().subList(0, 2)).containsOnly(time);
        assertThat(both.getTimeMicros(2)).isGreaterThanOrEqualTo(time);
        assertThat(stream(named.toBuilder().setReference(1, "x".repeat(65)).build())
                        .get(0)
                        .getError()
                        .getDetail())
                .contains("transaction 1")
                .contains("1 to 64");
        assertThat(stream(named.toBuilder().addReference("third").build())
                        .get(0)
                        .getError()
                        .getDetail())
                .contains("column reference has length 3");
    }

    @Test
    void manyBatchesAreAnsweredInTheirOrder() throws InterruptedException {
        ExecuteBatchRequest[] batches = new ExecuteBatchRequest[300];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = i % 7 == 3
                    ? ExecuteBatchRequest.newBuilder().setBatchId(i).build()
                    : batch(i, 211, 10).build();
        }
        List<ExecuteBatchResponse> responses = stream(batches);
        for (int i = 0; i < batches.length; i++) {
            assertThat(responses.get(i).getBatchId()).isEqualTo(i);
            assertThat(responses.get(i).hasError()).isEqualTo(i % 7 == 3);
        }
        assertThat(balance(211)).isEqualTo(10L * (300 - 43));
    }

    @Test
    void theKeysOfABatchMayCountUpFromItsFirst() throws InterruptedException {
        UUID first = new UUID(newKey().getMostSignificantBits(), 0x9000_0000_0000_0000L + 8_190);
        ByteBuffer key = ByteBuffer.allocate(16)
                .putLong(first.getMostSignificantBits())
                .putLong(first.getLeastSignificantBits());
        ExecuteBatchRequest batch =
                batch(1, 213, 5).setKeys(ByteString.copyFrom(key.flip())).build();
        List<ExecuteBatchResponse> answers = stream(batch, batch);
        assertThat(answers.get(0).getOutcomeList()).hasSize(5).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        assertThat(answers.get(1).getPositionList())
                .isEqualTo(answers.get(0).getPositionList())
                .doesNotHaveDuplicates();
        assertThat(balance(213)).isEqualTo(5);
        ByteBuffer fourth = ByteBuffer.allocate(16)
                .putLong(first.getMostSignificantBits())
                .putLong(first.getLeastSignificantBits() + 3);
        assertThat(bank.getTransaction(GetTransactionRequest.newBuilder()
                                .setKey(ByteString.copyFrom(fourth.flip()))
                                .build())
                        .toString())
                .contains(answers.get(0).getPosition(3) + "");
    }

    @Test
    void aKeyWithoutATimeIsRefusedAndOnlyLookedUp() {
        ByteString key = key(VERSION_4);
        assertRefused(deposit(204, 1).setKey(key), Status.Code.INVALID_ARGUMENT, "key-without-time");
        assertThat(bank.getTransaction(
                                GetTransactionRequest.newBuilder().setKey(key).build())
                        .getStatus())
                .isEqualTo(GetTransactionResponse.Status.STATUS_UNKNOWN);
        assertThat(balance(204)).isZero();
    }

    @Test
    void aBatchWithAKeyWithoutATimeIsRefusedWhole() throws InterruptedException {
        ExecuteBatchRequest.Builder third = batch(1, 205, 4);
        ByteString keys = third.getKeys();
        third.setKeys(keys.substring(0, 32).concat(key(VERSION_4)).concat(keys.substring(48)));
        ExecuteBatchRequest.Builder first = batch(2, 205, 4).setKeys(key(VERSION_4));
        List<ExecuteBatchResponse> responses =
                stream(third.build(), first.build(), batch(3, 205, 4).build());
        assertThat(responses.get(0).getError().getReason()).isEqualTo("key-without-time");
        assertThat(responses.get(0).getError().getDetail()).contains("transaction 2", VERSION_4.toString());
        assertThat(responses.get(1).getError().getReason()).isEqualTo("key-without-time");
        assertThat(responses.get(1).getError().getDetail()).contains("transaction 0", VERSION_4.toString());
        assertThat(responses.get(2).getOutcomeList()).hasSize(4).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        assertThat(balance(205)).isEqualTo(4);
    }

    @Test
    void aBatchWhoseKeysWouldLeaveTheBitsThatCountIsRefusedWhole() throws InterruptedException {
        UUID first = new UUID(newKey().getMostSignificantBits(), 0xBFFF_FFFF_FFFF_FFFEL);
        ExecuteBatchRequest four = batch(1, 214, 4).setKeys(key(first)).build();
        ExecuteBatchRequest two = batch(2, 214, 2).setKeys(key(first)).build();
        List<ExecuteBatchResponse> responses = stream(four, two);
        assertThat(responses.get(0).getError().getReason()).isEqualTo("malformed");
        assertThat(responses.get(0).getError().getDetail())
                .contains(first.toString(), "4 transactions", "room for 4 keys");
        assertThat(responses.get(1).getOutcomeList()).hasSize(2).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        assertThat(balance(214)).isEqualTo(2);
    }

    @Test
    void aBadBatchIsRefusedWholeAndTheStreamGoesOn() throws InterruptedException {
        List<ExecuteBatchResponse> responses = stream(
                batch(1, 212, 2).setAmount(1, 0).build(),
                batch(2, 212, 2).addAmount(1).build(),
                batch(3, 212, 2).setKeys(ByteString.copyFrom(new byte[31])).build(),
                batch(4, 212, 2).addType(2).build(),
                batch(5, 212, 2).addAllType(List.of(2, 4)).build(),
                batch(6, 212, 2).addAllType(List.of(2, 9)).build(),
                batch(7, 212, 8_193).build(),
                batch(8, 212, 8_192).build());
        assertThat(responses.get(0).getError().getReason()).isEqualTo("malformed");
        assertThat(responses.get(0).getError().getDetail()).contains("transaction 1", "amount is 0");
        assertThat(responses.get(1).getError().getDetail()).contains("column amount has length 3");
        assertThat(responses.get(2).getError().getDetail()).contains("column keys has 31 bytes");
        assertThat(responses.get(3).getError().getDetail()).contains("column type has length 1");
        assertThat(responses.get(4).getError().getDetail()).contains("transaction 1", "target is missing");
        assertThat(responses.get(5).getError().getDetail()).contains("transaction 1", "type is 9");
        assertThat(responses.get(6).getError().getReason()).isEqualTo("too-large");
        assertThat(responses.get(6).getError().getDetail()).contains("8193", "8192");
        assertThat(responses.get(7).getOutcomeList()).hasSize(8_192).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        assertThat(balance(212)).isEqualTo(8_192);
    }

    @Test
    void anOrderedStreamEndsWithItsFirstRefusedBatchAndNoLaterOneIsExecuted() throws InterruptedException {
        Answers<ExecuteBatchResponse> answers = new Answers<>();
        StreamObserver<ExecuteBatchRequest> sending =
                BankServiceGrpc.newStub(server.channel).executeOrderedBatches(answers);
        for (int id = 1; id <= 40; id++) {
            sending.onNext(batch(id, 215, 2).setAmount(1, id == 20 ? 0 : 1).build());
        }
        for (int id = 1; id < 20; id++) {
            ExecuteBatchResponse response = answers.next();
            assertThat(response.getBatchId()).isEqualTo(id);
            assertThat(response.getOutcomeList()).hasSize(2).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        }
        StatusRuntimeException end = (StatusRuntimeException) answers.event();
        assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(errorInfo(end).getReason()).isEqualTo("malformed");
        assertThat(errorInfo(end).getMetadataMap()).containsEntry("batch_id", "20");
        assertThat(balance(215)).isEqualTo(2 * 19);
    }

    @Test
    void anOrderedStreamWithoutARefusalEndsAsAnyOther() throws InterruptedException {
        Answers<ExecuteBatchResponse> answers = new Answers<>();
        StreamObserver<ExecuteBatchRequest> sending =
                BankServiceGrpc.newStub(server.channel).executeOrderedBatches(answers);
        sending.onNext(batch(1, 216, 2).build());
        sending.onCompleted();
        assertThat(answers.next().getOutcomeList()).hasSize(2).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        assertThat(answers.event()).isEqualTo("completed");
    }
}
