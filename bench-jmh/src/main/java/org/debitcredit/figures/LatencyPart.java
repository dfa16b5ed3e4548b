package org.debitcredit.figures;

import static org.debitcredit.figures.MarkdownTable.bold;
import static org.debitcredit.figures.MarkdownTable.time;
import static org.debitcredit.figures.MarkdownTable.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import tools.jackson.databind.JsonNode;

/** Latency against load: an open loop at parts of the peak that was measured just before. */
final class LatencyPart implements PagePart {

    static final String CHART = "latency-load.svg";

    private static final int[] PERCENTS = {10, 25, 50, 75, 90};
    private static final List<String> PERCENTILES = List.of("p50", "p99");
    /** Of a round whose rate was not carried: longer than any other, so that the median shows when most were not. */
    private static final double NOT_CARRIED = Double.POSITIVE_INFINITY;

    private static final String PEAK = "peak";
    private static final double MICROS_PER_MILLI = 1_000;

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public PartResult measure(Sitting sitting) throws IOException {
        Cells cells = new Cells();
        for (int round = 1; round <= sitting.rounds(); round++) {
            for (String journal : Sitting.JOURNALS) {
                Sitting.progress("latency: round %d, %s journal, peak", round, journal);
                double peak = sitting.bench("--journal=" + journal, "--replay-max=4s")
                        .path("tps")
                        .asDouble();
                cells.add(PEAK, journal, peak);
                for (int percent : PERCENTS) {
                    Sitting.progress("latency: round %d, %s journal, %d %%", round, journal, percent);
                    JsonNode json = sitting.bench(
                            "--journal=" + journal,
                            "--replay-max=4s",
                            "--in-flight=256",
                            "--rate=" + (long) (peak * percent / 100));
                    // Percentiles without what was due and not sent would leave out the longest waits.
                    boolean isCarried = json.path("caughtUp").asBoolean()
                            && json.path("unsent").asLong() == 0
                            && json.path("p50Micros").asDouble() > 0;
                    cells.add(percent + " %", journal + " tps", json.path("tps").asDouble());
                    for (String percentile : PERCENTILES) {
                        cells.add(
                                percent + " %",
                                journal + " " + percentile,
                                isCarried ? json.path(percentile + "Micros").asDouble() : NOT_CARRIED);
                    }
                }
            }
        }
        Files.writeString(sitting.page().resolveSibling(CHART), chart(cells));
        return new PartResult(text(cells), cells.json());
    }

    static String text(Cells cells) {
        MarkdownTable table =
                new MarkdownTable("of the peak", "file journal, tps", "p50", "p99", "Chronicle, tps", "p50", "p99");
        for (int percent : PERCENTS) {
            String row = percent + " %";
            List<String> line = new ArrayList<>(List.of(bold(row)));
            for (String journal : Sitting.JOURNALS) {
                line.add(whole(cells.median(row, journal + " tps")));
                for (String percentile : PERCENTILES) {
                    double micros = cells.median(row, journal + " " + percentile);
                    line.add(micros == NOT_CARRIED ? "not carried" : time(micros));
                }
            }
            table.row(line.toArray(String[]::new));
        }
        return table
                + "\nThe peak of the same rounds: %s tps on the file journal, %s on Chronicle, 16 batches of 1,000 in flight, 10 million accounts. Batches of 1,000 in an open loop, times from when each was due; memory ledger, every answer after its fdatasync. `./bank bench --journal KIND --rate TPS --in-flight 256 --replay-max 4s`\n\n![Latency against load](%s)"
                        .formatted(whole(cells.median(PEAK, "file")), whole(cells.median(PEAK, "chronicle")), CHART);
    }

    static String chart(Cells cells) {
        List<Series> lines = new ArrayList<>();
        for (String journal : Sitting.JOURNALS) {
            for (String percentile : PERCENTILES) {
                List<Point> points = new ArrayList<>();
                for (int percent : PERCENTS) {
                    double micros = cells.median(percent + " %", journal + " " + percentile);
                    points.add(new Point(percent, micros == NOT_CARRIED ? Double.NaN : micros / MICROS_PER_MILLI));
                }
                String name = journal.equals("file") ? "file journal" : "Chronicle";
                lines.add(new Series(
                        name + ", " + percentile, percentile.equals("p50") ? Look.DASHED : Look.LINE, points));
            }
        }
        return Chart.of(
                        "Time from when a batch was due to its answer",
                        Axis.linear("load, per cent of the peak")
                                .labelled(x -> whole(x) + " %")
                                .withTicksAtPoints(),
                        Axis.logarithmic("time to the answer, ms"),
                        lines)
                .file();
    }
}
