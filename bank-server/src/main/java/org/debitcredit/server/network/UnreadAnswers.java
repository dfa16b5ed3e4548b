package org.debitcredit.server.network;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client does not take its answers. If a flush cannot send everything, the client must take
 * the last answer within a time limit. Then the answer that is the last one at that moment is watched in turn. What the
 * connection holds meanwhile is reported to {@link UnsentAnswers}. Almost every answer is taken at once, and needs no
 * timer and no report. This is the handler next to the network. Used only on the connection's event loop.
 */
final class UnreadAnswers extends ChannelDuplexHandler {

    private final Duration max;
    private final UnsentAnswers.OfConnection unsent;
    private @Nullable Deadline deadline;
    private @Nullable ChannelPromise last;
    private @Nullable ChannelPromise watched;
    /** The answer after which the held bytes are counted again. */
    private @Nullable ChannelPromise counted;

    UnreadAnswers(Duration max, UnsentAnswers.OfConnection unsent) {
        this.max = max;
        this.unsent = unsent;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        deadline = new Deadline(ctx.executor(), () -> reached(ctx));
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        last = promise.unvoid();
        ctx.write(message, last);
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        if (watched == null) {
            watchLast();
        }
        if (watched != null) {
            count(ctx);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        count(ctx);
        ctx.fireChannelWritabilityChanged();
    }

    /** Counts what the channel holds: an answer that was sent in part is held whole. */
    private void count(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer held = ctx.channel().unsafe().outboundBuffer();
        unsent.set(held == null ? 0 : held.totalPendingWriteBytes());
        if (last != null && last != counted && !last.isDone()) {
            counted = last;
            last.addListener(taken -> count(ctx));
        }
    }

    private void watchLast() {
        if (last != null && !last.isDone() && deadline != null) {
            watched = last;
            deadline.set(max);
        } else {
            watched = null;
        }
    }

    private void reached(ChannelHandlerContext ctx) {
        if (watched != null && watched.isDone()) {
            watchLast();
        } else {
            ctx.close();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        unsent.set(0);
        if (deadline != null) {
            deadline.close();
        }
    }
}
