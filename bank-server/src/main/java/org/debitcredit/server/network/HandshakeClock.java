package org.debitcredit.server.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose TLS handshake is not complete in time. The HTTP server also has its own fixed limit of 10
 * s.
 */
final class HandshakeClock extends ChannelInboundHandlerAdapter {

    private final Duration max;
    private @Nullable Future<?> end;

    HandshakeClock(Duration max) {
        this.max = max;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        end = ctx.executor()
                .schedule(() -> ctx.channel().unsafe().close(ctx.voidPromise()), max.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent) {
            ctx.pipeline().remove(this);
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (end != null) {
            end.cancel(false);
        }
    }
}
