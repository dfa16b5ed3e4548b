package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.debitcredit.server.ProblemAssert.assertProblem;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchRequest;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client with limits, and one without, at a bank that a test can hold up. */
@Timeout(60)
class ClientLimitsTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":3,\"account\":5,\"amount\":1}";
    private static final Duration GIVEN_BACK_MAX = Duration.ofSeconds(10);

    @TempDir
    private Path data;

    private TestServer server;
    private FaultyLedger.Faults faults;

    @BeforeEach
    void open() {
        server = TestServer.start(
                data,
                List.of(FaultyLedger.Configuration.class),
                "bank.security.tokens[0].name=atm",
                "bank.security.tokens[0].sha256=" + hash("secret-atm"),
                "bank.security.tokens[0].roles=terminal",
                "bank.security.tokens[1].name=gateway",
                "bank.security.tokens[1].sha256=" + hash("secret-gateway"),
                "bank.security.tokens[1].roles=terminal",
                "bank.security.limits[0].client=atm",
                "bank.security.limits[0].requests=1",
                "bank.security.limits[0].streams=1",
                "bank.security.limits[0].connections=6");
        faults = server.context.getBean(FaultyLedger.Faults.class);
        faults.mayOpen.countDown();
        server.awaitOpen();
    }

    @AfterEach
    void close() {
        letGo();
        server.close();
    }

    private static String hash(String token) {
        return HexFormat.of().formatHex(AccessControl.sha256(token));
    }

    private void letGo() {
        faults.stepwise = false;
        faults.turns.release(100);
    }

    private HttpRequest deposit(String client, HttpRequest.BodyPublisher body) {
        return server.request(
                        "/v1/transactions",
                        "Authorization",
                        "Bearer secret-" + client,
                        "Idempotency-Key",
                        TestServer.newKey(),
                        "Content-Type",
                        TestServer.JSON)
                .POST(body)
                .build();
    }

    private HttpRequest shortWay(String client) {
        return deposit(client, HttpRequest.BodyPublishers.ofString(DEPOSIT));
    }

    private HttpRequest longWay(String client) {
        return deposit(client, HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofString(DEPOSIT)));
    }

    private Channel grpc(String client) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer secret-" + client);
        return ClientInterceptors.intercept(server.channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private long execute(String client) {
        return BankServiceGrpc.newBlockingStub(grpc(client))
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .execute(GrpcContractTest.deposit(5, 1).build())
                .getPosition();
    }

    private void assertRefused(String limit) {
        for (HttpRequest request : List.of(shortWay("atm"), longWay("atm"))) {
            HttpResponse<String> refused = TestServer.send(request);
            assertThat(assertProblem(refused, 503, "busy").path("detail").asString())
                    .contains(limit);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        }
        StatusRuntimeException refused = catchThrowableOfType(StatusRuntimeException.class, () -> execute("atm"));
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(refused.getStatus().getDescription()).contains(limit);
    }

    private void assertServed() {
        assertThat(TestServer.send(shortWay("atm")).statusCode()).isEqualTo(200);
        assertThat(TestServer.send(longWay("atm")).statusCode()).isEqualTo(200);
        assertThat(execute("atm")).isPositive();
    }

    /** The server learns of an end that the client brought about a little later. */
    private static void eventually(BooleanSupplier served) {
        long until = System.nanoTime() + GIVEN_BACK_MAX.toNanos();
        boolean isServed = false;
        while (!isServed) {
            try {
                isServed = served.getAsBoolean();
            } catch (StatusRuntimeException e) {
                assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            }
            assertThat(System.nanoTime()).isLessThan(until);
        }
    }

    @Test
    void aClientWithARequestOnTheShortWayIsRefusedAnotherOne() throws Exception {
        refusesWhileWaiting(TestServer.sendAsync(holdUp(shortWay("atm"))));
    }

    @Test
    void aClientWithARequestOnTheLongWayIsRefusedAnotherOne() throws Exception {
        refusesWhileWaiting(TestServer.sendAsync(holdUp(longWay("atm"))));
    }

    private HttpRequest holdUp(HttpRequest request) {
        faults.stepwise = true;
        return request;
    }

    private void refusesWhileWaiting(CompletableFuture<HttpResponse<String>> waiting) throws Exception {
        assertThat(faults.executing.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<HttpResponse<String>> other = TestServer.sendAsync(shortWay("gateway"));
        assertRefused("1 requests that are not answered yet");
        letGo();
        assertThat(waiting.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(other.get(20, TimeUnit.SECONDS).statusCode())
                .as("another client, meanwhile")
                .isEqualTo(200);
        assertServed();
        assertServed();
    }

    @Test
    void aClientWithACallIsRefusedAnotherOne() throws Exception {
        faults.stepwise = true;
        CompletableFuture<Long> waiting = CompletableFuture.supplyAsync(() -> execute("atm"));
        assertThat(faults.executing.await(10, TimeUnit.SECONDS)).isTrue();
        assertRefused("1 requests that are not answered yet");
        letGo();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isPositive();
        assertServed();
        assertServed();
    }

    @Test
    void aCallThatItsClientGivesUpIsOneNoMore() throws Exception {
        faults.stepwise = true;
        StatusRuntimeException late = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> BankServiceGrpc.newBlockingStub(grpc("atm"))
                        .withDeadlineAfter(1, TimeUnit.SECONDS)
                        .execute(GrpcContractTest.deposit(5, 1).build()));
        assertThat(late.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        letGo();
        eventually(() -> execute("atm") > 0);
    }

    @Test
    void aRequestWhoseClientClosesItsConnectionIsOneNoMore() throws Exception {
        faults.stepwise = true;
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            String head = "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret-atm\r\n"
                    + "Content-Type: application/json\r\nIdempotency-Key: %s\r\nContent-Length: %d\r\n\r\n";
            socket.getOutputStream()
                    .write((head.formatted(TestServer.newKey(), DEPOSIT.length()) + DEPOSIT)
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(faults.executing.await(10, TimeUnit.SECONDS)).isTrue();
            assertRefused("1 requests that are not answered yet");
        }
        // The bank still holds the first one up, so a request that is not refused waits.
        eventually(() -> isWaiting(TestServer.sendAsync(shortWay("atm"))));
        letGo();
    }

    private static boolean isWaiting(CompletableFuture<HttpResponse<String>> sent) {
        try {
            assertThat(sent.get(1, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
            return false;
        } catch (TimeoutException e) {
            return true;
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStreamBeyondTheLimitIsRefusedAndTakenOnceAnotherHasEnded() throws Exception {
        GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
        StreamObserver<ExecuteBatchRequest> first =
                BankServiceGrpc.newStub(grpc("atm")).executeBatches(answers);
        first.onNext(GrpcContractTest.batch(1, 5, 1).build());
        assertThat(answers.next().getOutcomeCount()).isEqualTo(1);
        GrpcContractTest.Answers<ExecuteBatchResponse> refused = new GrpcContractTest.Answers<>();
        BankServiceGrpc.newStub(grpc("atm")).executeOrderedBatches(refused);
        StatusRuntimeException why = (StatusRuntimeException) refused.event();
        assertThat(why.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(why.getStatus().getDescription()).contains("1 open streams");
        assertServed();
        first.onCompleted();
        assertThat(answers.event()).isEqualTo("completed");
        assertThat(isStreamServed()).isTrue();
    }

    private boolean isStreamServed() {
        GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
        StreamObserver<ExecuteBatchRequest> stream =
                BankServiceGrpc.newStub(grpc("atm")).executeBatches(answers);
        stream.onNext(GrpcContractTest.batch(2, 5, 1).build());
        try {
            Object event = answers.event();
            if (event instanceof StatusRuntimeException refused) {
                throw refused;
            }
            stream.onCompleted();
            return event instanceof ExecuteBatchResponse;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aConnectionBeyondTheLimitIsRefusedUntilAnotherOneEnds() throws Exception {
        List<Socket> open = List.of(connected(), connected(), connected(), connected(), connected(), connected());
        try {
            assertThat(TestServer.send(shortWay("gateway")).statusCode()).isEqualTo(200);
            HttpResponse<String> refused = TestServer.send(shortWay("atm"));
            assertThat(assertProblem(refused, 503, "busy").path("detail").asString())
                    .contains("6 connections");
            assertThat(status(open.get(5))).contains("200 OK");
            open.get(0).close();
            eventually(() -> TestServer.send(shortWay("atm")).statusCode() == 200);
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** A connection over which the client has sent a request, and which stays open. */
    private Socket connected() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        assertThat(status(socket)).contains("200 OK");
        return socket;
    }

    private static String status(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        socket.getOutputStream()
                .write(("GET /v1/bank HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret-atm\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        byte[] answer = new byte[4_096];
        int length = socket.getInputStream().read(answer);
        return new String(answer, 0, length, StandardCharsets.US_ASCII);
    }
}
