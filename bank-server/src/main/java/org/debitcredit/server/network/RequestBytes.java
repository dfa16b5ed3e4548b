package org.debitcredit.server.network;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;

/**
 * Bytes that the requests of one HTTP connection hold until they are answered: lines of an incomplete head or of
 * incomplete trailers, and complete requests that wait for earlier ones. The excess over a usual request is reported to
 * {@link HeldRequests}. Used on the connection's event loop.
 */
final class RequestBytes {

    /** Part of the memory that {@link ConnectionCapacity} assumes for each connection. */
    private static final long FREE_BYTES = 8 << 10;

    /**
     * Maximum memory for one byte of a line: the byte may be a header name of one letter without a value, which is kept
     * as an entry.
     */
    private static final int BYTES_FOR_BYTE_OF_LINE = 32;

    private static final int HEADER_BYTES = 100;

    /** A piece of a body besides its bytes. */
    private static final int PIECE_BYTES = 150;

    /** Two spaces, the version, and two ends of lines. */
    private static final int REST_OF_LINE_AND_END = 14;

    /** A colon, a space, and the end of the line. */
    private static final int REST_OF_HEADER = 4;

    /** The line of the last piece, which has no bytes, and the end of the trailers. */
    private static final int END_OF_PIECES = 5;

    private final HeldRequests.OfConnection held;
    private final ArrayDeque<Long> unanswered = new ArrayDeque<>();
    /** Memory of lines that are not decoded yet: of a head that is arriving, or of trailers. */
    private long ofLines;
    /** Memory of the request that is arriving, without the bytes of its head. */
    private long ofRequest;

    private long ofUnanswered;
    private long reported;
    /** Bytes of the latest read that were decoded. */
    private long understood;

    /** Whether the body of the request that is arriving has a line before and after each piece. */
    private boolean isChunked;

    private RequestBytes(HeldRequests.OfConnection held) {
        this.held = held;
    }

    /** Installs the counting in a pipeline, around the handler that decodes requests. */
    static void install(Channel channel, String codec, HeldRequests requests) {
        InetAddress from = channel.remoteAddress() instanceof InetSocketAddress remote
                ? remote.getAddress()
                : InetAddress.getLoopbackAddress();
        RequestBytes bytes = new RequestBytes(requests.of(
                from, () -> channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()))));
        channel.pipeline().addBefore(codec, "request-bytes", bytes.ofBytes());
        channel.pipeline().addAfter(codec, "request-bytes-messages", bytes.ofMessages());
    }

    private ChannelHandler ofBytes() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                int length = message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
                understood = 0;
                ctx.fireChannelRead(message);
                ofLines += Math.max(0, length - understood) * BYTES_FOR_BYTE_OF_LINE;
                report();
            }

            @Override
            public void channelInactive(ChannelHandlerContext ctx) {
                unanswered.clear();
                ofLines = 0;
                ofRequest = 0;
                ofUnanswered = 0;
                report();
                ctx.fireChannelInactive();
            }
        };
    }

    private ChannelHandler ofMessages() {
        return new ChannelDuplexHandler() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                if (message instanceof HttpRequest request) {
                    isChunked = HttpUtil.isTransferEncodingChunked(request);
                    ofLines = 0;
                    ofRequest = (long) request.headers().size() * HEADER_BYTES;
                    understood += length(request);
                }
                if (message instanceof HttpContent content && content.content().isReadable()) {
                    ofRequest += PIECE_BYTES + 2L * content.content().readableBytes();
                    understood += content.content().readableBytes();
                    understood += isChunked ? linesOfPiece(content.content().readableBytes()) : 0;
                }
                if (message instanceof LastHttpContent last) {
                    ofLines = 0;
                    ofRequest += (long) last.trailingHeaders().size() * HEADER_BYTES;
                    understood += isChunked ? END_OF_PIECES + length(last.trailingHeaders()) : 0;
                    unanswered.add(ofRequest);
                    ofUnanswered += ofRequest;
                    ofRequest = 0;
                }
                ctx.fireChannelRead(message);
            }

            @Override
            public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
                ctx.write(message, promise);
                if (message instanceof LastHttpContent
                        && !(message instanceof HttpResponse head && isProvisional(head))) {
                    Long answered = unanswered.poll();
                    ofUnanswered -= answered == null ? 0 : answered;
                    report();
                }
            }
        };
    }

    /** Length of a head in bytes, as it is usually written. */
    private static long length(HttpRequest request) {
        return request.method().name().length()
                + request.uri().length()
                + REST_OF_LINE_AND_END
                + length(request.headers());
    }

    private static long length(HttpHeaders lines) {
        long length = 0;
        // Not as strings, because they would be created for each request.
        Iterator<Map.Entry<CharSequence, CharSequence>> headers = lines.iteratorCharSequence();
        while (headers.hasNext()) {
            Map.Entry<CharSequence, CharSequence> header = headers.next();
            length += header.getKey().length() + header.getValue().length() + REST_OF_HEADER;
        }
        return length;
    }

    /** The line with a piece's length in hexadecimal digits, and the end of the line after the piece. */
    private static int linesOfPiece(int bytes) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(bytes) + 3) / 4 + 4;
    }

    private static boolean isProvisional(HttpResponse head) {
        return head.status().code() < 200;
    }

    private void report() {
        long now = Math.max(0, ofLines + ofRequest + ofUnanswered - FREE_BYTES);
        if (now != reported) {
            held.add(now - reported);
            reported = now;
        }
    }
}
