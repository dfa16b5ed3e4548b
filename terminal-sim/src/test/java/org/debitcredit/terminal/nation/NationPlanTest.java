package org.debitcredit.terminal.nation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.debitcredit.bank.BankScale;
import org.debitcredit.region.Correspondents;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NationPlanTest {

    private static NationPlan plan(int regions, int branches, int atms) {
        return new NationPlan(
                regions,
                branches,
                atms,
                new ThinkTime(Duration.ofSeconds(1)),
                15,
                Duration.ofSeconds(9),
                false,
                "h2",
                256,
                1);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "10, 100", "11, 100", "20, 3", "21, 3", "100, 7"})
    void the_banks_have_the_customers_branches_and_those_of_the_correspondents(int regions, int branches) {
        NationPlan plan = plan(regions, branches, 1);
        assertThat(plan.correspondents().ordinaryBranches()).isEqualTo(branches);
    }

    @Test
    void every_atm_is_at_an_ordinary_till_of_its_branch() {
        NationPlan plan = plan(11, 3, 12);
        Set<Long> tills = new HashSet<>();
        for (int atm = 0; atm < plan.terminalsPerRegion(); atm++) {
            long till = plan.tillOfAtm(atm);
            assertThat(plan.scale().hasTeller(till)).isTrue();
            assertThat(plan.correspondents().regionOfTeller(till)).isEqualTo(Correspondents.NONE);
            assertThat(BankScale.branchOf(till)).isEqualTo(atm / 12);
            tills.add(till);
        }
        assertThat(tills).hasSize(30);
    }

    @Test
    void tills_are_numbered_through() {
        NationPlan plan = plan(2, 3, 1);
        for (int till = 0; till < plan.tills(); till++) {
            assertThat(plan.tillNumber(plan.till(till))).isEqualTo(till);
        }
        assertThat(plan.tills()).isEqualTo(30);
    }

    @Test
    void funded_accounts_are_distinct_and_of_branches_with_customers() {
        NationPlan plan = plan(2, 3, 1);
        Set<Long> accounts = new HashSet<>();
        for (int number = 0; number < plan.funded(); number++) {
            long account = plan.fundedAccount(number);
            assertThat(plan.scale().hasAccount(account)).isTrue();
            assertThat(BankScale.branchOf(account)).isLessThan(3);
            accounts.add(account);
        }
        assertThat(accounts).hasSize(1_000);
    }

    @Test
    void a_plan_of_which_not_every_answer_could_be_looked_up_is_refused() {
        Duration think = Duration.ofSeconds(10);
        assertThat(NationPlan.keyWindow(256)).isEqualTo(617_093);
        // 2,000 ATMs of a region make 230 decisions a second.
        assertThat(lasting(think, Duration.ofSeconds(2_670)).regions()).isEqualTo(10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lasting(think, Duration.ofSeconds(2_690)))
                .withMessageStartingWith("each region would decide up to 619,700 transactions, and with --heap 256m it "
                        + "keeps the keys of 617,093");
    }

    private static NationPlan lasting(Duration think, Duration duration) {
        return new NationPlan(10, 100, 20, new ThinkTime(think), 15, duration, true, "memory", 256, 1);
    }

    @Test
    void a_plan_out_of_range_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(1, 1, 1))
                .withMessage("--regions is 1; it must be 2 to 100");
        assertThatIllegalArgumentException().isThrownBy(() -> plan(2, 0, 1)).withMessageStartingWith("--branches is 0");
        assertThatIllegalArgumentException().isThrownBy(() -> plan(2, 1, 0)).withMessageStartingWith("--atms is 0");
    }
}
