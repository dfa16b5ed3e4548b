package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.debitcredit.server.RawGrpc.DATA;
import static org.debitcredit.server.RawGrpc.END_HEADERS;
import static org.debitcredit.server.RawGrpc.END_STREAM;
import static org.debitcredit.server.RawGrpc.HEADERS;
import static org.debitcredit.server.RawGrpc.PING;
import static org.debitcredit.server.RawGrpc.block;
import static org.debitcredit.server.RawGrpc.fields;
import static org.debitcredit.server.RawGrpc.frame;
import static org.debitcredit.server.RawGrpc.message;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.debitcredit.server.RawGrpc.End;
import org.debitcredit.server.RawGrpc.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** Clients that send many frames of HTTP/2 which break a rule, or of which the server takes no more. */
@Timeout(60)
class HostileFramesTest {

    private static final String BATCHES = "bank.v1.BankService/ExecuteBatches";
    private static final String GET_BANK = "bank.v1.BankService/GetBank";

    private static final int PROTOCOL_ERROR = 1;

    /** Malformed requests of one connection in a minute; with one more it is closed. */
    private static final int MALFORMED_MAX = 100;

    private static final End SERVED = new End(200, 0, "", false, -1);

    private static RawGrpc connect() throws IOException {
        return new RawGrpc(
                TestServer.shared().context.getBean(GrpcServerLifecycle.class).getPort());
    }

    @Test
    void whoeverMakesMistakesOnAndOnIsDisconnected() throws IOException {
        byte[] wrongHeaders = block(fields(GET_BANK, Map.of(":path", "")));
        byte[] rightHeaders = block(fields(GET_BANK, Map.of()));
        try (RawGrpc client = connect()) {
            for (int call = 0; call < MALFORMED_MAX; call++) {
                int stream = 1 + 2 * call;
                client.send(
                        frame(HEADERS, END_HEADERS, stream, call % 2 == 0 ? wrongHeaders : rightHeaders),
                        frame(DATA, END_STREAM, stream, message(2)));
                assertThat(client.end(stream).reason()).isEqualTo("malformed");
            }
            int stream = 1 + 2 * MALFORMED_MAX;
            client.send(frame(HEADERS, END_HEADERS, stream, wrongHeaders));
            assertThatThrownBy(() -> client.end(stream)).isInstanceOf(IOException.class);
        }
    }

    /** gRPC kept such a connection for 10 s, in which a client can make tens of thousands. */
    @Test
    void aConnectionThatIsResetAtOnceLeavesNothing() throws Exception {
        int port =
                TestServer.shared().context.getBean(GrpcServerLifecycle.class).getPort();
        for (int i = 0; i < 1_000; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoLinger(true, 0);
            socket.close();
        }
        await().atMost(Duration.ofSeconds(8)).until(HostileFramesTest::transports, left -> left < 200);
    }

    /** Connections of gRPC whose state is on the heap. */
    private static long transports() throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {null},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(columns -> columns.length > 3 && columns[3].equals("io.grpc.netty.NettyServerHandler"))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .sum();
    }

    /** A client can send such frames as fast as it likes. */
    @Test
    void framesOfAStreamThatIsResetLogNothing() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger netty = (Logger) LoggerFactory.getLogger("io.netty");
        netty.addAppender(log);
        try (RawGrpc client = connect()) {
            byte[] trailersThatEndNothing = frame(HEADERS, END_HEADERS, 1, block(List.of(new Field("a", "b"))));
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            sent.writeBytes(frame(HEADERS, END_HEADERS, 1, block(fields(BATCHES, Map.of()))));
            for (int i = 0; i < 100; i++) {
                sent.writeBytes(trailersThatEndNothing);
            }
            sent.writeBytes(frame(PING, 0, 0, new byte[8]));
            client.send(sent.toByteArray());
            assertThat(client.end(1).reset()).isEqualTo(PROTOCOL_ERROR);
            // Its answer shows that the frames before it have been read.
            client.read(PING);
        } finally {
            netty.detachAppender(log);
        }
        assertThat(log.list).isEmpty();
    }
}
