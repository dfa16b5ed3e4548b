package org.debitcredit.terminal.tpcc.run;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.debitcredit.console.GrpcAddress;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.wire.AnswerMessages;
import org.debitcredit.tpcc.wire.ReceivedRequest;
import org.debitcredit.tpcc.wire.TpccMessages;
import org.debitcredit.tpcc.wire.v1.CheckRequest;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.debitcredit.tpcc.wire.v1.DescribeRequest;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.Failure;
import org.debitcredit.tpcc.wire.v1.LoadProgress;
import org.debitcredit.tpcc.wire.v1.LoadRequest;
import org.debitcredit.tpcc.wire.v1.TpccServiceGrpc;
import org.jspecify.annotations.Nullable;

/**
 * A server of {@code tpcc/v1} in this process, without a database: one thread that answers each request after a while,
 * and refuses what is malformed.
 */
public final class FakeServer extends TpccServiceGrpc.TpccServiceImplBase implements AutoCloseable {

    public static final int LOADED_CONSTANT = 100;

    private static final int ITEMS = 100_000;
    private static final TpccAnswer.Address ADDRESS = new TpccAnswer.Address("S", "S", "C", "ST", "1");
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final Queue<TpccRequest> received = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final Server server;
    private volatile LongSupplier delayNanos = () -> 0;
    private volatile Function<ExecuteResponse.Builder, @Nullable ExecuteResponse> fault =
            ExecuteResponse.Builder::build;
    private volatile long deliveryMicros = 5_000;
    private volatile boolean fails;
    private volatile boolean forgets;
    private volatile int deliveriesFailed;
    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    private volatile boolean breaksConditions;
    private volatile int warehouses = 1;
    private volatile String refusal = "";

