package org.debitcredit.lab.scaling;

import java.util.List;

/**
 * A law with its parameters.
 *
 * @param lambda throughput of one server, fitted like the others: the measured one is as noisy as any other point
 * @param shape of the law
 */
public record Curve(ScalingLaw law, double lambda, List<Double> shape) {

    public Curve {
        shape = List.copyOf(shape);
    }

    /** Transactions per second with so many servers. */
    public double throughput(int servers) {
        return lambda * law.capacity(servers, shapeArray());
    }

    /** The differences between the logarithms of the measured throughputs and of the curve's. */
    double[] residuals(List<ScalingPoint> points) {
        return points.stream()
                .mapToDouble(point -> Math.log(point.throughput() / throughput(point.servers())))
                .toArray();
    }

    /** The sum of the squares of the residuals. */
    double squares(List<ScalingPoint> points) {
        double squares = 0;
        for (double residual : residuals(points)) {
            squares += residual * residual;
        }
        return squares;
    }

    private double[] shapeArray() {
        return shape.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
