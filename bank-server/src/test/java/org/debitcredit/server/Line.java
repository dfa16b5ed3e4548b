package org.debitcredit.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A line to a server that can be cut, or lose everything that the server answers. */
final class Line implements AutoCloseable {

    private static final int BYTES = 1 << 16;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int serverPort;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isCut;
    private volatile boolean losesAnswers;

    Line(int serverPort) throws IOException {
        this.serverPort = serverPort;
        begin(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** From now on requests reach the server, and its answers are lost. */
    void loseAnswers() {
        losesAnswers = true;
    }

    /** Breaks all connections, and every new one. */
    void cut() {
        isCut = true;
        open.forEach(Line::closeQuietly);
    }

    void repair() {
        losesAnswers = false;
        isCut = false;
    }

    private static void begin(Runnable work) {
        Thread thread = new Thread(work, "line");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (isCut) {
                    closeQuietly(client);
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                open.add(client);
                open.add(server);
                begin(() -> pass(client, server, false));
                begin(() -> pass(server, client, true));
            } catch (IOException closedOrNoServer) {
                // The next connection is tried again.
            }
        }
    }

    private void pass(Socket from, Socket to, boolean isAnswer) {
        byte[] bytes = new byte[BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int read;
            while ((read = in.read(bytes)) >= 0) {
                if (!isAnswer || !losesAnswers) {
                    out.write(bytes, 0, read);
                }
            }
        } catch (IOException broken) {
            // The other direction ends too.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
