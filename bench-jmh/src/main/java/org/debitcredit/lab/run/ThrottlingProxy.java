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
 * Lines between clients and a port of loopback. Each TCP connection is a line of its own, which carries one direction
 * at a time at a given rate. The bytes are counted.
 */
public final class ThrottlingProxy implements AutoCloseable {

    /** How the names of its threads begin. */
    static final String THREADS = "lab-line";

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
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean closed;

    private ThrottlingProxy(ServerSocket listener, int serverPort, int bytesPerSecond) {
        this.listener = listener;
        this.serverPort = serverPort;
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Opens lines.
     *
     * @param bytesPerSecond of each connection, both directions together; 0 for no limit
     */
    public static ThrottlingProxy before(int serverPort, int bytesPerSecond) throws IOException {
        ServerSocket listener = new ServerSocket();
        if (bytesPerSecond > 0) {
            listener.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
        }
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        ThrottlingProxy proxy = new ThrottlingProxy(listener, serverPort, bytesPerSecond);
        start(THREADS, proxy::accept);
        return proxy;
    }

    /** Where clients connect to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Bytes that it has carried, in both directions. */
    public long bytes() {
        return bytes.get();
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
            Line line = new Line(bytesPerSecond);
            start(THREADS + "-up", () -> carry(line, client, server));
            start(THREADS + "-down", () -> carry(line, server, client));
        }
    }

    /** When a line is free again. */
    private static final class Line {

        private final int bytesPerSecond;
        private long freeNanos = System.nanoTime();

        Line(int bytesPerSecond) {
            this.bytesPerSecond = bytesPerSecond;
        }

        /** Returns once the line has carried so many bytes, after those for which it was asked before. */
        void carry(int bytes) {
            if (bytesPerSecond > 0) {
                long until = reserve(bytes);
                for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
        }

        private synchronized long reserve(int bytes) {
            freeNanos = Math.max(freeNanos, System.nanoTime()) + (long) (bytes * NANOS_PER_SECOND / bytesPerSecond);
            return freeNanos;
        }
    }

    private void carry(Line line, Socket from, Socket to) throws IOException {
        byte[] chunk = new byte[chunkBytes()];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                line.carry(length);
                bytes.addAndGet(length);
                out.write(chunk, 0, length);
            }
        }
    }

    private int chunkBytes() {
        return bytesPerSecond == 0
                ? CHUNK_BYTES_MAX
                : Math.max(1, Math.min(CHUNK_BYTES_MAX, bytesPerSecond / CHUNKS_PER_SECOND));
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
