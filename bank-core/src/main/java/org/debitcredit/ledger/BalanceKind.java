package org.debitcredit.ledger;

import java.util.Locale;
import org.debitcredit.bank.BankScale;

/** Whose balance is meant. */
public enum BalanceKind {
    ACCOUNT,
    TELLER,
    BRANCH;

    /** Whether the bank has one with this id. */
    public boolean exists(BankScale scale, long id) {
        return switch (this) {
            case ACCOUNT -> scale.hasAccount(id);
            case TELLER -> scale.hasTeller(id);
            case BRANCH -> scale.hasBranch(id);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
