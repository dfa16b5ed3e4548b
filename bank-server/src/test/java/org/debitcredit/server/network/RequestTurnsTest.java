package org.debitcredit.server.network;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestTurnsTest {

    private static final int REQUESTS = 100;

    private final List<String> uris = new ArrayList<>();
    private int reads;
    private int mostInATurn;
    private boolean isAnsweredAtOnce = true;
    private boolean isPausing;
    private final EmbeddedChannel channel = connection();

    private EmbeddedChannel connection() {
        EmbeddedChannel made = new EmbeddedChannel();
        made.freezeTime();
        made.config().setAutoRead(false);
        made.pipeline()
                .addLast(
                        new ChannelOutboundHandlerAdapter() {
                            @Override
                            public void read(ChannelHandlerContext ctx) {
                                reads++;
                                ctx.read();
                            }
                        },
                        new HttpServerCodec(),
                        new RequestTurns(new Turns()),
                        new Answering());
        return made;
    }

    private final class Answering extends ChannelInboundHandlerAdapter {

        private int inTurn;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpRequest request) {
                uris.add(request.uri());
                mostInATurn = Math.max(mostInATurn, ++inTurn);
                if (isPausing) {
                    ctx.channel().config().setAutoRead(false);
                }
            }
            if (message instanceof LastHttpContent && isAnsweredAtOnce) {
                answer(ctx);
            }
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            inTurn = 0;
        }
    }

    private static void answer(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        // As Reactor Netty does.
        ctx.read();
    }

    private void send(int first, int requests) {
        StringBuilder sent = new StringBuilder();
        for (int i = first; i < first + requests; i++) {
            sent.append("POST /").append(i).append(" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
        }
        channel.writeInbound(Unpooled.copiedBuffer(sent, US_ASCII));
    }

    private void nextTurn() {
        channel.advanceTimeBy(1, TimeUnit.NANOSECONDS);
        channel.runPendingTasks();
    }

    private static String[] uris(int count) {
        return IntStream.range(0, count).mapToObj(i -> "/" + i).toArray(String[]::new);
    }

    @AfterEach
    void nothingIsKept() {
        channel.finishAndReleaseAll();
    }

    @Test
    void requestsOfOneReadHaveATurnEachAndNothingIsReadMeanwhile() {
        send(0, REQUESTS);
        int readsBefore = reads;
        while (uris.size() < REQUESTS) {
            assertThat(reads).isEqualTo(readsBefore);
            nextTurn();
        }
        assertThat(uris).containsExactly(uris(REQUESTS));
        assertThat(mostInATurn).isEqualTo(1);
        assertThat(reads).as("the next is awaited").isGreaterThan(readsBefore);
        send(REQUESTS, 1);
        assertThat(uris).hasSize(REQUESTS + 1);
    }

    @Test
    void theNextRequestWaitsForTheAnswer() {
        isAnsweredAtOnce = false;
        send(0, 2);
        nextTurn();
        assertThat(uris).containsExactly("/0");
        answer(channel.pipeline().lastContext());
        assertThat(uris).containsExactly("/0");
        nextTurn();
        assertThat(uris).containsExactly("/0", "/1");
    }

    /** As most clients do. */
    @Test
    void aRequestAfterAnAnswerIsPassedAtOnce() {
        for (int i = 0; i < REQUESTS; i++) {
            send(i, 1);
            assertThat(uris).hasSize(i + 1);
        }
    }

    /** As the web framework does when it has as much of a body as it wants. */
    @Test
    void whoeverTakesTheHeadOfARequestThatWaitedMayPauseTheReading() {
        send(0, 2);
        isPausing = true;
        nextTurn();
        assertThat(uris).containsExactly("/0", "/1");
        assertThat(channel.config().isAutoRead()).isFalse();
    }

    /** Its answers would fill the memory. */
    @Test
    void aClientThatDoesNotTakeItsAnswersHasNoFurtherTurn() {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        send(0, 3);
        nextTurn();
        nextTurn();
        assertThat(uris).containsExactly("/0");
        int readsBefore = reads;
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        for (int i = 0; i < 3; i++) {
            nextTurn();
        }
        assertThat(uris).containsExactly("/0", "/1", "/2");
        assertThat(reads).as("the next is awaited").isGreaterThan(readsBefore);
    }

    /** RFC 9112, section 9.6: nothing after it is executed. */
    @Test
    void noRequestFollowsAnAnswerThatEndsTheConnection() {
        isAnsweredAtOnce = false;
        send(0, 2);
        DefaultFullHttpResponse last = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        HttpUtil.setKeepAlive(last, false);
        channel.pipeline().lastContext().writeAndFlush(last);
        nextTurn();
        nextTurn();
        assertThat(uris).containsExactly("/0");
    }

    @Test
    void whatWaitsIsDroppedWithTheConnection() {
        isAnsweredAtOnce = false;
        send(0, REQUESTS);
        channel.close();
        nextTurn();
        assertThat(uris).containsExactly("/0");
    }
}
