package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients over a real network that ask for a large answer and do not read it, beside one that reads. */
class UnreadBytesTest {

    private static final int ANSWER_BYTES = 400_000;
    private static final long BYTES_MAX = 1_000_000;
    private static final int NOT_READING = 30;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final UnsentAnswers unsent = new UnsentAnswers(BYTES_MAX, System::nanoTime);
    private final Connections connections = new Connections(100, 100, Set.of(), (address, why) -> {});
    private final List<Socket> sockets = new ArrayList<>();
    private int port;
    /** The most bytes that the channels held after an answer was written; written by the event loop. */
    private volatile long heldMost;

    /** Answers each byte. */
    private final class Answering extends SimpleChannelInboundHandler<ByteBuf> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf asked) {
            ctx.writeAndFlush(Unpooled.buffer(ANSWER_BYTES).writeZero(ANSWER_BYTES));
            heldMost = Math.max(heldMost, held());
        }
    }

    private long held() {
        return open.stream()
                .map(channel -> channel.unsafe().outboundBuffer())
                .filter(Objects::nonNull)
                .mapToLong(ChannelOutboundBuffer::totalPendingWriteBytes)
                .sum();
    }

    @BeforeEach
    void start() throws InterruptedException {
        Channel listening = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.SO_SNDBUF, 8_192)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        open.add(channel);
                        UnsentAnswers.OfConnection answers = unsent.of(
                                channel.eventLoop(),
                                ((InetSocketAddress) channel.remoteAddress()).getAddress(),
                                () -> connections.disconnect(channel));
                        channel.pipeline()
                                .addLast(new UnreadAnswers(Duration.ofSeconds(60), answers))
                                .addLast(new Answering());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        port = ((InetSocketAddress) listening.localAddress()).getPort();
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        for (Socket socket : sockets) {
            socket.close();
        }
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }

    private Socket ask(String from) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(10_000);
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.getOutputStream().write(1);
        return socket;
    }

    @Test
    void whatIsHeldStaysWithinTheBudgetAndWhoReadsIsServed() throws IOException {
        for (int i = 0; i < NOT_READING; i++) {
            ask("127.0.0.2");
        }
        for (int i = 0; i < 5; i++) {
            assertThat(ask("127.0.0.1").getInputStream().readNBytes(ANSWER_BYTES))
                    .hasSize(ANSWER_BYTES);
        }
        assertThat(heldMost).isBetween((long) ANSWER_BYTES, BYTES_MAX);
        assertThat(open.size()).isLessThan(NOT_READING);
    }

    @Test
    void whatWasReadIsHeldNoLonger() throws IOException, InterruptedException {
        Socket reading = ask("127.0.0.1");
        assertThat(reading.getInputStream().readNBytes(ANSWER_BYTES)).hasSize(ANSWER_BYTES);
        loops.submit(() -> {}).sync();
        assertThat(unsent.held()).isZero();
    }

    @Test
    void aConnectionThatTheClientEndsHoldsNothing() throws IOException {
        Socket ending = ask("127.0.0.1");
        assertThat(ending.getInputStream().read()).isZero();
        assertThat(unsent.held()).isPositive();
        ending.close();
        await().untilAsserted(() -> assertThat(unsent.held()).isZero());
    }
}
