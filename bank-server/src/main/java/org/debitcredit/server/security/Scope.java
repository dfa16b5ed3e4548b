package org.debitcredit.server.security;

import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.RequestColumns;

/**
 * The tellers at which a client may move money, whatever it authenticated with. It does not limit the accounts: money
 * of any branch's customer may be moved at a teller of this scope. Checks allocate nothing.
 */
final class Scope {

    private final IdRanges branches;
    private final IdRanges tellers;

    private Scope(IdRanges branches, IdRanges tellers) {
        this.branches = branches;
        this.tellers = tellers;
    }

    /**
     * All tellers of some branches, and some other tellers.
     *
     * @param property name of the scope in the configuration, for the error
     */
    static Scope of(String property, List<String> branches, List<String> tellers) {
        return new Scope(
                IdRanges.parse(property + ".branches", branches), IdRanges.parse(property + ".tellers", tellers));
    }

    /** Whether the scope contains a teller. */
    boolean containsTeller(long teller) {
        return branches.contains(BankScale.branchOf(teller)) || tellers.contains(teller);
    }

    /** Whether the scope consists of one teller. */
    boolean isOnly(long teller) {
        return branches.isEmpty() && tellers.isOnly(teller);
    }

    /** Whether the scope contains a branch, with all of its tellers. */
    boolean containsBranch(long branch) {
        return branches.contains(branch);
    }

    /** The first row whose teller is outside; -1 if there is none. */
    int firstOutside(RequestColumns requests) {
        for (int row = 0; row < requests.size(); row++) {
            if (!containsTeller(requests.teller[row])) {
                return row;
            }
        }
        return -1;
    }
}
