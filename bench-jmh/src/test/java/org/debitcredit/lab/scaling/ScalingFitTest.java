package org.debitcredit.lab.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.debitcredit.measure.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScalingFitTest {

    private static final int[] PLACES = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};

    private static List<ScalingPoint> points(IntToDoubleFunction law, double noise, long seed) {
        return SyntheticScaling.points(law, PLACES, 5, noise, new SplittableRandom(seed));
    }

    private static ScalingFit fit(ScalingLaw law, List<ScalingPoint> points) {
        return ScalingFit.of(law, points, new SplittableRandom(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void contention_and_coherence_are_recovered_from_noisy_points_within_5_percent(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double sigma = random.nextDouble(0.03, 0.3);
        double kappa = random.nextDouble(0.001, 0.01);
        double lambda = random.nextDouble(100, 1e6);
        Curve curve = CurveFit.of(
                ScalingLaw.UNIVERSAL, points(SyntheticScaling.universal(lambda, sigma, kappa), 0.002, seed));
        assertThat(curve.shape().get(0)).isCloseTo(sigma, withPercentage(5));
        assertThat(curve.shape().get(1)).isCloseTo(kappa, withPercentage(5));
        assertThat(curve.lambda()).isCloseTo(lambda, withPercentage(1));
    }

    @Test
    void points_without_noise_are_fitted_exactly() {
        ScalingFit fit =
                fit(ScalingLaw.UNIVERSAL, points(SyntheticScaling.universal(995.6486, 0.02671591, 0.00076909), 0, 1));
        assertThat(fit.parameter("λ").value()).isCloseTo(995.6486, withPercentage(1e-4));
        assertThat(fit.parameter("σ").value()).isCloseTo(0.02671591, withPercentage(1e-4));
        assertThat(fit.parameter("κ").value()).isCloseTo(0.00076909, withPercentage(1e-4));
    }

    @Test
    void parameters_stay_within_their_bounds_when_throughput_grows_faster_than_the_servers() {
        ScalingFit fit = fit(ScalingLaw.UNIVERSAL, points(n -> 100 * Math.pow(n, 1.1), 0.001, 1));
        assertThat(fit.parameter("σ").value()).isZero();
        assertThat(fit.parameter("κ").value()).isZero();
    }

    @Test
    void the_throughput_of_one_server_is_fitted_and_not_taken_from_one_noisy_point() {
        List<ScalingPoint> points = new ArrayList<>(SyntheticScaling.points(
                SyntheticScaling.universal(1_000, 0.1, 0.002), PLACES, 1, 0, new SplittableRandom(1)));
        points.set(0, new ScalingPoint(1, 1_100));
        assertThat(fit(ScalingLaw.UNIVERSAL, points).parameter("λ").value()).isBetween(990.0, 1_090.0);
    }

    @Test
    void intervals_cover_the_true_value_about_as_often_as_they_say() {
        int covered = 0;
        for (int seed = 0; seed < 25; seed++) {
            Parameter kappa = fit(
                            ScalingLaw.UNIVERSAL, points(SyntheticScaling.universal(1_000, 0.05, 0.002), 0.02, seed))
                    .parameter("κ");
            covered += kappa.low() <= 0.002 && 0.002 <= kappa.high() ? 1 : 0;
        }
        assertThat(covered).isBetween(20, 25);
    }

    @Test
    void the_same_seed_gives_the_same_intervals() {
        List<ScalingPoint> points = points(SyntheticScaling.universal(1_000, 0.05, 0.002), 0.02, 1);
        assertThat(fit(ScalingLaw.UNIVERSAL, points)).isEqualTo(fit(ScalingLaw.UNIVERSAL, points));
    }

    @Test
    void the_articles_rule_is_recovered() {
        ScalingFit fit = fit(
                ScalingLaw.GEOMETRIC,
                SyntheticScaling.points(
                        n -> 250 * (1 - Math.pow(0.6, n)) / 0.4,
                        new int[] {1, 2, 3, 4},
                        5,
                        0.005,
                        new SplittableRandom(1)));
        assertThat(fit.parameter("r").value()).isCloseTo(0.6, within(0.03));
        assertThat(fit.parameter("λ").value()).isCloseTo(250, within(5.0));
    }

    @Test
    void a_law_that_holds_is_rarely_rejected_and_one_that_does_not_always() {
        int rejectedRightly = 0;
        int rejectedWrongly = 0;
        for (int seed = 0; seed < 40; seed++) {
            // A limit that is met at once, which neither law has.
            List<ScalingPoint> capped = points(n -> Math.min(100 * n, 1_200), 0.01, seed);
            List<ScalingPoint> lawful = points(SyntheticScaling.universal(1_000, 0.05, 0.002), 0.01, seed);
            rejectedRightly += verdict(ScalingLaw.UNIVERSAL, capped) == Verdict.FAIL ? 1 : 0;
            rejectedWrongly += verdict(ScalingLaw.UNIVERSAL, lawful) == Verdict.FAIL ? 1 : 0;
        }
        assertThat(rejectedRightly).isEqualTo(40);
        assertThat(rejectedWrongly).isBetween(0, 6);
    }

    @Test
    void amdahls_law_is_rejected_where_coherence_costs() {
        assertThat(verdict(ScalingLaw.AMDAHL, points(SyntheticScaling.universal(1_000, 0.05, 0.005), 0.01, 1)))
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void without_repeated_points_nothing_shows_whether_a_law_holds() {
        List<ScalingPoint> single = SyntheticScaling.points(
                SyntheticScaling.universal(1_000, 0.05, 0.002), PLACES, 1, 0.01, new SplittableRandom(1));
        assertThat(verdict(ScalingLaw.UNIVERSAL, single)).isEqualTo(Verdict.UNDECIDED);
    }

    private static Verdict verdict(ScalingLaw law, List<ScalingPoint> points) {
        return LackOfFit.of(CurveFit.of(law, points), points).verdict();
    }

    @Test
    void amdahl_suffices_where_the_points_tell_no_more() {
        ScalingReport serial = report(points(SyntheticScaling.universal(1_000, 0.1, 0), 0.01, 1));
        assertThat(serial.amdahlSuffices()).isTrue();
        assertThat(serial.sentence()).startsWith("Amdahl suffices: σ 0.").contains("covers 0");
        assertThat(serial.chosen().orElseThrow().parameter("σ").value()).isCloseTo(0.1, withPercentage(5));
        ScalingReport coherent = report(points(SyntheticScaling.universal(1_000, 0.1, 0.005), 0.01, 1));
        assertThat(coherent.amdahlSuffices()).isFalse();
        assertThat(coherent.sentence())
                .startsWith("The Universal Scalability Law")
                .contains("The peak is at 13 streams");
    }

    @Test
    void five_places_are_too_few_for_a_third_parameter() {
        ScalingReport report = report(SyntheticScaling.points(
                SyntheticScaling.universal(1_000, 0.1, 0.01),
                new int[] {1, 2, 4, 8, 16},
                5,
                0.01,
                new SplittableRandom(1)));
        assertThat(report.amdahlSuffices()).isTrue();
        assertThat(report.sentence()).contains("5 places are too few").contains("It does not hold");
    }

    @Test
    void a_law_is_not_fitted_to_as_many_points_as_it_has_parameters() {
        ScalingReport two = report(List.of(new ScalingPoint(1, 250), new ScalingPoint(2, 400)));
        assertThat(two.fits()).isEmpty();
        assertThat(two.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(two.sentence()).isEqualTo("Too few points to fit a law: 2, at 2 places.");
        ScalingReport repeated = report(SyntheticScaling.points(
                SyntheticScaling.universal(250, 0.25, 0), new int[] {1, 2}, 3, 0.01, new SplittableRandom(1)));
        assertThat(repeated.fit(ScalingLaw.UNIVERSAL))
                .as("three parameters at two places")
                .isEmpty();
        Parameter sigma = repeated.chosen().orElseThrow().parameter("σ");
        assertThat(sigma.low()).isLessThan(sigma.value());
        assertThat(sigma.high()).isGreaterThan(sigma.value());
        assertThat(repeated.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(repeated.sentence()).contains("Whether it holds is undecided: 6 points at 2 places");
    }

    @Test
    void one_place_shows_no_scaling() {
        assertThatThrownBy(() -> report(List.of(new ScalingPoint(1, 100), new ScalingPoint(1, 101))))
                .hasMessageContaining("1 places");
    }

    private static ScalingReport report(List<ScalingPoint> points) {
        return ScalingReport.of("streams", points, List.of(), new SplittableRandom(1));
    }
}
