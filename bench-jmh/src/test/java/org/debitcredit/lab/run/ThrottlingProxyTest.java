package org.debitcredit.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThrottlingProxyTest {

    private static final int BYTES = 2_000;

    /** Answers every byte with the same byte. */
    private static ServerSocket echo() throws IOException {
        ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            while (true) {
                try {
                    Socket socket = listener.accept();
                    Thread connection = new Thread(() -> echo(socket));
                    connection.setDaemon(true);
                    connection.start();
                } catch (IOException closed) {
                    return;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return listener;
    }

    private static void echo(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            in.transferTo(socket.getOutputStream());
        } catch (IOException over) {
            return;
        }
    }

    private static Socket connect(ThrottlingProxy proxy) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static double secondsOfAnEcho(Socket socket) throws IOException {
        long begun = System.nanoTime();
        OutputStream out = socket.getOutputStream();
        byte[] sent = new byte[BYTES];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) (i * 31);
        }
        out.write(sent);
        byte[] answered = new byte[BYTES];
        new DataInputStream(socket.getInputStream()).readFully(answered);
        assertThat(answered).isEqualTo(sent);
        return (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    @Test
    void a_line_takes_its_time_and_each_connection_has_its_own() throws IOException {
        int bytesPerSecond = 10_000;
        double lineSeconds = 2.0 * BYTES / bytesPerSecond;
        try (ServerSocket server = echo();
                ThrottlingProxy proxy = ThrottlingProxy.before(server.getLocalPort(), bytesPerSecond);
                Socket first = connect(proxy);
                Socket second = connect(proxy)) {
            second.getOutputStream().write(new byte[BYTES]);
            assertThat(secondsOfAnEcho(first))
                    .as("request and answer share the line")
                    .isGreaterThan(lineSeconds);
            assertThat(new DataInputStream(second.getInputStream()).readNBytes(BYTES))
                    .hasSize(BYTES);
            assertThat(proxy.bytes()).isEqualTo(4 * BYTES);
        }
    }

    @Test
    void without_a_limit_it_only_counts() throws IOException {
        try (ServerSocket server = echo();
                ThrottlingProxy proxy = ThrottlingProxy.before(server.getLocalPort(), 0);
                Socket socket = connect(proxy)) {
            secondsOfAnEcho(socket);
            assertThat(proxy.bytes()).isEqualTo(2 * BYTES);
        }
    }

    @Test
    void a_closed_line_ends_its_connections() throws IOException {
        try (ServerSocket server = echo();
                Socket socket = connectedOnce(server)) {
            assertThat(readToTheEnd(socket)).isTrue();
        }
    }

    /** A connection that was used, over a line that is closed. */
    private static Socket connectedOnce(ServerSocket server) throws IOException {
        try (ThrottlingProxy proxy = ThrottlingProxy.before(server.getLocalPort(), 0)) {
            Socket socket = connect(proxy);
            secondsOfAnEcho(socket);
            return socket;
        }
    }

    private static boolean readToTheEnd(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void a_server_that_is_gone_ends_the_connection_and_not_the_line() throws IOException {
        ServerSocket gone = echo();
        int port = gone.getLocalPort();
        gone.close();
        try (ThrottlingProxy proxy = ThrottlingProxy.before(port, 0);
                Socket refused = connect(proxy);
                Socket again = connect(proxy)) {
            assertThat(readToTheEnd(refused)).isTrue();
            assertThat(readToTheEnd(again)).isTrue();
        }
    }
}
