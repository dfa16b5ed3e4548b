package org.debitcredit.terminal.tpcc.run;

import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.debitcredit.console.GrpcAddress;
import org.debitcredit.console.Printable;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.v1.CheckRequest;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.debitcredit.tpcc.wire.v1.DescribeRequest;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.debitcredit.tpcc.wire.v1.LoadProgress;
import org.debitcredit.tpcc.wire.v1.LoadRequest;
import org.debitcredit.tpcc.wire.v1.TpccServiceGrpc;
import org.jspecify.annotations.Nullable;

/** Connections to a server, in plain text, with one event loop for all of them. */
public final class TpccClient implements AutoCloseable {

    /** Threads that send and receive. */
    public static final int EVENT_LOOP_THREADS = 1;

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final long DESCRIBE_SECONDS_MAX = 30;
    private static final long CLOSE_SECONDS_MAX = 5;

    /** After so long without a byte from the server a keep-alive is sent: loads and checks have no deadline. */
    private static final long KEEP_ALIVE_SECONDS = 15;

    private static final long KEEP_ALIVE_SECONDS_MAX = 5;

    private final GrpcAddress address;
    private final @Nullable String token;
    private final EventLoopGroup eventLoop =
            new MultiThreadIoEventLoopGroup(EVENT_LOOP_THREADS, NioIoHandler.newFactory());
    private final List<ManagedChannel> connections = new ArrayList<>();
    private final LongAdder deliveriesQueued = new LongAdder();
    private final TpccServiceGrpc.TpccServiceBlockingStub calls;

    /**
     * @param token bearer token; null if the server needs none
     */
    public TpccClient(GrpcAddress address, @Nullable String token) {
        this.address = address;
        this.token = token;
        calls = TpccServiceGrpc.newBlockingStub(connect());
    }

    /** Opens a stream of transactions on a connection of its own. */
    RequestStream stream(TpccScale scale, int placesInFlight, RequestStream.Listener listener) {
        return new RequestStream(
                TpccServiceGrpc.newStub(connect()), new TpccAnswerCheck(scale), placesInFlight, counting(listener));
    }

    private RequestStream.Listener counting(RequestStream.Listener listener) {
        return new RequestStream.Listener() {
            @Override
            public void received(RequestStream.Received received) {
                if (received.isAnswer() && received.request().type() == TpccTransactionType.DELIVERY) {
                    deliveriesQueued.increment();
                }
                listener.received(received);
            }

            @Override
            public void broken(Status status) {
                listener.broken(status);
            }
        };
    }

    /** Deliveries that the server has queued for this client. Their work is done later. */
    long deliveriesQueued() {
        return deliveriesQueued.sum();
    }

    private Channel connect() {
        ManagedChannel connection = NettyChannelBuilder.forAddress(address.host(), address.port())
                .usePlaintext()
                .eventLoopGroup(eventLoop)
                .channelType(NioSocketChannel.class)
                .directExecutor()
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_SECONDS_MAX, TimeUnit.SECONDS)
                .build();
        connections.add(connection);
        if (token == null) {
            return connection;
        }
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token);
        ClientInterceptor authorized = MetadataUtils.newAttachHeadersInterceptor(headers);
        return ClientInterceptors.intercept(connection, authorized);
    }

    /** What is loaded and on which database; waits up to 30 seconds for a server that has just been started. */
    public DescribeResponse describe() {
        return told(() -> calls.withWaitForReady()
                .withDeadlineAfter(DESCRIBE_SECONDS_MAX, TimeUnit.SECONDS)
                .describe(DescribeRequest.getDefaultInstance()));
    }

    /** Fails soon if the server hangs; a keep-alive is sent only on a connection on which it has answered once. */
    private void requireAnswer() {
        calls.withDeadlineAfter(DESCRIBE_SECONDS_MAX, TimeUnit.SECONDS).describe(DescribeRequest.getDefaultInstance());
    }

    /** Loads warehouses. */
    public void load(int warehouses, long seed, Consumer<LoadProgress> progress) {
        told(() -> {
            requireAnswer();
            calls.load(LoadRequest.newBuilder()
                            .setWarehouses(warehouses)
                            .setSeed(seed)
                            .build())
                    .forEachRemaining(progress);
            return true;
        });
    }

    /** Checks the consistency conditions. */
    public List<ConditionResult> check(boolean isAfterLoad, Consumer<ConditionResult> progress) {
        return told(() -> {
            requireAnswer();
            List<ConditionResult> results = new ArrayList<>();
            calls.check(CheckRequest.newBuilder().setAfterLoad(isAfterLoad).build())
                    .forEachRemaining(result -> {
                        results.add(result);
                        progress.accept(result);
                    });
            return results;
        });
    }

    private <T> T told(Supplier<T> call) {
        try {
            return call.get();
        } catch (StatusRuntimeException failed) {
            throw failure(failed.getStatus());
        }
    }

    /** The failure and its remedy, in one line. */
    RunFailure failure(Status status) {
        String reason = status.getDescription() == null ? "no reason given" : Printable.of(status.getDescription());
        return new RunFailure(
                switch (status.getCode()) {
                    case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED ->
                        "no server answers at " + address + " (" + reason
                                + "); start one by ./bank tpcc serve, or give its host and gRPC port by --url. This "
                                + "client speaks plain text, so that a server with TLS does not answer it";
                    case UNAUTHENTICATED ->
                        "the server at " + address
                                + " requires a valid token. Give one by --token-file or in BANK_TOKEN";
                    case PERMISSION_DENIED ->
                        "the client does not have the role that is needed at " + address
                                + ": terminal to run, operator to load and to check";
                    case FAILED_PRECONDITION, INVALID_ARGUMENT -> "the server at " + address + " refuses: " + reason;
                    default -> "the server at " + address + " answered " + status.getCode() + " (" + reason + ")";
                },
                status.getCause() == null ? status.asRuntimeException() : status.getCause());
    }

    /** Why a run ended that the server broke off, and what to do. */
    RunFailure ended(Status status) {
        RunFailure failure = failure(status);
        return switch (status.getCode()) {
            case UNAUTHENTICATED, PERMISSION_DENIED -> failure;
            default ->
                new RunFailure(
                        "the server at " + address + " broke the run off, so that it has no result: "
                                + Printable.refusal(status.getCode(), status.getDescription())
                                + ". Its log has the reason; start it and run again",
                        failure);
        };
    }

    @Override
    public void close() {
        connections.forEach(ManagedChannel::shutdownNow);
        eventLoop.shutdownGracefully(0, CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        try {
            eventLoop.terminationFuture().await(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
