package org.debitcredit.server.network;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import org.debitcredit.server.trace.RequestTrace;
import org.jspecify.annotations.Nullable;

/**
 * Refuses the HTTP requests that {@link RequestRules} name, before anything reads their bodies, and ends the
 * connection. While an earlier request waits for its answer, the connection is ended without a response, because that
 * would be taken for the earlier answer.
 */
final class StrictRequests extends ChannelInboundHandlerAdapter {

    private final RequestRules rules;
    private final RequestClock clock;
    private boolean hasRefused;

    /**
     * @param clock of the same connection
     */
    StrictRequests(RequestRules rules, RequestClock clock) {
        this.rules = rules;
        this.clock = clock;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (hasRefused) {
            ReferenceCountUtil.release(message);
            return;
        }
        RequestRules.@Nullable Refused refused = message instanceof HttpRequest request
                        && request.decoderResult().isSuccess()
                ? rules.refused(request)
                : null;
        if (refused == null) {
            ctx.fireChannelRead(message);
            return;
        }
        hasRefused = true;
        RequestTrace trace = trace((HttpRequest) message);
        ReferenceCountUtil.release(message);
        if (clock.isAnswerDue()) {
            ctx.close();
            return;
        }
        byte[] body = refused.problem().getBytes(StandardCharsets.UTF_8);
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(refused.status()), Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                .set(RequestIds.ID, trace.id());
        trace.logAnswer(RequestIds.REQUEST, refused.status());
        ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    private static RequestTrace trace(HttpRequest request) {
        RequestTrace trace = RequestIds.of(request.headers());
        return trace == null ? RequestTrace.made() : trace;
    }
}
