package org.debitcredit.probe;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.debitcredit.chart.LogChart;
import org.debitcredit.chart.LogChart.Line;
import org.debitcredit.chart.LogChart.Point;
import org.debitcredit.chart.PageStyle;
import org.debitcredit.chart.Xml;
import org.debitcredit.probe.JournalRow.Journaled;

/** A probe's result as one self-contained page: HTML that is also XML, charts in SVG, no script. */
public final class ProbePage {

    private static final List<String> TIMES_HEAD = List.of("p50 µs", "p99 µs", "p99.9 µs", "max µs", "samples");

    private final StringBuilder html = new StringBuilder();

    private ProbePage() {}

    public static String of(ProbeResult result) {
        ProbePage page = new ProbePage();
        page.head(result);
        page.article(result);
        page.syncs(result);
        page.groups(result);
        page.journals(result);
        page.fillAhead(result.fillAhead());
        page.add("</body></html>");
        return page.html.toString();
    }

    private void head(ProbeResult result) {
        Verdict verdict = Verdict.of(result);
        add("<!DOCTYPE html>");
        add("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><meta charset=\"utf-8\"/>");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>");
        add("<title>Storage probe of " + Xml.text(result.directory().toString()) + "</title>");
        add("<style>" + PageStyle.HTML + "</style></head><body>");
        add("<h1>Storage probe</h1>");
        paragraph(
                "soft",
                format(
                        "%s: %s, %s, %.0f s",
                        result.directory(),
                        result.medium(),
                        result.began().truncatedTo(ChronoUnit.SECONDS),
                        result.seconds()));
        paragraph(result.medium().isMemory() ? "verdict warn" : "verdict", verdict.headline());
        verdict.remarks().forEach(remark -> paragraph("soft", remark));
    }

    private void article(ProbeResult result) {
        Disk disk = result.disk();
        heading("One access, one transaction");
        paragraph(
                "soft",
                format(
                        "The table of Gray's article. Computed: seek %s ms + half a rotation at %,.0f rpm + 16 KiB "
                                + "at %s MB/s. The last column: "
                                + "the article's values for its own disk.",
                        disk.seekMillis(), disk.rpm(), disk.megabytesPerSecond()));
        List<List<String>> rows = new ArrayList<>();
        for (ArticleRow row : ArticleRow.table(result)) {
            rows.add(List.of(
                    row.name(),
                    Verdict.rate(row.perSecond()),
                    format("%,.3f", row.accessMillis()),
                    Verdict.rate(row.articles())));
        }
        table(List.of("", "trx/s", "access ms", "article"), rows);
    }

    private void syncs(ProbeResult result) {
        heading("Forced writes a second by block size");
        List<Line> lines = new ArrayList<>();
        for (SyncWay way : SyncWay.values()) {
            lines.add(new Line(
                    way.toString(),
                    false,
                    result.syncs().stream()
                            .filter(row -> row.way() == way)
                            .map(row ->
                                    new Point(row.blockBytes(), row.measured().perSecond()))
                            .toList()));
        }
        chart("Forced writes a second by block size", "block", x -> Bytes.words((long) x), lines);
        List<List<String>> rows = new ArrayList<>();
        for (SyncRow row : result.syncs()) {
            rows.add(row(
                    List.of(
                            row.way().toString(),
                            Bytes.words(row.blockBytes()),
                            Verdict.rate(row.measured().perSecond()),
                            format("%,.1f", row.megabytesPerSecond())),
                    row.measured().times()));
        }
        SeekRow seeks = result.seeks();
        rows.add(row(
                List.of(
                        seeks.direct() ? "random reads, direct" : "random reads, through the cache",
                        Bytes.words(RandomReads.READ_BYTES),
                        Verdict.rate(seeks.measured().perSecond()),
                        ""),
                seeks.measured().times()));
        table(row(List.of("", "block", "per s", "MB/s"), TIMES_HEAD), rows);
    }

    private void groups(ProbeResult result) {
        CostModel model = result.model();
        heading("Transactions a second by transactions per forced write");
        paragraph(
                "soft",
                format(
                        "Group commit on the bare disk. Predicted from the block sizes above: %,.1f µs per force + "
                                + "bytes at %,.0f "
                                + "MB/s.",
                        model.fixedMicros(), model.megabytesPerSecond()));
        List<Point> measured = new ArrayList<>();
        List<Point> predicted = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (GroupRow row : result.groups()) {
            measured.add(new Point(row.transactions(), row.transactionsPerSecond()));
            predicted.add(new Point(row.transactions(), row.predictedPerSecond()));
            rows.add(List.of(
                    format("%,d", row.transactions()),
                    format("%,d", row.bytes()),
                    Verdict.rate(row.transactionsPerSecond()),
                    Verdict.rate(row.predictedPerSecond())));
        }
        chart(
                "Transactions a second by transactions per forced write",
                "transactions per forced write",
                ProbePage::whole,
                List.of(new Line("measured, trx/s", false, measured), new Line("predicted, trx/s", true, predicted)));
        table(List.of("trx per force", "bytes", "trx/s", "predicted"), rows);
    }

