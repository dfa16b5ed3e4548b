package org.debitcredit.server;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.EmptyHttp2Headers;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection of gRPC over HTTP/2 that sends what no library would (RFC 9113; RFC 7541 for the fields). */
final class RawGrpc implements Closeable {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;

    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;

    private static final int CODE_AT = 4;
    private static final int HEADERS_BYTES_MAX = 8_192;

    private final Socket socket;
    private final DataInputStream in;
    private final DefaultHttp2HeadersDecoder headers = new DefaultHttp2HeadersDecoder(false, HEADERS_BYTES_MAX);

    RawGrpc(int port) throws IOException {
        this(new Socket("127.0.0.1", port));
    }

    /** Begins as a client does on a socket that is connected. */
    RawGrpc(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII), frame(SETTINGS, 0, 0));
    }

    /** A field of a request's headers. */
    record Field(String name, String value) {}

    /** The headers of a call with some that are added, replaced or, if their value is null, left out. */
    static List<Field> fields(String method, Map<String, @Nullable String> changed) {
        Map<String, @Nullable String> all = new LinkedHashMap<>();
        all.put(":method", "POST");
        all.put(":scheme", "http");
        all.put(":path", "/" + method);
        all.put(":authority", "localhost");
        all.put("te", "trailers");
        all.put("content-type", "application/grpc");
        all.putAll(changed);
        List<Field> fields = new ArrayList<>();
        all.forEach((name, value) -> {
            if (value != null) {
                fields.add(new Field(name, value));
            }
        });
        return fields;
    }

    /** Each field as a literal that no table keeps. */
    static byte[] block(List<Field> fields) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (Field field : fields) {
            block.write(0);
            for (String text : List.of(field.name, field.value)) {
                block.write(text.length());
                block.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return block.toByteArray();
    }

    static byte[] frame(int type, int flags, int stream, byte... payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** A message with its prefix. */
    static byte[] message(int flag, byte... bytes) {
        return ByteBuffer.allocate(5 + bytes.length)
                .put((byte) flag)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    /** Sends all of it in one write. */
    void send(byte[]... parts) throws IOException {
        socket.getOutputStream().write(joined(parts));
    }

    /**
     * How a call ended.
     *
     * @param http its HTTP status; 0 if it ended without headers
     * @param grpc its gRPC status; -1 if it ended without one
     * @param reason of the ErrorInfo; empty if there is none
     * @param hasId whether there is a request id
     * @param reset the error code of its reset; -1 if it ended otherwise
     */
    record End(int http, int grpc, String reason, boolean hasId, int reset) {}

    /** Reads until a stream ends. */
    End end(int stream) throws IOException {
        int http = 0;
        Http2Headers latest = EmptyHttp2Headers.INSTANCE;
        while (true) {
            Frame frame = read();
            if (frame.type == GOAWAY) {
                throw new EOFException("the connection ended with error " + frame.payload.getInt(CODE_AT));
            }
            if (frame.stream != stream) {
                continue;
            }
            if (frame.type == RST_STREAM) {
                return new End(http, -1, "", false, frame.payload.getInt(0));
            }
            if (frame.type == HEADERS) {
                latest = frame.fields;
                http = latest.getInt(":status", http);
            }
            if ((frame.type == HEADERS || frame.type == DATA) && (frame.flags & END_STREAM) != 0) {
                return new End(
                        http, latest.getInt("grpc-status", -1), reason(latest), latest.contains("x-request-id"), -1);
            }
        }
    }

    /** Makes a call as a library does, and reads its end. */
    End getBank(int stream) throws IOException {
        send(
                frame(
                        HEADERS,
                        END_HEADERS,
                        stream,
                        block(fields("bank.v1.BankService/GetBank", Map.of("grpc-timeout", "10S")))),
                frame(DATA, END_STREAM, stream, message(0)));
        return end(stream);
    }

    /** Reads until a frame of a type. */
    Frame read(int type) throws IOException {
        Frame frame = read();
        while (frame.type != type) {
            frame = read();
        }
        return frame;
    }

    private Frame read() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        // Fields of every answer have to be decoded, because later ones refer to them.
        Http2Headers fields = type == HEADERS ? decoded(stream, payload) : EmptyHttp2Headers.INSTANCE;
        return new Frame(type, flags, stream, ByteBuffer.wrap(payload), fields);
    }

    private Http2Headers decoded(int stream, byte[] block) throws IOException {
        try {
            return headers.decodeHeaders(stream, Unpooled.wrappedBuffer(block));
        } catch (Http2Exception e) {
            throw new IOException(e);
        }
    }

    /** @param fields of HEADERS; others have none */
    record Frame(int type, int flags, int stream, ByteBuffer payload, Http2Headers fields) {}

    private static String reason(Http2Headers fields) throws IOException {
        CharSequence encoded = fields.get("grpc-status-details-bin");
        if (encoded == null) {
            return "";
        }
        byte[] details = Base64.getDecoder().decode(encoded.toString());
        for (Any detail : Status.parseFrom(details).getDetailsList()) {
            if (detail.is(ErrorInfo.class)) {
                return detail.unpack(ErrorInfo.class).getReason();
            }
        }
        return "";
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
