package org.debitcredit.terminal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.contract.SuccessCheck;
import org.junit.jupiter.api.Test;

class AnswerReconciliationTest {

    private static final SuccessCheck.Result ALL_FOUND = new SuccessCheck.Result(100, 100, 0, 0, 100, List.of());
    private static final long POSITION_BEFORE = 40;

    @Test
    void holdsWhereEveryAnswerHasItsTransaction() {
        assertThat(of(ALL_FOUND, 140, true, 0).holds()).isTrue();
    }

    @Test
    void aRequestInFlightMayHaveBeenExecuted() {
        assertThat(of(ALL_FOUND, 142, true, 2).holds()).isTrue();
        assertThat(of(ALL_FOUND, 142, true, 2).unanswered()).isEqualTo(2);
        assertThat(of(ALL_FOUND, 143, true, 2).holds())
                .as("a transaction that nobody sent")
                .isFalse();
    }

    @Test
    void isBrokenWhereTheBankHasFewerTransactionsThanItAnswered() {
        assertThat(of(ALL_FOUND, 139, true, 5).holds()).isFalse();
    }

    @Test
    void isBrokenWhereAnAnswerIsLost() {
        SuccessCheck.Result oneLost = new SuccessCheck.Result(100, 99, 1, 0, 100, List.of("a difference"));
        assertThat(of(oneLost, 140, true, 0).holds()).isFalse();
    }

    @Test
    void isBrokenWhereNothingWasAnswered() {
        assertThat(of(new SuccessCheck.Result(0, 0, 0, 0, 0, List.of()), 100, true, 0)
                        .holds())
                .isFalse();
    }

    @Test
    void isBrokenWhereTheBooksAreNotEqual() {
        assertThat(of(ALL_FOUND, 140, false, 0).holds()).isFalse();
    }

    private static AnswerReconciliation of(
            SuccessCheck.Result checked, long position, boolean balanced, long inFlight) {
        return AnswerReconciliation.of(
                checked, POSITION_BEFORE, new BankTotals(position, balanced, null, true), inFlight);
    }
}
