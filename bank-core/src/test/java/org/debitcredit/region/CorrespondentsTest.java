package org.debitcredit.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.debitcredit.bank.BankScale;
import org.junit.jupiter.api.Test;

class CorrespondentsTest {

    @Test
    void each_region_has_a_teller_and_an_account_of_its_own_in_the_last_branches() {
        BankScale scale = new BankScale(20, 10, 10_000);
        Correspondents correspondents = new Correspondents(scale, 25);
        Set<Long> ids = new HashSet<>();
        for (int region = 0; region < 25; region++) {
            long teller = correspondents.networkTeller(region);
            long account = correspondents.dueFrom(region);
            assertThat(scale.hasTeller(teller)).isTrue();
            assertThat(scale.hasAccount(account)).isTrue();
            assertThat(correspondents.regionOfTeller(teller)).isEqualTo(region);
            assertThat(correspondents.regionOfAccount(account)).isEqualTo(region);
            assertThat(BankScale.branchOf(account)).isGreaterThanOrEqualTo(correspondents.ordinaryBranches());
            ids.add(account);
        }
        assertThat(ids).hasSize(25);
        assertThat(correspondents.ordinaryBranches()).isEqualTo(17);
    }

    @Test
    void a_customer_is_no_correspondent() {
        Correspondents correspondents = new Correspondents(new BankScale(3, 10, 10_000), 4);
        assertThat(correspondents.regionOfAccount(2_000_003)).isEqualTo(3);
        assertThat(correspondents.regionOfAccount(2_000_004)).isEqualTo(Correspondents.NONE);
        assertThat(correspondents.regionOfAccount(2_009_999)).isEqualTo(Correspondents.NONE);
        assertThat(correspondents.regionOfAccount(1_000_000)).isEqualTo(Correspondents.NONE);
        assertThat(correspondents.regionOfAccount(3_000_000)).isEqualTo(Correspondents.NONE);
        assertThat(correspondents.regionOfAccount(-1)).isEqualTo(Correspondents.NONE);
        assertThat(correspondents.regionOfAccount(Long.MIN_VALUE)).isEqualTo(Correspondents.NONE);
        assertThat(correspondents.regionOfAccount(Long.MAX_VALUE)).isEqualTo(Correspondents.NONE);
    }

    @Test
    void all_tellers_of_the_last_branches_are_reserved() {
        Correspondents correspondents = new Correspondents(new BankScale(5, 10, 10_000), 11);
        assertThat(correspondents.isReservedTeller(2_000_009)).isFalse();
        assertThat(correspondents.isReservedTeller(3_000_000)).isTrue();
        assertThat(correspondents.isReservedTeller(3_000_009)).isTrue();
        assertThat(correspondents.isReservedTeller(4_000_009)).isTrue();
        assertThat(correspondents.isReservedTeller(4_000_010))
                .as("the bank has no such teller")
                .isFalse();
        assertThat(correspondents.isReservedTeller(5_000_000)).isFalse();
        assertThat(correspondents.isReservedTeller(-1)).isFalse();
    }

    @Test
    void a_bank_without_a_branch_for_customers_is_refused() {
        assertThatThrownBy(() -> new Correspondents(new BankScale(1, 10, 10), 2))
                .hasMessageContaining("2 regions need 1 branches");
        assertThatThrownBy(() -> new Correspondents(new BankScale(2, 10, 10), 11))
                .hasMessageContaining("11 regions need 2 branches");
        assertThatThrownBy(() -> new Correspondents(new BankScale(5, 10, 10), 1))
                .hasMessageContaining("there must be 2 to 1000");
    }
}
