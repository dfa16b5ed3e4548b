package org.debitcredit.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.network.HeldRequests;
import org.debitcredit.server.network.Turns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FrameTurnsTest {

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;
    private static final int CALLS_MAX = 256;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final HeldRequests held = new HeldRequests(64 << 20);
    private long nanos;
    private int disconnected;
    private boolean isClosedThen = true;
    private int flushes;

    /** What each turn passed on. */
    private final List<ByteBuf> turns = new ArrayList<>();

    private void install(ChannelHandler decoder) {
        channel.freezeTime();
        channel.pipeline()
                .addLast(
                        new ChannelOutboundHandlerAdapter() {
                            @Override
                            public void flush(ChannelHandlerContext ctx) {
                                flushes++;
                                ctx.flush();
                            }
                        },
                        new FrameTurns(
                                new Turns(),
                                () -> nanos,
                                address -> disconnect(),
                                held.of(InetAddress.getLoopbackAddress(), this::disconnect)),
                        decoder);
    }

    private void disconnect() {
        disconnected++;
        if (isClosedThen) {
            channel.unsafe().close(channel.voidPromise());
        }
    }

    private final class Recorder extends ChannelInboundHandlerAdapter {

        private ByteBuf turn = Unpooled.buffer();

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            turn.writeBytes(bytes);
            bytes.release();
            ctx.writeAndFlush(frame(PING, 0, new byte[8]));
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            if (turn.isReadable()) {
                turns.add(turn);
                turn = Unpooled.buffer();
            }
        }
    }

    @AfterEach
    void nothingIsKept() {
        channel.finishAndReleaseAll();
        assertThat(held.held()).isZero();
    }

    @Test
    void whatWaitsCounts() {
        install(new Recorder());
        channel.writeInbound(begin());
        channel.writeInbound(frame(0, 1, new byte[100_000]));
        assertThat(held.held()).isZero();
        ByteBuf many = Unpooled.buffer();
        for (int i = 0; i < FrameTurns.FRAMES_MAX + 100; i++) {
            many.writeBytes(frame(0, 1, new byte[1_000]));
        }
        channel.writeInbound(many);
        assertThat(held.held()).isGreaterThanOrEqualTo(100_000);
        runToEnd();
        assertThat(held.held()).isZero();
        ByteBuf tooMany = Unpooled.buffer();
        for (int i = 0; i < FrameTurns.FRAMES_MAX + 1; i++) {
            tooMany.writeBytes(frame(0, 1, new byte[(68 << 20) / FrameTurns.FRAMES_MAX]));
        }
        channel.writeInbound(tooMany);
        assertThat(disconnected).isEqualTo(1);
    }

    private static ByteBuf frame(int type, int stream, byte[] payload) {
        return Unpooled.buffer()
                .writeMedium(payload.length)
                .writeByte(type)
                .writeByte(type == 1 ? 4 : 0)
                .writeInt(stream)
                .writeBytes(payload);
    }

    private static ByteBuf begin() {
        return Unpooled.copiedBuffer(PREFACE, StandardCharsets.US_ASCII).writeBytes(frame(SETTINGS, 0, new byte[0]));
    }

    private void runToEnd() {
        while (channel.isActive() && !channel.config().isAutoRead()) {
            channel.advanceTimeBy(1, TimeUnit.NANOSECONDS);
            channel.runPendingTasks();
        }
    }

    @Test
    void theFramesOfOneReadArePassedInTurnsAndWhole() {
        install(new Recorder());
        ByteBuf sent = Unpooled.copiedBuffer(PREFACE, StandardCharsets.US_ASCII);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 500; i++) {
            sent.writeBytes(frame(0, 1, new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(700)]));
        }
        byte[] expected = new byte[sent.readableBytes()];
        sent.getBytes(0, expected);
        List<ByteBuf> pieces = new ArrayList<>();
        while (sent.isReadable()) {
            pieces.add(sent.readRetainedSlice(Math.min(sent.readableBytes(), 1 + random.nextInt(2_000))));
        }
        sent.release();
        channel.writeInbound(pieces.toArray());
        runToEnd();
        int frames = 0;
        FrameBoundaries boundaries = new FrameBoundaries();
        for (ByteBuf turn : turns) {
            assertThat(boundaries.advance(turn.duplicate(), Integer.MAX_VALUE)).isEqualTo(turn.writerIndex());
            assertThat(boundaries.ended()).isLessThanOrEqualTo(FrameTurns.FRAMES_MAX);
            frames += boundaries.ended();
        }
        assertThat(frames).as("with the preface").isEqualTo(501);
        assertThat(flushes).as("one for each turn at most").isLessThanOrEqualTo(turns.size());
        ByteBuf passed = Unpooled.wrappedBuffer(turns.toArray(ByteBuf[]::new));
        assertThat(passed).isEqualTo(Unpooled.wrappedBuffer(expected));
    }

    @Test
    void whatUsualClientsSendIsPassedAtOnce() {
        install(new Recorder());
        channel.writeInbound(begin());
        for (int i = 0; i < 1_000; i++) {
            channel.writeInbound(frame(PING, 0, new byte[8]), frame(PING, 0, new byte[8]));
            assertThat(channel.config().isAutoRead()).isTrue();
        }
        assertThat(turns).hasSize(1_001);
    }

    /**
     * Of 10,000 calls in one write, only those are decoded that the client may have or may begin before it learns the
     * limit.
     */
    @Test
    void theRestIsNotDecodedOfAConnectionThatIsClosed() {
        int[] begun = {0};
        Http2ConnectionHandler http2 = new Http2ConnectionHandlerBuilder()
                .server(true)
                .encoderEnforceMaxRstFramesPerWindow(0, 0)
                .frameListener(new Http2FrameAdapter() {
                    @Override
                    public void onHeadersRead(
                            ChannelHandlerContext ctx,
                            int streamId,
                            Http2Headers headers,
                            int streamDependency,
                            short weight,
                            boolean exclusive,
                            int padding,
                            boolean endStream) {
                        begun[0]++;
                    }
                })
                .build();
        http2.connection().remote().maxActiveStreams(CALLS_MAX);
        install(http2);
        ByteBuf sent = begin();
        for (int call = 0; call < 10_000; call++) {
            // :method POST, :scheme http, :path /, by their places in the static table (RFC 7541, A)
            sent.writeBytes(frame(1, 1 + 2 * call, new byte[] {(byte) 0x83, (byte) 0x86, (byte) 0x84}));
        }
        channel.writeInbound(sent);
        runToEnd();
        int refused = 0;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            refused += out.readableBytes() == 13 && out.getByte(3) == RST_STREAM ? 1 : 0;
            out.release();
        }
        assertThat(begun[0]).isEqualTo(CALLS_MAX);
        assertThat(refused)
                .isBetween(FrameTurns.STREAM_ERRORS_MAX - FrameTurns.FRAMES_MAX, FrameTurns.STREAM_ERRORS_MAX);
        assertThat(disconnected).isPositive();
        assertThat(channel.isActive()).isFalse();
    }

    private void writeResets(int count, int code) {
        for (int i = 0; i < count; i++) {
            channel.writeOutbound(
                    frame(RST_STREAM, 1, Unpooled.buffer().writeInt(code).array())
                            .slice(0, 13));
            channel.releaseOutbound();
        }
    }

    @Test
    void streamErrorsAreCountedForAMinuteAndCallsThatEndAreNone() {
        install(new Recorder());
        isClosedThen = false;
        writeResets(5_000, 0);
        writeResets(5_000, CANCEL);
        writeResets(FrameTurns.STREAM_ERRORS_MAX, REFUSED_STREAM);
        assertThat(disconnected).isZero();
        nanos += TimeUnit.MINUTES.toNanos(1);
        writeResets(FrameTurns.STREAM_ERRORS_MAX, REFUSED_STREAM);
        assertThat(disconnected).isZero();
        writeResets(1, REFUSED_STREAM);
        assertThat(disconnected).isEqualTo(1);
    }
}
