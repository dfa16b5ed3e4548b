package org.debitcredit.server.grpc;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * The last handler of a connection. It does not pass on the request to close a connection that is closed already. Netty
 * makes such a request if the server's first frame cannot be written, because the client has reset the connection. gRPC
 * would then announce the end to the client (GOAWAY), and keep the connection's state until the client answers or 10 s
 * have passed.
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
