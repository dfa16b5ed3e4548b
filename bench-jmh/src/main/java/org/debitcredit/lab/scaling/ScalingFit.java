package org.debitcredit.lab.scaling;

import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.measure.verdict.Finding;

/**
 * A law fitted to points.
 *
 * @param curve that is nearest to them
 * @param parameters with their intervals: λ first, then those of the shape
 * @param goodness whether the law holds
 */
public record ScalingFit(Curve curve, List<Parameter> parameters, Finding goodness) {

    public ScalingFit {
        parameters = List.copyOf(parameters);
    }

    /**
     * Fits a law.
     *
     * @param random of the bootstrap
     */
    public static ScalingFit of(ScalingLaw law, List<ScalingPoint> points, SplittableRandom random) {
        Curve curve = CurveFit.of(law, points);
        return new ScalingFit(curve, Bootstrap.parameters(curve, points, random), LackOfFit.of(curve, points));
    }

    /** A parameter by its symbol. */
    public Parameter parameter(String symbol) {
        return parameters.stream()
                .filter(parameter -> parameter.symbol().equals(symbol))
                .findAny()
                .orElseThrow();
    }
}
