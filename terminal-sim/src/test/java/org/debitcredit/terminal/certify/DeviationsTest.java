package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.workload.Scenario;
import org.junit.jupiter.api.Test;

class DeviationsTest {

    private static final CertifyPlan PLAN = Plans.of(Scenario.TPCA, 1_000, Duration.ofMinutes(2), "memory", null);

    @Test
    void testsThatCouldNotBeRunForOneReasonAreToldTogether() {
        List<Tested> tests = List.of(
                Tested.of(AcidTest.ATOMICITY, true, "tried", "held"),
                Tested.impossible(AcidTest.POWER_CUT, "No root."),
                Tested.impossible(AcidTest.DATABASE_LOST, "No database."),
                Tested.impossible(AcidTest.JOURNAL_LOST, "No root."));
        assertThat(Deviations.of(PLAN, tests, List.of()))
                .contains(
                        "The tests \"power cut\", \"journal lost\" were not run. No root.",
                        "The test \"database lost\" was not run. No database.")
                .noneMatch(deviation -> deviation.contains("atomicity"));
    }

    @Test
    void terminalsThatShareTellersAreADeviation() {
        BankScale scale = Preset.TPCA.scale(5);
        assertThat(Deviations.ofScale(scale, 50)).isEmpty();
        assertThat(Deviations.ofScale(scale, 51))
                .containsExactly("51 terminals shared 50 tellers; the rules ask for a teller for each terminal.");
    }

    @Test
    void theFirstWordsSayWhatTheLoadsLacked() {
        assertThat(Deviations.foremost(PLAN)).containsExactly("The loads ran without a mirror.");
        assertThat(Deviations.foremost(Plans.playing(List.of(100))))
                .containsExactly("The loads ran without a mirror.", "50 % and 80 % of the rate were not played.");
        CertifyPlan mirrored = Plans.of(Scenario.TPCA, 1_000, Duration.ofMinutes(2), "memory", Path.of("mirror"));
        assertThat(Deviations.foremost(mirrored)).isEmpty();
    }

    @Test
    void aBankWithoutAMirrorSaysWhereTheMirrorOfTheLostMediaWas() {
        assertThat(Deviations.of(PLAN, List.of(), List.of("503")))
                .contains(
                        "The mirror of that bank is on the same device as its data.",
                        "The loss of a medium and a power cut are tested on a bank of the same settings with 1,000,000 "
                                + "accounts.",
                        "The window of measurement was 120 s; the rules ask for 15 minutes or more.",
                        "A checkpoint was not taken: 503")
                .noneMatch(deviation -> deviation.startsWith("Data and mirror"));
    }
}
