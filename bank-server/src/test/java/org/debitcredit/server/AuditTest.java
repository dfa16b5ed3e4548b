package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteBatchResponse;
import org.debitcredit.wire.v1.GetTotalsRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The audit log of a whole service. */
class AuditTest {

    private static final String ACCOUNT = "1000077000111";
    private static final String AMOUNT = "9100000000222";
    private static final String DEPOSIT =
            "{\"type\":\"deposit\",\"teller\":4,\"account\":" + ACCOUNT + ",\"amount\":" + AMOUNT + "}";

    @TempDir
    private Path directory;

    private TestServer start(String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "bank.audit.file=" + directory.resolve("audit.log"),
                "bank.security.tokens[0].name=one",
                "bank.security.tokens[0].sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-one")),
                "bank.security.tokens[0].roles=terminal",
                "bank.security.tokens[1].name=op",
                "bank.security.tokens[1].sha256=" + HexFormat.of().formatHex(AccessControl.sha256("secret-op")),
                "bank.security.tokens[1].roles=operator",
                "bank.security.scopes[0].client=one",
                "bank.security.scopes[0].branches=1"));
        properties.addAll(Arrays.asList(more));
        return TestServer.open(directory.resolve("data"), properties.toArray(String[]::new));
    }

    private static Channel as(TestServer server, String token) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        return ClientInterceptors.intercept(server.channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static void post(TestServer server, String path, HttpRequest.BodyPublisher body, String token) {
        TestServer.send(server.request(
                        path,
                        "Idempotency-Key",
                        TestServer.newKey(),
                        "Content-Type",
                        TestServer.JSON,
                        "Authorization",
                        "Bearer " + token)
                .POST(body)
                .build());
    }

    private static void refuses(ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(StatusRuntimeException.class);
    }

    /** In words: what was done or tried, how it ended, by whom, and where. */
    private List<String> lines() throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve("audit.log"))) {
            return lines.map(line -> JsonMapper.shared().readTree(line))
                    .map(AuditTest::words)
                    .toList();
        }
    }

    private static String words(JsonNode line) {
        return Stream.of(
                        "event.action",
                        "event.outcome",
                        "event.reason",
                        "user.name",
                        "source.ip",
                        "bank.request",
                        "bank.teller",
                        "bank.position")
                .filter(line::has)
                .map(name -> line.path(name).asString())
                .reduce((first, second) -> first + "; " + second)
                .orElse("");
    }

    @Test
    void eachRefusalAtTheEntranceHasALine() throws Exception {
        try (TestServer server = start()) {
            HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(DEPOSIT);
            HttpRequest.BodyPublisher chunks = HttpRequest.BodyPublishers.fromPublisher(known);
            for (String token : List.of("stolen", "secret-op", "secret-one")) {
                post(server, "/v1/transactions", known, token);
                post(server, "/v1/transactions", chunks, token);
            }
            post(
                    server,
                    "/v1/reversals",
                    HttpRequest.BodyPublishers.ofString(
                            "{\"originalKey\":\"" + TestServer.newKey() + "\",\"original\":" + DEPOSIT + "}"),
                    "secret-one");
            server.get("/v1/tellers/5");
            server.get("/v1/tellers/5", "Authorization", "Bearer secret-one");
            server.get("/actuator/prometheus?token=stolen", "Authorization", "Bearer secret-one");
            server.get("/v1/stolen", "Authorization", "Bearer secret-one");
            BankServiceGrpc.BankServiceBlockingStub one = BankServiceGrpc.newBlockingStub(as(server, "secret-one"));
            refuses(() -> one.execute(GrpcContractTest.deposit(Long.parseLong(ACCOUNT), Long.parseLong(AMOUNT))
                    .build()));
            refuses(() -> one.getTotals(GetTotalsRequest.getDefaultInstance()));
            refuses(() -> BankServiceGrpc.newBlockingStub(as(server, "stolen"))
                    .getTotals(GetTotalsRequest.getDefaultInstance()));
            GrpcContractTest.Answers<ExecuteBatchResponse> answers = new GrpcContractTest.Answers<>();
            BankServiceGrpc.newStub(as(server, "secret-one"))
                    .executeBatches(answers)
                    .onNext(GrpcContractTest.batch(1, Long.parseLong(ACCOUNT), 3)
                            .build());
            answers.next();
        }
        assertThat(lines())
                .containsExactly(
                        "start; success; 0",
                        "request; failure; unknown-token; 127.0.0.1; POST /v1/transactions",
                        "request; failure; unknown-token; 127.0.0.1; POST /v1/transactions",
                        "request; failure; forbidden; op; 127.0.0.1; POST /v1/transactions",
                        "request; failure; forbidden; op; 127.0.0.1; POST /v1/transactions",
                        "request; failure; out-of-scope; one; 127.0.0.1; POST /v1/transactions; 4",
                        "request; failure; out-of-scope; one; 127.0.0.1; POST /v1/transactions; 4",
                        "request; failure; out-of-scope; one; 127.0.0.1; POST /v1/reversals; 4",
                        "request; failure; no-token; 127.0.0.1; GET /v1/tellers/{id}",
                        "request; failure; out-of-scope; one; 127.0.0.1; GET /v1/tellers/{id}",
                        "request; failure; forbidden; one; 127.0.0.1; GET /actuator/**",
                        "request; failure; forbidden; one; 127.0.0.1; GET other",
                        "request; failure; out-of-scope; one; 127.0.0.1; bank.v1.BankService/Execute; 4",
                        "request; failure; forbidden; one; 127.0.0.1; bank.v1.BankService/GetTotals",
                        "request; failure; unknown-token; 127.0.0.1; bank.v1.BankService/GetTotals",
                        "request; failure; out-of-scope; one; 127.0.0.1; bank.v1.BankService/ExecuteBatches; 5",
                        "stop; success; 0");
        assertThat(directory.resolve("audit.log"))
                .content()
                .doesNotContain("secret", "stolen", "Bearer", ACCOUNT, AMOUNT);
        try (Stream<String> lines = Files.lines(directory.resolve("audit.log"))) {
            assertThat(lines.flatMap(line -> JsonMapper.shared().readTree(line).propertyNames().stream()))
                    .isSubsetOf(
                            "@timestamp",
                            "event.kind",
                            "event.action",
                            "event.outcome",
                            "event.reason",
                            "user.name",
                            "source.ip",
                            "bank.request",
                            "bank.teller",
                            "bank.position",
                            "http.request.id");
        }
    }

    @Test
    void whatIsRefusedForAClientsLimitsOrComesFromElsewhereHasALine() throws Exception {
        try (TestServer server = start(
                "bank.network.hosts=bank.example",
                "bank.security.limits[0].client=one",
                "bank.security.limits[0].streams=1",
                "bank.security.limits[0].connections=1")) {
            GrpcContractTest.Answers<ExecuteBatchResponse> first = new GrpcContractTest.Answers<>();
            BankServiceGrpc.newStub(as(server, "secret-one"))
                    .executeBatches(first)
                    .onNext(GrpcContractTest.batch(1, 5, 1)
                            .setTeller(0, 1_000_003)
                            .build());
            first.next();
            GrpcContractTest.Answers<ExecuteBatchResponse> second = new GrpcContractTest.Answers<>();
            BankServiceGrpc.newStub(as(server, "secret-one")).executeBatches(second);
            assertThat(second.event()).isInstanceOf(StatusRuntimeException.class);

            HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofString(
                    "{\"type\":\"deposit\",\"teller\":1000003,\"account\":5,\"amount\":1}");
            post(server, "/v1/transactions", known, "secret-one");
            post(server, "/v1/transactions", HttpRequest.BodyPublishers.fromPublisher(known), "secret-one");

            server.get("/v1/bank", "Origin", "https://evil.example", "Authorization", "Bearer secret-op");
            try (Socket socket = new Socket("127.0.0.1", server.port())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream()
                        .write("GET /v1/bank HTTP/1.1\r\nHost: evil.example\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 421 ");
            }
        }
        assertThat(lines())
                .containsExactly(
                        "start; success; 0",
                        "request; failure; client-limit; one; 127.0.0.1; bank.v1.BankService/ExecuteBatches",
                        "request; failure; client-limit; one; 127.0.0.1; POST /v1/transactions",
                        "request; failure; client-limit; one; 127.0.0.1; POST /v1/transactions",
                        "request; failure; foreign-origin; 127.0.0.1; a request over HTTP",
                        "request; failure; foreign-host; 127.0.0.1; a request over HTTP",
                        "stop; success; 1");
        assertThat(directory.resolve("audit.log")).content().doesNotContain("evil", "secret");
    }

    @Test
    void whatOperatorsDoAndAcceptHasALine() throws Exception {
        try (TestServer server = start()) {
            post(server, "/v1/snapshots", HttpRequest.BodyPublishers.ofString("{}"), "secret-op");
            post(server, "/v1/backups", HttpRequest.BodyPublishers.ofString("{}"), "secret-op");
        }
        try (TestServer server = start(
                "bank.journal.accept-keys-from=" + LocalDate.now(ZoneOffset.UTC),
                "bank.security.insecure-network=accepted")) {
            assertThat(server.get("/v1/bank", "Authorization", "Bearer secret-one")
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(lines())
                .containsExactly(
                        "start; success; 0",
                        "snapshot; success; op; 127.0.0.1; 0",
                        "backup; success; op; 127.0.0.1; 0",
                        "stop; success; 0",
                        "accept; success; bank.journal.accept-keys-from",
                        "accept; success; bank.security.insecure-network",
                        "start; success; 0",
                        "stop; success; 0");
    }

    @Test
    void aServiceWhoseAuditLogCannotBeWrittenDoesNotStart() {
        assertThatThrownBy(() -> start("bank.audit.file=" + directory.resolve("missing/audit.log")))
                .hasStackTraceContaining(
                        "bank.audit.file is '" + directory.resolve("missing/audit.log") + "', which cannot be written");
    }
}
