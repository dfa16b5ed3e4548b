package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;

class FundingTest {

    @Test
    void paysTheFirstFiftyAccountsOfEveryBranchAtATellerOfIts() {
        BankScale scale = Preset.GRAY2005.scale(3);
        List<Transaction> deposits = Funding.deposits(new BankInfo(Preset.GRAY2005, scale, 0));
        assertThat(deposits).hasSize(150).allSatisfy(deposit -> {
            assertThat(deposit.amountMinor()).isEqualTo(100_000);
            assertThat(scale.hasTeller(deposit.teller())).isTrue();
            assertThat(deposit.branch()).isEqualTo(BankScale.branchOf(deposit.account()));
            assertThat(BankScale.sequenceOf(deposit.account())).isLessThan(50);
        });
        assertThat(deposits.stream().map(Transaction::account).distinct()).hasSize(150);
        assertThat(deposits.stream().map(Transaction::teller).distinct()).hasSize(30);
    }

    @Test
    void aSmallBranchIsPaidWhole() {
        BankInfo bank = new BankInfo(Preset.GRAY2005, new BankScale(2, 1, 3), 0);
        assertThat(Funding.deposits(bank).stream().map(Transaction::account))
                .containsExactlyInAnyOrder(0L, 1L, 2L, 1_000_000L, 1_000_001L, 1_000_002L);
    }
}
