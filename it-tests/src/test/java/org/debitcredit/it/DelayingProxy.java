package org.debitcredit.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Forwards TCP connections on loopback, and holds back every byte that the server answers for a while. Some clients can
 * be spared, by what they send first.
 */
final class DelayingProxy implements AutoCloseable {

    private static final int CHUNK_BYTES = 16 << 10;

    private final ServerSocket listener;
    private final int serverPort;
    private final Duration delay;
    private final Predicate<String> isSpared;
    private final Collection<Socket> sockets = new ConcurrentLinkedQueue<>();

    /** Bytes and when to pass them on; none means the end. */
    private record Held(byte[] bytes, long untilNanos) implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(untilNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(untilNanos, ((Held) other).untilNanos);
        }
    }

    private DelayingProxy(ServerSocket listener, int serverPort, Duration delay, Predicate<String> isSpared) {
        this.listener = listener;
        this.serverPort = serverPort;
        this.delay = delay;
        this.isSpared = isSpared;
    }

    static DelayingProxy before(int serverPort, Duration delay) throws IOException {
        return before(serverPort, delay, firstBytes -> false);
    }

    /**
     * The same for some of the clients.
     *
     * @param isSpared whether the answers to a client that begins so are not held back
     */
    static DelayingProxy before(int serverPort, Duration delay, Predicate<String> isSpared) throws IOException {
        DelayingProxy proxy = new DelayingProxy(
                new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()), serverPort, delay, isSpared);
        start(proxy::accept);
        return proxy;
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** A closed socket is how every thread here ends. */
    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException closed) {
                        return;
                    }
                },
                "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.add(client);
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            start(() -> pass(client, server));
        }
    }

    private void pass(Socket client, Socket server) throws IOException {
        try (server) {
            byte[] first = new byte[CHUNK_BYTES];
            int length = client.getInputStream().read(first);
            if (length < 0) {
                client.close();
                return;
            }
            Duration own =
                    isSpared.test(new String(first, 0, length, StandardCharsets.ISO_8859_1)) ? Duration.ZERO : delay;
            DelayQueue<Held> held = new DelayQueue<>();
            start(() -> hold(server.getInputStream(), held, own));
            start(() -> release(held, client));
            server.getOutputStream().write(first, 0, length);
            client.getInputStream().transferTo(server.getOutputStream());
        }
    }

    private static void hold(InputStream from, DelayQueue<Held> held, Duration delay) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        long last = Long.MIN_VALUE;
        for (int length = 0; length >= 0; ) {
            length = from.read(chunk);
            // One nanosecond later than the one before, so that the queue keeps their order.
            last = Math.max(last + 1, System.nanoTime() + delay.toNanos());
            held.put(new Held(Arrays.copyOf(chunk, Math.max(length, 0)), last));
        }
    }

    private static void release(DelayQueue<Held> held, Socket to) throws IOException, InterruptedException {
        try (to) {
            OutputStream out = to.getOutputStream();
            for (Held next = held.take(); next.bytes.length > 0; next = held.take()) {
                out.write(next.bytes);
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
