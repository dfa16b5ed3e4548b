package org.debitcredit.server.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.TestIssuer;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccRequest.CustomerChoice;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.database.TpccDatabase;
import org.debitcredit.tpcc.load.Loader;
import org.debitcredit.tpcc.wire.AnswerMessages;
import org.debitcredit.tpcc.wire.TpccMessages;
import org.debitcredit.tpcc.wire.v1.CheckRequest;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.debitcredit.tpcc.wire.v1.DescribeRequest;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.debitcredit.tpcc.wire.v1.ExecuteRequest;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.LoadProgress;
import org.debitcredit.tpcc.wire.v1.LoadRequest;
import org.debitcredit.tpcc.wire.v1.TpccServiceGrpc;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TpccServerTest {

    private static final TpccServerSettings SQLITE =
            TpccServerSettings.fitting(new TpccDatabase("jdbc:sqlite::memory:", null, null));

    private static TpccServer server;
    private static ManagedChannel channel;
    private static List<LoadProgress> progress = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = TpccServer.start(SQLITE, "--spring.grpc.server.port=0");
        channel = channel(server);
        TpccServiceGrpc.newBlockingStub(channel)
                .load(LoadRequest.newBuilder().setWarehouses(1).setSeed(5).build())
                .forEachRemaining(progress::add);
    }

    @AfterAll
    static void stop() {
        channel.shutdownNow();
        server.close();
    }

    private static ManagedChannel channel(TpccServer server) {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                .usePlaintext()
                .build();
    }

    /** A stream of transactions. */
    private static final class Stream implements StreamObserver<ExecuteResponse> {

        private final BlockingQueue<ExecuteResponse> answers = new LinkedBlockingQueue<>();
        private final BlockingQueue<Status> end = new LinkedBlockingQueue<>();
        private final StreamObserver<ExecuteRequest> requests;

        private Stream() {
            this(channel);
        }

        private Stream(Channel to) {
            requests = TpccServiceGrpc.newStub(to).execute(this);
        }

        ExecuteResponse ask(ExecuteRequest request) throws InterruptedException {
            requests.onNext(request);
            ExecuteResponse answer = answers.poll(20, TimeUnit.SECONDS);
            assertThat(answer).isNotNull();
            assertThat(answer.getId()).isEqualTo(request.getId());
            return answer;
        }

        TpccAnswer ask(TpccRequest request) throws InterruptedException {
            ExecuteResponse response = ask(TpccMessages.message(77, request));
            assertThat(response.hasAnswer()).as(response.toString()).isTrue();
            return AnswerMessages.answer(response.getAnswer());
        }

        @Override
        public void onNext(ExecuteResponse answer) {
            answers.add(answer);
        }

        /** How it ended. */
        Status ended() throws InterruptedException {
            Status status = end.poll(20, TimeUnit.SECONDS);
            assertThat(status).isNotNull();
            return status;
        }

        @Override
        public void onError(Throwable failure) {
            end.add(Status.fromThrowable(failure));
        }

        @Override
        public void onCompleted() {
            end.add(Status.OK);
        }
    }

    private static List<ConditionResult> check(boolean afterLoad) {
        Iterator<ConditionResult> results = TpccServiceGrpc.newBlockingStub(channel)
                .check(CheckRequest.newBuilder().setAfterLoad(afterLoad).build());
        List<ConditionResult> all = new ArrayList<>();
        results.forEachRemaining(all::add);
        return all;
    }

    @Test
    void aLoadReportsItsProgressAndLeavesTheConditionsWhole() {
        assertThat(progress).hasSizeGreaterThan(10);
        assertThat(progress.get(progress.size() - 1).getRowsTotal()).isBetween(500_000L, 700_000L);
        assertThat(check(false)).hasSize(11).allMatch(ConditionResult::getHolds);
        DescribeResponse described =
                TpccServiceGrpc.newBlockingStub(channel).describe(DescribeRequest.getDefaultInstance());
        assertThat(described.getWarehouses()).isEqualTo(1);
        assertThat(described.getDatabase()).startsWith("SQLite 3").endsWith("in memory");
        assertThat(described.getDurability()).startsWith("not durable");
        assertThat(described.getExecutorThreads()).isEqualTo(1);
    }

    @Test
    void everyTransactionIsExecutedAndTheConditionsHoldThen() throws InterruptedException {
        Stream stream = new Stream();
        TpccAnswer.NewOrder order = (TpccAnswer.NewOrder) stream.ask(new TpccRequest.NewOrder(
                1,
                3,
                42,
                List.of(1, 2, 3, 4, 5).stream()
                        .map(item -> new TpccRequest.NewOrder.Line(item, 1, 2))
                        .toList()));
        assertThat(order.lines()).hasSize(5);
        TpccAnswer.OrderStatus status =
                (TpccAnswer.OrderStatus) stream.ask(new TpccRequest.OrderStatus(1, 3, new CustomerChoice.ByNumber(42)));
        assertThat(status.order()).isEqualTo(order.order());
        assertThat(stream.ask(new TpccRequest.Payment(1, 3, 1, 3, new CustomerChoice.ByLastName("BARBARBAR"), 500)))
                .isInstanceOf(TpccAnswer.Payment.class);
        assertThat(stream.ask(new TpccRequest.StockLevel(1, 3, 15))).isInstanceOf(TpccAnswer.StockLevel.class);
        assertThat(stream.ask(new TpccRequest.Delivery(1, 4))).isEqualTo(new TpccAnswer.Delivery(1, 4));
        assertThat(stream.ask(new TpccRequest.NewOrder(
                        1,
                        3,
                        42,
                        List.of(1, 2, 3, 4, 100_001).stream()
                                .map(item -> new TpccRequest.NewOrder.Line(item, 1, 2))
                                .toList())))
                .isInstanceOf(TpccAnswer.RolledBack.class);
        assertThat(check(false)).allMatch(ConditionResult::getHolds);
        // The check came after the delivery in the queue of the one thread or before it; now it is done.
        DescribeResponse described =
                TpccServiceGrpc.newBlockingStub(channel).describe(DescribeRequest.getDefaultInstance());
        assertThat(described.getDeliveriesDone()).isBetween(0L, 1L);
        assertThat(check(true))
                .filteredOn(result -> !result.getHolds())
                .extracting(ConditionResult::getCondition)
                .isSubsetOf(11);
    }

    @Test
    void malformedAndUnknownRequestsAreRefusedAndTheStreamGoesOn() throws InterruptedException {
        Stream stream = new Stream();
        ExecuteResponse malformed =
                stream.ask(ExecuteRequest.newBuilder().setId(9).build());
        assertThat(malformed.getFailure().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
        ExecuteResponse unknown = stream.ask(TpccMessages.message(10, new TpccRequest.StockLevel(2, 1, 15)));
        assertThat(unknown.getFailure().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
        assertThat(unknown.getFailure().getMessage()).isEqualTo("warehouse 2 is not loaded; it must be 1 to 1");
        for (TpccRequest elsewhere : List.of(
                new TpccRequest.Delivery(99, 1),
                new TpccRequest.Payment(1, 1, 99, 1, new CustomerChoice.ByNumber(1), 500),
                new TpccRequest.NewOrder(
                        1,
                        1,
                        1,
                        List.of(1, 1, 1, 1, 99).stream()
                                .map(warehouse -> new TpccRequest.NewOrder.Line(7, warehouse, 1))
                                .toList()))) {
            ExecuteResponse refused = stream.ask(TpccMessages.message(11, elsewhere));
            assertThat(refused.getFailure().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
            assertThat(refused.getFailure().getMessage()).startsWith("warehouse 99 is not loaded");
        }
        assertThat(stream.ask(new TpccRequest.StockLevel(1, 1, 15))).isInstanceOf(TpccAnswer.StockLevel.class);
    }

    @Test
    void anotherLoadIsRefused() {
        assertThatThrownBy(() -> TpccServiceGrpc.newBlockingStub(channel)
                        .load(LoadRequest.newBuilder()
                                .setWarehouses(2)
                                .setSeed(5)
                                .build())
                        .hasNext())
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("warehouses=1");
    }

    @Test
    void aLoadThatWasInterruptedIsNeitherUsedNorChecked(@TempDir Path folder) throws Exception {
        TpccDatabase database = new TpccDatabase("jdbc:sqlite:" + folder.resolve("half.sqlite"), null, null);
        try (Connection connection = database.open()) {
            assertThatThrownBy(() -> new Loader(connection, database.kind(), Clock.systemUTC())
                            .load(new TpccScale(3, 100, 30), 5, (table, rows, total) -> {
                                if (rows > 500) {
                                    throw new IllegalStateException("interrupted");
                                }
                            }))
                    .hasMessage("interrupted");
        }
        try (TpccServer half = TpccServer.start(TpccServerSettings.fitting(database), "--spring.grpc.server.port=0")) {
            ManagedChannel to = channel(half);
            try {
                assertThatThrownBy(() -> TpccServiceGrpc.newBlockingStub(to)
                                .check(CheckRequest.getDefaultInstance())
                                .hasNext())
                        .hasMessageContaining("FAILED_PRECONDITION")
                        .hasMessageContaining("a load of 3 warehouses has not ended");
                ExecuteResponse refused =
                        new Stream(to).ask(TpccMessages.message(10, new TpccRequest.StockLevel(1, 1, 15)));
                assertThat(refused.getFailure().getMessage()).startsWith("a load of 3 warehouses has not ended");
            } finally {
                to.shutdownNow();
            }
        }
    }

    @Test
    void aClientThatDoesNotReadHoldsUpNobody() throws InterruptedException {
        BlockingQueue<ExecuteResponse> unread = new LinkedBlockingQueue<>();
        StreamObserver<ExecuteRequest> flood = TpccServiceGrpc.newStub(channel).execute(new StreamObserver<>() {
            @Override
            public void onNext(ExecuteResponse answer) {
                unread.add(answer);
            }

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onCompleted() {}
        });
        for (int i = 0; i < 3_000; i++) {
            flood.onNext(TpccMessages.message(i, new TpccRequest.OrderStatus(1, 1, new CustomerChoice.ByNumber(1))));
        }
        assertThat(new Stream().ask(new TpccRequest.StockLevel(1, 1, 15))).isInstanceOf(TpccAnswer.StockLevel.class);
        flood.onCompleted();
    }

    private static TpccServer locked(String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "--spring.grpc.server.port=0",
                "--bank.security.tokens[0].name=atm",
                "--bank.security.tokens[0].sha256=" + hash("a"),
                "--bank.security.tokens[0].roles=terminal",
                "--bank.security.tokens[1].name=staff",
                "--bank.security.tokens[1].sha256=" + hash("s"),
                "--bank.security.tokens[1].roles=operator"));
        properties.addAll(List.of(more));
        return TpccServer.start(SQLITE, properties.toArray(String[]::new));
    }

    /** A channel whose calls have these tokens, each in a header of its own. */
    private static Channel as(ManagedChannel to, String... tokens) {
        Metadata headers = new Metadata();
        for (String token : tokens) {
            headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        }
        return ClientInterceptors.intercept(to, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static void assertCheckRefused(Channel to, Status.Code code) {
        assertThatThrownBy(() -> TpccServiceGrpc.newBlockingStub(to)
                        .check(CheckRequest.getDefaultInstance())
                        .hasNext())
                .extracting(failure -> Status.fromThrowable(failure).getCode())
                .isEqualTo(code);
    }

    @Test
    void withTokensTerminalsExecuteAndOperatorsLoad() {
        try (TpccServer locked = locked()) {
            ManagedChannel to = channel(locked);
            try {
                assertCheckRefused(as(to, "x"), Status.Code.UNAUTHENTICATED);
                assertCheckRefused(as(to, "a"), Status.Code.PERMISSION_DENIED);
                assertCheckRefused(as(to, "s"), Status.Code.FAILED_PRECONDITION);
                assertCheckRefused(as(to, "a", "s"), Status.Code.UNAUTHENTICATED);
                assertCheckRefused(as(to, "s", "s"), Status.Code.UNAUTHENTICATED);
            } finally {
                to.shutdownNow();
            }
        }
    }

    /** The token is good for two to three seconds, because the clocks may differ by 30 s. */
    @Test
    void aStreamIsRefusedWhenItsTokenHasExpired(@TempDir Path folder) throws InterruptedException {
        TestIssuer issuer = new TestIssuer();
        Instant now = Instant.now();
        String token = TestIssuer.token(
                JWSAlgorithm.ES256,
                issuer.ec,
                TestIssuer.claims("service-7", now).expirationTime(Date.from(now.minusSeconds(27))));
        try (TpccServer locked = locked(
                "--bank.security.jwt.issuer=" + TestIssuer.NAME,
                "--bank.security.jwt.audience=" + TestIssuer.AUDIENCE,
                "--bank.security.jwt.jwks-file=" + issuer.write(folder.resolve("keys.json")),
                "--bank.security.jwt.clients[0].value=service-7",
                "--bank.security.jwt.clients[0].client=atm")) {
            ManagedChannel to = channel(locked);
            try {
                Stream stream = new Stream(as(to, token));
                long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                // It is malformed, so that no database is needed.
                ExecuteRequest request = ExecuteRequest.newBuilder().setId(77).build();
                int code = stream.ask(request).getFailure().getCode();
                assertThat(code).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
                while (code != Status.Code.UNAUTHENTICATED.value()) {
                    assertThat(System.nanoTime()).as("the token expires").isLessThan(deadlineNanos);
                    code = stream.ask(request).getFailure().getCode();
                }
            } finally {
                to.shutdownNow();
            }
        }
    }

    @Test
    void refusedCallsAreInTheAuditLog(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("audit.log");
        try (TpccServer locked = locked("--bank.audit.file=" + log)) {
            ManagedChannel to = channel(locked);
            try {
                assertCheckRefused(as(to, "x"), Status.Code.UNAUTHENTICATED);
                assertCheckRefused(as(to, "a"), Status.Code.PERMISSION_DENIED);
            } finally {
                to.shutdownNow();
            }
        }
        String method = "\"bank.request\":\"tpcc.v1.TpccService/Check\"";
        List<String> lines = Files.readAllLines(log);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("\"event.reason\":\"unknown-token\"", method);
        assertThat(lines.get(1)).contains("\"event.reason\":\"forbidden\"", "\"user.name\":\"atm\"", method);
    }

    @Test
    void aClientHasItsLimits() throws InterruptedException {
        try (TpccServer locked =
                locked("--bank.security.limits[0].client=atm", "--bank.security.limits[0].streams=1")) {
            ManagedChannel to = channel(locked);
            try {
                Stream first = new Stream(as(to, "a"));
                first.ask(ExecuteRequest.newBuilder().setId(9).build());
                Status refused = new Stream(as(to, "a")).ended();
                assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
                assertThat(refused.getDescription()).contains("1 open streams");
                assertCheckRefused(as(to, "s"), Status.Code.FAILED_PRECONDITION);
                first.requests.onCompleted();
                assertThat(first.ended().getCode()).isEqualTo(Status.Code.OK);
                ExecuteResponse empty =
                        new Stream(as(to, "a")).ask(TpccMessages.message(10, new TpccRequest.StockLevel(1, 1, 15)));
                assertThat(empty.getFailure().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION.value());
            } finally {
                to.shutdownNow();
            }
        }
    }

    @Test
    void openToTheNetworkItDoesNotStart() {
        assertThatThrownBy(() ->
                        TpccServer.start(SQLITE, "--spring.grpc.server.port=0", "--spring.grpc.server.address=0.0.0.0"))
                .hasStackTraceContaining("Beyond loopback the server needs both");
    }

    private static String hash(String token) {
        return java.util.HexFormat.of().formatHex(AccessControl.sha256(token));
    }
}
