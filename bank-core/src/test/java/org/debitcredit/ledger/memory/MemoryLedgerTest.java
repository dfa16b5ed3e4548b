package org.debitcredit.ledger.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerContract;
import org.debitcredit.ledger.Totals;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;

/** The ledger contract on arrays, in segments so short that every kind of balance has several. */
class MemoryLedgerTest extends LedgerContract {

    private static final int SEGMENT_BITS = 1;

    @Override
    protected Ledger open(BankIdentity identity) {
        return new MemoryLedger(identity, SEGMENT_BITS);
    }

    @Test
    void aHeapThatIsTooSmallIsRefusedBeforeItIsTaken() {
        BankIdentity huge = new BankIdentity(UUID.randomUUID(), new BankScale(100_000, 10, 1_000_000), BANK.currency());
        long bytes = 8 * (100_000_000_000L + 1_000_000 + 3 * 100_000);
        assertThatThrownBy(() -> new MemoryLedger(huge))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        Long.toString(bytes), Long.toString(Runtime.getRuntime().maxMemory()));
    }

    @Test
    void nothingIsCommittedWhenNothingIsPending() {
        assertThatThrownBy(() -> bank.ledger.commit(bank.logPositionAt(1))).hasMessageContaining("nothing is pending");
    }

    @Test
    void aClosedLedgerDoesNothingMore() {
        bank.ledger.close();
        assertThatThrownBy(() -> bank.run(Transaction.deposit(TELLER, ACCOUNT, 1)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> bank.ledger.copy(BalanceKind.ACCOUNT, 0, 1, new long[1]))
                .hasMessageContaining("closed");
    }

    /** As a snapshot might that was damaged and yet read. */
    @Test
    void balancesThatDoNotAddUpShowInTheTotals() {
        bank.ledger.load(BalanceKind.TELLER, 0, 4, new long[] {3, 4, Long.MAX_VALUE, 1});
        bank.ledger.load(BalanceKind.BRANCH, 0, 3, new long[] {7, Long.MIN_VALUE, 0});
        bank.ledger.loaded(BranchHistory.none(3), bank.logPositionAt(1), 1);
        Totals totals = bank.ledger.totals();
        assertThat(totals.branchesDiffering())
                .as("branch 1, whose tills add up to its balance only in 64 bits")
                .isEqualTo(1);
        assertThat(totals.hold()).isFalse();
    }
}
