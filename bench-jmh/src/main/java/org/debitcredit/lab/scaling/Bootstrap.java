package org.debitcredit.lab.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The intervals of a curve's parameters: the curve is fitted again to itself with residuals drawn from its own (Efron
 * and Tibshirani, <i>An Introduction to the Bootstrap</i>, section 9.4). The residuals are widened by the parameters
 * that were fitted to them.
 */
final class Bootstrap {

    private static final int RESAMPLES = 1_000;
    private static final double TAIL = 0.025;

    private Bootstrap() {}

    /** The parameters of a curve: λ first, then those of the shape. */
    static List<Parameter> parameters(Curve curve, List<ScalingPoint> points, SplittableRandom random) {
        double[] residuals = curve.residuals(points);
        int parameters = 1 + curve.shape().size();
        double widening = Math.sqrt((double) points.size() / Math.max(1, points.size() - parameters));
        double[][] drawn = new double[parameters][RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            List<ScalingPoint> again = new ArrayList<>();
            for (ScalingPoint point : points) {
                double residual = widening * residuals[random.nextInt(residuals.length)];
                again.add(new ScalingPoint(point.servers(), curve.throughput(point.servers()) * Math.exp(residual)));
            }
            double[] values = values(CurveFit.of(curve.law(), again));
            for (int i = 0; i < parameters; i++) {
                drawn[i][resample] = values[i];
            }
        }
        double[] values = values(curve);
        List<Parameter> result = new ArrayList<>();
        for (int i = 0; i < parameters; i++) {
            Arrays.sort(drawn[i]);
            String symbol = i == 0 ? "λ" : curve.law().symbols().get(i - 1);
            result.add(new Parameter(symbol, values[i], quantile(drawn[i], TAIL), quantile(drawn[i], 1 - TAIL)));
        }
        return result;
    }

    private static double[] values(Curve curve) {
        double[] values = new double[1 + curve.shape().size()];
        values[0] = curve.lambda();
        for (int i = 1; i < values.length; i++) {
            values[i] = curve.shape().get(i - 1);
        }
        return values;
    }

    private static double quantile(double[] sorted, double p) {
        return sorted[(int) Math.round(p * (sorted.length - 1))];
    }
}
