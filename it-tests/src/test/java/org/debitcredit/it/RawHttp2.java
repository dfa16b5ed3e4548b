package org.debitcredit.it;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A connection of HTTP/2 that sends frames as no library would (RFC 9113, 4.1; RFC 7541 for the fields), and reads
 * none.
 */
final class RawHttp2 implements Closeable {

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    private final Socket socket = new Socket();
    private final OutputStream out;

    /** Connects from an address, and begins as a client does. */
    RawHttp2(String from, int port) throws IOException {
        try {
            socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            out = socket.getOutputStream();
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.write(frame(SETTINGS, 0, 0, new byte[0]));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Begins gRPC calls on some streams, all in one write. */
    void call(String method, int firstStream, int calls) throws IOException {
        byte[] fields = fields(method);
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int call = 0; call < calls; call++) {
            frames.write(frame(HEADERS, END_HEADERS, firstStream + 2 * call, fields));
        }
        out.write(frames.toByteArray());
    }

    /** Begins gRPC calls, each with the first bytes of a message of 900 KB, all in one write. */
    void callsWithBegunMessages(String method, int calls) throws IOException {
        byte[] fields = fields(method);
        byte[] begun = ByteBuffer.allocate(200).put((byte) 0).putInt(900_000).array();
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int stream = 1; stream < 2 * calls; stream += 2) {
            frames.write(frame(HEADERS, END_HEADERS, stream, fields));
            frames.write(frame(DATA, 0, stream, begun));
        }
        out.write(frames.toByteArray());
    }

    /** Ends the connection without an orderly end (RFC 9293, 3.10.5). */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Asks so many times for an answer, all in one write. */
    void pings(int times) throws IOException {
        repeat(frame(PING, 0, 0, new byte[8]), times);
    }

    /** Sends the same settings so many times, each of which is to be acknowledged, all in one write. */
    void settings(int times) throws IOException {
        // SETTINGS_INITIAL_WINDOW_SIZE, 65,535
        repeat(frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, (byte) 0xff, (byte) 0xff}), times);
    }

    /** Gives a stream a place among the others, so many times, all in one write. */
    void priorities(int times) throws IOException {
        repeat(frame(PRIORITY, 0, 3, new byte[] {0, 0, 0, 0, 15}), times);
    }

    /** Begins a call whose fields come in so many frames of a byte or less, all in one write. */
    void callInPieces(int stream, int pieces) throws IOException {
        out.write(frame(HEADERS, 0, stream, new byte[] {(byte) 0x83}));
        repeat(frame(CONTINUATION, 0, stream, new byte[0]), pieces);
    }

    private void repeat(byte[] frame, int times) throws IOException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            frames.write(frame);
        }
        out.write(frames.toByteArray());
    }

    /** Sends bytes of a stream's messages, each in a frame of its own, all in one write. */
    void byteByByte(int stream, byte[] bytes) throws IOException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (byte one : bytes) {
            frames.write(frame(DATA, 0, stream, new byte[] {one}));
        }
        out.write(frames.toByteArray());
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** Literals that no table keeps, by their names' places in the static table where they have one. */
    private static byte[] fields(String method) throws IOException {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        // :method POST, :scheme http
        fields.write(new byte[] {(byte) 0x83, (byte) 0x86});
        literal(fields, new byte[] {0x04}, "/bank.v1.BankService/" + method);
        literal(fields, new byte[] {0x01}, "localhost");
        literal(fields, new byte[] {0x0f, 0x10}, "application/grpc");
        literal(fields, new byte[] {0x00, 0x02, 't', 'e'}, "trailers");
        return fields.toByteArray();
    }

    private static void literal(ByteArrayOutputStream to, byte[] name, String value) throws IOException {
        to.write(name);
        to.write(value.length());
        to.write(value.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
