package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.GrpcContractTest.batch;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowStart;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** gRPC clients that mean no good, and whether the others are served. */
class HostileGrpcTest {

    private static final byte[] NO_MESSAGE = {(byte) 0xFF, (byte) 0xFF, 0x01};

    /** Malformed requests of one connection in a minute; with one more it is closed. */
    private static final int MALFORMED_MAX = 100;

    @TempDir
    private static Path data;

    private static TestServer server;

    private ManagedChannel hostile;

    @BeforeAll
    static void start() {
        server = TestServer.open(data, "bank.network.send-max=700ms", "bank.network.handshake-max=700ms");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        hostile = NettyChannelBuilder.forAddress(
                        "127.0.0.1",
                        server.context.getBean(GrpcServerLifecycle.class).getPort())
                .flowControlWindow(65_535)
                .usePlaintext()
                .build();
    }

    @AfterEach
    void whoBehavesIsServed() {
        hostile.shutdownNow();
        assertThat(BankServiceGrpc.newBlockingStub(server.channel)
                        .execute(GrpcContractTest.deposit(5, 1).build())
                        .getPosition())
                .isPositive();
    }

    /** What a call of bytes got: how it ended. */
    private static final class Ended extends ClientCall.Listener<byte[]> {
        private final CompletableFuture<StatusRuntimeException> end = new CompletableFuture<>();

        @Override
        public void onClose(Status status, Metadata trailers) {
            end.complete(status.asRuntimeException(trailers));
        }

        StatusRuntimeException await() throws Exception {
            return end.get(20, TimeUnit.SECONDS);
        }
    }

    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private ClientCall<byte[], byte[]> call(MethodDescriptor<?, ?> method, Ended ended) {
        ClientCall<byte[], byte[]> call =
                hostile.newCall(method.<byte[], byte[]>toBuilder(BYTES, BYTES).build(), CallOptions.DEFAULT);
        call.start(ended, new Metadata());
        return call;
    }

    private static void assertMalformed(StatusRuntimeException end) {
        assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(GrpcContractTest.errorInfo(end).getReason()).isEqualTo("malformed");
    }

