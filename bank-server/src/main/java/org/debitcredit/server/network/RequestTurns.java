package org.debitcredit.server.network;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;

/**
 * Gives the requests of one HTTP connection to what answers them one at a time: the next one after the answer, and after the
 * event loop has served its other connections. One read may bring many. Until none waits, nothing more is read. On the
 * connection's event loop.
 */
final class RequestTurns extends ChannelDuplexHandler {

    private final Turns turns;
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    /** The connection has used its turn. */
    private boolean isBusy;
    /** It has its answer. */
    private boolean isAnswered;

    private boolean isReading;
    private boolean isReadAsked;

    RequestTurns(Turns turns) {
        this.turns = turns;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        isReading = true;
        waiting.add(message);
        pass(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        isReading = false;
        ctx.fireChannelReadComplete();
        if (isAnswered) {
            endTurn(ctx);
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        ctx.write(message, promise);
        if (message instanceof LastHttpContent && !(message instanceof HttpResponse head && isProvisional(head))) {
            isAnswered = true;
            if (!isReading) {
                endTurn(ctx);
            }
        }
    }

    private static boolean isProvisional(HttpResponse head) {
        return head.status().code() < 200;
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        if (waiting.isEmpty()) {
            ctx.read();
        } else {
            isReadAsked = true;
        }
    }

    private void endTurn(ChannelHandlerContext ctx) {
        isAnswered = false;
        if (waiting.isEmpty()) {
            isBusy = false;
        } else {
            turns.next(ctx, () -> takeTurn(ctx));
        }
    }

    private void takeTurn(ChannelHandlerContext ctx) {
        if (!ctx.channel().isActive()) {
            return;
        }
        isBusy = false;
        pass(ctx);
        ctx.fireChannelReadComplete();
    }

    /** Passes on what belongs to the turn: a request, as far as it has come. */
    private void pass(ChannelHandlerContext ctx) {
        while (!waiting.isEmpty() && !(isBusy && waiting.element() instanceof HttpRequest)) {
            Object message = waiting.remove();
            if (message instanceof HttpRequest) {
                isBusy = true;
            }
            ctx.fireChannelRead(message);
        }
        if (waiting.isEmpty() && isReadAsked) {
            isReadAsked = false;
            ctx.read();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        drop();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        drop();
    }

    private void drop() {
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }
}
