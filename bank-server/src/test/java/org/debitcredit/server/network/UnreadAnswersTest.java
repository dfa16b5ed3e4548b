package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnreadAnswersTest {

    /** A client that takes an answer only when the test says so. */
    private static final class SlowNetwork extends ChannelOutboundHandlerAdapter {
        private final ArrayDeque<ChannelPromise> untaken = new ArrayDeque<>();
        private boolean takesAtOnce;

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            if (takesAtOnce) {
                ctx.write(message, promise);
            } else {
                untaken.add(promise);
            }
        }

        private void take() {
            untaken.remove().setSuccess();
        }
    }

    private final SlowNetwork network = new SlowNetwork();
    private final UnsentAnswers.OfConnection unsent = new UnsentAnswers(1_000, System::nanoTime)
            .of(ImmediateEventExecutor.INSTANCE, InetAddress.getLoopbackAddress(), () -> {});
    private final EmbeddedChannel channel =
            new EmbeddedChannel(network, new UnreadAnswers(Duration.ofMillis(100), unsent));

    @BeforeEach
    void stopTheClock() {
        channel.freezeTime();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void answer() {
        channel.pipeline().writeAndFlush(Unpooled.buffer(1).writeByte(1));
    }

    private boolean isOpenAfter(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        return channel.isOpen();
    }

    @Test
    void aClientThatTakesNothingIsDisconnected() {
        answer();
        assertThat(isOpenAfter(99)).isTrue();
        assertThat(isOpenAfter(1)).isFalse();
    }

    @Test
    void aClientThatTakesEveryAnswerInTimeStays() {
        for (int answer = 0; answer < 10; answer++) {
            answer();
            assertThat(isOpenAfter(70)).isTrue();
            network.take();
        }
        assertThat(isOpenAfter(1_000)).isTrue();
    }

    @Test
    void aClientThatTakesOneOfManyNowAndThenIsDisconnected() {
        for (int answer = 0; answer < 100; answer++) {
            answer();
        }
        assertThat(isOpenAfter(90)).isTrue();
        network.take();
        answer();
        assertThat(isOpenAfter(10)).isTrue();
        network.take();
        assertThat(isOpenAfter(99)).isTrue();
        assertThat(isOpenAfter(1)).isFalse();
    }

    @Test
    void answersThatAreTakenAtOnceKeepNoTime() {
        network.takesAtOnce = true;
        answer();
        network.takesAtOnce = false;
        assertThat(isOpenAfter(90)).isTrue();
        answer();
        assertThat(isOpenAfter(90)).isTrue();
        assertThat(isOpenAfter(10)).isFalse();
    }
}
