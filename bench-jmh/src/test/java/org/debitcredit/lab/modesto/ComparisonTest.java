package org.debitcredit.lab.modesto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.List;
import java.util.stream.Stream;
import org.debitcredit.lab.Bottleneck.Named;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.modesto.Statement.Role;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void the_calibration_uses_two_throughputs_and_the_full_processor_of_one_of_them() {
        assertThat(Statement.ALL.stream().filter(statement -> statement.role() == Role.CALIBRATES))
                .extracting(Statement::words)
                .containsExactly("27 tps", "250 tps", "100 % of the processors");
        List<JudgedStatement> calibrated = all().filter(
                        judged -> judged.statement().role() == Role.CALIBRATES)
                .toList();
        assertThat(calibrated)
                .allSatisfy(judged ->
                        assertThat(judged.model()).isCloseTo(judged.statement().low(), withPercentage(1)));
    }

    @Test
    void what_the_model_contains_of_two_processors_is_shown_and_judges_nothing() {
        List<JudgedStatement> inputs =
                all().filter(judged -> judged.statement().role() == Role.INPUT).toList();
        assertThat(inputs)
                .extracting(judged -> judged.statement().words())
                .containsExactly("60 % more by the second processor", "400 tps at most by the processors");
        assertThat(inputs).allSatisfy(judged -> {
            assertThat(judged.verdict()).isEqualTo("input");
            assertThat(judged.counts()).isFalse();
            assertThat(judged.model()).isCloseTo(judged.statement().low(), withPercentage(0.01));
        });
    }

    @Test
    void two_thirds_of_the_other_numbers_are_right_and_each_miss_names_what_the_model_lacks() {
        List<JudgedStatement> judged = all().filter(JudgedStatement::counts).toList();
        assertThat(judged).hasSize(13);
        List<JudgedStatement> missed =
                judged.stream().filter(each -> !each.isRight()).toList();
        assertThat(missed).hasSizeLessThanOrEqualTo(judged.size() / 3);
        assertThat(missed)
                .allSatisfy(each -> assertThat(each.statement().lacking()).isNotBlank());
        assertThat(all().filter(each -> each.isRight()))
                .allSatisfy(each -> assertThat(each.statement().lacking()).isEmpty());
        assertThat(all().filter(each -> each.statement().isRange())).allMatch(JudgedStatement::isRight);
    }

    @Test
    void every_preset_shows_the_whole_article_and_says_where_a_chart_is_lost() {
        for (ModestoPreset preset : ModestoPreset.values()) {
            Comparison comparison = Comparison.of(preset);
            assertThat(comparison.statements()).hasSameSizeAs(Statement.ALL);
            assertThat(comparison.sentence()).startsWith(comparison.right() + " of 13 judged numbers of the article");
        }
        assertThat(Comparison.of(ModestoPreset.MODESTO50).sentence()).contains("chart of 50 ATMs is lost");
    }

    @Test
    void the_model_names_the_bottlenecks_that_the_article_found() {
        assertThat(bottlenecks(ModestoPreset.MODESTO20).limit(3))
                .containsExactly(Resource.MEMORY, Resource.MEMORY, Resource.LINE);
        assertThat(bottlenecks(ModestoPreset.MODESTO_SMP))
                .containsExactly(Resource.DISK, Resource.DISK, Resource.PROCESSORS, Resource.DISK);
    }

    @Test
    void two_processors_allow_what_they_do_when_both_are_busy_and_hinder_each_other() {
        // 1.6 times 250 tps; the article: "the ultimate limit on a two-CPU system is in the 400tps range".
        assertThat(Comparison.of(ModestoPreset.MODESTO_SMP).trials().stream()
                        .map(trial -> ((Named) trial.bottleneck()).next().orElseThrow())
                        .filter(next -> next.resource() == Resource.PROCESSORS)
                        .map(next -> Math.round(next.ceiling())))
                .containsExactly(250L, 400L, 400L);
    }

    private static Stream<Resource> bottlenecks(ModestoPreset preset) {
        return Comparison.of(preset).trials().stream().map(trial -> ((Named) trial.bottleneck()).resource());
    }

    private static Stream<JudgedStatement> all() {
        return JudgedStatement.all().stream();
    }
}
