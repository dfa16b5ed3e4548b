package org.debitcredit.server.network;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Closes a connection whose TLS handshake has not ended in time. On the connection's event loop. */
final class HandshakeClock extends ChannelInboundHandlerAdapter {

    private final Future<?> end;

    private HandshakeClock(Future<?> end) {
        this.end = end;
    }

    /** Puts a clock into a pipeline, after the handler that speaks TLS, if there is one. */
    static void install(Channel channel, String tls, Duration max) {
        if (channel.pipeline().context(tls) != null) {
            Future<?> end = channel.eventLoop().schedule(() -> channel.close(), max.toMillis(), TimeUnit.MILLISECONDS);
            channel.pipeline().addAfter(tls, "handshake-clock", new HandshakeClock(end));
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent) {
            end.cancel(false);
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end.cancel(false);
        ctx.fireChannelInactive();
    }
}
