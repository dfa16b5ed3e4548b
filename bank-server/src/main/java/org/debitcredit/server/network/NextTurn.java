package org.debitcredit.server.network;

import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.TimeUnit;

/** When a connection that has used its turn of an event loop goes on. */
public final class NextTurn {

    private NextTurn() {}

    /**
     * Has the connection's event loop do something after it has served its other connections. A task that is given to it
     * by {@code execute} comes before them: the loop goes on with tasks for up to a second before it reads again.
     */
    public static void of(ChannelHandlerContext ctx, Runnable work) {
        ctx.executor().schedule(work, 1, TimeUnit.NANOSECONDS);
    }
}
