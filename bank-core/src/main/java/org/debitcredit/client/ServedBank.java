package org.debitcredit.client;

import org.debitcredit.bank.BankScale;
import org.debitcredit.wire.v1.GetBankResponse;

/**
 * A bank as its service describes it.
 *
 * @param ledger where the balances are kept
 * @param journal how the journal is kept
 * @param isDurable whether the journal is on a disk
 * @param forces of the journal since the service started
 * @param journalBytes written since the service started
 */
public record ServedBank(
        BankScale scale, String ledger, String journal, boolean isDurable, long forces, long journalBytes) {

    static ServedBank of(GetBankResponse bank) {
        return new ServedBank(
                new BankScale(bank.getBranches(), bank.getTellersPerBranch(), bank.getAccountsPerBranch()),
                bank.getLedger(),
                bank.getJournalKind(),
                bank.getDurable(),
                bank.getForces(),
                bank.getJournalBytes());
    }
}
