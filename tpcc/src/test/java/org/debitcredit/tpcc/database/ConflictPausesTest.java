package org.debitcredit.tpcc.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConflictPausesTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE);
    private final List<Long> pauses = new ArrayList<>();
    private final ConflictPauses conflicts = new ConflictPauses(new SplittableRandom(1), nanos::get, pauses::add);

    @Test
    void theyAreRandomAndLongerAfterEachFailureUpToABound() {
        for (int failures = 1; failures <= 200; failures++) {
            assertThat(conflicts.mayRepeat(failures, conflicts.nowNanos())).isTrue();
        }
        assertThat(pauses.get(0)).isLessThan(100_000);
        assertThat(pauses.get(1)).isLessThan(200_000);
        assertThat(pauses).allMatch(pause -> pause >= 0 && pause < 12_800_000).doesNotHaveDuplicates();
        assertThat(pauses.stream().mapToLong(pause -> pause).max().orElseThrow())
                .isGreaterThan(10_000_000);
    }

    @Test
    void afterTenSecondsItIsNotBegunAgain() {
        long begun = conflicts.nowNanos();
        nanos.addAndGet(ConflictPauses.TIME_MAX_NANOS - 1);
        assertThat(conflicts.mayRepeat(1, begun)).isTrue();
        nanos.incrementAndGet();
        assertThat(conflicts.mayRepeat(2, begun)).isFalse();
        assertThat(pauses).hasSize(1);
    }
}
