package org.debitcredit.server.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.server.network.HeldRequests;
import org.debitcredit.server.network.Turns;

/**
 * Passes the frames of one HTTP/2 connection to the decoder in turns of {@value #FRAMES_MAX}. Between turns the event
 * loop serves its other connections, because one read may bring thousands of frames, and each may be a call. Waiting
 * bytes are reported to {@link HeldRequests}. Everything that the server writes in a turn is flushed at once. A
 * connection that was closed in the meantime is not decoded any further. A connection is closed if its client causes
 * too many stream errors, each of which costs an exception and a frame. A well-behaved client causes some by the calls
 * that it begins before it learns how many it may have. Used only on the connection's event loop.
 */
final class FrameTurns extends ChannelDuplexHandler {

    /**
     * A busy client sends up to 128 calls in one read, of two frames each. It needs one turn for them. With turns of 16
     * frames, it had an eighth fewer calls per second. 256 calls keep an event loop busy for about 8 ms.
     */
    static final int FRAMES_MAX = 256;

    /**
     * Most stream errors in a minute. With the 256 calls that a connection may have, a client may thus begin 1,024
     * calls before it learns that limit.
     */
    static final int STREAM_ERRORS_MAX = 768;

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int RST_STREAM_BYTES = 13;
    private static final int TYPE_AT = 3;
    private static final int RST_STREAM = 3;
    private static final int STREAM_AT = 5;
    private static final int ERROR_CODE_AT = 9;
    private static final int NO_ERROR = 0;
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;

    private final Turns turns;
    private final LongSupplier nanoTime;
    private final Consumer<SocketAddress> disconnect;
    private final HeldRequests.OfConnection held;
    private final FrameBoundaries boundaries = new FrameBoundaries();
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
    private int framesLeft = FRAMES_MAX;
    private boolean isPassing;
    private boolean isFlushDue;
    /** Nothing is read until the waiting frames have been decoded. */
    private boolean isPaused;

    private long reported;
    private long minuteBegan;
    private int streamErrors;

    /**
     * @param disconnect closes the connection from an address and port, unless it is a proxy's
     * @param held what the same connection holds
     */
    FrameTurns(Turns turns, LongSupplier nanoTime, Consumer<SocketAddress> disconnect, HeldRequests.OfConnection held) {
        this.turns = turns;
        this.nanoTime = nanoTime;
        this.disconnect = disconnect;
        this.held = held;
        this.minuteBegan = nanoTime.getAsLong();
    }

    /** A handler for a listening channel, which gives each accepted connection its own turns. */
    static ChannelHandler ofAccepted(
            Turns turns,
            LongSupplier nanoTime,
            Consumer<SocketAddress> disconnect,
            HeldRequests held,
            OpenCalls calls) {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                Channel accepted = (Channel) message;
                if (accepted.remoteAddress() instanceof InetSocketAddress from) {
                    HeldRequests.OfConnection ofConnection = held.of(from.getAddress(), () -> disconnect.accept(from));
                    accepted.pipeline()
                            .addLast(new Installer(new FrameTurns(turns, nanoTime, disconnect, ofConnection), calls));
                }
                ctx.fireChannelRead(accepted);
            }
        };
    }

    /**
     * Inserts the handler, and the checks of headers, before the decoder of frames, once the first bytes show whether
     * there is TLS in between. gRPC's own handlers are there before anything is read or written.
     */
    private static final class Installer extends ChannelDuplexHandler {

        private final FrameTurns frames;
        private final OpenCalls calls;
        private boolean isGuarded;

        private Installer(FrameTurns frames, OpenCalls calls) {
            this.frames = frames;
            this.calls = calls;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object first) {
            guard(ctx);
            ChannelHandlerContext tls = ctx.pipeline().context(SslHandler.class);
            ctx.pipeline()
                    .addAfter((tls == null ? ctx : tls).name(), "frame-turns", frames)
                    .addAfter("frame-turns", "checked-headers", new CheckedHeaders.Installer(calls));
            ctx.fireChannelRead(first);
            ctx.pipeline().remove(this);
        }

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            guard(ctx);
            ctx.write(message, promise);
        }

        private void guard(ChannelHandlerContext ctx) {
            if (!isGuarded) {
                isGuarded = true;
                ctx.pipeline().addLast(CloseOnce.INSTANCE);
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        waiting.add((ByteBuf) message);
        if (isPaused) {
            report();
        } else {
            pass(ctx);
            if (!waiting.isEmpty()) {
                isPaused = true;
                ctx.channel().config().setAutoRead(false);
                turns.next(ctx, () -> takeTurn(ctx));
            }
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        endTurn(ctx);
    }

    private void takeTurn(ChannelHandlerContext ctx) {
        if (!ctx.channel().isActive()) {
            return;
        }
        pass(ctx);
        endTurn(ctx);
        if (!waiting.isEmpty()) {
            turns.next(ctx, () -> takeTurn(ctx));
        } else {
            isPaused = false;
            ctx.channel().config().setAutoRead(true);
        }
    }

    private void pass(ChannelHandlerContext ctx) {
        isPassing = true;
        while (framesLeft > 0 && !waiting.isEmpty() && ctx.channel().isActive()) {
            ByteBuf first = waiting.element();
            int end = boundaries.advance(first, framesLeft);
            framesLeft -= boundaries.ended();
            if (end == first.writerIndex()) {
                ctx.fireChannelRead(waiting.remove());
            } else {
                ctx.fireChannelRead(first.readRetainedSlice(end - first.readerIndex()));
            }
        }
        isPassing = false;
        if (ctx.channel().isActive()) {
            report();
        } else {
            drop();
        }
    }

    private void report() {
        long now = 0;
        for (ByteBuf bytes : waiting) {
            now += bytes.capacity();
        }
        if (now != reported) {
            held.add(now - reported);
            reported = now;
        }
    }

    private void endTurn(ChannelHandlerContext ctx) {
        framesLeft = FRAMES_MAX;
        ctx.fireChannelReadComplete();
        if (isFlushDue) {
            isFlushDue = false;
            ctx.flush();
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        if (isPassing) {
            isFlushDue = true;
        } else {
            ctx.flush();
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf frame && isStreamError(frame)) {
            int stream = frame.getInt(frame.readerIndex() + STREAM_AT);
            boolean isRefused = frame.getInt(frame.readerIndex() + ERROR_CODE_AT) == REFUSED_STREAM;
            ctx.write(message, promise);
            if (!isRefused) {
                ResetStreams.record(ctx.pipeline(), stream);
            }
            if (isOneTooMany()) {
                disconnect.accept(ctx.channel().remoteAddress());
            }
        } else {
            ctx.write(message, promise);
        }
    }

    /** Every frame except DATA and HEADERS is written as one buffer. */
    private static boolean isStreamError(ByteBuf frame) {
        int at = frame.readerIndex();
        if (frame.readableBytes() != RST_STREAM_BYTES || frame.getByte(at + TYPE_AT) != RST_STREAM) {
            return false;
        }
        int code = frame.getInt(at + ERROR_CODE_AT);
        return code != NO_ERROR && code != CANCEL;
    }

    private boolean isOneTooMany() {
        long now = nanoTime.getAsLong();
        if (now - minuteBegan >= MINUTE_NANOS) {
            minuteBegan = now;
            streamErrors = 0;
        }
        return ++streamErrors > STREAM_ERRORS_MAX;
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
        waiting.forEach(ByteBuf::release);
        waiting.clear();
        report();
    }
}
