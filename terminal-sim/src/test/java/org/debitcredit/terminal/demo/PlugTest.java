package org.debitcredit.terminal.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PlugTest {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Talk talk = new Talk(new PrintStream(said, true, StandardCharsets.UTF_8));

    /** A server whose terminals have a transaction decided each time that it is asked for its position. */
    private static class Busy implements Plug.Server {

        final AtomicLong position = new AtomicLong();
        final AtomicBoolean killed = new AtomicBoolean();

        @Override
        public long position() {
            return position.incrementAndGet();
        }

        @Override
        public void kill() {
            killed.set(true);
        }

        @Override
        public List<String> startAgain() {
            assertThat(killed).isTrue();
            return List.of("the bank is open");
        }
    }

    @Test
    void killsTheServerOnceTheTerminalsWorkAndStartsItAgain() {
        Busy server = new Busy();
        try (Plug plug = new Plug(server, Duration.ZERO, Clock.systemUTC(), talk)) {
            Outage outage = plug.outage();
            assertThat(outage.recovery()).containsExactly("the bank is open");
            assertThat(outage.ready()).isAfterOrEqualTo(outage.killed());
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("KILLED", "ready again", "the bank is open");
    }

    @Test
    void aRunThatEndsBeforeItsKillIsAFailure() {
        Busy server = new Busy();
        Plug plug = new Plug(server, Duration.ofHours(1), Clock.systemUTC(), talk);
        plug.close();
        assertThatThrownBy(plug::outage)
                .isInstanceOf(RunFailure.class)
                .hasMessageContaining("before the server was killed");
        assertThat(server.killed).isFalse();
    }

    @Test
    void aServerWithoutATransactionIsNotKilled() {
        Busy idle = new Busy() {
            @Override
            public long position() {
                return 7;
            }
        };
        Plug plug = new Plug(idle, Duration.ZERO, Clock.systemUTC(), talk);
        plug.close();
        assertThatThrownBy(plug::outage).isInstanceOf(RunFailure.class).hasMessageContaining("before the terminals");
        assertThat(idle.killed).isFalse();
    }

    @Test
    void aServerThatDoesNotComeBackIsAFailure() {
        Busy broken = new Busy() {
            @Override
            public List<String> startAgain() {
                throw new RunFailure("the server ended before it was ready");
            }
        };
        try (Plug plug = new Plug(broken, Duration.ZERO, Clock.systemUTC(), talk)) {
            assertThatThrownBy(plug::outage).isInstanceOf(RunFailure.class).hasMessageContaining("before it was ready");
        }
    }
}
