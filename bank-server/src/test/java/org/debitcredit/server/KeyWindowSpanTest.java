package org.debitcredit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.debitcredit.server.metrics.KeyWindowSpan;
import org.junit.jupiter.api.Test;

/** The window of keys in seconds, by a clock that is driven by hand. */
class KeyWindowSpanTest {

    private static final int WINDOW = 1_000;
    private static final Offset<Double> CLOSE = within(1e-6);

    private final List<String> warnings = new ArrayList<>();
    private long nanos = Long.MAX_VALUE - 5_000_000_000L;
    private long position = KeyWindowSpan.NO_POSITION;
    private final KeyWindowSpan span =
            new KeyWindowSpan(WINDOW, Duration.ofSeconds(10), () -> position, () -> nanos, warnings::add);

    /** Seconds of so many transactions each, with a sample at the end of each. */
    private void run(int seconds, long transactionsEach) {
        for (int i = 0; i < seconds; i++) {
            position += transactionsEach;
            nanos += 1_000_000_000L;
            span.sample();
        }
    }

    @Test
    void nothingIsToldBeforeThereIsTrafficAndAfterItHasEnded() {
        span.sample();
        assertThat(span.seconds()).as("no bank").isNaN();
        position = 7_000;
        span.sample();
        run(3, 0);
        assertThat(span.seconds()).as("no transactions").isNaN();
        run(1, 40);
        assertThat(span.seconds()).as("40 in 4 s").isEqualTo(100, CLOSE);
        run(9, 0);
        assertThat(span.seconds()).as("40 in 10 s").isEqualTo(250, CLOSE);
        run(1, 0);
        assertThat(span.seconds()).as("none in the last 10 s").isNaN();
    }

    @Test
    void theRateIsThatOfTheLastTenSeconds() {
        position = 0;
        span.sample();
        run(30, 1);
        assertThat(span.seconds()).isEqualTo(1_000, CLOSE);
        run(5, 3);
        assertThat(span.seconds()).isEqualTo(500, CLOSE);
        run(5, 3);
        assertThat(span.seconds()).isEqualTo(1_000 / 3.0, CLOSE);
    }

    @Test
    void aSampleThatComesLateCountsForTheTimeThatHasPassed() {
        position = 0;
        span.sample();
        nanos += 3_500_000_000L;
        position = 7;
        span.sample();
        assertThat(span.seconds()).isEqualTo(500, CLOSE);
    }

    @Test
    void aBankThatOpensAgainBeginsAnew() {
        position = 0;
        span.sample();
        run(5, 10);
        position = KeyWindowSpan.NO_POSITION;
        span.sample();
        assertThat(span.seconds()).isNaN();
        position = 1_000_000;
        span.sample();
        assertThat(span.seconds()).isNaN();
        run(1, 10);
        assertThat(span.seconds()).isEqualTo(100, CLOSE);
    }

    @Test
    void aWindowOfLessThanTwiceWhatKeysMayBeAheadIsWarnedOfOnceAMinute() {
        position = 0;
        span.sample();
        run(20, 50);
        assertThat(warnings).as("20 s, just enough").isEmpty();
        run(61, 51);
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0)).contains("1,000 keys", "spans 20.0 s", "(20.0 s)", "at least 1,002");
        assertThat(warnings.get(1)).contains("spans 19.6 s", "at least 1,020");
        run(58, 51);
        assertThat(warnings).hasSize(2);
        run(60, 50);
        assertThat(warnings).hasSize(3);
        run(120, 0);
        assertThat(warnings).hasSize(3);
    }
}
