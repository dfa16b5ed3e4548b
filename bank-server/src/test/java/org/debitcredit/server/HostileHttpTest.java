package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a client sends that means no good, or is slow, and whether the others are served. */
class HostileHttpTest {

    private static final int READ_MILLIS_MAX = 20_000;
    private static final String BODY = "{\"type\":\"deposit\",\"teller\":0,\"account\":17,\"amount\":1}";

    /** Of the only chunk of a body. */
    private static final String END = "\r\n0\r\n\r\n";

    @TempDir
    private static Path data;

    private static TestServer server;

    private static final Logger ROOT = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    private final List<Socket> sockets = new ArrayList<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeAll
    static void start() {
        server = TestServer.open(
                data,
                "bank.network.connections-max=40",
                "bank.network.connections-per-address-max=20",
                "bank.network.request-max=700ms",
                "bank.network.idle-max=1500ms");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void listen() {
        log.start();
        ROOT.addAppender(log);
    }

    @AfterEach
    void nothingMovedAndWhoBehavesIsServed() throws IOException {
        ROOT.detachAppender(log);
        for (Socket socket : sockets) {
            socket.close();
        }
        assertThat(server.get("/v1/accounts/17").body()).contains("\"balance\":0");
        assertThat(server.execute("{\"type\":\"deposit\",\"teller\":0,\"account\":18,\"amount\":1}")
                        .statusCode())
                .isEqualTo(200);
    }

    private Socket connect(String from) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
        socket.setSoTimeout(READ_MILLIS_MAX);
        return socket;
    }

    private Socket connect() throws IOException {
        return connect("127.0.0.2");
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Everything until the server closes the connection, which it does in time. */
    private static String readToEnd(Socket socket) throws IOException {
        StringBuilder read = new StringBuilder();
        try {
            InputStream in = socket.getInputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                read.append((char) b);
            }
        } catch (SocketException reset) {
            // The server may have closed it with something unread.
        }
        return read.toString();
    }

    private static String post(String... headers) {
        return "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                + "application/json\r\nIdempotency-Key: "
                + TestServer.newKey() + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
    }

    private static String chunks() {
        return Integer.toHexString(BODY.length()) + "\r\n" + BODY + END;
    }

