package org.debitcredit.ledger;

import java.util.Locale;
import org.debitcredit.bank.BankScale;

/** The kind of owner of a balance. */
public enum BalanceKind {
    ACCOUNT,
    TELLER,
    BRANCH;

    /** Whether the bank has an owner of this kind with this id. */
    public boolean exists(BankScale scale, long id) {
        return switch (this) {
            case ACCOUNT -> scale.hasAccount(id);
            case TELLER -> scale.hasTeller(id);
            case BRANCH -> scale.hasBranch(id);
        };
    }

    /** Number of owners of this kind in the bank. */
    public long count(BankScale scale) {
        return switch (this) {
            case ACCOUNT -> scale.accounts();
            case TELLER -> scale.tellers();
            case BRANCH -> scale.branches();
        };
    }

    /** Id by dense index, from 0 without gaps: branch by branch, in each by sequence. Rises with the index. */
    public long idAt(BankScale scale, long index) {
        long perBranch = count(scale) / scale.branches();
        return this == BRANCH ? index : (index / perBranch) * BankScale.ID_RADIX + index % perBranch;
    }

    /** Dense index of an id that exists; the inverse of {@link #idAt}. */
    public long indexOf(BankScale scale, long id) {
        long perBranch = count(scale) / scale.branches();
        return this == BRANCH ? id : BankScale.branchOf(id) * perBranch + BankScale.sequenceOf(id);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
