package org.debitcredit.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verdict is the median of the pairs' ratios, and is seen to fail. */
class PairedReportTest {

    private final PairedReport report = new PairedReport();

    @Test
    void theVerdictIsTheMedianOfTheRatiosPairByPair() {
        pair(300, 100);
        pair(50, 100);
        pair(1_200, 1_000);
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.path("ratio").asDouble()).isEqualTo(1.2);
        assertThat(json.path("engineTps").asLong()).isEqualTo(300);
        assertThat(json.path("jdbcTps").asLong()).isEqualTo(100);
        assertThat(json.path("holds").asBoolean()).isTrue();
        assertThat(json.path("rounds")).hasSize(3);
        assertThat(json.path("rounds").path(1).path("ratio").asDouble()).isEqualTo(0.5);
        assertThat(report.text())
                .contains("median          300             100    1.20")
                .contains("hold on both");
        assertThat(report.holds()).isTrue();
    }

    @Test
    void aSlowerEngineDoesNotHold() {
        pair(99, 100);
        assertThat(report.holds()).isFalse();
    }

    @Test
    void brokenInvariantsDoNotHoldHoweverFast() {
        report.add(new PairedRound(figures(500), figures(100), false));
        assertThat(report.holds()).isFalse();
        assertThat(report.text()).contains("DO NOT HOLD");
    }

    @Test
    void figuresAreReadAsTheyWereWritten() {
        assertThat(Figures.parse(figures(500).toLine())).isEqualTo(figures(500));
    }

    private void pair(long engine, long jdbc) {
        report.add(new PairedRound(figures(engine), figures(jdbc), true));
    }

    private static Figures figures(long perSecond) {
        return new Figures(perSecond, 1_000_000_000, 500_000_000, 10, 1, 2, 3);
    }
}
