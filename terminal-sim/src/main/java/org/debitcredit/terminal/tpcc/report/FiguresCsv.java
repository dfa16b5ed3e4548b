package org.debitcredit.terminal.tpcc.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.measure.tail.Sweep;
import org.debitcredit.measure.tail.SweepPoint;

/** Figures as comma-separated values. A percentile whose tests did not pass is empty. */
public final class FiguresCsv {

    private static final String PERCENTILES = "p50_micros,p50_low_micros,p50_high_micros,p90_micros,p90_low_micros,"
            + "p90_high_micros,p99_micros,p99_low_micros,p99_high_micros,p999_micros,p999_low_micros,p999_high_micros";

    private FiguresCsv() {}

    /** One line for each type. */
    public static String of(RunFigures figures) {
        List<String> lines = new ArrayList<>();
        lines.add("type,count,rollbacks," + PERCENTILES);
        lines.add("all," + figures.all().count() + "," + figures.measured().rollbacks() + ","
                + percentiles(figures.all()));
        figures.byType()
                .forEach((type, of) ->
                        lines.add(type.id() + "," + of.count() + "," + of.rollbacks() + "," + percentiles(of.tail())));
        return String.join("\n", lines) + "\n";
    }

    /** One line for each rate. */
    public static String of(Sweep sweep) {
        List<String> lines = new ArrayList<>();
        lines.add("asked_per_second,per_second,sustained,verdict," + PERCENTILES);
        for (SweepPoint point : sweep.points()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%.1f,%.1f,%b,%s,%s",
                    point.tail().askedPerSecond(),
                    point.tail().answeredPerSecond(),
                    point.isSustained(),
                    point.tail().verdict().word(),
                    percentiles(point.tail().all())));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String percentiles(KindTail tail) {
        return tail.percentiles().stream().map(FiguresCsv::bounds).collect(Collectors.joining(","));
    }

    private static String bounds(Percentile percentile) {
        return percentile.isShown()
                ? String.format(
                        Locale.ROOT,
                        "%.0f,%.0f,%.0f",
                        percentile.micros().estimate(),
                        percentile.micros().low(),
                        percentile.micros().high())
                : ",,";
    }
}
