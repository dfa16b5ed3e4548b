package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.BalanceKind;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.GetBalanceRequest;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.ReverseRequest;
import org.debitcredit.wire.v1.TransactionType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Messages with flipped bits, cut short, spliced, and of random bytes: each is answered as the contract says, and the
 * sums hold afterwards. {@code -Dbank.it.mutations=100000} sends so many.
 */
class MutatedMessagesIT {

    /** With more malformed ones in a minute, a connection is closed. */
    private static final int PER_CONNECTION = 100;

    /** Those with a message of their own: the other two take an empty one. */
    private static final List<MethodDescriptor<?, ?>> METHODS = List.of(
            BankServiceGrpc.getExecuteMethod(),
            BankServiceGrpc.getExecuteBatchesMethod(),
            BankServiceGrpc.getExecuteOrderedBatchesMethod(),
            BankServiceGrpc.getGetBalanceMethod(),
            BankServiceGrpc.getGetTransactionMethod(),
            BankServiceGrpc.getReverseMethod());

    private static final int IN_FLIGHT = 32;
    private static final int ANSWER_SECONDS_MAX = 60;

    /** All that the contract names; neither UNKNOWN, which is an unknown outcome, nor INTERNAL. */
    private static final Set<Status.Code> NAMED = Set.of(
            Status.Code.OK,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.FAILED_PRECONDITION,
            Status.Code.NOT_FOUND,
            Status.Code.OUT_OF_RANGE,
            Status.Code.ALREADY_EXISTS,
            Status.Code.RESOURCE_EXHAUSTED);

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    private final int mutations = Integer.getInteger("bank.it.mutations", 2_000);
    private final long seed = Long.getLong("bank.it.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Semaphore places = new Semaphore(IN_FLIGHT);
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    /** Methods of which a message was accepted. */
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();

    private ExecuteRequest latest = ExecuteRequest.getDefaultInstance();
    private final Map<Status.Code, AtomicInteger> answered = new EnumMap<>(Status.Code.class);

    private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
        AS_THEY_ARE;

        @Override
        public InputStream stream(byte[] bytes) {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void eachIsAnsweredAsTheContractSays() throws InterruptedException {
        for (Status.Code code : Status.Code.values()) {
            answered.put(code, new AtomicInteger());
        }
        for (int sent = 0; sent < mutations; sent += PER_CONNECTION) {
            ManagedChannel channel = ManagedChannelBuilder.forAddress(
                            "127.0.0.1", SERVER.process().grpcPort())
                    .usePlaintext()
                    .build();
            try {
                for (int i = sent; i < Math.min(sent + PER_CONNECTION, mutations); i++) {
                    send(channel);
                }
                assertThat(places.tryAcquire(IN_FLIGHT, ANSWER_SECONDS_MAX, TimeUnit.SECONDS))
                        .as("every message is answered")
                        .isTrue();
                places.release(IN_FLIGHT);
            } finally {
                channel.shutdownNow();
            }
        }
        System.out.println("mutated messages, seed " + seed + ": " + answered);
        assertThat(wrong).as("seed %d", seed).isEmpty();
        assertThat(answered(Status.Code.INVALID_ARGUMENT).get()).isPositive();
        assertThat(accepted).as("seed %d", seed).hasSameSizeAs(METHODS);
        try (GrpcBank grpc = SERVER.process().grpc()) {
            assertThat(grpc.totals().getHolds()).isTrue();
        }
    }

    private AtomicInteger answered(Status.Code code) {
        return Objects.requireNonNull(answered.get(code));
    }

    private void send(ManagedChannel channel) throws InterruptedException {
        int method = random.nextInt(METHODS.size());
        byte[] message = mutated(valid(method));
        MethodDescriptor<?, ?> described = METHODS.get(method);
        MethodDescriptor<byte[], byte[]> raw = MethodDescriptor.newBuilder(Bytes.AS_THEY_ARE, Bytes.AS_THEY_ARE)
                .setType(described.getType())
                .setFullMethodName(described.getFullMethodName())
                .build();
        if (!places.tryAcquire(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new AssertionError("a message was not answered; seed " + seed);
        }
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        Answer answer = new Answer(described.getFullMethodName(), message);
        if (described.getType() == MethodDescriptor.MethodType.UNARY) {
            ClientCalls.asyncUnaryCall(channel.newCall(raw, options), message, answer);
        } else {
            StreamObserver<byte[]> stream = ClientCalls.asyncBidiStreamingCall(channel.newCall(raw, options), answer);
            stream.onNext(message);
            stream.onCompleted();
        }
    }

    private final class Answer implements StreamObserver<byte[]> {

        private final String method;
        private final byte[] message;

        private Answer(String method, byte[] message) {
            this.method = method;
            this.message = message;
        }

        @Override
        public void onNext(byte[] response) {
            // its end counts
        }

        @Override
        public void onCompleted() {
            ended(Status.Code.OK, null);
        }

        @Override
        public void onError(Throwable failure) {
            ended(Status.fromThrowable(failure).getCode(), failure);
        }

        private void ended(Status.Code code, @Nullable Throwable failure) {
            answered(code).incrementAndGet();
            if (code == Status.Code.OK) {
                accepted.add(method);
            }
            if (!NAMED.contains(code) || (failure != null && !hasReason(failure))) {
                wrong.add(method + " " + Arrays.toString(message) + ": " + failure);
            }
            places.release();
        }
    }

    private static boolean hasReason(Throwable failure) {
        com.google.rpc.Status status = StatusProto.fromThrowable(failure);
        if (status == null) {
            return false;
        }
        try {
            for (Any detail : status.getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    ErrorInfo info = detail.unpack(ErrorInfo.class);
                    return info.getDomain().equals("debitcredit.org")
                            && !info.getReason().isEmpty();
                }
            }
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
        return false;
    }

    private byte[] valid(int method) {
        return switch (method) {
            case 0 -> transaction().toByteArray();
            case 1, 2 -> batch();
            case 3 ->
                GetBalanceRequest.newBuilder()
                        .setKind(BalanceKind.forNumber(1 + random.nextInt(3)))
                        .setId(random.nextInt(10))
                        .build()
                        .toByteArray();
            case 4 -> GetTransactionRequest.newBuilder().setKey(key()).build().toByteArray();
            default ->
                ReverseRequest.newBuilder()
                        .setKey(key())
                        .setOriginal(random.nextBoolean() ? latest : transaction())
                        .setPerformed(random.nextInt(3) - 1)
                        .build()
                        .toByteArray();
        };
    }

    private ExecuteRequest transaction() {
        TransactionType type = TransactionType.forNumber(1 + random.nextInt(4));
        ExecuteRequest.Builder transaction = ExecuteRequest.newBuilder()
                .setKey(key())
                .setType(type)
                .setTeller(random.nextInt(10))
                .setAccount(8_000 + random.nextInt(100))
                .setAmount(1 + random.nextInt(1_000))
                .setReference("ATM " + random.nextInt(100));
        if (type == TransactionType.TRANSACTION_TYPE_TRANSFER || random.nextInt(8) == 0) {
            transaction.setTarget(8_100 + random.nextInt(100));
        }
        latest = transaction.build();
        return latest;
    }

    private byte[] batch() {
        int rows = 1 + random.nextInt(4);
        ExecuteBatchRequest.Builder batch =
                ExecuteBatchRequest.newBuilder().setBatchId(random.nextInt()).setKeys(key());
        for (int row = 0; row < rows; row++) {
            batch.addTeller(random.nextInt(10))
                    .addAccount(8_000 + random.nextInt(100))
                    .addAmount(1 + random.nextInt(1_000))
                    .addReference(random.nextBoolean() ? "" : "r" + row);
        }
        return batch.build().toByteArray();
    }

    private ByteString key() {
        UUID uuid = TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
        return ByteString.copyFrom(ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .flip());
    }

    private byte[] mutated(byte[] valid) {
        byte[] message = valid.clone();
        for (int times = random.nextInt(4); times > 0; times--) {
            message = once(message);
        }
        return message;
    }

    private byte[] once(byte[] message) {
        int at = message.length == 0 ? 0 : random.nextInt(message.length);
        switch (random.nextInt(6)) {
            case 0 -> {
                return Arrays.copyOf(message, at);
            }
            case 1 -> {
                byte[] noise = new byte[random.nextInt(64)];
                random.nextBytes(noise);
                return noise;
            }
            case 2 -> {
                return spliced(message, at, valid(random.nextInt(METHODS.size())));
            }
            case 3 -> {
                byte[] noise = new byte[1 + random.nextInt(12)];
                random.nextBytes(noise);
                return spliced(message, at, noise);
            }
            default -> {
                if (message.length > 0) {
                    message[at] ^= (byte) (1 << random.nextInt(8));
                }
                return message;
            }
        }
    }

    private static byte[] spliced(byte[] message, int at, byte[] other) {
        List<byte[]> parts = new ArrayList<>(
                List.of(Arrays.copyOf(message, at), other, Arrays.copyOfRange(message, at, message.length)));
        ByteBuffer whole =
                ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
        parts.forEach(whole::put);
        return whole.array();
    }
}
