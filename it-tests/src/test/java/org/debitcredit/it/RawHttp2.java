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
    private static final int SETTINGS = 4;
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
