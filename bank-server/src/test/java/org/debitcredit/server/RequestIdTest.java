package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.debitcredit.wire.v1.BankServiceGrpc;
import org.debitcredit.wire.v1.ExecuteRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Request ids and trace contexts over both transports, on both ways of a transaction. */
class RequestIdTest {

    private static final String MADE = "[0-9a-f]{32}";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String TRACEPARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final Metadata.Key<String> ID = Metadata.Key.of("x-request-id", Metadata.ASCII_STRING_MARSHALLER);

    private final List<TestServer> bothWays = List.of(TestServer.shared(), TestServer.sharedChunked());
    private final TestServer server = TestServer.shared();
    private final Logger logger = (Logger) LoggerFactory.getLogger("bank.requests");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setLevel(Level.DEBUG);
        logged.start();
        logger.addAppender(logged);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(logged);
        logger.setLevel(null);
    }

    private static HttpResponse<String> deposit(TestServer server, long account, String... headers) {
        HttpRequest.Builder request = server.post(
                        "{\"type\":\"deposit\",\"teller\":3,\"account\":" + account + ",\"amount\":5}")
                .header("Idempotency-Key", TestServer.newKey())
                .header("Content-Type", TestServer.JSON);
        return TestServer.send((headers.length == 0 ? request : request.headers(headers)).build());
    }

    private static String id(HttpResponse<?> response) {
        return response.headers().firstValue("X-Request-Id").orElse("");
    }

    private Map<String, String> loggedOf(String id) {
        return List.copyOf(logged.list).stream()
                .map(ILoggingEvent::getMDCPropertyMap)
                .filter(ids -> id.equals(ids.get("http.request.id")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void an_id_that_the_client_sends_is_given_back_with_success_too() {
        for (TestServer way : bothWays) {
            HttpResponse<String> committed = deposit(way, 601, "X-Request-Id", "client-1:a/b");
            assertThat(committed.statusCode()).isEqualTo(200);
            assertThat(id(committed)).isEqualTo("client-1:a/b");
            HttpResponse<String> refused = deposit(way, 999_999, "X-Request-Id", "client-2");
            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(id(refused)).isEqualTo("client-2");
        }
        assertThat(id(server.get("/v1/bank", "X-Request-Id", "client-3"))).isEqualTo("client-3");
    }

    /** The next request of a connection has nothing of the one before. */
    @Test
    void a_success_has_no_id_unless_the_client_sent_one() {
        for (TestServer way : bothWays) {
            deposit(way, 611, "X-Request-Id", "client-4", "traceparent", TRACEPARENT);
            assertThat(id(deposit(way, 611, "traceparent", TRACEPARENT))).isEmpty();
            assertThat(id(deposit(way, 611, "X-Request-Id", "not sound"))).isEmpty();
            HttpResponse<String> refused = deposit(way, 999_999);
            assertThat(id(refused)).matches(MADE);
            assertThat(loggedOf(id(refused))).doesNotContainKey("trace.id");
        }
        assertThat(id(server.get("/v1/bank"))).isEmpty();
    }

    @Test
    void what_is_not_a_success_has_an_id_which_is_in_the_log_with_its_trace() {
        for (TestServer way : bothWays) {
            HttpResponse<String> refused =
                    deposit(way, 999_999, "X-Request-Id", "not sound", "traceparent", TRACEPARENT);
            assertThat(id(refused)).matches(MADE);
            assertThat(loggedOf(id(refused))).containsEntry("trace.id", TRACE);
        }
        for (String path :
                List.of("/v1/accounts/999999", "/v1/accounts/x", "/nowhere", "/v1/a;b", "/v1/transactions")) {
            HttpResponse<String> problem = server.get(path);
            assertThat(problem.statusCode()).as(path).isGreaterThanOrEqualTo(400);
            assertThat(id(problem)).as(path).matches(MADE);
            assertThat(loggedOf(id(problem))).isNotEmpty();
        }
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("a request over HTTP was answered with 404")
                .noneMatch(line -> line.contains("999999") || line.contains("/v1"));
    }

    @Test
    void a_trace_context_is_given_back() {
        for (TestServer way : bothWays) {
            for (long account : new long[] {631, 999_999}) {
                assertThat(traceparent(deposit(way, account, "traceparent", TRACEPARENT)))
                        .isEqualTo(TRACEPARENT);
                assertThat(traceparent(deposit(way, account, "traceparent", "00-" + TRACE + "-x-01")))
                        .as("one that is not sound")
                        .isEmpty();
                assertThat(traceparent(deposit(way, account))).isEmpty();
            }
        }
        assertThat(traceparent(server.get("/v1/bank", "traceparent", TRACEPARENT)))
                .isEqualTo(TRACEPARENT);
        assertThat(traceparent(server.get("/v1/a;b", "traceparent", TRACEPARENT)))
                .as("before the web framework")
                .isEqualTo(TRACEPARENT);
    }

    private static String traceparent(HttpResponse<?> response) {
        return String.join(",", response.headers().allValues("traceparent"));
    }

    @Test
    void a_request_that_is_refused_before_the_web_framework_has_an_id() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET /v1/bank HTTP/1.1\r\nHost: other.example\r\nX-Request-Id: raw-1\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            List<String> lines = in.lines()
                    .map(line -> line.toLowerCase(Locale.ROOT))
                    .takeWhile(line -> !line.isEmpty())
                    .toList();
            assertThat(lines).contains("x-request-id: raw-1").first().asString().contains(" 421 ");
        }
    }

    /** The trailers of a call. */
    private Metadata execute(long account, Metadata sent) {
        AtomicReference<Metadata> headers = new AtomicReference<>();
        AtomicReference<Metadata> trailers = new AtomicReference<>();
        Channel channel = ClientInterceptors.intercept(
                server.channel,
                MetadataUtils.newAttachHeadersInterceptor(sent),
                MetadataUtils.newCaptureMetadataInterceptor(headers, trailers));
        ExecuteRequest request = GrpcContractTest.deposit(account, 5).build();
        try {
            BankServiceGrpc.newBlockingStub(channel).execute(request);
        } catch (StatusRuntimeException e) {
            return Objects.requireNonNull(e.getTrailers());
        }
        return Objects.requireNonNull(trailers.get());
    }

    @Test
    void calls_have_ids_as_requests_do() {
        assertThat(execute(621, new Metadata()).get(ID)).isNull();
        Metadata sent = new Metadata();
        sent.put(ID, "call-1");
        assertThat(execute(621, sent).get(ID)).isEqualTo("call-1");
        assertThat(execute(999_999, sent).getAll(ID)).containsExactly("call-1");
        Metadata traced = new Metadata();
        Metadata.Key<String> context = Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);
        traced.put(context, TRACEPARENT);
        assertThat(execute(621, traced).getAll(context)).containsExactly(TRACEPARENT);
        assertThat(execute(999_999, traced).getAll(context)).containsExactly(TRACEPARENT);
        assertThat(execute(621, new Metadata()).get(context)).isNull();
        String made = execute(999_999, traced).get(ID);
        assertThat(made).matches(MADE);
        assertThat(loggedOf(made)).containsEntry("trace.id", TRACE);
        assertThat(logged.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("bank.v1.BankService/Execute was answered with NOT_FOUND");
    }
}
