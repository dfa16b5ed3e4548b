package org.debitcredit.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static Backoff backoff(double random) {
        return new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), () -> random);
    }

    private static List<Long> millis(Backoff backoff, int count) {
        return Stream.generate(backoff::nextNanos)
                .limit(count)
                .map(TimeUnit.NANOSECONDS::toMillis)
                .toList();
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        assertThat(millis(backoff(0), 6)).containsExactly(100L, 200L, 400L, 800L, 1_000L, 1_000L);
    }

    @Test
    void chanceShortensAPauseByUpToHalfAndNotThoseAfterIt() {
        assertThat(millis(backoff(1), 5)).containsExactly(50L, 100L, 200L, 400L, 500L);
        assertThat(millis(backoff(0.5), 2)).containsExactly(75L, 150L);
    }

    @Test
    void aResetBeginsWithTheFirstPauseAgain() {
        Backoff backoff = backoff(0);
        millis(backoff, 4);
        backoff.reset();
        assertThat(millis(backoff, 2)).containsExactly(100L, 200L);
    }

    @Test
    void pausesOfSeveralDiffer() {
        assertThat(Stream.generate(() -> Backoff.of(Duration.ofMillis(100), Duration.ofSeconds(1)))
                        .limit(100)
                        .map(Backoff::nextNanos)
                        .distinct())
                .hasSizeGreaterThan(90)
                .allMatch(nanos ->
                        nanos >= TimeUnit.MILLISECONDS.toNanos(50) && nanos <= TimeUnit.MILLISECONDS.toNanos(100));
    }
}
