package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
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
        assertThat(plan.loads().percents()).extracting(plan.loads()::terminals).containsExactly(13, 20, 25);
    }

    @Test
    void loadsRiseAndEndWithTheFullOne() {
        for (List<Integer> wrong :
                List.of(List.<Integer>of(), List.of(50), List.of(80, 50, 100), List.of(100, 100), List.of(0, 100))) {
            assertThatThrownBy(() -> Plans.playing(wrong)).hasMessageContaining("rise, and end with 100");
        }
        assertThat(Plans.playing(List.of(100)).loads().percents()).containsExactly(100);
    }

    /** By hand: ramp-ups of 42, 67 and 83 s, and each time 30 s, 15 minutes and 2 s. */
    @Test
    void theLoadsOfTheFullScaleTakeFiftyMinutes() {
        CertifyPlan plan = Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(15), "memory", null);
        assertThat(plan.loads().time()).isEqualTo(Duration.ofSeconds(42 + 67 + 83 + 3 * 932));
    }

    @Test
    void timesAndTerminalsAreInWords() {
        assertThat(Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(15), "memory", null)
                        .loads()
                        .timeInWords())
                .isEqualTo("50 minutes");
        LoadPlan loads = new LoadPlan(1, Duration.ofSeconds(1), Duration.ofSeconds(3), List.of(100));
        assertThat(loads.timeInWords()).isEqualTo("7 s");
        assertThat(LoadPlan.words(1)).isEqualTo("1 terminal");
        assertThat(LoadPlan.words(1_000)).isEqualTo("1,000 terminals");
    }

    @Test
    void theCommandThatRepeatsARunHasNoPassword() {
        assertThat(CertifyCommand.withoutPassword("--ledger=jdbc:mariadb://host/bank?user=a&password=b&ssl=true"))
                .isEqualTo("--ledger=jdbc:mariadb://host/bank?user=a&password=...&ssl=true");
        assertThat(CertifyCommand.withoutPassword("jdbc:sqlserver://host;trustStorePassword=b c;x=1"))
                .isEqualTo("jdbc:sqlserver://host;trustStorePassword=...;x=1");
        assertThat(CertifyCommand.withoutPassword("--ledger=memory")).isEqualTo("--ledger=memory");
    }

    @Test
    void theCommandThatRepeatsARunIsQuotedForAShell() {
        assertThat(CertifyCommand.quoted("--terminals=1000")).isEqualTo("--terminals=1000");
        assertThat(CertifyCommand.quoted("jdbc:mariadb://host/bank?user=a&ssl=true"))
                .isEqualTo("'jdbc:mariadb://host/bank?user=a&ssl=true'");
        assertThat(CertifyCommand.quoted("my disk's")).isEqualTo("'my disk'\\''s'");
        assertThat(CertifyCommand.quoted("$(reboot)")).isEqualTo("'$(reboot)'");
        assertThat(CertifyCommand.quoted("")).isEqualTo("''");
    }

    @Test
    void oneTerminalIsTooFewForTheKillTestAndForBounds() {
        assertThat(Plans.of(Scenario.TPCA, 1, Duration.ofMinutes(2), "memory", null)
                        .undecidable())
                .satisfiesExactly(
                        kill -> assertThat(kill).startsWith("about 0.6 answers come before the server is killed"),
                        bounds -> assertThat(bounds)
                                .startsWith("about 12 answers come in the window of the load of 50 %"));
        assertThat(Plans.of(Scenario.TPCA, 1_000, Duration.ofMinutes(2), "memory", null)
                        .undecidable())
                .isEmpty();
    }

    private static Scenario thinking(Duration mean) {
        return Scenario.TPCA.thinking(new ThinkTime(mean));
    }
}
