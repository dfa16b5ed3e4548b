package org.debitcredit.client;

import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankScale;
import org.debitcredit.wire.v1.GetBankResponse;
import org.jspecify.annotations.Nullable;

/**
 * A bank as its service describes it.
 *
 * @param ledger where the balances are kept
 * @param journal how the journal is kept
 * @param isDurable whether the journal is on a disk
 * @param forces of the journal since the service started
 * @param journalBytes written since the service started
 * @param id of the bank
 * @param region its number; null if it has no regions
 * @param regions how many there are; null if there are none
 * @param currency of its amounts
 */
public record ServedBank(
        BankScale scale,
        String ledger,
        String journal,
        boolean isDurable,
        long forces,
        long journalBytes,
        UUID id,
        @Nullable Integer region,
        @Nullable Integer regions,
        Currency currency) {

    static ServedBank of(GetBankResponse bank) {
        return new ServedBank(
                new BankScale(bank.getBranches(), bank.getTellersPerBranch(), bank.getAccountsPerBranch()),
                bank.getLedger(),
                bank.getJournalKind(),
                bank.getDurable(),
                bank.getForces(),
                bank.getJournalBytes(),
                UUID.fromString(bank.getBankId()),
                bank.hasRegion() ? bank.getRegion() : null,
                bank.hasRegionCount() ? bank.getRegionCount() : null,
                Currency.getInstance(bank.getCurrency()));
    }
}
