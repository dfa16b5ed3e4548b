package org.debitcredit.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

    private enum Kind {
        QUICK,
        SLOW
    }

    private final ResponseTimes<Kind> times = new ResponseTimes<>(Kind.class);

    @Test
    void nothingRecordedIsEmpty() {
        assertThat(times.overall()).isEqualTo(new Latency(0, 0, 0, 0, 0, 0));
        assertThat(times.of(Kind.QUICK).isEmpty()).isTrue();
    }

    @Test
    void percentilesAreThoseOfTheSamples() {
        for (int millis = 1; millis <= 100; millis++) {
            times.record(Kind.QUICK, TimeUnit.MILLISECONDS.toNanos(millis));
        }
        Latency latency = times.of(Kind.QUICK);
        assertThat(latency.count()).isEqualTo(100);
        assertThat(latency.p50Millis()).isCloseTo(50, within(0.05));
        assertThat(latency.p90Millis()).isCloseTo(90, within(0.09));
        assertThat(latency.p99Millis()).isCloseTo(99, within(0.1));
        assertThat(latency.maxMillis()).isCloseTo(100, within(0.1));
        assertThat(latency.meanMillis()).isCloseTo(50.5, within(0.1));
    }

    @Test
    void overallMergesTheHistogramsAndDoesNotAverageThem() {
        for (int i = 0; i < 95; i++) {
            times.record(Kind.QUICK, TimeUnit.MILLISECONDS.toNanos(1));
        }
        for (int i = 0; i < 5; i++) {
            times.record(Kind.SLOW, TimeUnit.SECONDS.toNanos(10));
        }
        // The mean of the two 90th percentiles would be about 5,000 ms.
        assertThat(times.overall().p90Millis()).isCloseTo(1, within(0.01));
        assertThat(times.overall().p99Millis()).isCloseTo(10_000, within(10.0));
        assertThat(times.overall().count()).isEqualTo(100);
    }

    @Test
    void aTimeOutOfRangeIsKeptAtTheEdge() {
        times.record(Kind.SLOW, TimeUnit.DAYS.toNanos(1));
        times.record(Kind.SLOW, -1);
        assertThat(times.of(Kind.SLOW).count()).isEqualTo(2);
        assertThat(times.of(Kind.SLOW).maxMillis()).isCloseTo(3_600_000, within(3_600.0));
    }

    @Test
    void manyThreadsLoseNothing() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int thread = 0; thread < 4; thread++) {
            threads.execute(() -> {
                for (int i = 0; i < 25_000; i++) {
                    times.record(Kind.QUICK, i);
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(times.overall().count()).isEqualTo(100_000);
    }
}
