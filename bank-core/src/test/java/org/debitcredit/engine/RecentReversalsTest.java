package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentReversalsTest {

    @Test
    void onlyTheLatestTakeMemory() {
        RecentReversals reversals = new RecentReversals();
        int added = RecentReversals.MAX + 1_000;
        for (int i = 1; i <= added; i++) {
            reversals.add(2L * added - i, 2L * added + i, -i);
        }
        for (int i = 1; i <= added; i++) {
            RecentReversals.Posted expected = i <= 1_000 ? null : new RecentReversals.Posted(2L * added + i, -i);
            assertThat(reversals.of(2L * added - i)).isEqualTo(expected);
        }
        assertThat(reversals.of(2L * added)).isNull();
    }
}