    private FakeServer(@Nullable String token) throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(this)
                .intercept(authorization(token))
                .build()
                .start();
    }

    public static FakeServer start() throws IOException {
        return new FakeServer(null);
    }

    public static FakeServer securedBy(String token) throws IOException {
        return new FakeServer(token);
    }

    public GrpcAddress address() {
        return new GrpcAddress("127.0.0.1", server.getPort());
    }

    public Queue<TpccRequest> received() {
        return received;
    }

    public void answerAfterMillis(long millis) {
        delayNanos = () -> TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Answers so much later with every second from now on. */
    public void answerLaterEverySecond(long micros) {
        long begin = System.nanoTime();
        delayNanos = () -> (System.nanoTime() - begin) / 1_000_000_000L * TimeUnit.MICROSECONDS.toNanos(micros);
    }

    /** Does nothing for so long in every second. */
    public void stallEverySecond(long millis) {
        executor.scheduleAtFixedRate(
                () -> {
                    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
                    while (System.nanoTime() - until < 0) {
                        LockSupport.parkNanos(until - System.nanoTime());
                    }
                },
                0,
                1,
                TimeUnit.SECONDS);
    }

    /** Says of every deferred delivery that it took so long. */
    public void deliverIn(Duration time) {
        deliveryMicros = TimeUnit.SECONDS.toMicros(time.toSeconds());
    }

    /** Queues deliveries and never does their work. */
    public void forgetDeliveries() {
        forgets = true;
    }

    /** Says that the work of so many deliveries failed since now. */
    public void failDeliveries(int count) {
        deliveriesFailed = count;
    }

    /** Sends something else than the right response; nothing where it gives null. */
    public void answerWrongly(Function<ExecuteResponse.Builder, @Nullable ExecuteResponse> planted) {
        fault = planted;
    }

    /** Ends after so many requests. */
    public void endAfter(int requests) {
        left.set(requests);
    }

    public void failEverything() {
        fails = true;
    }

    public void refuseLoads(String reason) {
        refusal = reason;
    }

    public void breakConditions() {
        breaksConditions = true;
    }

    private static ServerInterceptor authorization(@Nullable String token) {
        return new ServerInterceptor() {
            @Override
            public <R, S> ServerCall.Listener<R> interceptCall(
                    ServerCall<R, S> call, Metadata headers, ServerCallHandler<R, S> next) {
                if (token != null && !("Bearer " + token).equals(headers.get(AUTHORIZATION))) {
                    call.close(Status.UNAUTHENTICATED, new Metadata());
                    return new ServerCall.Listener<>() {};
                }
                return next.startCall(call, headers);
            }
        };
    }

    @Override
    public StreamObserver<ExecuteRequest> execute(StreamObserver<ExecuteResponse> responses) {
        return new StreamObserver<>() {
            @Override
            public void onNext(ExecuteRequest request) {
                executor.schedule(() -> answer(request, responses), delayNanos.getAsLong(), TimeUnit.NANOSECONDS);
            }

            @Override
            public void onError(Throwable cancelled) {
                // The client has gone.
            }

            @Override
            public void onCompleted() {
                executor.execute(responses::onCompleted);
            }
        };
    }

    private void answer(ExecuteRequest request, StreamObserver<ExecuteResponse> responses) {
        ExecuteResponse.Builder response = ExecuteResponse.newBuilder()
                .setId(request.getId())
                .setExecutionNanos(50_000)
                .setQueueNanos(7_000);
        if (left.decrementAndGet() <= 0) {
            close();
            return;
        }
        ReceivedRequest asked = TpccMessages.request(request);
        if (asked instanceof ReceivedRequest.Accepted accepted && !fails) {
            received.add(accepted.request());
            response.setAnswer(AnswerMessages.message(answerTo(accepted.request())));
        } else {
            response.setFailure(Failure.newBuilder()
                    .setCode(Status.Code.INTERNAL.value())
                    .setMessage(fails ? "the database failed" : asked.toString()));
        }
        @Nullable ExecuteResponse sent = fault.apply(response);
        if (sent != null) {
            responses.onNext(sent);
        }
    }

    static TpccAnswer answerTo(TpccRequest request) {
        if (request instanceof TpccRequest.NewOrder order) {
            return order.lines().get(order.lines().size() - 1).item() > ITEMS
                    ? new TpccAnswer.RolledBack(
                            order.warehouse(), order.district(), order.customer(), "BAR", "GC", 3_001)
                    : new TpccAnswer.NewOrder(
                            order.warehouse(), order.district(), 1, "BAR", "GC", 0, 0, 0, 3_001, 0, 0, List.of());
        } else if (request instanceof TpccRequest.Payment payment) {
            return new TpccAnswer.Payment(
                    payment.warehouse(),
                    payment.district(),
                    ADDRESS,
                    ADDRESS,
                    payment.customerWarehouse(),
                    payment.customerDistrict(),
                    1,
                    "F",
                    "OE",
                    "BAR",
                    ADDRESS,
                    "0",
                    0,
                    "GC",
                    0,
                    0,
                    0,
                    "",
                    payment.amountCents(),
                    0);
        } else if (request instanceof TpccRequest.OrderStatus status) {
            return new TpccAnswer.OrderStatus(
                    status.warehouse(),
                    status.district(),
                    1,
                    "F",
                    "OE",
                    "BAR",
                    0,
                    1,
                    0,
                    OptionalInt.empty(),
                    List.of());
        } else if (request instanceof TpccRequest.StockLevel level) {
            return new TpccAnswer.StockLevel(level.warehouse(), level.district(), level.threshold(), 0);
        }
        TpccRequest.Delivery delivery = (TpccRequest.Delivery) request;
        return new TpccAnswer.Delivery(delivery.warehouse(), delivery.carrier());
    }

    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> responses) {
        responses.onNext(DescribeResponse.newBuilder()
                .setWarehouses(warehouses)
                .setDatabase("no database")
                .setDurability("nothing is kept")
                .setExecutorThreads(1)
                .setEventLoopThreads(1)
                .setProcessors(2)
                .setLastNameConstant(LOADED_CONSTANT)
                .setDeliveriesDone(
                        forgets
                                ? 0
                                : received.stream()
                                        .filter(TpccRequest.Delivery.class::isInstance)
                                        .count())
                .setDeliveriesFailed(received.isEmpty() ? 0 : deliveriesFailed)
                .setDeliveryDurations(durations())
                .setDeliveryP90Micros(deliveryMicros)
                .setDeliveryMaxMicros(deliveryMicros)
                .build());
        responses.onCompleted();
    }

    /** As many as deliveries were received, a millisecond each. */
    private ByteString durations() {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(
                1_000,
                received.stream().filter(TpccRequest.Delivery.class::isInstance).count());
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(buffer);
        return ByteString.copyFrom(buffer.array(), 0, length);
    }

    @Override
    public void load(LoadRequest request, StreamObserver<LoadProgress> responses) {
        if (!refusal.isEmpty()) {
            responses.onError(
                    Status.FAILED_PRECONDITION.withDescription(refusal).asRuntimeException());
            return;
        }
        warehouses = request.getWarehouses();
        for (int half = 1; half <= 2; half++) {
            responses.onNext(LoadProgress.newBuilder()
                    .setRowsLoaded(half * 50L)
                    .setRowsTotal(100)
                    .setTable("stock")
                    .build());
        }
        responses.onCompleted();
    }

    @Override
    public void check(CheckRequest request, StreamObserver<ConditionResult> responses) {
        for (int condition = 1; condition <= 12; condition++) {
            boolean isBroken = breaksConditions && condition == 3;
            if (condition != 11 || request.getAfterLoad()) {
                ConditionResult.Builder result =
                        ConditionResult.newBuilder().setCondition(condition).setHolds(!isBroken);
                if (isBroken) {
                    result.addOffender("warehouse 1, district 4").setOffenders(1);
                }
                responses.onNext(result.build());
            }
        }
        responses.onCompleted();
    }

    @Override
    public void close() {
        server.shutdownNow();
        executor.shutdownNow();
    }
}
