package org.debitcredit.lab.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;

/**
 * Fits a law to points by least squares of the logarithms, so that an error of 1 % counts the same at every throughput.
 *
 * <p>Levenberg and Marquardt's method has no bounds. Each parameter of the shape is therefore free in one fit and fixed
 * at its bound, 0, in another, in all combinations. The best fit within the bounds is the bounded optimum.
 */
final class CurveFit {

    private static final double START = 0.05;
    private static final int TURNS_MAX = 1_000;

    private final ScalingLaw law;
    private final List<ScalingPoint> points;

    private CurveFit(ScalingLaw law, List<ScalingPoint> points) {
        this.law = law;
        this.points = points;
    }

    /** The curve of a law that is nearest to the points. */
    static Curve of(ScalingLaw law, List<ScalingPoint> points) {
        CurveFit fit = new CurveFit(law, points);
        List<Curve> candidates = new ArrayList<>();
        int shapes = law.symbols().size();
        for (int free = 0; free < 1 << shapes; free++) {
            candidates.add(fit.withFree(free));
        }
        return candidates.stream()
                .min(Comparator.comparingDouble(curve -> curve.squares(points)))
                .orElseThrow();
    }

    /**
     * A fit in which some parameters are 0.
     *
     * @param free a bit for each parameter of the shape that is not fixed
     */
    private Curve withFree(int free) {
        double[] start = new double[1 + Integer.bitCount(free)];
        Arrays.fill(start, START);
        start[0] = points.stream()
                .mapToDouble(point -> Math.log(point.throughput() / point.servers()))
                .max()
                .orElseThrow();
        RealVector best = new LevenbergMarquardtOptimizer()
                .optimize(new LeastSquaresBuilder()
                        .start(start)
                        .model(at -> logThroughputs(at, free), at -> jacobian(at, free))
                        .target(points.stream()
                                .mapToDouble(point -> Math.log(point.throughput()))
                                .toArray())
                        .parameterValidator(CurveFit::withinBounds)
                        .maxEvaluations(TURNS_MAX)
                        .maxIterations(TURNS_MAX)
                        .build())
                .getPoint();
        return new Curve(
                law,
                Math.exp(best.getEntry(0)),
                Arrays.stream(shape(best.toArray(), free)).boxed().toList());
    }

    private static RealVector withinBounds(RealVector parameters) {
        for (int i = 1; i < parameters.getDimension(); i++) {
            parameters.setEntry(i, Math.max(0, parameters.getEntry(i)));
        }
        return parameters;
    }

    private double[] logThroughputs(double[] parameters, int free) {
        double[] shape = shape(parameters, free);
        return points.stream()
                .mapToDouble(point -> parameters[0] + Math.log(law.capacity(point.servers(), shape)))
                .toArray();
    }

    private double[][] jacobian(double[] parameters, int free) {
        double[] shape = shape(parameters, free);
        double[][] rows = new double[points.size()][parameters.length];
        for (int row = 0; row < rows.length; row++) {
            double[] gradient = law.logGradient(points.get(row).servers(), shape);
            rows[row][0] = 1;
            int column = 1;
            for (int i = 0; i < gradient.length; i++) {
                if (isFree(free, i)) {
                    rows[row][column++] = gradient[i];
                }
            }
        }
        return rows;
    }

    private double[] shape(double[] parameters, int free) {
        double[] shape = new double[law.symbols().size()];
        int next = 1;
        for (int i = 0; i < shape.length; i++) {
            shape[i] = isFree(free, i) ? parameters[next++] : 0;
        }
        return shape;
    }

    private static boolean isFree(int free, int parameter) {
        return (free >> parameter & 1) == 1;
    }
}
