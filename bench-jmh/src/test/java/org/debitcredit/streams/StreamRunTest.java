package org.debitcredit.streams;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.bank.Preset;
import org.debitcredit.workload.DebitCreditWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StreamRunTest {

    private static final Duration LONG = Duration.ofHours(1);

    private static final StreamRun.Counters NOTHING = new StreamRun.Counters() {
        @Override
        public StreamRun.JournalSample journal() {
            return new StreamRun.JournalSample(0, 0, 0);
        }

        @Override
        public MachineCounters machine() {
            return new MachineCounters(0, 0, 0);
        }
    };

    /** Is answered at once, and cannot be sent from some time on. */
    private static final class Breaking extends Slot {
        private final AtomicInteger sendsLeft;

        Breaking(int sends) {
            sendsLeft = new AtomicInteger(sends);
        }

        @Override
        void fill(DebitCreditWorkload workload, BatchKeys keys) {}

        @Override
        boolean trySend() {
            if (sendsLeft.decrementAndGet() < 0) {
                throw new IllegalArgumentException("no more");
            }
            answered(null);
            return true;
        }
    }

    private static void run(int sendsOfSecond, Duration warmUp) {
        new StreamRun(
                        new StreamSettings(2, 1, 4, 0, Duration.ZERO, warmUp, LONG, 1),
                        stream -> new Breaking(stream == 0 ? Integer.MAX_VALUE : sendsOfSecond),
                        new DebitCreditWorkload(Preset.GRAY2005.scale(1), Preset.GRAY2005, 1),
                        NOTHING,
                        second -> {})
                .run();
    }

    @Test
    void a_stream_that_breaks_off_fails_the_run() {
        for (Duration warmUp : new Duration[] {Duration.ZERO, LONG}) {
            assertThatThrownBy(() -> run(0, warmUp))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a stream was interrupted: java.lang.IllegalArgumentException: no more")
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> run(1_000, warmUp)).hasMessageStartingWith("a stream was interrupted");
        }
    }
}
