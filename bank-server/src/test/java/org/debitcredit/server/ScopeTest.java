package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.wire.v1.BalanceKind;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.GetBalanceRequest;
import org.debitcredit.wire.v1.Outcome;
import org.debitcredit.wire.v1.ReverseRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of branch 1, and of one teller of branch 0, on every way in. */
class ScopeTest {

    private static final long INSIDE = 1_000_003;
    private static final long OUTSIDE = 4;
    private static final long SINGLE = 2;

    @TempDir
    private static Path data;

    private static TestServer server;
    private static BankServiceGrpc.BankServiceBlockingStub grpc;

    @BeforeAll
    static void open() {
        server = TestServer.open(
                data,
                "bank.security.tokens[0].name=one",
                "bank.security.tokens[0].sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-one")),
                "bank.security.tokens[0].roles=terminal",
                "bank.security.tokens[1].name=op",
                "bank.security.tokens[1].sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-op")),
                "bank.security.tokens[1].roles=operator",
                "bank.security.scopes[0].client=one",
                "bank.security.scopes[0].branches=1,90-99",
                "bank.security.scopes[0].tellers=" + SINGLE);
        grpc = BankServiceGrpc.newBlockingStub(channel());
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static Channel channel() {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer secret-one");
        return ClientInterceptors.intercept(server.channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static long position() {
        HttpResponse<String> bank = server.get("/v1/bank", "Authorization", "Bearer secret-op");
        return json(bank).path("position").asLong();
    }

    private static String body(String type, long teller) {
        return "{\"type\":\"" + type + "\",\"teller\":" + teller + ",\"account\":5,\"amount\":1"
                + (type.equals("transfer") ? ",\"target\":1000005}" : "}");
    }

    private static HttpResponse<String> post(String path, HttpRequest.BodyPublisher body) {
        return TestServer.send(server.request(
                        path,
                        "Idempotency-Key",
                        TestServer.newKey(),
                        "Content-Type",
                        TestServer.JSON,
                        "Authorization",
                        "Bearer secret-one",
                        "X-Request-Id",
                        "sent-by-one")
                .POST(body)
                .build());
    }

    private static HttpResponse<String> shortWay(String body) {
        return post("/v1/transactions", HttpRequest.BodyPublishers.ofString(body));
    }

    /** In chunks, past the short way. */
    private static HttpResponse<String> longWay(String body) {
        return post(
                "/v1/transactions",
                HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofString(body)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"debit-credit", "deposit", "withdrawal", "transfer"})
    void noTransactionOfATellerOutsideIsExecutedOverHttp(String type) {
        long before = position();
        HttpResponse<String> shortWay = shortWay(body(type, OUTSIDE));
        HttpResponse<String> longWay = longWay(body(type, OUTSIDE));
        assertThat(assertProblem(shortWay, 403, "out-of-scope").path("detail").asString())
                .isEqualTo("teller 4 is not one of this client's; nothing was executed");
        assertThat(longWay.statusCode()).isEqualTo(403);
        assertThat(longWay.body()).isEqualTo(shortWay.body());
        assertThat(longWay.headers().map()).isEqualTo(shortWay.headers().map());
        assertThat(position()).isEqualTo(before);
        assertThat(server.context
                        .getBean(MeterRegistry.class)
                        .get("http.server.requests")
                        .tag("method", "POST")
                        .tag("status", "403")
                        .tag("uri", "/v1/transactions")
                        .timers())
                .as("both ways have one meter")
                .hasSize(1);
    }

    @Test
    void accountsOfOtherBranchesAreServedAtTellersInside() {
        assertThat(shortWay(body("deposit", INSIDE)).statusCode()).isEqualTo(200);
        assertThat(longWay(body("deposit", INSIDE)).statusCode()).isEqualTo(200);
        assertThat(shortWay(body("deposit", SINGLE)).statusCode()).isEqualTo(200);
        assertThat(grpc.execute(deposit(INSIDE)).getPosition()).isPositive();
    }

    @Test
    void aTellerThatDoesNotExistIsOutsideToo() {
        assertProblem(shortWay(body("deposit", 9)), 403, "out-of-scope");
        assertProblem(shortWay(body("deposit", 50)), 403, "out-of-scope");
        assertProblem(shortWay(body("deposit", 1_000_050)), 404, "unknown-teller");
        assertProblem(shortWay(body("deposit", 90_000_000)), 404, "unknown-teller");
    }

    /** A gateway may have checked the other one. */
    @Test
    void twoAuthorizationsAreNone() {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(body("deposit", INSIDE));
        for (HttpRequest.BodyPublisher each : List.of(body, HttpRequest.BodyPublishers.fromPublisher(body))) {
            HttpResponse<String> refused = TestServer.send(server.request(
                            "/v1/transactions",
                            "Idempotency-Key",
                            TestServer.newKey(),
                            "Content-Type",
                            TestServer.JSON,
                            "Authorization",
                            "Bearer secret-one",
                            "Authorization",
                            "Bearer secret-op")
                    .POST(each)
                    .build());
            assertProblem(refused, 401, "unauthenticated");
        }
        Metadata second = new Metadata();
        second.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer secret-one");
        assertThat(catchThrowableOfType(
                                StatusRuntimeException.class,
                                () -> grpc.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(second))
                                        .execute(deposit(INSIDE)))
                        .getStatus()
                        .getCode())
                .isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @Test
    void whatIsMalformedIsRefusedAsSuch() {
        assertProblem(shortWay(body("loan", OUTSIDE)), 400, "malformed");
        assertProblem(longWay(body("loan", OUTSIDE)), 400, "malformed");
    }

    @Test
    void noTransactionOfATellerOutsideIsReversed() {
        long before = position();
        assertProblem(reverse(OUTSIDE), 403, "out-of-scope");
        refuses(() -> grpc.reverse(reversal(deposit(OUTSIDE))));
        assertThat(position()).isEqualTo(before);
        assertThat(reverse(INSIDE).statusCode()).isEqualTo(200);
        assertThat(grpc.reverse(reversal(deposit(INSIDE))).getPosition()).isGreaterThan(before);
    }

    private static HttpResponse<String> reverse(long teller) {
        return post(
                "/v1/reversals",
                HttpRequest.BodyPublishers.ofString("{\"originalKey\":\"" + TestServer.newKey() + "\",\"original\":"
                        + body("deposit", teller) + "}"));
    }

    private static ReverseRequest reversal(ExecuteRequest original) {
        return ReverseRequest.newBuilder()
                .setKey(deposit(INSIDE).getKey())
                .setOriginal(original)
                .build();
    }

    @Test
    void noTransactionOfATellerOutsideIsExecutedOverGrpc() {
        long before = position();
        refuses(() -> grpc.execute(deposit(OUTSIDE)));
        assertThat(position()).isEqualTo(before);
    }

    @Test
    void aBatchWithATellerOutsideIsRefusedAsAWholeAndTheStreamGoesOn() throws InterruptedException {
        GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
        StreamObserver<ExecuteBatchRequest> sending =
                BankServiceGrpc.newStub(channel()).executeBatches(answers);
        long before = position();
        sending.onNext(batch(1, INSIDE, OUTSIDE, INSIDE));
        sending.onNext(batch(2, INSIDE, INSIDE, SINGLE));
        sending.onCompleted();
        ExecuteBatchResponse refused = answers.next();
        assertThat(refused.getBatchId()).isEqualTo(1);
        assertThat(refused.getOutcomeCount()).isZero();
        assertThat(refused.getError().getReason()).isEqualTo("out-of-scope");
        assertThat(refused.getError().getDetail())
                .isEqualTo("transaction 1: teller 4 is not one of this client's; nothing was executed");
        assertThat(refused.getError().getRetryAfterMillis()).isZero();
        assertThat(answers.next().getOutcomeList()).hasSize(3).containsOnly(Outcome.OUTCOME_COMMITTED_VALUE);
        assertThat(answers.event()).isEqualTo("completed");
        assertThat(position()).isEqualTo(before + 3);
    }

    @Test
    void anOrderedStreamEndsWithABatchWithATellerOutside() throws InterruptedException {
        GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
        StreamObserver<ExecuteBatchRequest> sending =
                BankServiceGrpc.newStub(channel()).executeOrderedBatches(answers);
        long before = position();
        sending.onNext(batch(1, INSIDE));
        sending.onNext(batch(2, INSIDE, OUTSIDE));
        sending.onNext(batch(3, INSIDE));
        assertThat(answers.next().getBatchId()).isEqualTo(1);
        StatusRuntimeException end = (StatusRuntimeException) answers.event();
        assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(GrpcContractTest.errorInfo(end).getReason()).isEqualTo("out-of-scope");
        assertThat(GrpcContractTest.errorInfo(end).getMetadataMap()).containsEntry("batch_id", "2");
        assertThat(position()).isEqualTo(before + 1);
    }

    /** A refused client that goes on is not taken for one that sends garbage, and keeps its connection. */
    @Test
    void manyRefusedBatchesLeaveTheConnectionOpen() throws InterruptedException {
        GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
        StreamObserver<ExecuteBatchRequest> sending =
                BankServiceGrpc.newStub(channel()).executeBatches(answers);
        for (int i = 0; i < 200; i++) {
            sending.onNext(batch(i, OUTSIDE));
            assertThat(answers.next().getError().getReason()).isEqualTo("out-of-scope");
        }
        sending.onNext(batch(200, INSIDE));
        sending.onCompleted();
        assertThat(answers.next().getOutcomeList()).containsExactly(Outcome.OUTCOME_COMMITTED_VALUE);
    }

    @Test
    void balancesOfTellersAndBranchesOutsideAreNotShown() {
        for (String inside : List.of(
                "/v1/accounts/5",
                "/v1/accounts/5/statement",
                "/v1/tellers/" + INSIDE,
                "/v1/tellers/" + SINGLE,
                "/v1/branches/1",
                "/v1/bank")) {
            assertThat(get(inside).statusCode()).as(inside).isEqualTo(200);
        }
        for (String outside : List.of("/v1/tellers/" + OUTSIDE, "/v1/tellers/77", "/v1/branches/0")) {
            assertProblem(get(outside), 403, "out-of-scope");
        }
        assertProblem(get("/v1/branches/91"), 404, "unknown-branch");
        assertThat(server.get("/v1/tellers/" + OUTSIDE, "Authorization", "Bearer secret-op")
                        .statusCode())
                .isEqualTo(200);
        assertThat(grpc.getBalance(balance(BalanceKind.BALANCE_KIND_ACCOUNT, 5)).getPosition())
                .isNotNegative();
        assertThat(grpc.getBalance(balance(BalanceKind.BALANCE_KIND_TELLER, INSIDE))
                        .getPosition())
                .isNotNegative();
        refuses(() -> grpc.getBalance(balance(BalanceKind.BALANCE_KIND_TELLER, OUTSIDE)));
        refuses(() -> grpc.getBalance(balance(BalanceKind.BALANCE_KIND_BRANCH, 0)));
    }

    private static HttpResponse<String> get(String path) {
        return server.get(path, "Authorization", "Bearer secret-one");
    }

    private static GetBalanceRequest balance(BalanceKind kind, long id) {
        return GetBalanceRequest.newBuilder().setKind(kind).setId(id).build();
    }

    private static ExecuteRequest deposit(long teller) {
        return GrpcContractTest.deposit(6, 1).setTeller(teller).build();
    }

    private static ExecuteBatchRequest batch(long id, long... tellers) {
        ExecuteBatchRequest.Builder batch = GrpcContractTest.batch(id, 7, tellers.length);
        for (int i = 0; i < tellers.length; i++) {
            batch.setTeller(i, tellers[i]);
        }
        return batch.build();
    }

    private static void refuses(Runnable call) {
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, call::run);
        assertThat(refused).isNotNull();
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(GrpcContractTest.errorInfo(refused).getReason()).isEqualTo("out-of-scope");
    }
}
