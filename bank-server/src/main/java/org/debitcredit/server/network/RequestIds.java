package org.debitcredit.server.network;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.AsciiString;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;

/**
 * Gives answers the id of their request: those to clients that sent one, and those that are not a success. A trace
 * context that a client sends is given back with every answer. Other requests cost two look-ups in their headers. It
 * comes after {@link RequestTurns} in the pipeline, so that there is one request at a time. Used on the connection's
 * event loop.
 */
public final class RequestIds extends ChannelDuplexHandler {

    static final AsciiString ID = AsciiString.cached("x-request-id");
    static final AsciiString TRACEPARENT = AsciiString.cached(RequestTrace.TRACEPARENT_HEADER);
    /** Its path may contain an account or a key, and is not logged. */
    static final String REQUEST = "a request over HTTP";

    private static final int OK = 200;
    private static final int CLIENT_ERROR = 400;

    private @Nullable RequestTrace trace;

    RequestIds() {}

    /** The trace of the current request of an HTTP connection. To be used on its event loop. */
    public static RequestTrace of(Channel channel) {
        RequestIds ids = channel.pipeline().get(RequestIds.class);
        return ids == null ? RequestTrace.made() : ids.current();
    }

    /** The trace that a request's headers name; null if they name none. */
    static @Nullable RequestTrace of(HttpHeaders headers) {
        String id = headers.get(ID);
        String traceparent = headers.get(TRACEPARENT);
        return id == null && traceparent == null ? null : RequestTrace.of(id, traceparent);
    }

    private RequestTrace current() {
        RequestTrace known = trace;
        if (known == null) {
            known = RequestTrace.made();
            trace = known;
        }
        return known;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request) {
            trace = of(request.headers());
        }
        ctx.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse answer) {
            mark(answer);
        }
        ctx.write(message, promise);
    }

    private void mark(HttpResponse answer) {
        int status = answer.status().code();
        boolean isFailed = status >= CLIENT_ERROR;
        RequestTrace known = trace;
        if (status < OK) {
            return;
        }
        String traceparent = known == null ? null : known.traceparent();
        if (traceparent != null) {
            answer.headers().set(TRACEPARENT, traceparent);
        }
        if (!isFailed && (known == null || !known.isGiven())) {
            return;
        }
        RequestTrace marked = current();
        answer.headers().set(ID, marked.id());
        if (isFailed) {
            marked.logAnswer(REQUEST, status);
        }
    }
}
