package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.junit.jupiter.api.Test;

class PositionRuleTest {

    private static Verdict of(long distinct, long astray, long positionAfter, long failed) {
        return PositionRule.finding(new AnsweredPositions(100, distinct, astray), positionAfter, failed)
                .verdict();
    }

    @Test
    void everyPositionIsAnsweredOnce() {
        assertThat(of(50, 0, 150, 0)).isEqualTo(Verdict.PASS);
    }

    @Test
    void aFailedRequestMayHaveBeenExecuted() {
        assertThat(of(50, 0, 151, 1)).isEqualTo(Verdict.PASS);
        assertThat(of(50, 0, 151, 0)).isEqualTo(Verdict.FAIL);
    }

    /** A server that answers {@code committed} and does nothing has no history, or tells positions twice. */
    @Test
    void answersWithoutAHistoryFail() {
        assertThat(of(50, 0, 100, 0)).isEqualTo(Verdict.FAIL);
        assertThat(of(1, 49, 101, 0)).isEqualTo(Verdict.FAIL);
    }
}
