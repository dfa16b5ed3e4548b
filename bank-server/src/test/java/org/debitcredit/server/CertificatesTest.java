package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.debitcredit.server.ProblemAssert.assertProblem;
import static org.debitcredit.server.ProblemAssert.json;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.GetBankRequest;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Clients that authenticate with certificates, over TLS on both ports of a real server. */
class CertificatesTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}";
    private static final int ATTEMPTS_MAX = 20;

    @TempDir
    private static Path folder;

    private static CertifiedClients clients;

    private static TestServer server;

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException {
        clients = new CertifiedClients(folder);
        server = clients.open("optional", "false");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void assertRefused(@Nullable String alias, @Nullable String token, Status.Code code)
            throws Exception {
        clients.grpc(
                server,
                clients.bank,
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
        HttpClient atm = clients.http("atm");
        String key = TestServer.newKey();
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        HttpResponse<String> shortWay = clients.send(server, atm, "/v1/transactions", null, known, key);
        assertThat(shortWay.statusCode()).as(shortWay.body()).isEqualTo(200);
        HttpResponse<String> longWay = clients.send(
                server, atm, "/v1/transactions", null, HttpRequest.BodyPublishers.fromPublisher(known), key);
        assertThat(longWay.body()).as("the same key of the same client").isEqualTo(shortWay.body());
        HttpResponse<String> byToken =
                clients.send(server, clients.http(null), "/v1/transactions", "secret-atm", known, key);
        assertThat(byToken.body()).as("its token is the same client").isEqualTo(shortWay.body());
        assertThat(json(clients.get(server, clients.http("op"), "/v1/transactions/" + key, null))
                        .path("client")
                        .asString())
                .isEqualTo("atm");
        clients.grpc(
                server,
                clients.bank,
                "atm",
                null,
                stub -> assertThat(stub.getBank(GetBankRequest.getDefaultInstance())
                                .getBranches())
                        .isEqualTo(2));
        String keyOfRow = TestServer.newKey();
        long position = batch("atm", keyOfRow).getPosition(0);
        assertThat(json(clients.get(server, clients.http(null), "/v1/transactions/" + keyOfRow, "secret-atm"))
                        .path("position")
                        .asLong())
                .as("a row of a batch has the scope of the same client")
                .isEqualTo(position);
        HttpResponse<String> status = clients.get(server, clients.http("op"), "/v1/status", null);
        assertThat(status.statusCode()).as("the console's report").isEqualTo(200);
    }

    private static ExecuteBatchResponse batch(String alias, String key) throws Exception {
        ManagedChannel channel = clients.channel(server, clients.bank, alias);
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
        assertProblem(clients.get(server, clients.http("atm"), "/v1/totals", null), 403, "forbidden");
        assertThat(clients.get(server, clients.http("op"), "/v1/totals", null).statusCode())
                .isEqualTo(200);
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        for (HttpRequest.BodyPublisher body : List.of(known, HttpRequest.BodyPublishers.fromPublisher(known))) {
            assertProblem(
                    clients.send(server, clients.http("op"), "/v1/transactions", null, body, TestServer.newKey()),
                    403,
                    "forbidden");
        }
        clients.grpc(
                server,
                clients.bank,
                "atm",
                null,
                stub -> assertThatThrownBy(() -> stub.getTotals(GetTotalsRequest.getDefaultInstance()))
                        .hasMessageContaining("PERMISSION_DENIED"));
    }

    @Test
    void aSubjectThatIsNoClientIsRefused() throws Exception {
        HttpClient stranger = clients.http("stranger");
        assertThat(assertProblem(clients.get(server, stranger, "/v1/bank", null), 401, "unauthenticated")
                        .path("detail")
                        .asString())
                .isEqualTo("the subject of the client certificate is not known");
        assertProblem(clients.get(server, stranger, "/v1/bank", "secret-atm"), 401, "unauthenticated");
        HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
        assertProblem(
                clients.send(server, stranger, "/v1/transactions", null, known, TestServer.newKey()),
                401,
                "unauthenticated");
        assertRefused("stranger", null, Status.Code.UNAUTHENTICATED);
        assertRefused("stranger", "secret-atm", Status.Code.UNAUTHENTICATED);
    }

    @Test
    void theHandshakeRefusesACertificateThatHasExpiredOrIsOfAnotherAuthority() throws Exception {
        int grpcPort = server.context.getBean(GrpcServerLifecycle.class).getPort();
        for (int port : new int[] {server.port(), grpcPort}) {
            assertThatThrownBy(() -> handshake(port, clients.bank.client("expired", clients.bank)))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("Received fatal alert: certificate_");
            assertThatThrownBy(() -> handshake(port, clients.foreign.client("atm", clients.bank)))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("Received fatal alert: certificate_");
        }
        for (HttpClient refused : List.of(clients.http("expired"), clients.http(clients.foreign, "atm"))) {
            assertThatThrownBy(() -> clients.get(server, refused, "/v1/bank", "secret-atm"))
                    .isInstanceOf(IOException.class);
        }
        assertRefused("expired", "secret-atm", Status.Code.UNAVAILABLE);
        clients.grpc(
                server,
                clients.foreign,
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
        assertThat(clients.get(server, clients.http("atm"), "/v1/bank", "secret-atm")
                        .statusCode())
                .isEqualTo(200);
        assertProblem(clients.get(server, clients.http("atm"), "/v1/bank", "wrong"), 401, "unauthenticated");
        assertThat(assertProblem(
                                clients.get(server, clients.http("op"), "/v1/bank", "secret-atm"),
                                401,
                                "unauthenticated")
                        .path("detail")
                        .asString())
                .isEqualTo("the certificate and the token belong to different clients");
        assertRefused("op", "secret-atm", Status.Code.UNAUTHENTICATED);
        assertRefused("atm", "wrong", Status.Code.UNAUTHENTICATED);
    }

    @Test
    void withoutACertificateATokenIsEnoughUnlessCertificatesAreRequired() throws Exception {
        assertThat(clients.get(server, clients.http(null), "/v1/bank", "secret-atm")
                        .statusCode())
                .isEqualTo(200);
        assertProblem(clients.get(server, clients.http(null), "/v1/bank", null), 401, "unauthenticated");
        assertRefused(null, null, Status.Code.UNAUTHENTICATED);
        try (TestServer requiring = clients.open("required", "true")) {
            assertThat(assertProblem(
                                    clients.get(requiring, clients.http(null), "/v1/bank", "secret-atm"),
                                    401,
                                    "unauthenticated")
                            .path("detail")
                            .asString())
                    .isEqualTo("the connection has no client certificate, which is required");
            clients.grpc(
                    requiring,
                    clients.bank,
                    null,
                    "secret-atm",
                    stub -> assertThatThrownBy(() -> stub.getBank(GetBankRequest.getDefaultInstance()))
                            .hasMessageContaining("UNAUTHENTICATED"));
            assertThat(clients.get(requiring, clients.http("atm"), "/v1/bank", null)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(clients.get(requiring, clients.http(null), "/actuator/health/liveness", null)
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}
