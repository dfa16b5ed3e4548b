package org.debitcredit.projection;

import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.sql.PopulateProgress;

/** Opens the database of a projection; an empty one becomes the bank's, with every account at 0. */
@FunctionalInterface
public interface ProjectionOpener {

    /**
     * @param progress receives the progress of filling
     * @throws org.debitcredit.ledger.LedgerUnavailable if it is unreachable
     * @throws IllegalStateException if it belongs to another bank
     */
    Ledger open(BankIdentity identity, PopulateProgress progress);
}
