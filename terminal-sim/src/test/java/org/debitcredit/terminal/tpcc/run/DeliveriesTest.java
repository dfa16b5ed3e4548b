package org.debitcredit.terminal.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveriesTest {

    private static final long SECOND = 1_000_000;

    private static Deliveries deliveries(long queued, long done, long failed, long p90Micros, long maxMicros) {
        return new Deliveries(queued, done, failed, p90Micros, maxMicros, 0, new Histogram(3));
    }

    @Test
    void whatFailedIsNotWaitedFor() {
        Deliveries deliveries = deliveries(5, 3, 2, SECOND, SECOND);

        assertThat(deliveries.waiting()).isZero();
        assertThat(deliveries.text()).startsWith("the work of 2 of 5 deliveries failed, and that of 0 was not done");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0, true",
        "100, 100, 1, 2, true",
        "100, 100, 80, 80, true",
        "100, 100, 80, 200, true",
        "100, 100, 81, 200, false",
        "100, 90, 1, 2, true",
        "100, 89, 1, 2, false",
        "100, 99, 1, 81, false",
        "100, 300, 1, 2, true"
    })
    void ninetyPercentMustBeDoneWithinEightySeconds(
            long queued, long done, long p90Seconds, long maxSeconds, boolean areInTime) {
        Deliveries deliveries = deliveries(queued, done, 0, p90Seconds * SECOND, maxSeconds * SECOND);

        assertThat(deliveries.areInTime()).as(deliveries.text()).isEqualTo(areInTime);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | the work of all 5 deliveries was done; 90 % of what was done took at most 2.000 s",
                "3 | the work of 2 of 5 deliveries was not done 80 s after the last; 90 % of what was done took at most 2.000 s"
            })
    void theTextTellsWhatIsMissing(long done, String text) {
        assertThat(deliveries(5, done, 0, 2 * SECOND, 3 * SECOND).text())
                .startsWith(text)
                .contains("all at most 3.000 s")
                .endsWith("must be done within 80 s");
    }
}
