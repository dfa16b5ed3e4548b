package org.debitcredit.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * A terminal that deposits 1 at a steady rate, every second time over a connection of its own, and measures from when each
 * request was due. A request whose connection is refused or broken is sent again with its key, and its time goes on.
 */
final class HonestClient implements AutoCloseable {

    private static final int PER_SECOND = 20;
    private static final int ANSWER_MILLIS_MAX = 10_000;
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final InetSocketAddress server;
    private final InetAddress from;
    private final Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
    private final Thread thread;
    private volatile boolean ends;
    private volatile long committed;
    private volatile long broken;
    private volatile @Nullable String failure;
    private @Nullable Socket kept;

    private HonestClient(int port, String from) throws IOException {
        this.server = new InetSocketAddress("127.0.0.1", port);
        this.from = InetAddress.getByName(from);
        this.thread = new Thread(this::run, "honest-client");
    }

    static HonestClient start(int port, String from) throws IOException {
        HonestClient client = new HonestClient(port, from);
        client.thread.start();
        return client;
    }

    /** Deposits that were answered as committed. */
    long committed() {
        return committed;
    }

    /** Why it gave up; null while it has not. */
    @Nullable
    String failure() {
        return failure;
    }

    /** Answer times and how often a connection was refused or broken, in words. */
    String figures() {
        return String.format(
                "%d committed, p50 %.1f ms, p99 %.1f ms, max %.1f ms, %d connections refused or broken",
                committed,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMaxValue() / 1e3,
                broken);
    }

    double p99Millis() {
        return micros.getValueAtPercentile(99) / 1e3;
    }

    private void run() {
        long due = System.nanoTime();
        for (long number = 0; !ends && failure == null; number++) {
            long wait = due - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(wait);
                number--;
                continue;
            }
            deposit(number % 2 == 0, due);
            due += TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
        }
    }

    private void deposit(boolean isOnNew, long due) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        UUID key = TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong());
        while (true) {
            try {
                String answer = isOnNew ? overNew(key) : overKept(key);
                if (!answer.startsWith("HTTP/1.1 200 ")) {
                    failure = "answered " + answer;
                    return;
                }
                committed++;
                break;
            } catch (IOException e) {
                broken++;
                if (System.nanoTime() - due > GIVE_UP_NANOS) {
                    failure = "no answer for 30 s, at last " + e;
                    return;
                }
            }
        }
        micros.recordValue(
                Math.min(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due), micros.getHighestTrackableValue()));
    }

    private String overNew(UUID key) throws IOException {
        try (Socket socket = connect()) {
            return ask(socket, key);
        }
    }

    private String overKept(UUID key) throws IOException {
        Socket socket = kept;
        if (socket == null) {
            socket = connect();
            kept = socket;
        }
        try {
            return ask(socket, key);
        } catch (IOException e) {
            kept = null;
            socket.close();
            throw e;
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        try {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(server, ANSWER_MILLIS_MAX);
            socket.setSoTimeout(ANSWER_MILLIS_MAX);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static String ask(Socket socket, UUID key) throws IOException {
        String body = "{\"type\":\"deposit\",\"teller\":0,\"account\":1,\"amount\":1}";
        socket.getOutputStream()
                .write(("POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + key
                                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return answer(socket.getInputStream());
    }

    /** Head and body, whose length the head tells. */
    private static String answer(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended after " + head.size() + " bytes");
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.US_ASCII);
        int at = text.toLowerCase(java.util.Locale.ROOT).indexOf("content-length: ");
        int length = at < 0 ? 0 : Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at)));
        return text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Ends it; returns how many deposits were answered as committed. */
    long stop() {
        ends = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return committed;
    }

    @Override
    public void close() throws IOException {
        stop();
        if (kept != null) {
            kept.close();
        }
    }
}
