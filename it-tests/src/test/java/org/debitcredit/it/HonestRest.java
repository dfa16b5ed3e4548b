package org.debitcredit.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Deposits over REST from 127.0.0.1, over plain sockets, so that each connection is the caller's own. */
final class HonestRest implements HonestClient.Way {

    private static final int ANSWER_MILLIS_MAX = 10_000;

    private final int port;
    private final boolean isEverySecondOnNew;
    private long sent;
    private @Nullable UUID latest;
    private @Nullable Socket kept;

    /**
     * @param isEverySecondOnNew whether every second request opens a connection of its own; else all use one that is
     *     open
     */
    HonestRest(int port, boolean isEverySecondOnNew) {
        this.port = port;
        this.isEverySecondOnNew = isEverySecondOnNew;
    }

    @Override
    public void deposit(Sent request) throws IOException {
        if (!request.key().equals(latest)) {
            latest = request.key();
            sent++;
        }
        String answer = isEverySecondOnNew && sent % 2 == 0 ? overNew(request) : overKept(request);
        if (!answer.startsWith("HTTP/1.1 200 ")) {
            throw new IllegalStateException("answered " + answer);
        }
    }

    private String overNew(Sent request) throws IOException {
        try (Socket socket = connect()) {
            return ask(socket, request);
        }
    }

    private String overKept(Sent request) throws IOException {
        Socket socket = kept;
        if (socket == null) {
            socket = connect();
            kept = socket;
        }
        try {
            return ask(socket, request);
        } catch (IOException e) {
            kept = null;
            socket.close();
            throw e;
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
            socket.connect(new InetSocketAddress("127.0.0.1", port), ANSWER_MILLIS_MAX);
            socket.setSoTimeout(ANSWER_MILLIS_MAX);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static String ask(Socket socket, Sent request) throws IOException {
        String body = request.json();
        socket.getOutputStream()
                .write(("POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + request.key()
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
        int at = text.toLowerCase(Locale.ROOT).indexOf("content-length: ");
        int length = at < 0 ? 0 : Integer.parseInt(text.substring(at + 16, text.indexOf('\r', at)));
        return text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        if (kept != null) {
            kept.close();
        }
    }
}
