package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import com.google.protobuf.ByteString;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.TestIssuer;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.FollowRequest;
import org.debitcredit.wire.v1.FollowResponse;
import org.debitcredit.wire.v1.FollowStart;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that authenticate with the tokens of an issuer, at a real server. */
class JwtTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}";
    private static final TestIssuer ISSUER = new TestIssuer();

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.open(
                folder.resolve("data"),
                "bank.security.tokens[0].name=atm",
                "bank.security.tokens[0].sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-atm")),
                "bank.security.tokens[0].roles=terminal",
                "bank.security.tokens[1].name=op",
                "bank.security.tokens[1].roles=operator,auditor",
                "bank.security.scopes[0].client=atm",
                "bank.security.scopes[0].tellers=0-9",
                "bank.security.jwt.issuer=" + TestIssuer.NAME,
                "bank.security.jwt.audience=" + TestIssuer.AUDIENCE,
                "bank.security.jwt.jwks-file=" + ISSUER.write(folder.resolve("keys.json")),
                "bank.security.jwt.roles-claim=roles",
                "bank.security.jwt.clients[0].value=service-7",
                "bank.security.jwt.clients[0].client=atm",
                "bank.security.jwt.clients[1].value=night-shift",
                "bank.security.jwt.clients[1].client=op");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String token(String subject, String roles) {
        return TestIssuer.token(
                JWSAlgorithm.RS256,
                ISSUER.rsa,
                TestIssuer.claims(subject, Instant.now()).claim("roles", roles));
    }

    private static HttpResponse<String> get(String path, String token) {
        return server.get(path, "Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> post(String token, String key, HttpRequest.BodyPublisher body) {
        return TestServer.send(server.request(
                        "/v1/transactions",
                        "Authorization",
                        "Bearer " + token,
                        "Idempotency-Key",
                        key,
                        "Content-Type",
                        TestServer.JSON)
                .POST(body)
                .build());
    }

    private static Metadata bearer(String token) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return headers;
    }

    private static BankServiceGrpc.BankServiceBlockingStub grpc(String token) {
        return BankServiceGrpc.newBlockingStub(server.channel)
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(bearer(token)));
    }

    @Test
    void anIssuedTokenIsItsClientOnEveryWayIn() throws Exception {
        String token = token("service-7", "terminal");
        String key = TestServer.newKey();
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        HttpResponse<String> shortWay = post(token, key, known);
        assertThat(shortWay.statusCode()).as(shortWay.body()).isEqualTo(200);
        assertThat(post(token, key, HttpRequest.BodyPublishers.fromPublisher(known))
                        .body())
                .isEqualTo(shortWay.body());
        assertThat(post("secret-atm", key, known).body())
                .as("its own token is the same client")
                .isEqualTo(shortWay.body());
        assertThat(grpc(token).getBank(GetBankRequest.getDefaultInstance()).getBranches())
                .isEqualTo(2);
        String keyOfRow = TestServer.newKey();
        long position = batch(token, keyOfRow).getPosition(0);
        assertThat(json(get("/v1/transactions/" + keyOfRow, "secret-atm"))
                        .path("position")
                        .asLong())
                .isEqualTo(position);
        assertThat(get("/v1/status", token("night-shift", "operator")).statusCode())
                .as("the console's report")
                .isEqualTo(200);
    }

    private static ExecuteBatchResponse batch(String token, String key) throws Exception {
        CompletableFuture<ExecuteBatchResponse> answer = new CompletableFuture<>();
        StreamObserver<ExecuteBatchRequest> stream = BankServiceGrpc.newStub(server.channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(bearer(token)))
                .executeBatches(new StreamObserver<>() {
                    @Override
                    public void onNext(ExecuteBatchResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {}
                });
        UUID uuid = UUID.fromString(key);
        ByteBuffer keyBytes = ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .flip();
        stream.onNext(ExecuteBatchRequest.newBuilder()
                .addTeller(3)
                .addAccount(5)
                .addAmount(1)
                .setKeys(ByteString.copyFrom(keyBytes))
                .build());
        stream.onCompleted();
        return answer.get(20, TimeUnit.SECONDS);
    }

    /** Good for two to three seconds, because the clocks may differ by 30 s. */
    private static String shortLived(String subject, String roles) {
        return TestIssuer.token(
                JWSAlgorithm.RS256,
                ISSUER.rsa,
                TestIssuer.claims(subject, Instant.now())
                        .claim("roles", roles)
                        .expirationTime(Date.from(Instant.now().minusSeconds(27))));
    }

    private static <T> void assertUnauthenticated(GrpcContractTest.Answers<T> answers) throws InterruptedException {
        Object event;
        do {
            event = answers.event();
        } while (!(event instanceof Throwable));
        assertThat(Status.fromThrowable((Throwable) event).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStreamOfBatchesEndsWithItsToken(boolean isOrdered) throws InterruptedException {
        GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
        BankServiceGrpc.BankServiceStub stub = BankServiceGrpc.newStub(server.channel)
                .withInterceptors(
                        MetadataUtils.newAttachHeadersInterceptor(bearer(shortLived("service-7", "terminal"))));
        StreamObserver<ExecuteBatchRequest> sending =
                isOrdered ? stub.executeOrderedBatches(answers) : stub.executeBatches(answers);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        int executed = 0;
        Object event;
        while (true) {
            sending.onNext(
                    GrpcContractTest.batch(executed, 5, 1).setTeller(0, 3).build());
            event = answers.event();
            if (event instanceof Throwable) {
                break;
            }
            executed++;
            assertThat(System.nanoTime()).as("the token expires").isLessThan(deadlineNanos);
        }
        assertThat(executed).isPositive();
        assertThat(Status.fromThrowable((Throwable) event).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @Test
    void aFollowersStreamEndsWithItsToken() throws InterruptedException {
        GrpcContractTest.Answers<FollowResponse> answers = new GrpcContractTest.Answers<>();
        BankServiceGrpc.newStub(server.channel)
                .withInterceptors(
                        MetadataUtils.newAttachHeadersInterceptor(bearer(shortLived("night-shift", "operator"))))
                .follow(
                        FollowRequest.newBuilder()
                                .setStart(FollowStart.FOLLOW_START_NOW)
                                .build(),
                        answers);
        answers.next();
        assertUnauthenticated(answers);
    }

    @Test
    void theStreamOfTheConsoleEndsWithItsToken() throws Exception {
        HttpRequest request = server.request(
                        "/v1/status/stream", "Authorization", "Bearer " + shortLived("night-shift", "operator"))
                .GET()
                .build();
        HttpResponse<String> ended = TestServer.sendAsync(request).get(20, TimeUnit.SECONDS);
        assertThat(ended.statusCode()).isEqualTo(200);
        assertThat(ended.body()).startsWith("data: ");
    }

    @Test
    void aTokenHasNoMoreRolesThanItsClientAndNoMoreThanItSays() {
        assertProblem(get("/v1/totals", token("service-7", "terminal operator")), 403, "forbidden");
        assertProblem(get("/v1/backups", token("night-shift", "auditor")), 403, "forbidden");
        assertThat(get("/v1/totals", token("night-shift", "auditor")).statusCode())
                .isEqualTo(200);
        assertThatThrownBy(() -> grpc(token("service-7", "terminal")).getTotals(GetTotalsRequest.getDefaultInstance()))
                .hasMessageContaining("PERMISSION_DENIED");
    }

    @Test
    void anIssuedTokenHasTheScopeOfItsClient() {
        String token = token("service-7", "terminal");
        HttpRequest.BodyPublisher elsewhere =
                HttpRequest.BodyPublishers.ofString(DEPOSIT.replace("\"teller\":3", "\"teller\":1000003"));
        assertProblem(post(token, TestServer.newKey(), elsewhere), 403, "out-of-scope");
        assertProblem(
                post(token, TestServer.newKey(), HttpRequest.BodyPublishers.fromPublisher(elsewhere)),
                403,
                "out-of-scope");
        assertThatThrownBy(() -> grpc(token)
                        .execute(GrpcContractTest.deposit(5, 1)
                                .setTeller(1_000_003)
                                .build()))
                .hasMessageContaining("PERMISSION_DENIED");
    }

    @Test
    void aTokenThatIsNotTheIssuersIsRefused() throws Exception {
        byte[] publicKey = ISSUER.rsa.toRSAPublicKey().getEncoded();
        List<String> wrong = List.of(
                new TestIssuer().token("service-7"),
                token("service-8", "terminal"),
                TestIssuer.token(
                        JWSAlgorithm.HS256,
                        new OctetSequenceKey.Builder(publicKey).keyID("rsa-1").build(),
                        TestIssuer.claims("service-7", Instant.now()).claim("roles", "terminal")),
                TestIssuer.token(
                        JWSAlgorithm.RS256,
                        ISSUER.rsa,
                        TestIssuer.claims("service-7", Instant.now().minusSeconds(3_600))
                                .claim("roles", "terminal")));
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        for (String token : wrong) {
            assertProblem(get("/v1/bank", token), 401, "unauthenticated");
            assertProblem(post(token, TestServer.newKey(), known), 401, "unauthenticated");
            assertProblem(
                    post(token, TestServer.newKey(), HttpRequest.BodyPublishers.fromPublisher(known)),
                    401,
                    "unauthenticated");
            assertThatThrownBy(() -> grpc(token).getBank(GetBankRequest.getDefaultInstance()))
                    .hasMessageContaining("UNAUTHENTICATED");
        }
    }
}
