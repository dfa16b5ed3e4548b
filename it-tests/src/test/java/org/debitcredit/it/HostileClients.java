package org.debitcredit.it;

import com.google.protobuf.ByteString;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;

/** Clients that mean no good, from some address, for some time; each way of it is one of {@link Kind}. */
final class HostileClients {

    private static final int STREAMS_NOT_READ = 20;
    private static final int STREAMS_MANY = 1_000;
    private static final int CONNECTIONS_IDLE = 10_000;
    private static final int CONNECTIONS_SLOW = 400;
    /** What the kernel takes of answers that are not read. */
    private static final int UNREAD_BYTES = 1_024;

    private static final int IN_ONE_WRITE = 10_000;
    /** As many as the server lets a connection have. */
    private static final int CALLS_OF_CONNECTION = 256;

    private static final int BATCH = 8_192;
    /** The first bytes of a TLS record that announces a ClientHello of 512 bytes (RFC 8446, 5.1). */
    private static final String BEGIN_OF_HANDSHAKE = "\u0016\u0003\u0001\u0002\u0000\u0001";

    private final int httpPort;
    private final int grpcPort;
    private final String from;
    private final long endNanos;

    /** One way to mean no good. */
    enum Kind {
        NEVER_READS_VALID_BATCHES,
        NEVER_READS_BATCHES_WITHOUT_TELLERS,
        MALFORMED_FLOOD,
        MANY_STREAMS,
        RESETS,
        HALF_CLOSED,
        IDLE_HTTP,
        IDLE_GRPC,
        SLOW_HEAD,
        SLOW_BODY,
        HEADS_OF_MANY_LINES,
        PIPELINED_AND_NOT_READ,
        LARGE_ANSWERS_NOT_READ,
        REQUESTS_IN_ONE_WRITE,
        FRAMES_OF_ONE_BYTE,
        CALLS_IN_ONE_WRITE,
        CALLS_WITH_BEGUN_MESSAGES,
        /** Their connections are reset before the server has sent anything. */
        RESET_AT_ONCE,
        UNKNOWN_CALLS_IN_ONE_WRITE,
        PINGS_IN_ONE_WRITE,
        SETTINGS_IN_ONE_WRITE,
        PRIORITIES_IN_ONE_WRITE,
        HEADERS_IN_PIECES,
        /** Against a server that speaks TLS. */
        SLOW_HANDSHAKE_HTTP,
        SLOW_HANDSHAKE_GRPC
    }

