package org.debitcredit.lab.scaling;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.hipparchus.distribution.continuous.FDistribution;

/**
 * The F test for lack of fit: whether a curve misses the means of repeated points by more than the repetitions differ
 * from each other (Draper and Smith, <i>Applied Regression Analysis</i>, section 2.1).
 */
final class LackOfFit {

    private static final String NAME = "F test for lack of fit";
    private static final double LEVEL = 0.05;

    private LackOfFit() {}

    static Finding of(Curve curve, List<ScalingPoint> points) {
        Map<Integer, List<ScalingPoint>> repeated =
                points.stream().collect(Collectors.groupingBy(ScalingPoint::servers));
        int ofFit = repeated.size() - 1 - curve.shape().size();
        int ofNoise = points.size() - repeated.size();
        if (ofFit < 1 || ofNoise < 1) {
            return new Finding(
                    NAME,
                    Verdict.UNDECIDED,
                    format(
                            "%d points at %d places cannot show whether %s holds; it takes repeated points at more"
                                    + " than %d places",
                            points.size(),
                            repeated.size(),
                            curve.law().words(),
                            1 + curve.shape().size()));
        }
        double noise = repeated.values().stream().mapToDouble(LackOfFit::noise).sum();
        double lack = Math.max(0, curve.squares(points) - noise);
        if (noise == 0) {
            return new Finding(NAME, Verdict.UNDECIDED, "the repeated points are equal, so that they show no noise");
        }
        double f = lack / ofFit / (noise / ofNoise);
        double probability = 1 - new FDistribution(ofFit, ofNoise).cumulativeProbability(f);
        return new Finding(
                NAME,
                probability < LEVEL ? Verdict.FAIL : Verdict.PASS,
                format(
                        "F(%d, %d) is %.2f, p %.3f (rejected below %.2f) for %s",
                        ofFit, ofNoise, f, probability, LEVEL, curve.law().words()));
    }

    /** The squares of the differences from the mean of the repetitions. */
    private static double noise(List<ScalingPoint> repetitions) {
        double mean = repetitions.stream()
                .mapToDouble(point -> Math.log(point.throughput()))
                .average()
                .orElseThrow();
        return repetitions.stream()
                .mapToDouble(point -> Math.pow(Math.log(point.throughput()) - mean, 2))
                .sum();
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
