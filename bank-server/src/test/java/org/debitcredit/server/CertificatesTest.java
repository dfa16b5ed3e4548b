package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.assertj.core.api.ThrowableAssert;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.debitcredit.wire.v1.Outcome;
import org.debitcredit.wire.v1.ReverseRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Clients that authenticate with certificates, over TLS on both ports of a real server. */
class CertificatesTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}";
    private static final String ATM = "CN=atm-7,O=Bank";
    private static final int ATTEMPTS_MAX = 20;
    private static final Duration RELOADED_MAX = Duration.ofSeconds(30);

    @TempDir
    private static Path folder;

    private static TestCertificates bank;
    private static TestCertificates foreign;
    private static TestServer server;

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException {
        bank = TestCertificates.authority(folder.resolve("bank.p12"), "CN=Authority of the bank")
                .issue("server", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1")
                .issue("atm", ATM)
                .issue("op", "CN=operator,O=Bank")
                .issue("stranger", "CN=atm-8,O=Bank")
                .issue("expired", ATM, "-startdate", "-10d", "-validity", "5");
        foreign = TestCertificates.authority(folder.resolve("foreign.p12"), "CN=Another authority")
                .issue("atm", ATM);
        server = open("optional", "false");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static TestServer open(String name, String required) throws IOException, GeneralSecurityException {
        return TestServer.open(folder.resolve(name), properties(name, required).toArray(String[]::new));
    }

    private static List<String> properties(String name, String required) throws IOException, GeneralSecurityException {
        Path trust = bank.writeTrust(folder.resolve("trust-" + name + ".p12"));
        List<String> properties = new ArrayList<>(withoutTrust(required));
        properties.addAll(List.of(
                "spring.ssl.bundle.jks.bank.truststore.location=" + trust.toUri(),
                "spring.ssl.bundle.jks.bank.truststore.password=" + TestCertificates.PASSWORD));
        return properties;
    }

    private static List<String> withoutTrust(String required) {
        return List.of(
                "spring.ssl.bundle.jks.bank.keystore.location=" + bank.store().toUri(),
                "spring.ssl.bundle.jks.bank.keystore.password=" + TestCertificates.PASSWORD,
                "spring.ssl.bundle.jks.bank.key.alias=server",
                "spring.ssl.bundle.jks.bank.reload-on-update=true",
                "spring.ssl.bundle.watch.file.quiet-period=100ms",
                "server.ssl.bundle=bank",
                "spring.grpc.server.ssl.bundle=bank",
                "bank.security.tokens[0].name=atm",
                "bank.security.tokens[0].sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-atm")),
                "bank.security.tokens[0].roles=terminal",
                "bank.security.tokens[1].name=op",
                "bank.security.tokens[1].roles=operator",
                "bank.security.scopes[0].client=atm",
                "bank.security.scopes[0].tellers=0-9",
                "bank.security.certificates.required=" + required,
                // Written with other cases and spaces than in the certificate.
                "bank.security.certificates.clients[0].subject=cn=ATM-7, o=bank",
                "bank.security.certificates.clients[0].client=atm",
                "bank.security.certificates.clients[1].subject=CN=operator,O=Bank",
                "bank.security.certificates.clients[1].client=op");
    }

    private static HttpResponse<String> send(
            TestServer to,
            HttpClient client,
            String path,
            @Nullable String token,
            HttpRequest.@Nullable BodyPublisher body,
            String key)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://localhost:" + to.port() + path))
                .timeout(Duration.ofSeconds(10));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.POST(body).header("Content-Type", TestServer.JSON).header("Idempotency-Key", key);
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpResponse<String> get(TestServer to, HttpClient client, String path, @Nullable String token)
            throws IOException {
        return send(to, client, path, token, null, "");
    }

    private static HttpClient http(@Nullable String alias) {
        return http(bank, alias);
    }

    private static HttpClient http(TestCertificates of, @Nullable String alias) {
        return HttpClient.newBuilder().sslContext(of.client(alias, bank)).build();
    }

    private interface Calls {
        void on(BankServiceGrpc.BankServiceBlockingStub bank) throws Exception;
    }

    private static void grpc(
            TestServer to, TestCertificates of, @Nullable String alias, @Nullable String token, Calls calls)
            throws Exception {
        ManagedChannel channel = channel(to, of, alias);
        try {
            BankServiceGrpc.BankServiceBlockingStub stub =
                    BankServiceGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
            calls.on(
                    token == null
                            ? stub
                            : stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(bearer(token))));
        } finally {
            channel.shutdownNow();
        }
    }

    private static ManagedChannel channel(TestServer to, TestCertificates of, @Nullable String alias) {
        return channel(to, bank, of, alias);
    }

    private static ManagedChannel channel(
            TestServer to, TestCertificates trusted, TestCertificates of, @Nullable String alias) {
        int port = to.context.getBean(GrpcServerLifecycle.class).getPort();
        return NettyChannelBuilder.forAddress(
                        "localhost",
                        port,
                        TlsChannelCredentials.newBuilder()
                                .keyManager(of.keyManagers(alias))
                                .trustManager(trusted.trustManagers())
                                .build())
                .build();
    }

    private static Metadata bearer(String token) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return headers;
    }

    private static void assertRefused(@Nullable String alias, @Nullable String token, Status.Code code)
            throws Exception {
        grpc(
                server,
                bank,
                alias,
                token,
                stub -> assertThatThrownBy(() -> stub.getBank(GetBankRequest.getDefaultInstance()))
                        .isInstanceOfSatisfying(
                                StatusRuntimeException.class,
                                refused -> assertThat(refused.getStatus().getCode())
                                        .isEqualTo(code)));
    }

    @Test
    void aCertificateIsItsClientOnEveryWayIn() throws Exception {
        HttpClient atm = http("atm");
        String key = TestServer.newKey();
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        HttpResponse<String> shortWay = send(server, atm, "/v1/transactions", null, known, key);
        assertThat(shortWay.statusCode()).as(shortWay.body()).isEqualTo(200);
        HttpResponse<String> longWay =
                send(server, atm, "/v1/transactions", null, HttpRequest.BodyPublishers.fromPublisher(known), key);
        assertThat(longWay.body()).as("the same key of the same client").isEqualTo(shortWay.body());
        HttpResponse<String> byToken = send(server, http(null), "/v1/transactions", "secret-atm", known, key);
        assertThat(byToken.body()).as("its token is the same client").isEqualTo(shortWay.body());
        assertThat(json(get(server, http("op"), "/v1/transactions/" + key, null))
                        .path("client")
                        .asString())
                .isEqualTo("atm");
        grpc(
                server,
                bank,
                "atm",
                null,
                stub -> assertThat(stub.getBank(GetBankRequest.getDefaultInstance())
                                .getBranches())
                        .isEqualTo(2));
        String keyOfRow = TestServer.newKey();
        long position = batch("atm", keyOfRow).getPosition(0);
        assertThat(json(get(server, http(null), "/v1/transactions/" + keyOfRow, "secret-atm"))
                        .path("position")
                        .asLong())
                .as("a row of a batch has the scope of the same client")
                .isEqualTo(position);
        HttpResponse<String> status = get(server, http("op"), "/v1/status", null);
        assertThat(status.statusCode()).as("the console's report").isEqualTo(200);
    }

    private static ExecuteBatchResponse batch(String alias, String key) throws Exception {
        ManagedChannel channel = channel(server, bank, alias);
        try {
            CompletableFuture<ExecuteBatchResponse> answer = new CompletableFuture<>();
            StreamObserver<ExecuteBatchRequest> stream = BankServiceGrpc.newStub(channel)
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
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void aCertificateHasTheRolesOfItsClient() throws Exception {
        assertProblem(get(server, http("atm"), "/v1/totals", null), 403, "forbidden");
        assertThat(get(server, http("op"), "/v1/totals", null).statusCode()).isEqualTo(200);
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        for (HttpRequest.BodyPublisher body : List.of(known, HttpRequest.BodyPublishers.fromPublisher(known))) {
            assertProblem(
                    send(server, http("op"), "/v1/transactions", null, body, TestServer.newKey()), 403, "forbidden");
        }
        grpc(
                server,
                bank,
                "atm",
                null,
                stub -> assertThatThrownBy(() -> stub.getTotals(GetTotalsRequest.getDefaultInstance()))
                        .hasMessageContaining("PERMISSION_DENIED"));
    }

    /** A terminal of branch 7, at a teller of branch 8 and at one of its own. */
    @Test
    void aCertificateOfOneBranchMovesNoMoneyOfAnotherByAnyWay() throws Exception {
        List<String> properties = new ArrayList<>(properties("branches", "false"));
        properties.remove("bank.security.scopes[0].tellers=0-9");
        properties.addAll(List.of("bank.ledger=memory", "bank.branches=9", "bank.security.scopes[0].branches=7"));
        try (TestServer ofBranches = TestServer.open(folder.resolve("branches"), properties.toArray(String[]::new))) {
            List<String> before = money(ofBranches);
            sendOverHttp(ofBranches, 8_000_003, 403);
            grpc(ofBranches, bank, "atm", null, stub -> {
                assertOutOfScope(() -> stub.execute(depositAt(8_000_003)));
                assertOutOfScope(() -> stub.reverse(reversalAt(8_000_003)));
            });
            for (boolean isOrdered : new boolean[] {false, true}) {
                Object answer = batchAt(ofBranches, isOrdered, 7_000_003, 8_000_003);
                if (answer instanceof ExecuteBatchResponse refused) {
                    assertThat(isOrdered).isFalse();
                    assertThat(refused.getError().getReason()).isEqualTo("out-of-scope");
                    assertThat(refused.getOutcomeCount()).isZero();
                } else {
                    assertThat(isOrdered).isTrue();
                    assertThat(GrpcContractTest.errorInfo((StatusRuntimeException) answer)
                                    .getReason())
                            .isEqualTo("out-of-scope");
                }
            }
            assertThat(money(ofBranches)).as("position, sums and balances").isEqualTo(before);

            sendOverHttp(ofBranches, 7_000_003, 200);
            grpc(ofBranches, bank, "atm", null, stub -> {
                assertThat(stub.execute(depositAt(7_000_003)).getPosition()).isPositive();
                assertThat(stub.reverse(reversalAt(7_000_003)).getPosition()).isPositive();
            });
            for (boolean isOrdered : new boolean[] {false, true}) {
                assertThat(batchAt(ofBranches, isOrdered, 7_000_003))
                        .isInstanceOfSatisfying(
                                ExecuteBatchResponse.class,
                                executed -> assertThat(executed.getOutcomeList())
                                        .containsExactly(Outcome.OUTCOME_COMMITTED_VALUE));
            }
            assertThat(money(ofBranches))
                    .as("the same ways with its own teller")
                    .isNotEqualTo(before);
        }
    }

    /** The position and the sums of the bank, and balances of branch 8. */
    private static List<String> money(TestServer of) throws IOException {
        List<String> answers = new ArrayList<>();
        for (String path : List.of("/v1/totals", "/v1/accounts/8000005", "/v1/tellers/8000003", "/v1/branches/8")) {
            HttpResponse<String> answer = get(of, http("op"), path, null);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            answers.add(answer.body());
        }
        return answers;
    }

    /** Transactions on the fast and on the slow route, and a reversal. */
    private static void sendOverHttp(TestServer to, long teller, int status) throws IOException {
        String deposit = "{\"type\":\"deposit\",\"teller\":" + teller + ",\"account\":8000005,\"amount\":1}";
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(deposit);
        List<HttpResponse<String>> answers = List.of(
                send(to, http("atm"), "/v1/transactions", null, known, TestServer.newKey()),
                send(
                        to,
                        http("atm"),
                        "/v1/transactions",
                        null,
                        HttpRequest.BodyPublishers.fromPublisher(known),
                        TestServer.newKey()),
                send(
                        to,
                        http("atm"),
                        "/v1/reversals",
                        null,
                        HttpRequest.BodyPublishers.ofString(
                                "{\"originalKey\":\"" + TestServer.newKey() + "\",\"original\":" + deposit + "}"),
                        TestServer.newKey()));
        for (HttpResponse<String> answer : answers) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            if (status != 200) {
                assertProblem(answer, status, "out-of-scope");
            }
        }
    }

    private static ExecuteRequest depositAt(long teller) {
        return GrpcContractTest.deposit(8_000_005, 1).setTeller(teller).build();
    }

    private static ReverseRequest reversalAt(long teller) {
        return ReverseRequest.newBuilder()
                .setKey(depositAt(teller).getKey())
                .setOriginal(depositAt(teller))
                .build();
    }

    private static void assertOutOfScope(ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(GrpcContractTest.errorInfo(refused).getReason()).isEqualTo("out-of-scope");
        });
    }

    /** The answer to a batch with one row for each teller, or the end of its stream. */
    private static Object batchAt(TestServer to, boolean isOrdered, long... tellers) throws InterruptedException {
        ManagedChannel channel = channel(to, bank, "atm");
        try {
            GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
            BankServiceGrpc.BankServiceStub stub = BankServiceGrpc.newStub(channel);
            StreamObserver<ExecuteBatchRequest> sending =
                    isOrdered ? stub.executeOrderedBatches(answers) : stub.executeBatches(answers);
            ExecuteBatchRequest.Builder batch = GrpcContractTest.batch(1, 8_000_005, tellers.length);
            for (int row = 0; row < tellers.length; row++) {
                batch.setTeller(row, tellers[row]);
            }
            sending.onNext(batch.build());
            return answers.event();
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void aSubjectThatIsNoClientIsRefused() throws Exception {
        HttpClient stranger = http("stranger");
        assertThat(assertProblem(get(server, stranger, "/v1/bank", null), 401, "unauthenticated")
                        .path("detail")
                        .asString())
                .isEqualTo("the subject of the client certificate is not known");
        assertProblem(get(server, stranger, "/v1/bank", "secret-atm"), 401, "unauthenticated");
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        assertProblem(
                send(server, stranger, "/v1/transactions", null, known, TestServer.newKey()), 401, "unauthenticated");
        assertRefused("stranger", null, Status.Code.UNAUTHENTICATED);
        assertRefused("stranger", "secret-atm", Status.Code.UNAUTHENTICATED);
    }

    @Test
    void theHandshakeRefusesACertificateThatHasExpiredOrIsOfAnotherAuthority() throws Exception {
        int grpcPort = server.context.getBean(GrpcServerLifecycle.class).getPort();
        for (int port : new int[] {server.port(), grpcPort}) {
            assertThatThrownBy(() -> handshake(port, bank.client("expired", bank)))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("Received fatal alert: certificate_");
            assertThatThrownBy(() -> handshake(port, foreign.client("atm", bank)))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("Received fatal alert: certificate_");
        }
        for (HttpClient refused : List.of(http("expired"), http(foreign, "atm"))) {
            assertThatThrownBy(() -> get(server, refused, "/v1/bank", "secret-atm"))
                    .isInstanceOf(IOException.class);
        }
        assertRefused("expired", "secret-atm", Status.Code.UNAVAILABLE);
        grpc(
                server,
                foreign,
                "atm",
                "secret-atm",
                stub -> assertThatThrownBy(() -> stub.getBank(GetBankRequest.getDefaultInstance()))
                        .hasMessageContaining("UNAVAILABLE"));
    }

    /** Shakes hands until the server's alert arrives before the end of the connection, which can overtake it. */
    private static void handshake(int port, SSLContext client) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                handshakeOnce(port, client);
            } catch (SocketException e) {
                // The server had closed the connection when the client wrote.
            }
        }
    }

    /** In TLS 1.3 the client has finished its handshake when the server judges the certificate. */
    private static void handshakeOnce(int port, SSLContext client) throws IOException {
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("localhost", port)) {
            socket.setSoTimeout(10_000);
            socket.startHandshake();
            assertThat(socket.getInputStream().read()).isNotNegative();
        }
    }

    @Test
    void aCertificateAndATokenMustBothBeValidAndOfOneClient() throws Exception {
        assertThat(get(server, http("atm"), "/v1/bank", "secret-atm").statusCode())
                .isEqualTo(200);
        assertProblem(get(server, http("atm"), "/v1/bank", "wrong"), 401, "unauthenticated");
        assertThat(assertProblem(get(server, http("op"), "/v1/bank", "secret-atm"), 401, "unauthenticated")
                        .path("detail")
                        .asString())
                .isEqualTo("the certificate and the token belong to different clients");
        assertRefused("op", "secret-atm", Status.Code.UNAUTHENTICATED);
        assertRefused("atm", "wrong", Status.Code.UNAUTHENTICATED);
    }

    @Test
    void withoutACertificateATokenIsEnoughUnlessCertificatesAreRequired() throws Exception {
        assertThat(get(server, http(null), "/v1/bank", "secret-atm").statusCode())
                .isEqualTo(200);
        assertProblem(get(server, http(null), "/v1/bank", null), 401, "unauthenticated");
        assertRefused(null, null, Status.Code.UNAUTHENTICATED);
        try (TestServer requiring = open("required", "true")) {
            assertThat(assertProblem(get(requiring, http(null), "/v1/bank", "secret-atm"), 401, "unauthenticated")
                            .path("detail")
                            .asString())
                    .isEqualTo("the connection has no client certificate, which is required");
            grpc(
                    requiring,
                    bank,
                    null,
                    "secret-atm",
                    stub -> assertThatThrownBy(() -> stub.getBank(GetBankRequest.getDefaultInstance()))
                            .hasMessageContaining("UNAUTHENTICATED"));
            assertThat(get(requiring, http("atm"), "/v1/bank", null).statusCode())
                    .isEqualTo(200);
            assertThat(get(requiring, http(null), "/actuator/health/liveness", null)
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void anotherAuthorityIsTrustedOnceItsFileIsThere() throws Exception {
        try (TestServer reloading = open("reloading", "false")) {
            assertThat(get(reloading, http("atm"), "/v1/bank", null).statusCode())
                    .isEqualTo(200);
            foreign.writeTrust(folder.resolve("trust-reloading.p12"));
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isLetIn(reloading, http(foreign, "atm"))) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(isLetIn(reloading, http("atm")))
                    .as("the former authority")
                    .isFalse();
        }
    }

    @Test
    void grpcTrustsAnotherAuthorityOnceItsFileIsThereAndNoLongerTheFormerOne() throws Exception {
        try (TestServer reloading = open("reloading-grpc", "false")) {
            assertThat(isServed(reloading, bank, bank, "atm")).isTrue();
            foreign.writeTrust(folder.resolve("trust-reloading-grpc.p12"));
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isServed(reloading, bank, foreign, "atm")) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(isServed(reloading, bank, bank, "atm"))
                    .as("the former authority")
                    .isFalse();
        }
    }

    /** A client that goes on with an earlier TLS session skips the check of its certificate in the handshake. */
    @Test
    void grpcDoesNotServeAResumedSessionOfAFormerAuthority() throws Exception {
        try (TestServer reloading = open("resumed", "false")) {
            SSLContext atm = bank.client("atm", bank);
            assertThat(statusOfGetBank(reloading, atm)).isZero();
            assertThat(statusOfGetBank(reloading, atm)).as("maybe resumed").isZero();
            foreign.writeTrust(folder.resolve("trust-resumed.p12"));
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isServed(reloading, bank, foreign, "atm")) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(statusOfGetBank(reloading, atm)).isNotZero();
        }
    }

    /** The status of a call over a new connection; -1 if the handshake fails. */
    private static int statusOfGetBank(TestServer to, SSLContext client) {
        int port = to.context.getBean(GrpcServerLifecycle.class).getPort();
        try {
            SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("localhost", port);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            try (RawGrpc raw = new RawGrpc(socket)) {
                return raw.getBank(1).grpc();
            }
        } catch (IOException refused) {
            return -1;
        }
    }

    @Test
    void grpcShowsAnotherCertificateOnceItsFileIsThere() throws Exception {
        TestCertificates next = TestCertificates.authority(folder.resolve("next.p12"), "CN=Next authority")
                .issue("server", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1");
        Path keys = Files.copy(bank.store(), folder.resolve("keys.p12"));
        List<String> properties = new ArrayList<>(properties("keys", "false"));
        properties.removeIf(property -> property.startsWith("spring.ssl.bundle.jks.bank.keystore.location="));
        properties.add("spring.ssl.bundle.jks.bank.keystore.location=" + keys.toUri());
        try (TestServer reloading = TestServer.open(folder.resolve("keys"), properties.toArray(String[]::new))) {
            assertThat(isServed(reloading, bank, bank, "atm")).isTrue();
            assertThat(isServed(reloading, next, bank, "atm")).isFalse();
            Path written = Files.copy(next.store(), folder.resolve("keys.p12.new"));
            Files.move(written, keys, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            long deadlineNanos = System.nanoTime() + RELOADED_MAX.toNanos();
            while (!isServed(reloading, next, bank, "atm")) {
                assertThat(System.nanoTime()).as("reloaded in time").isLessThan(deadlineNanos);
            }
            assertThat(isServed(reloading, bank, bank, "atm"))
                    .as("a client that trusts only the former certificate's authority")
                    .isFalse();
        }
    }

    /** Whether gRPC serves a client over a new connection. */
    private static boolean isServed(
            TestServer by, TestCertificates trusted, TestCertificates of, @Nullable String alias) {
        ManagedChannel channel = channel(by, trusted, of, alias);
        try {
            return BankServiceGrpc.newBlockingStub(channel)
                            .withDeadlineAfter(20, TimeUnit.SECONDS)
                            .getBank(GetBankRequest.getDefaultInstance())
                            .getBranches()
                    == 2;
        } catch (StatusRuntimeException refused) {
            return false;
        } finally {
            channel.shutdownNow();
        }
    }

    private static boolean isLetIn(TestServer to, HttpClient client) {
        try {
            return get(to, client, "/v1/bank", null).statusCode() == 200;
        } catch (IOException refused) {
            return false;
        }
    }

    /** A client chooses the name, and with it the bundle. */
    @Test
    void aServerNameWithoutATrustStoreIsRefusedAtTheStart() throws Exception {
        List<String> properties = new ArrayList<>(properties("named", "false"));
        properties.addAll(List.of(
                "spring.ssl.bundle.jks.other.keystore.location=" + bank.store().toUri(),
                "spring.ssl.bundle.jks.other.keystore.password=" + TestCertificates.PASSWORD,
                "spring.ssl.bundle.jks.other.key.alias=server",
                "server.ssl.server-name-bundles[0].server-name=api.example",
                "server.ssl.server-name-bundles[0].bundle=other"));
        assertThatThrownBy(() -> TestServer.open(folder.resolve("named"), properties.toArray(String[]::new)))
                .hasStackTraceContaining("server name api.example, has no truststore");
    }

    @Test
    void aBundleWithoutATrustStoreIsRefusedAtTheStart() {
        assertThatThrownBy(() -> TestServer.open(
                        folder.resolve("untrusting"), withoutTrust("false").toArray(String[]::new)))
                .hasStackTraceContaining("has no truststore");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bank.security.certificates.clients[2].subject=CN=x bank.security.certificates.clients[2].client=nobody",
                "bank.security.certificates.clients[2].subject=CN=operator,O=Bank bank.security.certificates.clients[2].client=atm",
                "bank.security.certificates.clients[2].subject=atm bank.security.certificates.clients[2].client=atm",
                "bank.security.tokens[2].name=idle bank.security.tokens[2].roles=auditor"
            })
    void aConfigurationThatDoesNotFitIsRefusedAtTheStart(String properties) throws Exception {
        List<String> all = new ArrayList<>(properties("unfit", "false"));
        all.addAll(List.of(properties.split(" ")));
        assertThatThrownBy(() -> TestServer.open(folder.resolve("unfit"), all.toArray(String[]::new)))
                .hasStackTraceContaining("bank.security.");
    }
}
