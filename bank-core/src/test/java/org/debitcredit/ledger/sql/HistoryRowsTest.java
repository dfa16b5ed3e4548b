package org.debitcredit.ledger.sql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.debitcredit.bank.BankScale;
import org.junit.jupiter.api.Test;

class HistoryRowsTest {

    private static final BankScale SCALE = new BankScale(200, 10, 10_000);
    private static final long ACCOUNTS_BYTES = 2_000_000L * 134;

    @Test
    void aHeapThatCannotHoldTheAccountsIsRefusedBeforeTheyAreFilled() {
        assertThatThrownBy(() -> HistoryRows.requireRoomForAccounts(SCALE, ACCOUNTS_BYTES - 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        SCALE.toString(), Long.toString(ACCOUNTS_BYTES), Long.toString(ACCOUNTS_BYTES - 1), "-Xmx");
    }

    @Test
    void aHeapThatJustHoldsTheAccountsIsNotRefused() {
        assertThatCode(() -> HistoryRows.requireRoomForAccounts(SCALE, ACCOUNTS_BYTES))
                .doesNotThrowAnyException();
    }
}
