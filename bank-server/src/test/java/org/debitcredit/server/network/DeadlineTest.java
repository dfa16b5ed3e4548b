package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private int reached;
    private final Deadline deadline = new Deadline(channel.eventLoop(), () -> reached++);

    @BeforeEach
    void stopTheClock() {
        channel.freezeTime();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private int reachedAfter(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        return reached;
    }

    @Test
    void itIsReachedOnce() {
        deadline.set(Duration.ofMillis(100));
        assertThat(reachedAfter(99)).isZero();
        assertThat(reachedAfter(1)).isOne();
        assertThat(reachedAfter(1_000)).isOne();
    }

    @Test
    void movedAwayItIsReachedLater() {
        deadline.set(Duration.ofMillis(100));
        reachedAfter(60);
        deadline.set(Duration.ofMillis(100));
        assertThat(reachedAfter(99)).isZero();
        assertThat(reachedAfter(1)).isOne();
    }

    @Test
    void movedNearerItIsReachedEarlier() {
        deadline.set(Duration.ofMillis(1_000));
        deadline.set(Duration.ofMillis(10));
        assertThat(reachedAfter(10)).isOne();
        assertThat(reachedAfter(2_000)).isOne();
    }

    @Test
    void clearedItIsNotReachedAndCanBeSetAgain() {
        deadline.set(Duration.ofMillis(100));
        deadline.clear();
        assertThat(reachedAfter(50)).isZero();
        deadline.set(Duration.ofMillis(100));
        assertThat(reachedAfter(60)).isZero();
        assertThat(reachedAfter(40)).isOne();
        deadline.set(Duration.ofMillis(10));
        deadline.close();
        assertThat(reachedAfter(1_000)).isOne();
    }
}
