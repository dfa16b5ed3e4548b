package org.debitcredit.measure.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.measure.ResponseSeries;
import org.junit.jupiter.api.Test;

class PausesTest {

    private static final long WINDOW_MICROS = 20_000_000;

    /** One terminal without think time, whose answers take 1 ms or a bit more, and pauses of 50 ms. */
    private static ResponseSeries terminal(long pauseEveryMicros, SplittableRandom random) {
        ResponseSeries series = new ResponseSeries();
        long pauseAt = 333_000;
        for (long at = 0; at < WINDOW_MICROS; ) {
            long micros = 1_000 + random.nextInt(500);
            if (at + micros > pauseAt) {
                micros += 50_000;
                pauseAt += pauseEveryMicros;
            }
            series.add(0, at, micros);
            at += micros;
        }
        return ResponseSeries.merged(List.of(series));
    }

    @Test
    void aPauseEverySecondIsFoundInAClosedLoop() {
        for (int seed = 0; seed < 30; seed++) {
            assertThat(Pauses.ofClosedLoop(terminal(1_000_000, new SplittableRandom(seed)))
                            .orElse(""))
                    .startsWith("slow moments come again every 1.0");
        }
    }

    /** It is in two moments, and in each of them it is less than half. */
    @Test
    void aPauseThatIsShorterThanAMomentIsFoundWhereverItBegins() {
        SplittableRandom random = new SplittableRandom(2);
        ResponseSeries series = new ResponseSeries();
        for (long at = 0; at < WINDOW_MICROS; at += 1_000) {
            long inSecond = at % 1_000_000;
            long pause = inSecond >= 30_000 && inSecond < 70_000 ? 70_000 - inSecond : 0;
            series.add(0, at, 1_000 + random.nextInt(500) + pause);
        }

        assertThat(Pauses.ofOpenLoop(ResponseSeries.merged(List.of(series))).orElse(""))
                .startsWith("slow moments come again every 1.00 s");
    }

    /** In the medians of all requests those of every tenth one do not show. */
    @Test
    void thePausesOfOneKindAreFoundInAnOpenLoop() {
        SplittableRandom random = new SplittableRandom(1);
        ResponseSeries series = new ResponseSeries();
        for (long at = 0; at < WINDOW_MICROS; at += 1_000) {
            boolean isRare = at % 10_000 == 0;
            long pause = isRare && at % 1_000_000 < 50_000 ? 50_000 : 0;
            series.add(isRare ? 1 : 0, at, 1_000 + random.nextInt(500) + pause);
        }
        ResponseSeries merged = ResponseSeries.merged(List.of(series));

        assertThat(Pauses.ofOpenLoop(merged, List.of())).isEmpty();
        assertThat(Pauses.ofOpenLoop(merged, List.of("often", "rare")).orElse(""))
                .startsWith("rare: slow moments come again every 1.00 s");
    }

    @Test
    void answersThatAreAlwaysAlikeHaveNoPauses() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            found += Pauses.ofClosedLoop(terminal(WINDOW_MICROS, new SplittableRandom(seed)))
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertThat(found).isLessThanOrEqualTo(1);
    }
}
