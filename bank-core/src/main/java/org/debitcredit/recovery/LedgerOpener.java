package org.debitcredit.recovery;

import org.debitcredit.bank.BankIdentity;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Ledger;

/** Opens the ledger of a bank. In a new one, every balance is 0. */
@FunctionalInterface
public interface LedgerOpener {

    /** @param progress receives the progress of filling */
    Ledger open(BankIdentity identity, Progress progress);
}
