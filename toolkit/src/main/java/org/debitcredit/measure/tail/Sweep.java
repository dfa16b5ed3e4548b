package org.debitcredit.measure.tail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Finds the curve of latency against throughput, and stops by itself: the rate doubles until the server is saturated,
 * and the highest rate that it carries is then found by bisection. A server is saturated when it does not carry the
 * rate or requests fail ({@link TailVerdict#RATE_NOT_REACHED}, {@link TailVerdict#FAILED}), or when its 99th percentile
 * is more than {@value #EXPLODED} times that of the lowest rate. Whether a percentile may be shown plays no part in
 * that.
 *
 * @param points in the order of their rates
 */
public record Sweep(List<SweepPoint> points) {

    private static final double EXPLODED = 50;
    private static final double QUANTILE = 0.99;
    private static final double FACTOR = 2;

    /** The search ends when the rates between which saturation lies are so close together, as a ratio. */
    private static final double CLOSE = 1.05;

    private static final int DOUBLINGS_MAX = 24;

    public Sweep {
        points = List.copyOf(points);
    }

    /**
     * Sweeps.
     *
     * @param firstPerSecond lowest rate, which the server should carry easily
     * @param listener receives each point
     */
    public static Sweep of(
            OpenLoop loop, SelfCorrection correction, double firstPerSecond, Consumer<SweepPoint> listener) {
        return new Search(loop, correction, listener).from(firstPerSecond);
    }

    /** A sweep that was broken off after some points. */
    public static Sweep ofSome(List<SweepPoint> points) {
        return new Sweep(points.stream()
                .sorted(Comparator.comparingDouble(point -> point.tail().askedPerSecond()))
                .toList());
    }

    /** The same, failed by what was found after it, so that no percentile may be shown. */
    public Sweep failed(String reason) {
        return new Sweep(points.stream()
                .map(point -> new SweepPoint(point.tail().failed(reason), point.isSustained()))
                .toList());
    }

    private static final class Search {

        private final OpenLoop loop;
        private final SelfCorrection correction;
        private final Consumer<SweepPoint> listener;
        private final List<SweepPoint> points = new ArrayList<>();
        private double usualMicros;

        Search(OpenLoop loop, SelfCorrection correction, Consumer<SweepPoint> listener) {
            this.loop = loop;
            this.correction = correction;
            this.listener = listener;
        }

        Sweep from(double firstPerSecond) {
            double carried = 0;
            double tooMuch = firstPerSecond;
            while (points.size() < DOUBLINGS_MAX && isSustained(tooMuch)) {
                carried = tooMuch;
                tooMuch *= FACTOR;
            }
            while (carried > 0 && tooMuch / carried > CLOSE) {
                double between = (carried + tooMuch) / 2;
                if (isSustained(between)) {
                    carried = between;
                } else {
                    tooMuch = between;
                }
            }
            return ofSome(points);
        }

        private boolean isSustained(double perSecond) {
            Tail tail = correction.measure(loop, perSecond);
            double micros = tail.all().percentile(QUANTILE).micros().estimate();
            usualMicros = points.isEmpty() ? micros : usualMicros;
            boolean isSustained = tail.verdict() != TailVerdict.RATE_NOT_REACHED
                    && tail.verdict() != TailVerdict.FAILED
                    && micros <= EXPLODED * usualMicros;
            SweepPoint point = new SweepPoint(tail, isSustained);
            points.add(point);
            listener.accept(point);
            return isSustained;
        }
    }

    /** Answers a second at the highest rate that was carried; empty if the lowest rate was too much already. */
    public OptionalDouble saturationPerSecond() {
        return points.stream()
                .filter(SweepPoint::isSustained)
                .mapToDouble(point -> point.tail().answeredPerSecond())
                .max();
    }
}