    @Test
    void aClientThatDoesNotReadIsDisconnected() throws Exception {
        Ended ended = new Ended();
        assertThat(BankServiceGrpc.newBlockingStub(hostile)
                        .execute(GrpcContractTest.deposit(303, 1).build())
                        .getPosition())
                .isPositive();
        ClientCall<byte[], byte[]> call = call(BankServiceGrpc.getExecuteBatchesMethod(), ended);
        for (int id = 0; id < 40 && !ended.end.isDone(); id++) {
            call.sendMessage(batch(id, 300, 2_000).build().toByteArray());
        }
        CompletableFuture<Void> lost = new CompletableFuture<>();
        hostile.notifyWhenStateChanged(ConnectivityState.READY, () -> lost.complete(null));
        lost.get(20, TimeUnit.SECONDS);
        // The client hears of the end once it has read what came before it.
        call.request(Integer.MAX_VALUE);
        assertThat(ended.await().getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @Test
    void whoeverSendsMalformedBatchesOnAndOnIsDisconnected() throws Exception {
        Ended ended = new Ended();
        ClientCall<byte[], byte[]> call = call(BankServiceGrpc.getExecuteBatchesMethod(), ended);
        call.request(Integer.MAX_VALUE);
        byte[] malformed = ExecuteBatchRequest.newBuilder()
                .setKeys(ByteString.copyFrom(new byte[1_000]))
                .build()
                .toByteArray();
        for (int i = 0; i < 1_000; i++) {
            call.sendMessage(malformed);
        }
        assertThat(ended.await().getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    /** By turns a message without its key, and bytes that are no message. */
    @Test
    void whoeverSendsMalformedRequestsOnAndOnIsDisconnected() throws Exception {
        byte[] withoutKey = GrpcContractTest.deposit(304, 1).clearKey().build().toByteArray();
        for (int i = 0; i < MALFORMED_MAX; i++) {
            assertThat(execute(i % 2 == 0 ? withoutKey : NO_MESSAGE).getStatus().getCode())
                    .as("request %d", i)
                    .isEqualTo(Status.Code.INVALID_ARGUMENT);
        }
        assertDisconnected(execute(withoutKey));
        for (int i = 0; i < MALFORMED_MAX; i++) {
            assertMalformed(execute(NO_MESSAGE));
        }
        assertDisconnected(execute(NO_MESSAGE));
    }

    /** The client reports UNKNOWN if it writes while the connection is being closed (grpc-java issue 10474). */
    private static void assertDisconnected(StatusRuntimeException ended) {
        if (ended.getStatus().getCode() == Status.Code.UNKNOWN) {
            assertThat(ended.getStatus().getDescription()).isEqualTo("channel closed");
        } else {
            assertThat(ended.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    private StatusRuntimeException execute(byte[] message) throws Exception {
        Ended ended = new Ended();
        ClientCall<byte[], byte[]> call = call(BankServiceGrpc.getExecuteMethod(), ended);
        call.request(1);
        call.sendMessage(message);
        call.halfClose();
        return ended.await();
    }

    @Test
    void whatIsNoMessageIsMalformed() throws Exception {
        for (MethodDescriptor<?, ?> method :
                BankServiceGrpc.getServiceDescriptor().getMethods()) {
            Ended ended = new Ended();
            ClientCall<byte[], byte[]> call = call(method, ended);
            call.request(1);
            call.sendMessage(NO_MESSAGE);
            call.halfClose();
            assertMalformed(ended.await());
        }
    }

    /** Each is answered, as the contract says, and never as an outcome that is unknown. */
    @Test
    void aMutatedMessageIsAnsweredByTheContract() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        byte[] sound = GrpcContractTest.deposit(301, 1).build().toByteArray();
        for (int round = 0; round < 500; round++) {
            byte[] mutated = sound.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                mutated[random.nextInt(mutated.length)] ^= (byte) (1 << random.nextInt(8));
            }
            if (round % MALFORMED_MAX == 0) {
                hostile.shutdownNow();
                connect();
            }
            assertThat(execute(mutated).getStatus().getCode())
                    .isIn(
                            Status.Code.OK,
                            Status.Code.INVALID_ARGUMENT,
                            Status.Code.NOT_FOUND,
                            Status.Code.ALREADY_EXISTS,
                            Status.Code.OUT_OF_RANGE,
                            Status.Code.FAILED_PRECONDITION);
        }
    }

    /** A frame of HTTP/2 (RFC 9113, 4.1) with the end of its fields. */
    private static byte[] frame(int type, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put(new byte[] {0, 0, (byte) payload.length, (byte) type, (byte) (type == 1 ? 4 : 0)})
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static double misbehaved() {
        return server.context
                .getBean(MeterRegistry.class)
                .get("bank.connections.refused")
                .tag("reason", "misbehaved")
                .counter()
                .count();
    }

    @Test
    void whoeverBeginsFarMoreCallsThanItMayIsDisconnected() throws Exception {
        double before = misbehaved();
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        sent.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        sent.write(frame(4, 0, new byte[0]));
        byte[] path = "/bank.v1.BankService/ExecuteBatches".getBytes(StandardCharsets.US_ASCII);
        byte[] type = "application/grpc".getBytes(StandardCharsets.US_ASCII);
        // :method POST, :scheme http, :path, content-type, by their places in the static table (RFC 7541, A)
        byte[] fields = ByteBuffer.allocate(7 + path.length + type.length)
                .put(new byte[] {(byte) 0x83, (byte) 0x86, 0x04, (byte) path.length})
                .put(path)
                .put(new byte[] {0x0f, 0x10, (byte) type.length})
                .put(type)
                .array();
        for (int call = 0; call < 2_000; call++) {
            sent.write(frame(1, 1 + 2 * call, fields));
        }
        try (Socket socket = new Socket(
                "127.0.0.1", server.context.getBean(GrpcServerLifecycle.class).getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(sent.toByteArray());
            try {
                socket.getInputStream().readAllBytes();
            } catch (SocketException reset) {
                // It was closed with something unread.
            }
        }
        await().untilAsserted(() -> assertThat(misbehaved()).isEqualTo(before + 1));
    }

    @Test
    void aMessageThatIsLongerThanTheLargestBatchIsRefused() throws Exception {
        Ended ended = new Ended();
        ClientCall<byte[], byte[]> call = call(BankServiceGrpc.getExecuteBatchesMethod(), ended);
        call.request(1);
        call.sendMessage(new byte[1 << 20]);
        assertThat(ended.await().getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    private static void assertTooLarge(StatusRuntimeException end) {
        assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(GrpcContractTest.errorInfo(end).getReason()).isEqualTo("too-large");
    }

    /** It would be kept for as long as the client does not end its side. */
    @Test
    void aLongRequestIsRefusedBeforeTheClientEndsItsSide() throws Exception {
        byte[] longest = GrpcContractTest.deposit(305, 1)
                .setReference("x".repeat(5_000))
                .build()
                .toByteArray();
        assertTooLarge(sent(BankServiceGrpc.getExecuteMethod(), longest));
        assertTooLarge(sent(BankServiceGrpc.getGetBalanceMethod(), longest));
        assertTooLarge(sent(BankServiceGrpc.getFollowMethod(), longest));
    }

    /** The services that come with gRPC keep the name that they are asked for, or repeat it. */
    @Test
    void aLongNameIsRefusedByTheServicesOfTheLibrary() throws Exception {
        byte[] name = HealthCheckRequest.newBuilder()
                .setService("x".repeat(300))
                .build()
                .toByteArray();
        byte[] host = ServerReflectionRequest.newBuilder()
                .setHost("x".repeat(300))
                .setListServices("")
                .build()
                .toByteArray();
        assertTooLarge(sent(HealthGrpc.getCheckMethod(), name));
        assertTooLarge(sent(HealthGrpc.getWatchMethod(), name));
        assertTooLarge(sent(ServerReflectionGrpc.getServerReflectionInfoMethod(), host));
    }

    private StatusRuntimeException sent(MethodDescriptor<?, ?> method, byte[] message) throws Exception {
        Ended ended = new Ended();
        ClientCall<byte[], byte[]> call = call(method, ended);
        call.request(1);
        call.sendMessage(message);
        return ended.await();
    }

    /** What it has not read takes memory for as long as its connection is open. */
    @Test
    void aFollowerThatReadsNothingLosesItsPlaceAndItsConnection() throws Exception {
        assertThat(BankServiceGrpc.newBlockingStub(hostile)
                        .execute(GrpcContractTest.deposit(303, 1).build())
                        .getPosition())
                .isPositive();
        CompletableFuture<Void> lost = new CompletableFuture<>();
        hostile.notifyWhenStateChanged(ConnectivityState.READY, () -> lost.complete(null));
        // More than one message, of which the first fills what a stream may send unread.
        first(batch(1, 310, 8_192).build());
        first(batch(2, 310, 100).build());
        ClientCall<byte[], byte[]> call = call(BankServiceGrpc.getFollowMethod(), new Ended());
        call.sendMessage(FollowRequest.newBuilder()
                .setStart(FollowStart.FOLLOW_START_OLDEST)
                .build()
                .toByteArray());
        call.halfClose();
        await().until(() -> followers() == 1);
        lost.get(20, TimeUnit.SECONDS);
        await().until(() -> followers() == 0);
    }

    private static double followers() {
        return server.context
                .getBean(MeterRegistry.class)
                .get("bank.follow.streams")
                .gauge()
                .value();
    }

    @Test
    void theLargestBatchThatThereCanBeIsTaken() {
        ExecuteBatchRequest.Builder largest = batch(1, 302, 8_192);
        for (int i = 0; i < largest.getTellerCount(); i++) {
            largest.addType(4)
                    .setAccount(i, -1)
                    .addTarget(-2)
                    .setAmount(i, Long.MAX_VALUE)
                    .setTeller(i, -3);
        }
        ExecuteBatchResponse answer = first(largest.build());
        assertThat(answer.getOutcomeList()).hasSize(8_192);
    }

    private static ExecuteBatchResponse first(ExecuteBatchRequest batch) {
        try {
            GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
            BankServiceGrpc.newStub(server.channel).executeBatches(answers).onNext(batch);
            return answers.next();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
