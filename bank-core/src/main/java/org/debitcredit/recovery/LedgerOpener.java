package org.debitcredit.recovery;

import org.debitcredit.bank.BankIdentity;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Ledger;

/** Opens the ledger of a bank; a new one holds every account at 0. */
@FunctionalInterface
public interface LedgerOpener {

    /**
     * @param progress told as rows are filled in
     */
    Ledger open(BankIdentity identity, Progress progress);
}