    HostileClients(TestedServer server, String from, long millis) {
        this.httpPort = server.httpPort();
        this.grpcPort = server.grpcPort();
        this.from = from;
        this.endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    void be(Kind kind) throws IOException {
        switch (kind) {
            case NEVER_READS_VALID_BATCHES -> notReading(validBatch(), STREAMS_NOT_READ);
            case NEVER_READS_BATCHES_WITHOUT_TELLERS -> notReading(batchWithoutTellers(), STREAMS_NOT_READ);
            case MALFORMED_FLOOD -> reading(batchWithoutTellers());
            case MANY_STREAMS -> notReading(batchWithoutTellers(), STREAMS_MANY);
            case RESETS -> resets();
            case HALF_CLOSED -> halfClosed();
            case IDLE_HTTP -> idle(httpPort, "", CONNECTIONS_IDLE);
            case IDLE_GRPC -> idle(grpcPort, "", CONNECTIONS_IDLE);
            case SLOW_HEAD -> idle(httpPort, "POST /v1/transactions HTTP/1.1\r\nHost: loc", CONNECTIONS_SLOW);
            case SLOW_BODY ->
                idle(
                        httpPort,
                        "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                + "Idempotency-Key: 0198c0de-1234-7abc-8def-0123456789ab\r\nContent-Length: "
                                + "60\r\n\r\n{",
                        CONNECTIONS_SLOW);
            case HEADS_OF_MANY_LINES ->
                idle(httpPort, "GET / HTTP/1.1\r\n" + "a:b\r\n".repeat(1_500), CONNECTIONS_SLOW);
            case PIPELINED_AND_NOT_READ -> idle(httpPort, get("/v1/accounts/1").repeat(1_000), CONNECTIONS_SLOW);
            case LARGE_ANSWERS_NOT_READ ->
                idle(
                        httpPort,
                        get("/actuator/prometheus").repeat(5)
                                + get("/console/uplot.js").repeat(20),
                        CONNECTIONS_SLOW);
            case SLOW_HANDSHAKE_HTTP -> idle(httpPort, BEGIN_OF_HANDSHAKE, CONNECTIONS_IDLE);
            case SLOW_HANDSHAKE_GRPC -> idle(grpcPort, BEGIN_OF_HANDSHAKE, CONNECTIONS_IDLE);
            case FRAMES_OF_ONE_BYTE -> raw(this::framesOfOneByte);
            case REQUESTS_IN_ONE_WRITE -> idle(httpPort, get("/v1/nothing").repeat(IN_ONE_WRITE), CONNECTIONS_SLOW);
            case CALLS_IN_ONE_WRITE -> raw(connection -> connection.call("ExecuteBatches", 1, IN_ONE_WRITE));
            case CALLS_WITH_BEGUN_MESSAGES ->
                raw(connection -> connection.callsWithBegunMessages("ExecuteBatches", CALLS_OF_CONNECTION));
            case RESET_AT_ONCE -> resetAtOnce();
            case UNKNOWN_CALLS_IN_ONE_WRITE -> raw(connection -> connection.call("Unknown", 1, IN_ONE_WRITE));
            case PINGS_IN_ONE_WRITE -> raw(connection -> connection.pings(IN_ONE_WRITE));
            case SETTINGS_IN_ONE_WRITE -> raw(connection -> connection.settings(IN_ONE_WRITE));
            case PRIORITIES_IN_ONE_WRITE -> raw(connection -> connection.priorities(IN_ONE_WRITE));
            case HEADERS_IN_PIECES -> raw(connection -> connection.callInPieces(1, IN_ONE_WRITE));
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private boolean isOver() {
        return System.nanoTime() - endNanos >= 0;
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }

    private ManagedChannel connect() {
        return NettyChannelBuilder.forAddress("127.0.0.1", grpcPort)
                .localSocketPicker(new NettyChannelBuilder.LocalSocketPicker() {
                    @Override
                    public SocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
                        return new InetSocketAddress(from, 0);
                    }
                })
                .usePlaintext()
                .build();
    }

    private static final class Silent extends ClientCall.Listener<ExecuteBatchResponse> {}

    private ClientCall<ExecuteBatchRequest, ExecuteBatchResponse> open(ManagedChannel channel) {
        ClientCall<ExecuteBatchRequest, ExecuteBatchResponse> call =
                channel.newCall(BankServiceGrpc.getExecuteBatchesMethod(), CallOptions.DEFAULT);
        call.start(new Silent(), new Metadata());
        return call;
    }

    /** Sends as much as the server accepts on every stream, and reads no answer. A lost connection is replaced. */
    private void notReading(ExecuteBatchRequest batch, int streams) {
        while (!isOver()) {
            ManagedChannel channel = connect();
            List<ClientCall<ExecuteBatchRequest, ExecuteBatchResponse>> calls = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                calls.add(open(channel));
            }
            long until = Math.min(endNanos, System.nanoTime() + TimeUnit.SECONDS.toNanos(20));
            while (System.nanoTime() - until < 0) {
                calls.stream().filter(ClientCall::isReady).forEach(call -> call.sendMessage(batch));
                pause();
            }
            channel.shutdownNow();
        }
    }

    private void reading(ExecuteBatchRequest batch) {
        ManagedChannel channel = connect();
        while (!isOver()) {
            ClientCall<ExecuteBatchRequest, ExecuteBatchResponse> call = open(channel);
            call.request(Integer.MAX_VALUE);
            for (int i = 0; i < 500 && !isOver(); i++) {
                if (call.isReady()) {
                    call.sendMessage(batch);
                } else {
                    pause();
                }
            }
            call.cancel("enough", null);
        }
        channel.shutdownNow();
    }

    private void resets() {
        ManagedChannel channel = connect();
        ExecuteBatchRequest batch = validBatch();
        for (int i = 0; !isOver(); i++) {
            ClientCall<ExecuteBatchRequest, ExecuteBatchResponse> call = open(channel);
            if (i % 100 == 0) {
                call.sendMessage(batch);
                pause();
            }
            call.cancel("given up", null);
        }
        channel.shutdownNow();
    }

    private void halfClosed() {
        ManagedChannel channel = connect();
        while (!isOver()) {
            ClientCall<ExecuteBatchRequest, ExecuteBatchResponse> call = open(channel);
            call.sendMessage(batchWithoutTellers());
            call.halfClose();
            pause();
        }
        channel.shutdownNow();
    }

    /** Connections that send something, or nothing, and then nothing more; closed ones are replaced. */
    private void idle(int port, String first, int most) throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            while (!isOver()) {
                for (int i = 0; i < 500 && open.size() < most && !isOver(); i++) {
                    connect(port, first, open);
                }
                pause();
            }
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private interface Attack {
        void on(RawHttp2 connection) throws IOException;
    }

    /** Connections that are attacked and left open. */
    private void raw(Attack attack) throws IOException {
        List<RawHttp2> open = new ArrayList<>();
        try {
            while (!isOver()) {
                if (open.size() < CONNECTIONS_SLOW) {
                    attack(attack, open);
                }
                pause();
            }
        } finally {
            for (RawHttp2 connection : open) {
                connection.close();
            }
        }
    }

    private void attack(Attack attack, List<RawHttp2> open) {
        try {
            RawHttp2 connection = new RawHttp2(from, grpcPort);
            open.add(connection);
            attack.on(connection);
        } catch (IOException disconnected) {
            // As it should be.
            pause();
        }
    }

    private void resetAtOnce() {
        while (!isOver()) {
            try (RawHttp2 connection = new RawHttp2(from, grpcPort)) {
                connection.reset();
            } catch (IOException refused) {
                pause();
            }
        }
    }

    /** A message of 512 KB is announced; of its bytes come as many as the first window allows. */
    private void framesOfOneByte(RawHttp2 connection) throws IOException {
        connection.call("ExecuteBatches", 1, 1);
        byte[] begun = new byte[60_000];
        begun[2] = 0x08;
        connection.byteByByte(1, begun);
    }

    private void connect(int port, String first, List<Socket> open) {
        Socket socket = new Socket();
        try {
            socket.setReceiveBufferSize(UNREAD_BYTES);
            socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
            open.add(socket);
        } catch (IOException refused) {
            try {
                socket.close();
            } catch (IOException e) {
                refused.addSuppressed(e);
            }
        }
    }

    /** Deposits and withdrawals that leave every sum as it is. */
    private static ExecuteBatchRequest validBatch() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        ExecuteBatchRequest.Builder batch = ExecuteBatchRequest.newBuilder().setBatchId(1);
        for (int row = 0; row < BATCH; row++) {
            batch.addTeller(1).addAccount(2).addAmount(row % 2 == 0 ? 1 : -1);
        }
        long high = TransactionKey.highV7(System.currentTimeMillis(), random.nextLong());
        long low = TransactionKey.lowV7(random.nextLong() >>> 4);
        return batch.setKeys(ByteString.copyFrom(
                        ByteBuffer.allocate(16).putLong(high).putLong(low).flip()))
                .build();
    }

    private static ExecuteBatchRequest batchWithoutTellers() {
        return ExecuteBatchRequest.newBuilder()
                .setBatchId(1)
                .setKeys(ByteString.copyFrom(new byte[20_000]))
                .build();
    }
}
