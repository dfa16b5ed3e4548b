package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.FailedTokens;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowStart;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.debitcredit.wire.v1.GetTransactionRequest;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;
import tools.jackson.databind.JsonNode;

/** Tokens and roles, on REST, gRPC and actuator alike. */
class SecurityTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}";

    private static final String GUESSER = "127.0.0.5";

    @TempDir
    private static Path data;

    private static TestServer server;

    @BeforeAll
    static void open() {
        server = TestServer.open(
                data,
                token(0, "atm", "terminal"),
                "bank.security.tokens[0].roles=terminal",
                token(1, "op", "operator"),
                "bank.security.tokens[1].roles=operator",
                token(2, "aud", "auditor"),
                "bank.security.tokens[2].roles=auditor",
                token(3, "other", "terminal"),
                "bank.security.tokens[3].roles=terminal",
                token(4, "ledger", "follower"),
                "bank.security.tokens[4].roles=follower",
                "bank.security.tokens[4].name=ledger",
                "bank.security.tokens[0].name=atm",
                "bank.security.tokens[1].name=op",
                "bank.security.tokens[2].name=aud",
                "bank.security.tokens[3].name=other");
    }

    private static String token(int i, String name, String role) {
        return "bank.security.tokens[" + i + "].sha256="
                + HexFormat.of().formatHex(AccessControl.sha256("secret-" + name));
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private HttpResponse<String> get(String path, String client) {
        return server.get(path, "Authorization", "Bearer secret-" + client);
    }

    private HttpResponse<String> execute(String key, String client) {
        return server.post(
                DEPOSIT,
                "Authorization",
                "Bearer secret-" + client,
                "Idempotency-Key",
                key,
                "Content-Type",
                TestServer.JSON);
    }

    @Test
    void aStatementShowsAKeyToItsClientAndToStaff() {
        String key = TestServer.newKey();
        HttpResponse<String> executed = server.post(
                DEPOSIT.replace("}", ",\"reference\":\"17\"}").replace(":5,", ":1000007,"),
                "Authorization",
                "Bearer secret-atm",
                "Idempotency-Key",
                key,
                "Content-Type",
                TestServer.JSON);
        assertThat(executed.statusCode()).isEqualTo(200);
        for (String client : List.of("atm", "op", "aud", "other")) {
            JsonNode posting = json(get("/v1/accounts/1000007/statement", client))
                    .path("postings")
                    .get(0);
            assertThat(posting.path("position")).isEqualTo(json(executed).path("position"));
            boolean isSeen = !client.equals("other");
            assertThat(posting.has("key")).as(client).isEqualTo(isSeen);
            assertThat(posting.has("reference")).as(client).isEqualTo(isSeen);
            boolean isStaff = client.equals("op") || client.equals("aud");
            assertThat(posting.path("client").asString("")).as(client).isEqualTo(isStaff ? "atm" : "");
            if (isSeen) {
                assertThat(posting.path("key").asString()).isEqualTo(key);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/bank",
                "/v1/accounts/1",
                "/v1/totals",
                "/v1/openapi.yaml",
                "/v1/nothing",
                "/v1/openapi.json",
                "/v1/status",
                "/v1/status/stream",
                "/console",
                "/console/",
                "/console/a/b",
                "/docs/",
                "/actuator",
                "/actuator/health",
                "/actuator/prometheus",
                "/actuator/metrics",
                "/actuator/info",
                "/actuator/sbom",
                "/actuator/sbom/application",
                "/v1/transactions",
                "/v1/reversals",
                "/v1/%74otals",
                "/actuator/health/readiness/x",
            })
    void withoutATokenNothingIsShown(String path) {
        HttpResponse<String> response = server.get(path);
        assertProblem(response, 401, "unauthenticated");
        assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertProblem(server.get(path, "Authorization", "Bearer wrong"), 401, "unauthenticated");
        assertProblem(server.get(path, "Authorization", "Basic c2VjcmV0LWF0bQ=="), 401, "unauthenticated");
    }

    @Test
    void theConsolesFilesNeedNoToken() {
        for (String path : List.of("/", "/docs", "/console/console.js", "/console/uplot.js")) {
            assertThat(server.get(path).statusCode()).as(path).isEqualTo(200);
            assertThat(server.get(path).body())
                    .as("is the same with a token")
                    .isEqualTo(get(path, "op").body());
        }
        assertThat(server.get("/console/nothing.js").statusCode()).isEqualTo(404);
    }

    @Test
    void theStatusAndItsStreamAreForStaff() {
        for (String path : List.of("/v1/status", "/v1/status/stream")) {
            assertProblem(get(path, "atm"), 403, "forbidden");
        }
        assertThat(get("/v1/status", "op").statusCode()).isEqualTo(200);
        assertThat(get("/v1/status", "aud").statusCode()).isEqualTo(200);
        assertThat(get("/v1/openapi.json", "atm").statusCode()).isEqualTo(200);
    }

    @Test
    void theStatusShowsWhatWasRefusedAtTheEntrance() {
        server.get("/v1/bank");
        server.get("/v1/bank", "Authorization", "Bearer wrong");
        get("/v1/totals", "atm");
        await().until(
                        () -> json(get("/v1/status", "op")).path("refusals").findValuesAsString("code"),
                        codes -> codes.containsAll(List.of("no-token", "unknown-token", "forbidden")));
    }

    @Test
    void noBrowserGuessesTheTypeOfAnAnswer() {
        for (HttpResponse<String> answer : List.of(
                execute(TestServer.newKey(), "atm"),
                get("/v1/bank", "atm"),
                get("/v1/nothing", "op"),
                get("/v1/totals", "atm"),
                server.get("/v1/bank"),
                server.get("/console/console.js"),
                get("/v1/../v1/bank", "atm"))) {
            assertThat(answer.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        }
    }

    @Test
    void probesNeedNoToken() {
        assertThat(server.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(server.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
    }

    @Test
    void onlyTerminalsMoveMoney() {
        assertThat(execute(TestServer.newKey(), "atm").statusCode()).isEqualTo(200);
        assertProblem(execute(TestServer.newKey(), "op"), 403, "forbidden");
        assertProblem(execute(TestServer.newKey(), "aud"), 403, "forbidden");
        assertThat(reverse("atm").statusCode()).isEqualTo(200);
        assertProblem(reverse("op"), 403, "forbidden");
        assertProblem(reverse("aud"), 403, "forbidden");
    }

    private static HttpResponse<String> reverse(String token) {
        return TestServer.send(server.request(
                        "/v1/reversals",
                        "Idempotency-Key",
                        TestServer.newKey(),
                        "Content-Type",
                        TestServer.JSON,
                        "Authorization",
                        "Bearer secret-" + token)
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"originalKey\":\"" + TestServer.newKey() + "\",\"original\":" + DEPOSIT + "}"))
                .build());
    }

    /** With its length known a body goes the short way, in chunks the long one. */
    @ParameterizedTest
    @CsvSource({"401,", "401, Bearer wrong", "401, Basic c2VjcmV0LWF0bQ==", "403, Bearer secret-aud"})
    void bothWaysTurnAwayAlike(int status, String authorization) {
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        HttpResponse<String> shortWay = post(known, authorization);
        HttpResponse<String> longWay = post(HttpRequest.BodyPublishers.fromPublisher(known), authorization);
        assertProblem(shortWay, status, status == 401 ? "unauthenticated" : "forbidden");
        assertThat(shortWay.statusCode()).isEqualTo(longWay.statusCode());
        assertThat(shortWay.headers().map()).isEqualTo(longWay.headers().map());
        assertThat(shortWay.body()).isEqualTo(longWay.body());
        assertThat(shortWay.headers().firstValue("WWW-Authenticate").isPresent())
                .isEqualTo(status == 401);
        assertThat(server.context
                        .getBean(MeterRegistry.class)
                        .get("http.server.requests")
                        .tag("uri", "UNKNOWN")
                        .tag("status", Integer.toString(status))
                        .timers())
                .hasSize(1);
        assertThat(execute(TestServer.newKey(), "atm").statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> post(HttpRequest.BodyPublisher body, @Nullable String authorization) {
        HttpRequest.Builder request = server.request(
                "/v1/transactions",
                "Idempotency-Key",
                TestServer.newKey(),
                "Content-Type",
                TestServer.JSON,
                "X-Request-Id",
                "turned-away");
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return TestServer.send(request.POST(body).build());
    }

    @Test
    void everyClientReadsBalances() {
        for (String client : new String[] {"atm", "op", "aud"}) {
            assertThat(get("/v1/accounts/5", client).statusCode()).isEqualTo(200);
            assertThat(get("/v1/bank", client).statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/totals",
                "/v1/%74otals",
                "/actuator/prometheus",
                "/actuator/metrics",
                "/actuator/info",
                "/actuator/sbom"
            })
    void totalsMetersAndWhatWasBuiltAreForStaff(String path) {
        assertProblem(get(path, "atm"), 403, "forbidden");
        assertThat(get(path, "op").statusCode()).isEqualTo(200);
        assertThat(get(path, "aud").statusCode()).isEqualTo(200);
    }

    /** A build outside of a git work tree has no revision, and one that is offline makes no list of libraries. */
    @Test
    void staffIsToldWhatWasBuiltAndOfWhat() {
        JsonNode info = json(get("/actuator/info", "op"));
        assertThat(info.path("build").path("artifact").asString()).isEqualTo("bank-server");
        assertThat(info.path("build").path("version").asString()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(info.path("build").has("time")).as("two builds are the same").isFalse();
        if (getClass().getResource("/git.properties") != null) {
            assertThat(info.path("git").path("commit").path("id").asString()).matches("[0-9a-f]{7,}");
        }
        if (getClass().getResource("/META-INF/sbom/application.cdx.json") != null) {
            JsonNode sbom = json(get("/actuator/sbom/application", "op"));
            assertThat(sbom.path("bomFormat").asString()).isEqualTo("CycloneDX");
            assertThat(sbom.path("components").findValuesAsString("name")).contains("disruptor", "picocli");
            assertProblem(get("/actuator/sbom/application", "atm"), 403, "forbidden");
        }
    }

    @Test
    void onlyOperatorsTakeBackups() {
        for (String client : new String[] {"atm", "aud"}) {
            assertProblem(backup(client), 403, "forbidden");
        }
        assertThat(backup("op").statusCode()).isEqualTo(200);
    }

    @Test
    void onlyOperatorsRequestSnapshots() {
        for (String client : new String[] {"atm", "aud"}) {
            assertProblem(posted("/v1/snapshots", client), 403, "forbidden");
        }
        assertThat(posted("/v1/snapshots", "op").statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> backup(String client) {
        return posted("/v1/backups", client);
    }

    private static HttpResponse<String> posted(String path, String client) {
        return TestServer.send(server.request(
                        path,
                        "Authorization",
                        "Bearer secret-" + client,
                        "Idempotency-Key",
                        TestServer.newKey(),
                        "Content-Type",
                        TestServer.JSON)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());
    }

    @Test
    void aKeyBelongsToItsClient() {
        String key = TestServer.newKey();
        HttpResponse<String> first = execute(key, "atm");
        HttpResponse<String> others = execute(key, "other");
        assertThat(others.statusCode()).isEqualTo(200);
        assertThat(others.body()).isNotEqualTo(first.body());
        assertThat(execute(key, "atm").body()).isEqualTo(first.body());
        assertThat(get("/v1/transactions/" + TestServer.newKey(), "op").body()).contains("unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"op", "aud"})
    void staffSeesWhatBecameOfAnyClientsKey(String staff) {
        String key = TestServer.newKey();
        execute(key, "other");
        assertThat(get("/v1/transactions/" + key, "atm").body()).contains("unknown");
        assertThat(get("/v1/transactions/" + key, "other").body())
                .contains("committed")
                .doesNotContain("client");
        assertThat(get("/v1/transactions/" + key, staff).body()).contains("committed", "\"client\":\"other\"");
    }

    @Test
    void staffSeesWhatBecameOfAnyClientsKeyOverGrpcToo() {
        ExecuteRequest request = GrpcContractTest.deposit(11, 1).build();
        long position =
                BankServiceGrpc.newBlockingStub(as("other")).execute(request).getPosition();
        for (String staff : List.of("op", "aud")) {
            GetTransactionResponse found = lookUp(request, staff);
            assertThat(found.getStatus()).isEqualTo(GetTransactionResponse.Status.STATUS_COMMITTED);
            assertThat(found.getPosition()).isEqualTo(position);
            assertThat(found.getClient()).isEqualTo("other");
        }
        assertThat(lookUp(request, "other").getPosition()).isEqualTo(position);
        assertThat(lookUp(request, "other").getClient()).isEmpty();
        assertThat(lookUp(request, "atm"))
                .isEqualTo(lookUp(GrpcContractTest.deposit(11, 1).build(), "atm"));
        assertThat(lookUp(request, "atm").getStatus()).isEqualTo(GetTransactionResponse.Status.STATUS_UNKNOWN);
    }

    private static GetTransactionResponse lookUp(ExecuteRequest executed, String client) {
        return BankServiceGrpc.newBlockingStub(as(client))
                .getTransaction(GetTransactionRequest.newBuilder()
                        .setKey(executed.getKey())
                        .build());
    }

    /** From an address of its own, so that no other test waits. */
    @Test
    void whoeverGuessesTokensIsLoggedOnceAndWaitsFromTheSixtyFirstOn() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(FailedTokens.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        double before = failedTokens();
        try {
            for (int i = 0; i < 60; i++) {
                guess();
            }
            assertThat(waited(SecurityTest::guess)).isGreaterThanOrEqualTo(FailedTokens.LATE);
            ManagedChannel guesser = NettyChannelBuilder.forAddress(
                            "127.0.0.1",
                            server.context.getBean(GrpcServerLifecycle.class).getPort())
                    .localSocketPicker(new NettyChannelBuilder.LocalSocketPicker() {
                        @Override
                        public SocketAddress createSocketAddress(SocketAddress remote, Attributes attributes) {
                            return new InetSocketAddress(GUESSER, 0);
                        }
                    })
                    .usePlaintext()
                    .build();
            try {
                BankServiceGrpc.BankServiceBlockingStub stub =
                        BankServiceGrpc.newBlockingStub(as(guesser, "nobody")).withDeadlineAfter(20, TimeUnit.SECONDS);
                assertThat(waited(() -> assertTurnedAway(
                                Status.Code.UNAUTHENTICATED,
                                "unauthenticated",
                                () -> stub.getBank(GetBankRequest.getDefaultInstance()))))
                        .isGreaterThanOrEqualTo(FailedTokens.LATE);
            } finally {
                guesser.shutdownNow();
            }
        } finally {
            logger.detachAppender(log);
        }
        assertThat(failedTokens() - before).isGreaterThanOrEqualTo(62);
        assertThat(log.list.stream().map(ILoggingEvent::getFormattedMessage).filter(line -> line.contains(GUESSER)))
                .singleElement()
                .asString()
                .startsWith("a request from 127.0.0.5 had an unknown token");
    }

    private static double failedTokens() {
        return server.context
                .getBean(MeterRegistry.class)
                .get("bank.security.failed.tokens")
                .counter()
                .count();
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private static Duration waited(Attempt attempt) throws Exception {
        long beganNanos = System.nanoTime();
        attempt.run();
        return Duration.ofNanos(System.nanoTime() - beganNanos);
    }

    private static void guess() throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(GUESSER, 0));
            socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET /v1/bank HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer guess\r\n"
                                    + "Connection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 401 ");
        }
    }

    private static Channel as(String client) {
        return as(server.channel, client);
    }

    private static Channel as(Channel channel, String client) {
        Metadata.Key<String> authorization = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
        return ClientInterceptors.intercept(channel, new ClientInterceptor() {
            @Override
            public <Q, R> ClientCall<Q, R> interceptCall(
                    MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
                return new ForwardingClientCall.SimpleForwardingClientCall<>(next.newCall(method, options)) {
                    @Override
                    public void start(Listener<R> listener, Metadata headers) {
                        headers.put(authorization, "Bearer secret-" + client);
                        super.start(listener, headers);
                    }
                };
            }
        });
    }

    private static void assertTurnedAway(Status.Code code, String reason, Runnable call) {
        StatusRuntimeException failure = catchThrowableOfType(StatusRuntimeException.class, call::run);
        assertThat(failure).isNotNull();
        assertThat(failure.getStatus().getCode()).isEqualTo(code);
        assertThat(GrpcContractTest.errorInfo(failure).getReason()).isEqualTo(reason);
    }

    @Test
    void aFollowerReadsEveryTransactionAndExecutesNone() {
        FollowRequest fromOldest = FollowRequest.newBuilder()
                .setStart(FollowStart.FOLLOW_START_OLDEST)
                .build();
        assertTurnedAway(
                Status.Code.PERMISSION_DENIED,
                "forbidden",
                () -> BankServiceGrpc.newBlockingStub(as("atm"))
                        .follow(fromOldest)
                        .next());
        assertTurnedAway(
                Status.Code.PERMISSION_DENIED,
                "forbidden",
                () -> BankServiceGrpc.newBlockingStub(as("ledger"))
                        .execute(GrpcContractTest.deposit(1, 1).build()));
        assertTurnedAway(
                Status.Code.PERMISSION_DENIED,
                "forbidden",
                () -> BankServiceGrpc.newBlockingStub(as("ledger")).getTotals(GetTotalsRequest.getDefaultInstance()));
        long position = BankServiceGrpc.newBlockingStub(as("atm"))
                .execute(GrpcContractTest.deposit(1, 1).build())
                .getPosition();
        for (String client : List.of("ledger", "op", "aud")) {
            Iterator<FollowResponse> messages = BankServiceGrpc.newBlockingStub(as(client))
                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                    .follow(fromOldest);
            FollowResponse message = messages.next();
            while (message.getFirstPosition() + message.getTypeCount() <= position) {
                message = messages.next();
            }
            int place = message.getRunClient(message.getRunClientCount() - 1);
            assertThat(message.getClient(place)).isIn("atm", "other");
        }
    }

    @Test
    void grpcKnowsTheSameTokensAndRoles() {
        assertTurnedAway(
                Status.Code.UNAUTHENTICATED,
                "unauthenticated",
                () -> BankServiceGrpc.newBlockingStub(server.channel).getBank(GetBankRequest.getDefaultInstance()));
        assertTurnedAway(
                Status.Code.UNAUTHENTICATED,
                "unauthenticated",
                () -> HealthGrpc.newBlockingStub(as("nobody")).check(HealthCheckRequest.getDefaultInstance()));
        assertTurnedAway(
                Status.Code.PERMISSION_DENIED,
                "forbidden",
                () -> BankServiceGrpc.newBlockingStub(as("atm")).getTotals(GetTotalsRequest.getDefaultInstance()));
        assertTurnedAway(
                Status.Code.PERMISSION_DENIED,
                "forbidden",
                () -> BankServiceGrpc.newBlockingStub(as("aud"))
                        .execute(GrpcContractTest.deposit(1, 1).build()));
        assertThat(BankServiceGrpc.newBlockingStub(as("aud"))
                        .getTotals(GetTotalsRequest.getDefaultInstance())
                        .getHolds())
                .isTrue();
        assertThat(BankServiceGrpc.newBlockingStub(as("atm"))
                        .execute(GrpcContractTest.deposit(9, 1).build())
                        .getBalance())
                .isEqualTo(1);
    }
}
