package org.debitcredit.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import javax.xml.parsers.DocumentBuilderFactory;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.MemoryUse;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.ResourceUse;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.modesto.Comparison;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.scaling.ScalingPoint;
import org.debitcredit.lab.scaling.ScalingReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.InputSource;

class LabPageTest {

    private static StepCounters step(double processorsBusy) {
        return new StepCounters(
                "10 streams",
                10,
                1_000,
                0.1,
                10,
                0,
                1,
                0,
                Map.of(Resource.PROCESSORS, ResourceUse.of(1, 10 * processorsBusy)),
                MemoryUse.NONE,
                Set.of());
    }

    private static Trial trial(String setting, double processorsBusy) {
        List<StepCounters> steps = List.of(step(processorsBusy));
        return new Trial(setting, steps, Bottleneck.of(steps));
    }

    private static void requireWellFormed(String page) throws Exception {
        String body = page.substring(page.indexOf("<html"));
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(body)));
    }

    @ParameterizedTest
    @EnumSource(ModestoPreset.class)
    void a_modelled_preset_shows_the_articles_table_and_each_bottleneck(ModestoPreset preset) throws Exception {
        LabResult result = LabResult.modelled(preset);
        String page = LabPage.of(result, Optional.empty());
        requireWellFormed(page);
        assertThat(page).contains("modelled 1995", "A model, not a measurement", "Throughput against load");
        assertThat(TrialTable.rows(result))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row).hasSameSizeAs(TrialTable.head(result)));
        result.trials()
                .forEach(trial -> assertThat(page)
                        .contains(trial.setting() + ": " + trial.bottleneck().sentence()));
    }

    @Test
    void the_articles_numbers_have_their_roles_and_each_miss_says_what_the_model_lacks() {
        assertThat(ArticleTable.roles())
                .contains(
                        "20 ATMs, 16 MB, 38.4 kbaud: 16.9 tps, judges the model",
                        "20 ATMs, 32 MB, 38.4 kbaud: 27 tps, calibrates the model",
                        "2 processors, log on another disk: 60 % more by the second processor, is an input of the"
                                + " model, or follows from its inputs",
                        "20 ATMs, 16 MB, 38.4 kbaud: 50 to 100 page faults per second, judges the model by a range");
        List<List<String>> rows = ArticleTable.rows(Comparison.of(ModestoPreset.MODESTO20));
        assertThat(rows).hasSameSizeAs(ArticleTable.roles()).allSatisfy(row -> {
            assertThat(row).hasSameSizeAs(ArticleTable.head());
            assertThat(row.get(4).isEmpty()).isEqualTo(!row.get(3).startsWith("missed"));
        });
    }

    @Test
    void a_measured_preset_shows_the_articles_numbers_beside_ours_and_judges_nothing() throws Exception {
        LabResult result = LabResult.measured(
                "a laptop",
                List.of(trial("poor", 0.99), trial("rich", 0.2)),
                List.of(),
                Optional.of(ModestoPreset.MODESTO20),
                2,
                Optional.empty());
        String page = LabPage.of(result, Optional.empty());
        requireWellFormed(page);
        assertThat(TrialTable.rows(result).get(0))
                .startsWith("poor", "50 to 100 page faults per second, 10 to 38.4 kbaud on a line, 16.9 tps", "100")
                .contains("the processors");
        assertThat(TrialTable.rows(result).get(1)).contains("17.5 tps", "none near");
        assertThat(page).doesNotContain("calibrated");
    }

    @Test
    void a_round_after_the_set_ups_has_no_number_of_the_article_and_an_early_end_is_told() throws Exception {
        LabResult result = LabResult.measured(
                "a laptop",
                List.of(trial("one", 0.99), trial("two", 0.99), trial("a round", 0.2)),
                List.of(),
                Optional.of(ModestoPreset.MODESTO_SMP),
                2,
                Optional.of("failed: the service ended"));
        assertThat(TrialTable.rows(result).get(0)).doesNotContain("not stated");
        assertThat(TrialTable.rows(result).get(2)).startsWith("a round", "not stated");
        String page = LabPage.of(result, Optional.empty());
        requireWellFormed(page);
        assertThat(page).contains("Incomplete: failed: the service ended.");
    }

    @Test
    void a_page_has_the_measured_part_before_the_modelled_one() throws Exception {
        LabResult measured = LabResult.measured(
                "a laptop",
                List.of(trial("poor", 0.99)),
                List.of(),
                Optional.of(ModestoPreset.MODESTO_SMP),
                1,
                Optional.empty());
        String page = LabPage.of(measured, Optional.of(LabResult.modelled(ModestoPreset.MODESTO_SMP)));
        requireWellFormed(page);
        assertThat(page)
                .containsSubsequence(
                        "modesto-smp, measured",
                        "a laptop",
                        "The bottlenecks",
                        "modesto-smp, modelled 1995",
                        "The bottlenecks, modelled 1995")
                .containsOnlyOnce("rule for more processors</h2>");
    }

    @Test
    void a_scaling_of_which_every_step_failed_is_shown_with_the_reasons() throws Exception {
        LabResult result = LabResult.measured(
                "a laptop",
                List.of(trial("as it is", 0.99)),
                List.of(ScalingReport.of(
                        "processors", List.of(), List.of("processors 1: no answer"), new SplittableRandom(1))),
                Optional.empty(),
                0,
                Optional.empty());
        String page = LabPage.of(result, Optional.empty());
        requireWellFormed(page);
        assertThat(page).contains("Scaling with processors", "1 step failed: processors 1: no answer.");
    }

    @Test
    void levers_pulled_freely_have_no_article_beside_them_and_fits_are_shown() throws Exception {
        List<ScalingPoint> points = new ArrayList<>();
        for (int streams = 1; streams <= 8; streams++) {
            points.add(new ScalingPoint(streams, 1_000 * streams / (1 + 0.1 * (streams - 1))));
        }
        LabResult result = LabResult.measured(
                "a laptop",
                List.of(trial("as it is", 0.99)),
                List.of(ScalingReport.of("streams", points, List.of(), new SplittableRandom(1))),
                Optional.empty(),
                0,
                Optional.empty());
        String page = LabPage.of(result, Optional.empty());
        requireWellFormed(page);
        assertThat(TrialTable.head(result)).doesNotContain("the article");
        assertThat(page).contains("Scaling with streams", "Amdahl suffices", "F test for lack of fit: undecided");
        assertThat(page).contains("verdict warning", "Whether it holds is undecided");
    }
}
