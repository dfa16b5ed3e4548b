package org.debitcredit.it;

import com.google.protobuf.ByteString;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.wire.v1.BalanceKind;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.BankServiceGrpc.BankServiceBlockingStub;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.debitcredit.wire.v1.GetBalanceRequest;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetBankResponse;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.debitcredit.wire.v1.GetTotalsResponse;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.debitcredit.wire.v1.TransactionType;
import org.jspecify.annotations.Nullable;

/** The bank over gRPC, one call at a time. Refusals come as {@code StatusRuntimeException}. */
final class GrpcBank implements AutoCloseable {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final long ANSWER_SECONDS_MAX = 30;

    private final ManagedChannel channel;
    private final @Nullable String token;

    private GrpcBank(ManagedChannel channel, @Nullable String token) {
        this.channel = channel;
        this.token = token;
    }

    static GrpcBank on(int port, @Nullable String token) {
        return on(port, token, InsecureChannelCredentials.create());
    }

    static GrpcBank on(int port, @Nullable String token, ChannelCredentials credentials) {
        return new GrpcBank(
                Grpc.newChannelBuilderForAddress("localhost", port, credentials).build(), token);
    }

    ExecuteResponse execute(Sent sent) {
        Transaction transaction = sent.transaction();
        ExecuteRequest.Builder request = ExecuteRequest.newBuilder()
                .setKey(bytes(sent.key()))
                .setTypeValue(transaction.type().code())
                .setTeller(transaction.teller())
                .setAccount(transaction.account())
                .setAmount(transaction.amountMinor());
        if (request.getType() == TransactionType.TRANSACTION_TYPE_TRANSFER) {
            request.setTarget(transaction.target());
        }
        return stub().execute(request.build());
    }

    GetTransactionResponse ask(UUID key) {
        return stub().getTransaction(
                        GetTransactionRequest.newBuilder().setKey(bytes(key)).build());
    }

    long balance(BalanceKind kind, long id) {
        return stub().getBalance(
                        GetBalanceRequest.newBuilder().setKind(kind).setId(id).build())
                .getBalance();
    }

    GetBankResponse bank() {
        return stub().getBank(GetBankRequest.getDefaultInstance());
    }

    GetTotalsResponse totals() {
        return stub().getTotals(GetTotalsRequest.getDefaultInstance());
    }

    ServingStatus health() {
        return prepared(HealthGrpc.newBlockingStub(channel))
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus();
    }

    private BankServiceBlockingStub stub() {
        return prepared(BankServiceGrpc.newBlockingStub(channel));
    }

    private <S extends AbstractStub<S>> S prepared(S stub) {
        S limited = stub.withDeadlineAfter(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        if (token == null) {
            return limited;
        }
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        return limited.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static ByteString bytes(UUID key) {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        bytes.putLong(key.getMostSignificantBits()).putLong(key.getLeastSignificantBits());
        return ByteString.copyFrom(bytes.flip());
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
