package org.debitcredit.lab.scaling;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;

/**
 * The laws side by side on the same points. A law is fitted only if there are as many places as it has parameters, and
 * more points. Otherwise it would go through all points, and its intervals would have no width.
 *
 * @param added what was added from point to point: <i>processors</i>
 * @param fits of the laws that can be fitted, in their order
 * @param failures steps without a point, each with the reason in words
 */
public record ScalingReport(String added, List<ScalingPoint> points, List<ScalingFit> fits, List<String> failures) {

    /** With fewer places, a third parameter would fit the noise. */
    private static final int PLACES_MIN = 6;

    public ScalingReport {
        points = List.copyOf(points);
        fits = List.copyOf(fits);
        failures = List.copyOf(failures);
    }

    /**
     * Fits all laws to what was measured.
     *
     * @param points at two places or more, unless steps failed
     * @param failures steps without a point, each with the reason in words
     * @param random of the bootstrap
     */
    public static ScalingReport of(
            String added, List<ScalingPoint> points, List<String> failures, SplittableRandom random) {
        if (places(points) < 2 && failures.isEmpty()) {
            throw new IllegalArgumentException("points are at " + places(points) + " places; it takes 2 or more");
        }
        return new ScalingReport(
                added,
                points,
                Stream.of(ScalingLaw.values())
                        .filter(law -> isDetermined(law, points))
                        .map(law -> ScalingFit.of(law, points, random))
                        .toList(),
                failures);
    }

    private static boolean isDetermined(ScalingLaw law, List<ScalingPoint> points) {
        int parameters = 1 + law.symbols().size();
        return places(points) >= parameters && points.size() > parameters;
    }

    /** The fit of a law; empty if the points do not determine it. */
    public Optional<ScalingFit> fit(ScalingLaw law) {
        return fits.stream().filter(fit -> fit.curve().law() == law).findAny();
    }

    /** Whether the points tell no more than Amdahl's law. */
    public boolean amdahlSuffices() {
        return places(points) < PLACES_MIN
                || fit(ScalingLaw.UNIVERSAL)
                        .map(universal -> universal.parameter("κ").mayBeZero())
                        .orElse(true);
    }

    /** The law to go by; empty if the points are too few for any. */
    public Optional<ScalingFit> chosen() {
        return fit(amdahlSuffices() ? ScalingLaw.AMDAHL : ScalingLaw.UNIVERSAL);
    }

    /** Whether that law holds. */
    public Verdict verdict() {
        return chosen().map(fit -> fit.goodness().verdict()).orElse(Verdict.UNDECIDED);
    }

    /** What the fits say, in sentences, and which steps failed. */
    public String sentence() {
        return law() + failed();
    }

    private String failed() {
        return failures.isEmpty()
                ? ""
                : " " + failures.size() + (failures.size() == 1 ? " step failed: " : " steps failed: ")
                        + String.join("; ", failures) + ".";
    }

    private String law() {
        return chosen().map(fit -> words(fit) + holds(fit.goodness()) + rule())
                .orElseGet(() -> format(
                        "Too few points to fit a law: %d, at %d %s.",
                        points.size(), places(points), places(points) == 1 ? "place" : "places"));
    }

    private String words(ScalingFit chosen) {
        if (amdahlSuffices()) {
            return "Amdahl suffices: " + words(chosen.parameter("σ"))
                    + (places(points) < PLACES_MIN
                            ? format(". %d places are too few to tell κ from noise.", places(points))
                            : ". The interval of κ covers 0.");
        }
        double sigma = chosen.parameter("σ").value();
        double kappa = chosen.parameter("κ").value();
        return format(
                "The Universal Scalability Law: %s, %s. The peak is at %.0f %s.",
                words(chosen.parameter("σ")),
                words(chosen.parameter("κ")),
                Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa)),
                added);
    }

    private static String holds(Finding goodness) {
        return switch (goodness.verdict()) {
            case PASS -> "";
            case FAIL, VOID -> format(" It does not hold: %s.", goodness.reason());
            case UNDECIDED -> format(" Whether it holds is undecided: %s.", goodness.reason());
        };
    }

    private String rule() {
        return fit(ScalingLaw.GEOMETRIC)
                .map(fit -> format(
                        " By the article's rule each adds %.0f %% of the one before (the article: 60 %%, at best 80"
                                + " %%).",
                        100 * fit.parameter("r").value()))
                .orElse("");
    }

    private static String words(Parameter parameter) {
        return format(
                "%s %.4f (%.4f to %.4f)", parameter.symbol(), parameter.value(), parameter.low(), parameter.high());
    }

    private static int places(List<ScalingPoint> points) {
        return (int) points.stream().mapToInt(ScalingPoint::servers).distinct().count();
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