    private void journals(ProbeResult result) {
        heading("The journals and the bare disk, transactions per second");
        paragraph(
                "soft",
                "Bare disk (floor): the same bytes from one buffer, overwritten in a prepared file and " + "forced.");
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("floor, trx/s", false, points(result, JournalRow::floor)));
        int kinds = result.journals().get(0).journals().size();
        for (int kind = 0; kind < kinds; kind++) {
            int index = kind;
            lines.add(new Line(
                    result.journals().get(0).journals().get(kind).kind() + ", trx/s",
                    false,
                    points(result, row -> row.journals().get(index).forces())));
        }
        chart(
                "Transactions per second of the journals and of the bare disk",
                "transactions per force",
                ProbePage::whole,
                lines);
        List<List<String>> rows = new ArrayList<>();
        for (JournalRow row : result.journals()) {
            rows.add(journal(row, "floor", row.floor(), ""));
            for (Journaled journal : row.journals()) {
                rows.add(journal(row, journal.kind(), journal.forces(), format("%.0f %%", 100 * journal.ofFloor())));
            }
        }
        table(row(List.of("", "trx per force", "trx/s", "of floor"), TIMES_HEAD), rows);
    }

    private static List<Point> points(ProbeResult result, Function<JournalRow, Measured> measured) {
        return result.journals().stream()
                .map(row -> new Point(
                        row.transactions(),
                        row.transactions() * measured.apply(row).perSecond()))
                .toList();
    }

    private static List<String> journal(JournalRow row, String name, Measured forces, String ofFloor) {
        return row(
                List.of(
                        name,
                        format("%,d", row.transactions()),
                        Verdict.rate(forces.perSecond() * row.transactions()),
                        ofFloor),
                forces.times());
    }

    private void fillAhead(FillAheadRow row) {
        heading("Zeros written ahead of Chronicle");
        paragraph(
                "soft",
                format(
                        "With groups of %,d transactions, the rate is %.2f times the rate without the zeros.",
                        row.transactions(), row.onOverOff()));
        table(
                row(List.of("", "forces per s"), TIMES_HEAD),
                List.of(
                        row(
                                List.of(
                                        "with zeros ahead",
                                        Verdict.rate(row.on().perSecond())),
                                row.on().times()),
                        row(
                                List.of("without", Verdict.rate(row.off().perSecond())),
                                row.off().times())));
    }

    private void chart(String title, String xTitle, DoubleFunction<String> xLabel, List<Line> lines) {
        LogChart chart = new LogChart(title, xTitle, LogChart.Across.LOGARITHMIC, xLabel, Verdict::rate, lines);
        add(chart.svg());
        add(chart.legend());
    }

    private static List<String> row(List<String> first, SyncTimes times) {
        return row(
                first,
                List.of(
                        format("%,.0f", times.p50Micros()),
                        format("%,.0f", times.p99Micros()),
                        format("%,.0f", times.p999Micros()),
                        format("%,.0f", times.maxMicros()),
                        format("%,d", times.count())));
    }

    private static List<String> row(List<String> first, List<String> second) {
        List<String> row = new ArrayList<>(first);
        row.addAll(second);
        return row;
    }

    private void table(List<String> head, List<List<String>> rows) {
        add("<div class=\"wide\"><table><thead>" + cells("th", head) + "</thead><tbody>");
        rows.forEach(row -> add(cells("td", row)));
        add("</tbody></table></div>");
    }

    private static String cells(String element, List<String> row) {
        StringBuilder cells = new StringBuilder("<tr>");
        row.forEach(cell -> cells.append(String.format("<%1$s>%2$s</%1$s>", element, Xml.text(cell))));
        return cells.append("</tr>").toString();
    }

    private void heading(String text) {
        add("<h2>" + Xml.text(text) + "</h2>");
    }

    private void paragraph(String styles, String text) {
        add("<p class=\"" + styles + "\">" + Xml.text(text) + "</p>");
    }

    private static String whole(double x) {
        return format("%,.0f", x);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private void add(String line) {
        html.append(line).append('\n');
    }
}
