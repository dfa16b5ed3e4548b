package org.debitcredit.server.network;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the HTTP requests that {@link RequestRules} name, before anything reads their bodies, and those whose bodies
 * cannot be decoded, and ends the connection. While an earlier request waits for its answer, the connection is ended
 * without a response, because that would be taken for the earlier answer. A request has one answer at most, even if it
 * was answered before its body was found to be unreadable.
 */
final class StrictRequests extends ChannelDuplexHandler {

    private static final int OK = 200;

    private final RequestRules rules;
    private final RequestClock clock;
    private final AuditLog audit;
    /** Requests that were passed on and whose answers have not begun. */
    private int waiting;

    private boolean hasRefused;

    /**
     * @param clock of the same connection
     */
    StrictRequests(RequestRules rules, RequestClock clock, AuditLog audit) {
        this.rules = rules;
        this.clock = clock;
        this.audit = audit;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (hasRefused) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request) {
            RequestRules.Refused refused = request.decoderResult().isSuccess() ? rules.refused(request) : null;
            if (refused == null) {
                waiting++;
                ctx.fireChannelRead(message);
            } else {
                RequestTrace trace = trace(request);
                String recorded = refused.recorded();
                if (recorded != null) {
                    audit.refused(recorded, 0, ctx.channel().remoteAddress(), RequestIds.REQUEST, trace);
                }
                end(ctx, message, clock.unanswered() == 0 ? refused : null, trace);
            }
        } else if (message instanceof HttpContent content
                && content.decoderResult().isFailure()) {
            boolean isOnlyOne = clock.unanswered() == 1 && waiting == 1;
            end(ctx, message, isOnlyOne ? RequestRules.UNREADABLE_BODY : null, RequestIds.of(ctx.channel()));
        } else {
            ctx.fireChannelRead(message);
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse answer && answer.status().code() >= OK) {
            waiting--;
        }
        ctx.write(message, promise);
    }

    /** @param refused null if an answer was begun, or is due first */
    private void end(
            ChannelHandlerContext ctx, Object message, RequestRules.@Nullable Refused refused, RequestTrace trace) {
        hasRefused = true;
        ReferenceCountUtil.release(message);
        if (refused == null) {
            // What was written is sent first.
            ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        byte[] body = refused.problem().getBytes(StandardCharsets.UTF_8);
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(refused.status()), Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                .set(BrowserHeaders.CONTENT_TYPE_OPTIONS, BrowserHeaders.NOSNIFF)
                .set(RequestIds.ID, trace.id());
        String traceparent = trace.traceparent();
        if (traceparent != null) {
            response.headers().set(RequestIds.TRACEPARENT, traceparent);
        }
        trace.logAnswer(RequestIds.REQUEST, refused.status());
        ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    private static RequestTrace trace(HttpRequest request) {
        RequestTrace trace = RequestIds.of(request.headers());
        return trace == null ? RequestTrace.made() : trace;
    }
}
