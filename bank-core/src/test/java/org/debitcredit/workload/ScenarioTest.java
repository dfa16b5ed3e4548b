package org.debitcredit.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.debitcredit.bank.Preset;
import org.debitcredit.workload.LoadProfile.Point;
import org.junit.jupiter.api.Test;

class ScenarioTest {

    @Test
    void areFoundByTheirNames() {
        assertThat(Scenario.ALL)
                .extracting(Scenario::name)
                .containsExactly("atm", "tpca", "gray2005", "modesto20", "modesto50", "branch-day", "rush");
        assertThat(Scenario.ALL)
                .allSatisfy(
                        scenario -> assertThat(Scenario.named(scenario.name())).contains(scenario));
        assertThat(Scenario.named("town")).isEmpty();
    }

    @Test
    void onlyDebitCreditNeedsNoOpeningBalance() {
        assertThat(Scenario.ALL)
                .filteredOn(scenario -> !scenario.checksFunds())
                .containsExactly(Scenario.TPCA, Scenario.GRAY2005);
    }

    @Test
    void modestoHasNoDebitCredit() {
        AtmWorkload workload =
                new AtmWorkload(Preset.GRAY2005.scale(2), Scenario.MODESTO_20, Preset.GRAY2005, 1, 0, 50);
        assertThat(IntStream.range(0, 1_000).mapToObj(i -> workload.next().operation()))
                .containsOnly(
                        AtmOperation.BALANCE, AtmOperation.WITHDRAWAL, AtmOperation.DEPOSIT, AtmOperation.TRANSFER);
    }

    @Test
    void theSharesAddUpTo100() {
        assertThatThrownBy(() -> new Scenario("x", Preset.TPCA, Scenario.ATM.think(), Map.of(AtmOperation.BALANCE, 99)))
                .hasMessageContaining("must add up to 100");
    }

    @Test
    void aRushIsAStepToThreeTimesTheLoadAndBack() {
        assertThat(LoadProfile.RUSH.loadAt(-1)).isEqualTo(1);
        assertThat(LoadProfile.RUSH.loadAt(0.33)).isEqualTo(1);
        assertThat(LoadProfile.RUSH.loadAt(0.34)).isEqualTo(3);
        assertThat(LoadProfile.RUSH.loadAt(0.66)).isEqualTo(3);
        assertThat(LoadProfile.RUSH.loadAt(0.67)).isEqualTo(1);
        assertThat(LoadProfile.RUSH.loadAt(2)).isEqualTo(1);
        assertThat(LoadProfile.RUSH.isSteady()).isFalse();
    }

    @Test
    void aDayHasPeaksInTheMorningAtNoonAndBeforeClosing() {
        LoadProfile day = LoadProfile.BRANCH_DAY;
        assertThat(day.loadAt(0)).isEqualTo(0.4);
        assertThat(day.loadAt(1 / 8.0)).isEqualTo(1.2);
        assertThat(day.loadAt(3.5 / 8)).isEqualTo(1.6);
        assertThat(day.loadAt(7.5 / 8)).isEqualTo(1.3);
        assertThat(day.loadAt(1.5 / 8)).isCloseTo(0.95, within(1e-9));
        assertThat(day.loadAt(1)).isEqualTo(0.3);
    }

    @Test
    void aSteadyLoadIsAlwaysTheSame() {
        assertThat(LoadProfile.STEADY.isSteady()).isTrue();
        assertThat(LoadProfile.STEADY.loadAt(0.7)).isEqualTo(1);
    }

    @Test
    void aCurveHasBothEndsAndAnOrder() {
        assertThatThrownBy(() -> new LoadProfile(List.of(new Point(0, 1), new Point(0.9, 1))))
                .hasMessageContaining("the last at 1");
        assertThatThrownBy(() -> new LoadProfile(
                        List.of(new Point(0, 1), new Point(0.9, 1), new Point(0.8, 1), new Point(1, 1))))
                .hasMessageContaining("in their order");
        assertThatThrownBy(() -> new Point(0, 0)).hasMessageContaining("load above 0");
    }
}
