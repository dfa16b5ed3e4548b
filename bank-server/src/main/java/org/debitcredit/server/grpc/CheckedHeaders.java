package org.debitcredit.server.grpc;

import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls whose headers break the rules of gRPC over HTTP/2 ("Requests" in its PROTOCOL-HTTP2.md), before gRPC
 * creates them. gRPC itself would report a fault of the server, by the status INTERNAL or the HTTP/2 error
 * INTERNAL_ERROR. Used only on the event loop of one connection.
 */
final class CheckedHeaders extends Http2FrameListenerDecorator {

    private static final AsciiString CONTENT_TYPE = AsciiString.cached("content-type");
    private static final AsciiString GRPC = AsciiString.cached("application/grpc");
    private static final AsciiString POST = AsciiString.cached("POST");
    private static final AsciiString HOST = AsciiString.cached("host");
    private static final AsciiString TIMEOUT = AsciiString.cached("grpc-timeout");
    private static final AsciiString ID = AsciiString.cached("x-request-id");
    private static final AsciiString TRACEPARENT = AsciiString.cached("traceparent");
    private static final AsciiString DETAILS = AsciiString.cached("grpc-status-details-bin");

    private static final Metadata.Key<byte[]> DETAILS_KEY =
            Metadata.Key.of(DETAILS.toString(), Metadata.BINARY_BYTE_MARSHALLER);

    private static final int TIMEOUT_DIGITS_MAX = 8;
    private static final String TIMEOUT_UNITS = "HMSmun";
    private static final int OK = 200;

    private final Http2ConnectionHandler http2;
    private final OpenCalls calls;

    private CheckedHeaders(Http2ConnectionHandler http2, OpenCalls calls) {
        super(http2.decoder().frameListener());
        this.http2 = http2;
        this.calls = calls;
    }

    /** Installs the checks when the first bytes of a connection reach its HTTP/2 decoder, which is there by then. */
    static final class Installer extends ChannelInboundHandlerAdapter {

        private final OpenCalls calls;

        Installer(OpenCalls calls) {
            this.calls = calls;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object first) {
            // There is none if TLS has agreed on another protocol. gRPC closes such a connection.
            Http2ConnectionHandler http2 = ctx.pipeline().get(Http2ConnectionHandler.class);
            if (http2 != null) {
                http2.decoder().frameListener(new CheckedHeaders(http2, calls));
            }
            ctx.fireChannelRead(first);
            ctx.pipeline().remove(this);
        }
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext ctx,
            int streamId,
            Http2Headers headers,
            int streamDependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean endOfStream)
            throws Http2Exception {
        if (endOfStream && http2.connection().stream(streamId).state().remoteSideOpen()) {
            // These are trailers: a stream that headers begin and end is never open. gRPC has no trailers of requests,
            // and would take them for the headers of a call. They only end the request.
            onDataRead(ctx, streamId, Unpooled.EMPTY_BUFFER, 0, true);
            return;
        }
        Malformed wrong = wrong(headers);
        if (wrong == null) {
            super.onHeadersRead(ctx, streamId, headers, streamDependency, weight, exclusive, padding, endOfStream);
        } else if (!calls.closesMalformed(ctx.channel().remoteAddress())) {
            http2.encoder().writeHeaders(ctx, streamId, answer(wrong, headers), 0, true, ctx.newPromise());
            if (!endOfStream) {
                // The client need not send the rest (RFC 9113, 8.1).
                http2.encoder().writeRstStream(ctx, streamId, Http2Error.NO_ERROR.code(), ctx.newPromise());
            }
        }
    }

    private static @Nullable Malformed wrong(Http2Headers headers) {
        if (!isGrpc(headers.get(CONTENT_TYPE))) {
            return new Malformed(
                    Reason.UNSUPPORTED_MEDIA_TYPE, "the header content-type is wrong; it must be application/grpc");
        }
        CharSequence method = headers.method();
        if (method == null || !POST.contentEquals(method)) {
            return new Malformed(Reason.METHOD_NOT_ALLOWED, "the header :method is wrong; it must be POST");
        }
        CharSequence path = headers.path();
        if (path == null || path.isEmpty()) {
            return new Malformed("the header :path is missing or empty; it must be /service/method");
        }
        if (headers.authority() == null && headers.getAll(HOST).size() > 1) {
            return new Malformed("there are several headers named host; there must be :authority or one host");
        }
        if (headers.get(TIMEOUT) != null && !areTimeouts(headers.getAll(TIMEOUT))) {
            return new Malformed("the header grpc-timeout is wrong; it must have 1 to " + TIMEOUT_DIGITS_MAX
                    + " digits and one of the units H, M, S, m, u and n");
        }
        return null;
    }

    private static boolean isGrpc(@Nullable CharSequence type) {
        if (type == null) {
            return false;
        }
        return GRPC.contentEquals(type)
                || AsciiString.regionMatches(type, true, 0, GRPC, 0, GRPC.length())
                        && (type.length() == GRPC.length() || "+;".indexOf(type.charAt(GRPC.length())) >= 0);
    }

    private static boolean areTimeouts(List<CharSequence> values) {
        for (CharSequence value : values) {
            if (!isTimeout(value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTimeout(CharSequence value) {
        int digits = value.length() - 1;
        if (digits < 1 || digits > TIMEOUT_DIGITS_MAX || TIMEOUT_UNITS.indexOf(value.charAt(digits)) < 0) {
            return false;
        }
        for (int at = 0; at < digits; at++) {
            if (value.charAt(at) < '0' || value.charAt(at) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The headers of an answer that has nothing else ("Responses" in PROTOCOL-HTTP2.md). */
    private static Http2Headers answer(Malformed wrong, Http2Headers headers) {
        StatusRuntimeException problem = GrpcProblem.malformed(wrong);
        byte[] details = Objects.requireNonNull(
                Objects.requireNonNull(problem.getTrailers()).get(DETAILS_KEY));
        RequestTrace given = RequestTrace.of(text(headers.get(ID)), text(headers.get(TRACEPARENT)));
        RequestTrace trace = given == null ? RequestTrace.made() : given;
        trace.logAnswer("a call with wrong headers", problem.getStatus().getCode());
        Reason reason = wrong.reason();
        // The HTTP statuses tell clients that use no gRPC that this is an error.
        Http2Headers answer = new DefaultHttp2Headers()
                .status(Integer.toString(reason == Reason.MALFORMED ? OK : reason.httpStatus()))
                .set(CONTENT_TYPE, GRPC)
                .set("grpc-status", Integer.toString(reason.grpcCode().value()))
                .set("grpc-message", wrong.detail())
                .set(DETAILS, Base64.getEncoder().withoutPadding().encodeToString(details))
                .set(ID, trace.id());
        return reason == Reason.METHOD_NOT_ALLOWED ? answer.set("allow", POST) : answer;
    }

    private static @Nullable String text(@Nullable CharSequence header) {
        return header == null ? null : header.toString();
    }
}
