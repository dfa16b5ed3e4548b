package org.debitcredit.lab.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.lab.Bottleneck;
import org.debitcredit.lab.Demand;
import org.debitcredit.lab.Resource;
import org.debitcredit.lab.Rounded;
import org.debitcredit.lab.StepCounters;
import org.debitcredit.lab.Trial;
import org.debitcredit.lab.scaling.ScalingFit;
import org.debitcredit.lab.scaling.ScalingPoint;
import org.debitcredit.lab.scaling.ScalingReport;

/** The charts of the lab's page. */
final class LabCharts {

    private static final String IN_FLIGHT = "transactions in flight";

    private LabCharts() {}

    /** Throughput against load, a line for each trial. */
    static Chart throughput(List<Trial> trials) {
        List<Series> lines = trials.stream()
                .map(trial -> new Series(
                        trial.setting(),
                        Look.LINE,
                        trial.steps().stream()
                                .map(step -> new Point(step.inFlight(), step.throughput()))
                                .toList()))
                .toList();
        return Chart.of(
                "Throughput against load",
                Axis.logarithmic(IN_FLIGHT),
                Axis.logarithmic("transactions per second"),
                lines);
    }

    /** The utilisation of each resource against load. */
    static Chart utilisation(Trial trial) {
        return Chart.of(
                        "Utilisation: " + trial.setting(),
                        Axis.logarithmic(IN_FLIGHT),
                        Axis.linear("% busy"),
                        byResource(trial, (step, demand) -> new Point(step.inFlight(), 100 * demand.utilisation())))
                .low();
    }

    /** The demand on each resource against throughput. Under group commit the demand on the force falls. */
    static Chart demand(Trial trial) {
        return Chart.of(
                        "Demand: " + trial.setting(),
                        Axis.logarithmic("transactions per second"),
                        Axis.logarithmic("for each transaction").labelled(Rounded::time),
                        byResource(trial, (step, demand) -> new Point(step.throughput(), demand.seconds())))
                .low();
    }

    /** The measured points and the fitted curves. */
    static Chart scaling(ScalingReport report) {
        List<Series> series = new ArrayList<>();
        series.add(new Series(
                "measured",
                Look.POINTS,
                report.points().stream()
                        .map(point -> new Point(point.servers(), point.throughput()))
                        .toList()));
        report.fits().forEach(fit -> series.add(curve(report, fit)));
        return Chart.of(
                "Throughput against " + report.added(),
                Axis.linear(report.added()),
                Axis.linear("transactions per second"),
                series);
    }

    private static Series curve(ScalingReport report, ScalingFit fit) {
        int most =
                report.points().stream().mapToInt(ScalingPoint::servers).max().orElseThrow();
        List<Point> points = new ArrayList<>();
        for (int servers = 1; servers <= most; servers++) {
            points.add(new Point(servers, fit.curve().throughput(servers)));
        }
        return new Series(fit.curve().law().words(), Look.DASHED, points);
    }

    private interface Placed {
        Point at(StepCounters step, Demand demand);
    }

    private static List<Series> byResource(Trial trial, Placed placed) {
        Map<Resource, List<Point>> points = new EnumMap<>(Resource.class);
        for (StepCounters step : trial.steps()) {
            for (Demand demand : Bottleneck.of(List.of(step)).demands()) {
                points.computeIfAbsent(demand.resource(), resource -> new ArrayList<>())
                        .add(placed.at(step, demand));
            }
        }
        return points.entrySet().stream()
                .map(entry -> new Series(entry.getKey().words(), Look.LINE, entry.getValue()))
                .toList();
    }
}
