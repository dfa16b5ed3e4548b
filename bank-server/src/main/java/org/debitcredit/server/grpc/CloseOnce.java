package org.debitcredit.server.grpc;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * The last handler of a connection: it does not pass on that a connection is to be closed which is closed already. Netty
 * asks for that if the server's first frame cannot be written, because the client has reset the connection before. gRPC
 * would then say goodbye to the client, and keep the connection's state for 10 s until the client answers.
 */
@ChannelHandler.Sharable
final class CloseOnce extends ChannelOutboundHandlerAdapter {

    static final CloseOnce INSTANCE = new CloseOnce();

    private CloseOnce() {}

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (ctx.channel().isOpen()) {
            ctx.close(promise);
        } else {
            promise.trySuccess();
        }
    }
}