    /** Framing that two servers could read in two ways. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked, xchunked",
                "Transfer-Encoding: chunked,\r\n xchunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: xchunked",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 57",
                "Content-Length: +57",
                "Content-Length: 0x39"
            })
    void aRequestWhoseEndIsAmbiguousIsRefusedAndTheConnectionClosed(String framing) throws IOException {
        Socket socket = connect();
        send(socket, post(framing) + chunks());
        assertThat(readToEnd(socket)).startsWith("HTTP/1.1 400 ");
    }

    private static List<String> unreadableBodies() {
        return List.of(
                "-1\r\nx",
                "g\r\n",
                "0x1\r\nx" + END,
                "1\r\nxx" + END,
                "0;" + "x".repeat(9_000) + "\r\n\r\n",
                "0\r\na: " + "b".repeat(9_000) + "\r\n\r\n",
                "0\r\n: \r\n\r\n");
    }

    /** By its head and body in one piece, and by a body that comes later. */
    @ParameterizedTest
    @MethodSource("unreadableBodies")
    void anUnreadableBodyHasOneAnswerAndLeavesNothingInTheLog(String body) throws IOException {
        Socket atOnce = connect();
        send(atOnce, post("Transfer-Encoding: chunked") + body);
        assertIsOnlyAnswer(readToEnd(atOnce), "400");
        Socket later = connect();
        send(later, "GET /v1/bank HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(later.getInputStream().read()).isEqualTo('H');
        send(later, post("Transfer-Encoding: chunked"));
        send(later, body);
        String[] answers = readToEnd(later).split("HTTP/1.1 ", -1);
        assertThat(answers).hasSize(2);
        assertThat(answers[1]).startsWith("400 ").contains("x-request-id");
        assertThat(log.list)
                .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    /** The refusal for the length comes before the rest of the body. */
    @Test
    void aRequestThatWasAnsweredHasNoOtherAnswerForItsBody() throws IOException {
        Socket socket = connect();
        send(socket, post("Transfer-Encoding: chunked") + "1388\r\n" + "x".repeat(5_000) + "\r\ng\r\n");
        assertIsOnlyAnswer(readToEnd(socket), "413");
    }

    private static void assertIsOnlyAnswer(String read, String status) {
        assertThat(read).startsWith("HTTP/1.1 " + status + " ");
        assertThat(read.split("HTTP/1.1 ", -1)).hasSize(2);
    }

    @Test
    void chunksAreTaken() throws IOException {
        Socket socket = connect();
        String body = BODY.replace("17", "19");
        send(
                socket,
                post("Transfer-Encoding: chunked") + Integer.toHexString(body.length()) + "\r\n" + body
                        + "\r\n0\r\n\r\n");
        assertThat(readToEnd(socket)).startsWith("HTTP/1.1 200 ");
    }

    /** As deep as a body may be long; the connection is served on. */
    @ParameterizedTest
    @ValueSource(
            strings = {"[", "{\"account\":", "{\"account\":[", "{\"filler\":[", "{\"filler\":{\"a\":", "{\"type\":[["})
    void deepNestingIsRefusedAndTheConnectionServedAfterwards(String opening) throws IOException {
        String deep = opening.repeat(4_096 / opening.length());
        String good = BODY.replace("17", "19");
        for (String framing : List.of("Content-Length: " + deep.length(), "Transfer-Encoding: chunked")) {
            Socket socket = connect();
            String body = framing.startsWith("T") ? Integer.toHexString(deep.length()) + "\r\n" + deep + END : deep;
            send(socket, post(framing) + body);
            send(socket, post("Connection: close", "Content-Length: " + good.length()) + good);
            assertThat(readToEnd(socket))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("\"type\":\"urn:debitcredit:malformed\"")
                    .contains("HTTP/1.1 200 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/9.9", "HTTP/2.0", "HTTP/1.2"})
    void anotherVersionIsRefused(String version) throws IOException {
        Socket socket = connect();
        send(socket, post("Content-Length: " + BODY.length()).replace("HTTP/1.1", version) + BODY);
        assertThat(readToEnd(socket)).startsWith("HTTP/1.1 505 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health/liveness;/../prometheus",
                "/actuator/health/readiness%2f..%2f..%2fmetrics",
                "/v1/../actuator/health",
                "/v1//bank",
                "/v1/%2e%2e/actuator/health"
            })
    void aPathThatCanBeReadInTwoWaysIsNoPath(String path) throws IOException {
        Socket socket = connect();
        send(socket, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(readToEnd(socket)).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void anotherExpectationIsRefused() throws IOException {
        Socket socket = connect();
        send(socket, post("Expect: foo", "Content-Length: " + BODY.length()) + BODY);
        assertThat(readToEnd(socket)).startsWith("HTTP/1.1 417 ");
    }

    /** DNS rebinding: a page of another site reaches this address under its own name. */
    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.", ""})
    void aForeignHostIsRefused(String host) throws IOException {
        Socket socket = connect();
        send(socket, post("Content-Length: " + BODY.length()).replace("Host: localhost", "Host: " + host) + BODY);
        assertThat(readToEnd(socket)).startsWith("HTTP/1.1 421 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://evil.example",
                "Origin: null",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void aPageOfAnotherSiteIsRefused(String header) throws IOException {
        Socket socket = connect();
        send(socket, post(header, "Content-Length: " + BODY.length()) + BODY);
        assertThat(readToEnd(socket)).startsWith("HTTP/1.1 403 ");
        Socket backup = connect();
        send(
                backup,
                "POST /v1/backups HTTP/1.1\r\nHost: localhost\r\n" + header
                        + "\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nx=1");
        assertThat(readToEnd(backup)).startsWith("HTTP/1.1 403 ");
    }

    /** Nothing, half a head, a body that does not come, chunks without an end, a connection that was used once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aSilentConnectionIsClosedInTime(int kind) throws IOException {
        Socket socket = connect();
        String request = post("Content-Length: 1000");
        switch (kind) {
            case 0 -> {}
            case 1 -> send(socket, request.substring(0, 60));
            case 2 -> send(socket, request + "{");
            case 3 -> send(socket, post("Transfer-Encoding: chunked") + "1\r\n{\r\n");
            default -> send(socket, "GET /v1/bank HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        readToEnd(socket);
    }

    /** Work that takes longer than a request may would be answered to a connection that was closed meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"/v1/transactions", "/v1/reversals", "/v1/backups", "/v1/snapshots"})
    void aRequestIsNotWorkedOnBeforeItsBodyHasArrived(String path) throws IOException {
        Socket socket = connect();
        send(socket, post("Content-Length: 2").replace("/v1/transactions", path));
        assertThat(readToEnd(socket)).isEmpty();
        assertThat(data.resolve("backups")).doesNotExist();
    }

    /** A byte now and then does not keep it open. */
    @Test
    void aSlowHeadIsClosedInTime() throws IOException {
        Socket socket = connect();
        socket.setSoTimeout(100);
        String head = post("X-Slow: " + "x".repeat(10_000));
        boolean open = true;
        for (int i = 0; i < head.length() && open; i++) {
            try {
                send(socket, head.substring(i, i + 1));
                open = socket.getInputStream().read() >= 0;
            } catch (java.net.SocketTimeoutException stillOpen) {
                open = true;
            } catch (SocketException closed) {
                open = false;
            }
        }
        assertThat(open).isFalse();
    }

    /** What it refuses must not be taken for the answer to what came before on the connection. */
    @Test
    void aRefusalNeverOvertakesAnAnswer() throws IOException {
        Socket socket = connect();
        send(
                socket,
                post("Content-Length: " + BODY.length()).replace("Idempotency", "idempotency")
                        + BODY.replace("17", "19") + "GET /v1//bank HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(readToEnd(socket)).doesNotStartWith("HTTP/1.1 404");
    }

    /** Alternates requests that the bank answers with requests that the web framework answers. */
    @Test
    void manyRequestsInOneWriteAreAnsweredInTheirOrder() throws IOException {
        Socket socket = connect();
        String get = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        send(
                socket,
                ("GET /v1/accounts/17" + get + "GET /v1/nothing" + get).repeat(50)
                        + "GET /v1/bank HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        String[] answers = readToEnd(socket).split("HTTP/1.1 ", -1);
        assertThat(answers).hasSize(102);
        for (int i = 1; i <= 100; i++) {
            assertThat(answers[i]).as("answer %d", i).startsWith(i % 2 == 1 ? "200" : "404");
        }
    }

    @Test
    void oneAddressHasItsShareAndNoMore() throws IOException {
        for (int i = 0; i < 20; i++) {
            connect("127.0.0.3");
        }
        Socket surplus = connect("127.0.0.3");
        send(surplus, "GET /v1/bank HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(readToEnd(surplus)).as("one too many").isEmpty();
    }

    /** Many addresses take all places; one that has fewer still gets one. */
    @Test
    void manyAddressesLeaveAPlaceForAnother() throws IOException {
        for (int i = 0; i < 80; i++) {
            connect("127.0.1." + (1 + i % 4));
        }
        Socket honest = connect("127.0.0.9");
        send(honest, "GET /v1/bank HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(readToEnd(honest)).startsWith("HTTP/1.1 200 ");
    }
}
