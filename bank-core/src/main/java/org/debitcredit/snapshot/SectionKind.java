package org.debitcredit.snapshot;

import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.jspecify.annotations.Nullable;

/** What the numbers of a page are. The sections of a snapshot follow each other in this order. */
enum SectionKind {
    HEAD(null),
    ROWS(null),
    SUMS(null),
    ACCOUNT(BalanceKind.ACCOUNT),
    TELLER(BalanceKind.TELLER),
    BRANCH(BalanceKind.BRANCH),
    END(null);

    private final @Nullable BalanceKind balances;

    SectionKind(@Nullable BalanceKind balances) {
        this.balances = balances;
    }

    short code() {
        return (short) (ordinal() + 1);
    }

    /** Whose balances; null for the other sections. */
    @Nullable
    BalanceKind balances() {
        return balances;
    }

    /** How many numbers the section has. */
    long numbers(BankScale scale) {
        return switch (this) {
            case HEAD -> SnapshotHead.NUMBERS;
            case ROWS, SUMS -> scale.branches();
            case ACCOUNT, TELLER, BRANCH ->
                java.util.Objects.requireNonNull(balances).count(scale);
            case END -> SnapshotHead.LOG_POSITION_NUMBERS;
        };
    }
}
