package org.debitcredit.server.network;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;

/**
 * Passes the requests of one HTTP connection on one at a time, because one read may bring many. The next one follows
 * after the answer, and after the event loop has served its other connections. Nothing more is read while a request
 * waits. Used only on the connection's event loop.
 */
final class RequestTurns extends ChannelDuplexHandler {

    private final Turns turns;
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    /** The connection has used its turn. */
    private boolean isBusy;
    /** The current request is answered. */
    private boolean isAnswered;

    private boolean isReading;
    private boolean isReadAsked;
    /** The client does not take its answers as fast as they are written. The turn ends when it has taken them. */
    private boolean isBlocked;
    /** The connection ends with an answer that was written. */
    private boolean isLast;

    RequestTurns(Turns turns) {
        this.turns = turns;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        isReading = true;
        // If something waits already, this waits too, until the end of the turn.
        if (waiting.isEmpty() && isOfThisTurn(message)) {
            forward(ctx, message);
        } else {
            if (waiting.isEmpty()) {
                ctx.channel().config().setAutoRead(false);
            }
            waiting.add(message);
        }
    }

    private boolean isOfThisTurn(Object message) {
        return !isBusy || !(message instanceof HttpRequest);
    }

    private void forward(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest) {
            isBusy = true;
        }
        ctx.fireChannelRead(message);
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
        if (message instanceof HttpResponse head && !isProvisional(head) && !HttpUtil.isKeepAlive(head)) {
            isLast = true;
        }
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
        isBlocked = !ctx.channel().isWritable();
        if (isLast || isBlocked) {
            return;
        }
        if (waiting.isEmpty()) {
            isBusy = false;
        } else {
            turns.next(ctx, () -> takeTurn(ctx));
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (isBlocked) {
            endTurn(ctx);
        }
        ctx.fireChannelWritabilityChanged();
    }

    private void takeTurn(ChannelHandlerContext ctx) {
        if (!ctx.channel().isActive()) {
            return;
        }
        isBusy = false;
        // Nothing is read yet, because something waits. The handler that takes the request may itself stop reading
        // again.
        ctx.channel().config().setAutoRead(true);
        pass(ctx);
        ctx.fireChannelReadComplete();
    }

    /** Passes on the part of the current request that has arrived. */
    private void pass(ChannelHandlerContext ctx) {
        while (!waiting.isEmpty() && isOfThisTurn(waiting.element())) {
            forward(ctx, waiting.remove());
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
