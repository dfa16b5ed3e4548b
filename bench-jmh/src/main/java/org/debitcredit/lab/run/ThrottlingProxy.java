package org.debitcredit.lab.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A line between clients and a port of loopback. It forwards each TCP connection at no more than a given rate in each
 * direction, as a line of that rate would, and counts the bytes.
 */
public final class ThrottlingProxy implements AutoCloseable {

    private static final int CHUNK_BYTES_MAX = 16 << 10;

    /** A chunk is passed on as a whole, so it is no longer than what the line carries in this time. */
    private static final int CHUNKS_PER_SECOND = 50;

    /** What waits for the line waits in the sender, not in this process. */
    private static final int SOCKET_BUFFER_BYTES = 8 << 10;

    private static final int BACKLOG = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final ServerSocket listener;
    private final int serverPort;
    private final int bytesPerSecond;
    private final Collection<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private volatile boolean closed;

    private ThrottlingProxy(ServerSocket listener, int serverPort, int bytesPerSecond) {
        this.listener = listener;
        this.serverPort = serverPort;
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Opens a line.
     *
     * @param bytesPerSecond of each connection and direction; 0 for no limit
     */
    public static ThrottlingProxy before(int serverPort, int bytesPerSecond) throws IOException {
        ServerSocket listener = new ServerSocket();
        if (bytesPerSecond > 0) {
            listener.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
        }
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        ThrottlingProxy proxy = new ThrottlingProxy(listener, serverPort, bytesPerSecond);
        start("lab-line", proxy::accept);
        return proxy;
    }

    /** Where clients connect to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Bytes that clients have sent through it. */
    public long sentBytes() {
        return sent.get();
    }

    /** Bytes that the server has answered through it. */
    public long answeredBytes() {
        return answered.get();
    }

    private interface Work {
        void run() throws IOException;
    }

    /** A closed socket is how every thread here ends. */
    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException over) {
                        return;
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (!closed) {
            Socket client = listener.accept();
            sockets.add(client);
            Socket server = new Socket();
            sockets.add(server);
            if (closed) {
                closeAll();
                return;
            }
            if (bytesPerSecond > 0) {
                server.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
            }
            try {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
            } catch (IOException unreachable) {
                client.close();
                server.close();
                continue;
            }
            start("lab-line-up", () -> carry(client, server, sent));
            start("lab-line-down", () -> carry(server, client, answered));
        }
    }

    private void carry(Socket from, Socket to, AtomicLong count) throws IOException {
        byte[] chunk = new byte[chunkBytes()];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            long free = System.nanoTime();
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                if (bytesPerSecond > 0) {
                    // The line was idle until now, or it is still busy with what came before.
                    free = Math.max(free, System.nanoTime()) + (long) (length * NANOS_PER_SECOND / bytesPerSecond);
                    parkUntil(free);
                }
                count.addAndGet(length);
                out.write(chunk, 0, length);
            }
        }
    }

    private int chunkBytes() {
        return bytesPerSecond == 0
                ? CHUNK_BYTES_MAX
                : Math.max(1, Math.min(CHUNK_BYTES_MAX, bytesPerSecond / CHUNKS_PER_SECOND));
    }

    private static void parkUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void closeAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listener.close();
        closeAll();
    }
}
