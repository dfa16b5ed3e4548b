package org.debitcredit.server.network;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestBytesTest {

    private static final int BUDGET = 1 << 20;
    private static final String USUAL = "POST /v1/transactions HTTP/1.1\r\nhost: localhost\r\nidempotency-key: 1\r\n"
            + "content-type: application/json\r\ncontent-length: 10\r\n\r\n0123456789";

    private final HeldRequests held = new HeldRequests(BUDGET);
    private final EmbeddedChannel channel = connection();

    private EmbeddedChannel connection() {
        EmbeddedChannel made = new EmbeddedChannel();
        made.pipeline().addLast("codec", new HttpServerCodec());
        RequestBytes.install(made, "codec", held);
        return made;
    }

    private static void send(EmbeddedChannel to, String text) {
        to.writeInbound(Unpooled.copiedBuffer(text, US_ASCII));
        to.releaseInbound();
        to.runPendingTasks();
    }

    private void answer() {
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        channel.releaseOutbound();
    }

    @AfterEach
    void nothingIsKept() {
        channel.finishAndReleaseAll();
        assertThat(held.held()).isZero();
    }

    @Test
    void aUsualRequestIsNotReported() {
        send(channel, USUAL);
        assertThat(held.held()).isZero();
        answer();
        assertThat(held.held()).isZero();
    }

    @Test
    void aHeadOfManyLinesThatDoesNotEndCounts() {
        send(channel, "GET / HTTP/1.1\r\n" + "a:b\r\n".repeat(1_000));
        assertThat(held.held()).as("measured: 100 bytes for such a line").isGreaterThan(100_000);
        send(channel, "host: localhost\r\n\r\n");
        assertThat(held.held()).as("the lines are kept until the answer").isGreaterThan(90_000);
        answer();
        assertThat(held.held()).isZero();
    }

    @Test
    void requestsThatWaitForThoseBeforeThemCount() {
        for (int i = 0; i < 100; i++) {
            send(channel, USUAL);
        }
        long all = held.held();
        assertThat(all).isGreaterThan(30_000);
        for (int i = 0; i < 50; i++) {
            answer();
        }
        assertThat(held.held()).isBetween(all / 2 - 10_000, all / 2 + 10_000);
        for (int i = 0; i < 50; i++) {
            answer();
        }
        assertThat(held.held()).isZero();
    }

    @Test
    void aBodyInPiecesOfOneByteCounts() {
        send(channel, "POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
        for (int i = 0; i < 1_000; i++) {
            send(channel, "1\r\nx\r\n");
        }
        assertThat(held.held()).isGreaterThan(100_000);
    }

    @Test
    void trailersCountWhetherTheyEndOrNot() {
        send(channel, "POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
        send(channel, "1\r\nx\r\n0\r\n" + "a:\r\n".repeat(1_000));
        assertThat(held.held()).isGreaterThan(90_000);
        send(channel, "\r\n");
        assertThat(held.held()).as("they are kept until the answer").isGreaterThan(90_000);
        answer();
        assertThat(held.held()).isZero();
    }

    @Test
    void bodiesInPiecesThatWaitForEarlierOnesCountForWhatTheyAre() {
        String chunked = "POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
                + "a\r\n0123456789\r\n0\r\n\r\n";
        send(channel, chunked.repeat(20));
        assertThat(held.held()).isLessThan(10_000);
        for (int i = 0; i < 20; i++) {
            answer();
        }
        assertThat(held.held()).isZero();
    }

    @Test
    void whoeverHoldsMostIsClosedWhenAllHoldTooMuch() {
        send(channel, "GET / HTTP/1.1\r\n" + "a:b\r\n".repeat(300));
        List<EmbeddedChannel> hostile = new ArrayList<>();
        while (hostile.size() < 100 && hostile.stream().allMatch(EmbeddedChannel::isOpen)) {
            EmbeddedChannel another = connection();
            hostile.add(another);
            send(another, USUAL.repeat(100));
        }
        hostile.forEach(EmbeddedChannel::runPendingTasks);
        assertThat(hostile).anyMatch(connection -> !connection.isOpen());
        assertThat(channel.isOpen()).isTrue();
        hostile.forEach(EmbeddedChannel::finishAndReleaseAll);
    }
}
