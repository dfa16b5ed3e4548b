package org.debitcredit.lab.scaling;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.debitcredit.measure.verdict.Verdict;

/**
 * The three laws side by side on the same points.
 *
 * @param added what was added from point to point: <i>processors</i>
 */
public record ScalingReport(
        String added, List<ScalingPoint> points, ScalingFit amdahl, ScalingFit universal, ScalingFit geometric) {

    /** With fewer places, a third parameter would fit the noise. */
    private static final int PLACES_MIN = 6;

    public ScalingReport {
        points = List.copyOf(points);
    }

    /**
     * Fits all laws.
     *
     * @param points at two places or more
     * @param random of the bootstrap
     */
    public static ScalingReport of(String added, List<ScalingPoint> points, SplittableRandom random) {
        if (places(points) < 2) {
            throw new IllegalArgumentException("points are at " + places(points) + " places; it takes 2 or more");
        }
        return new ScalingReport(
                added,
                points,
                ScalingFit.of(ScalingLaw.AMDAHL, points, random),
                ScalingFit.of(ScalingLaw.UNIVERSAL, points, random),
                ScalingFit.of(ScalingLaw.GEOMETRIC, points, random));
    }

    /** Whether the points tell no more than Amdahl's law. */
    public boolean amdahlSuffices() {
        return places(points) < PLACES_MIN || universal.parameter("κ").mayBeZero();
    }

    /** The law to go by. */
    public ScalingFit chosen() {
        return amdahlSuffices() ? amdahl : universal;
    }

    /** What the fits say, in sentences. */
    public String sentence() {
        StringBuilder text = new StringBuilder();
        if (amdahlSuffices()) {
            text.append("Amdahl suffices: ");
            text.append(words(amdahl.parameter("σ")));
            text.append(
                    places(points) < PLACES_MIN
                            ? format(". %d places are too few to tell κ from noise.", places(points))
                            : ". The interval of κ covers 0.");
        } else {
            double sigma = universal.parameter("σ").value();
            double kappa = universal.parameter("κ").value();
            text.append(format(
                    "The Universal Scalability Law: %s, %s. The peak is at %.0f %s.",
                    words(universal.parameter("σ")),
                    words(universal.parameter("κ")),
                    Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa)),
                    added));
        }
        if (chosen().goodness().verdict() == Verdict.FAIL) {
            text.append(format(" It does not hold: %s.", chosen().goodness().reason()));
        }
        Parameter r = geometric.parameter("r");
        return text.append(format(
                        " By the article's rule each adds %.0f %% of the one before (the article: 60 %%, at best 80"
                                + " %%).",
                        100 * r.value()))
                .toString();
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
