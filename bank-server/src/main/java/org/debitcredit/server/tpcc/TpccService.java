package org.debitcredit.server.tpcc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.net.SocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.check.Conditions;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.LoadedState;
import org.debitcredit.tpcc.load.Loader;
import org.debitcredit.tpcc.wire.v1.CheckRequest;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.debitcredit.tpcc.wire.v1.DescribeRequest;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.LoadProgress;
import org.debitcredit.tpcc.wire.v1.LoadRequest;
import org.debitcredit.tpcc.wire.v1.TpccServiceGrpc;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The contract {@code tpcc.v1}, see its proto file. */
final class TpccService extends TpccServiceGrpc.TpccServiceImplBase {

    private static final Logger LOG = LoggerFactory.getLogger(TpccService.class);

    private final TpccServerSettings settings;
    private final TpccDatabase database;
    private final TpccExecutor executor;
    private final Clock clock;
    private final int eventLoopThreads;
    private final Function<SocketAddress, UnreadLimits> limits;
    private final AtomicBoolean loading = new AtomicBoolean();

    /** @param limits of a stream, by the remote address of its connection */
    TpccService(
            TpccServerSettings settings,
            TpccExecutor executor,
            Clock clock,
            int eventLoopThreads,
            Function<SocketAddress, UnreadLimits> limits) {
        this.settings = settings;
        this.database = settings.database();
        this.executor = executor;
        this.clock = clock;
        this.eventLoopThreads = eventLoopThreads;
        this.limits = limits;
    }

    @Override
    public StreamObserver<ExecuteRequest> execute(StreamObserver<ExecuteResponse> answers) {
        return ExecuteCall.begin(
                executor,
                TpccAccessInterceptor.ACCESS.get(),
                limits.apply(TpccAccessInterceptor.CONNECTION.get()),
                (ServerCallStreamObserver<ExecuteResponse>) answers);
    }

    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> answer) {
        DatabaseState known = executor.state();
        // A load may take all threads for minutes.
        if (known.scale() != null || loading.get()) {
            answer.onNext(described(known));
            answer.onCompleted();
            return;
        }
        // Another server may have loaded it meanwhile.
        executor.run(executor::ask).whenComplete((state, failure) -> {
            if (failure == null) {
                answer.onNext(described(state));
                answer.onCompleted();
            } else {
                answer.onError(problem(failure));
            }
        });
    }

    private DescribeResponse described(DatabaseState state) {
        DeliveryTimes.Summary deliveries = executor.deliveries();
        DescribeResponse.Builder described = DescribeResponse.newBuilder()
                .setDatabase(state.product())
                .setDurability(state.durability() + "; " + settings.commits())
                .setExecutorThreads(executor.threads())
                .setEventLoopThreads(eventLoopThreads)
                .setProcessors(Runtime.getRuntime().availableProcessors())
                .setLastNameConstant(state.loaded().lastNameConstant())
                .setDeliveriesDone(deliveries.done())
                .setDeliveryP90Micros(deliveries.p90Micros())
                .setDeliveryMaxMicros(deliveries.maxMicros())
                .setDeliveriesSkipped(deliveries.districtsSkipped())
                .setDeliveriesFailed(deliveries.failed())
                .setDeliveryDurations(deliveries.durationsMicros())
                .setProcessCpuNanos(ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .map(Duration::toNanos)
                        .orElse(0L));
        TpccScale scale = state.scale();
        if (scale != null) {
            described.setWarehouses(scale.warehouses());
        }
        return described.build();
    }

    @Override
    public void load(LoadRequest request, StreamObserver<LoadProgress> progress) {
        TpccScale scale;
        try {
            scale = TpccScale.ofWarehouses(request.getWarehouses());
        } catch (IllegalArgumentException wrong) {
            progress.onError(
                    Status.INVALID_ARGUMENT.withDescription(wrong.getMessage()).asRuntimeException());
            return;
        }
        if (!loading.compareAndSet(false, true)) {
            progress.onError(Status.FAILED_PRECONDITION
                    .withDescription("another load is under way; wait until it has ended")
                    .asRuntimeException());
            return;
        }
        ServerCallStreamObserver<LoadProgress> reader = (ServerCallStreamObserver<LoadProgress>) progress;
        reader.setOnCancelHandler(() -> {});
        executor.run(connection -> {
                    new Loader(connection, database.kind(), clock)
                            .load(scale, request.getSeed(), (table, rows, total) -> {
                                // Whoever does not read misses some progress, and the load does not wait.
                                if (reader.isReady() && !reader.isCancelled()) {
                                    reader.onNext(LoadProgress.newBuilder()
                                            .setTable(table)
                                            .setRowsLoaded(rows)
                                            .setRowsTotal(total)
                                            .build());
                                }
                            });
                    return executor.ask(connection);
                })
                .whenComplete((done, failure) -> {
                    loading.set(false);
                    end(reader, failure);
                });
    }

    @Override
    public void check(CheckRequest request, StreamObserver<ConditionResult> results) {
        ServerCallStreamObserver<ConditionResult> reader = (ServerCallStreamObserver<ConditionResult>) results;
        reader.setOnCancelHandler(() -> {});
        executor.run(connection -> {
                    LoadedState loaded = LoadedState.of(connection, database.kind());
                    TpccScale scale = loaded.scale();
                    if (scale == null || !loaded.complete()) {
                        // Conditions do not hold in a part of a load, although nothing is wrong.
                        throw Status.FAILED_PRECONDITION
                                .withDescription(
                                        DatabaseState.incomplete(loaded).orElse(""))
                                .asRuntimeException();
                    }
                    List<Conditions.Result> checked = new ArrayList<>();
                    Conditions.check(connection, database.kind(), scale, request.getAfterLoad(), checked::add);
                    connection.rollback();
                    return checked;
                })
                .whenComplete((checked, failure) -> {
                    if (failure == null && !reader.isCancelled()) {
                        checked.forEach(result -> reader.onNext(message(result)));
                    }
                    end(reader, failure);
                });
    }

    private static ConditionResult message(Conditions.Result result) {
        return ConditionResult.newBuilder()
                .setCondition(result.condition().number())
                .setHolds(result.holds())
                .addAllOffender(result.shown())
                .setOffenders(result.offenders())
                .build();
    }

    private static void end(ServerCallStreamObserver<?> reader, Throwable failure) {
        if (reader.isCancelled()) {
            return;
        }
        if (failure == null) {
            reader.onCompleted();
        } else {
            reader.onError(problem(failure));
        }
    }

    private static RuntimeException problem(Throwable failure) {
        Status.Code known = Status.fromThrowable(failure).getCode();
        if (known != Status.Code.UNKNOWN) {
            return Status.fromThrowable(failure).asRuntimeException();
        }
        if (failure instanceof IllegalArgumentException wrong) {
            return Status.FAILED_PRECONDITION
                    .withDescription(wrong.getMessage())
                    .asRuntimeException();
        }
        LOG.warn("The database failed", failure);
        return Status.INTERNAL
                .withDescription("the database failed; the server's log has the reason")
                .asRuntimeException();
    }
}
