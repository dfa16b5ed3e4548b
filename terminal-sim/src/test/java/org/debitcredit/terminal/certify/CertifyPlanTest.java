package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;

class CertifyPlanTest {

    @Test
    void tpcaHasABranchTenTellersAndAHundredThousandAccountsForEachTransactionASecond() {
        CertifyPlan plan = Plans.of(Scenario.TPCA, 1_000, Duration.ofMinutes(2), "memory", null);
        assertThat(plan.tps()).isEqualTo(100);
        assertThat(plan.scale().branches()).isEqualTo(100);
        assertThat(plan.scale().tellers()).isEqualTo(1_000);
        assertThat(CertifyPlan.scalePerSecond(plan.scale())).isEqualTo(100);
    }

    @Test
    void gray2005HasEightHundredThirtyMillionAccountsForAsManyThousandTerminals() {
        CertifyPlan plan = Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(15), "memory", null);
        assertThat(plan.tps()).isEqualTo(8_300);
        assertThat(plan.scale().accounts()).isEqualTo(830_000_000);
        assertThat(CertifyPlan.scalePerSecond(plan.scale())).isEqualTo(8_300);
    }

    /** A shorter think time asks for a larger bank; a longer one does not take the terminals' tellers from them. */
    @Test
    void aBankIsLargeEnoughForTheRateAndHasATellerForEachTerminal() {
        assertThat(CertifyPlan.branches(thinking(Duration.ofSeconds(1)), 100)).isEqualTo(100);
        assertThat(CertifyPlan.branches(thinking(Duration.ofSeconds(100)), 100)).isEqualTo(10);
        assertThat(CertifyPlan.branches(Scenario.TPCA, 1_001)).isEqualTo(101);
    }

    @Test
    void aRateWithoutAThinkTimeIsRefused() {
        assertThatThrownBy(() -> CertifyPlan.branches(thinking(Duration.ZERO), 100))
                .hasMessageContaining("longer than 0");
    }

    @Test
    void theLoadsHaveTheirShareOfTheTerminals() {
        CertifyPlan plan = Plans.of(Scenario.TPCA, 25, Duration.ofMinutes(2), "memory", null);
        assertThat(CertifyPlan.PERCENT).extracting(plan::terminals).containsExactly(13, 20, 25);
    }

    private static Scenario thinking(Duration mean) {
        return Scenario.TPCA.thinking(new ThinkTime(mean));
    }
}
