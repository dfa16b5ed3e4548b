package org.debitcredit.server.network;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.FutureListener;
import java.time.Duration;

/**
 * Time limits of one HTTP connection: for a request, from its first byte to its last (for the first request, from the
 * start of the connection), and between requests. At a limit the connection is closed. No limit applies while the bank
 * works on an answer. Used on the connection's event loop.
 */
final class RequestClock {

    /**
     * The limits.
     *
     * @param requestMax from a request's first byte to its last
     * @param idleMax from an answer to the next request
     */
    record Limits(Duration requestMax, Duration idleMax) {}

    private final Limits limits;
    /** Number of requests whose heads arrived and that are not answered yet. */
    private int unanswered;

    private boolean isReceiving = true;
    private final Deadline deadline;
    private final FutureListener<Void> whenSent = sent -> answered();

    private RequestClock(Channel channel, Limits limits) {
        this.limits = limits;
        this.deadline = new Deadline(channel.eventLoop(), channel::close);
    }

    /** Installs a clock in a pipeline, around the handler that decodes requests. */
    static RequestClock install(Channel channel, String codec, Limits limits) {
        RequestClock clock = new RequestClock(channel, limits);
        channel.pipeline().addBefore(codec, "request-clock-bytes", clock.bytes());
        channel.pipeline().addAfter(codec, "request-clock-messages", clock.messages());
        clock.deadline.set(limits.requestMax);
        return clock;
    }

    /** Requests of the connection whose heads arrived, and whose answers are not sent completely. */
    int unanswered() {
        return unanswered;
    }

    /** Observes the beginning of a request. */
    private ChannelHandler bytes() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                if (!isReceiving && message instanceof ByteBuf bytes && bytes.isReadable()) {
                    isReceiving = true;
                    deadline.set(limits.requestMax);
                }
                ctx.fireChannelRead(message);
            }

            @Override
            public void channelInactive(ChannelHandlerContext ctx) {
                deadline.close();
                ctx.fireChannelInactive();
            }
        };
    }

    /** Observes the end of a request, and an answer. */
    private ChannelHandler messages() {
        return new ChannelDuplexHandler() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                if (message instanceof HttpRequest) {
                    unanswered++;
                }
                if (message instanceof LastHttpContent) {
                    isReceiving = false;
                    await();
                }
                ctx.fireChannelRead(message);
            }

            @Override
            public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
                if (message instanceof LastHttpContent && !isInformational(message)) {
                    ctx.write(message, promise.unvoid().addListener(whenSent));
                } else {
                    ctx.write(message, promise);
                }
            }
        };
    }

    private static boolean isInformational(Object message) {
        return message instanceof HttpResponse response && response.status().equals(HttpResponseStatus.CONTINUE);
    }

    private void answered() {
        unanswered = Math.max(0, unanswered - 1);
        if (!isReceiving) {
            await();
        }
    }

    /**
     * The request is complete. The next one is expected once this one is answered, which may have happened before its
     * end.
     */
    private void await() {
        if (unanswered > 0) {
            deadline.clear();
        } else {
            deadline.set(limits.idleMax);
        }
    }
}
