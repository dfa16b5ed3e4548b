package org.debitcredit.probe;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.debitcredit.chart.Series.Look;
import org.debitcredit.chart.Series.Point;
import org.debitcredit.probe.JournalRow.Journaled;

/** The result of a probe as a page. */
public final class ProbePage {

    private static final List<String> TIMES_HEAD = List.of("p50 µs", "p99 µs", "p99.9 µs", "max µs", "samples");

    private static final String PER_SECOND = "transactions per second";

    private final ProbeResult result;
    private final Page page;

    private ProbePage(ProbeResult result) {
        this.result = result;
        page = new Page("Storage probe of " + result.directory());
    }

    public static String of(ProbeResult result) {
        ProbePage page = new ProbePage(result);
        page.head();
        page.article();
        page.forcedWrites();
        page.groups();
        page.journals();
        page.fillAhead(result.fillAhead());
        return page.page.html();
    }

    private void head() {
        ProbeVerdict verdict = ProbeVerdict.of(result);
        page.note(format(
                "%s, %s, %.0f s", result.medium(), result.began().truncatedTo(ChronoUnit.SECONDS), result.seconds()));
        page.verdict(verdict.headline(), verdict.isReliable() ? Page.Tone.FINE : Page.Tone.WARNING);
        verdict.remarks().forEach(page::note);
    }

    private void article() {
        Disk disk = result.disk();
        page.section("One access, one transaction");
        page.note(format(
                "The table of Gray's article. Computed: seek %s ms + half a rotation at %,.0f rpm + 16 KiB at %s MB/s. "
                        + "The last column: the article's values for its own disk.",
                disk.seekMillis(), disk.rpm(), disk.megabytesPerSecond()));
        List<List<String>> rows = new ArrayList<>();
        for (ArticleRow row : ArticleRow.table(result)) {
            rows.add(List.of(
                    row.name(),
                    ProbeVerdict.rate(row.perSecond()),
                    format("%,.3f", row.accessMillis()),
                    ProbeVerdict.rate(row.articles())));
        }
        page.table(List.of("", "trx/s", "access ms", "article"), rows);
    }

    private void forcedWrites() {
        page.section("Forced writes a second by block size");
        List<Series> lines = new ArrayList<>();
        for (ForceWay way : ForceWay.values()) {
            lines.add(new Series(
                    way.toString(),
                    Look.LINE,
                    result.forces().stream()
                            .filter(row -> row.way() == way)
                            .map(row ->
                                    new Point(row.blockBytes(), row.measured().perSecond()))
                            .toList()));
        }
        chart(
                "Forced writes a second by block size",
                "forced writes per second",
                across("block", x -> Bytes.words((long) x)),
                lines);
        List<List<String>> rows = new ArrayList<>();
        for (ForceRow row : result.forces()) {
            rows.add(row(
                    List.of(
                            row.way().toString(),
                            Bytes.words(row.blockBytes()),
                            ProbeVerdict.rate(row.measured().perSecond()),
                            format("%,.1f", row.megabytesPerSecond())),
                    row.measured().times()));
        }
        SeekRow seeks = result.seeks();
        rows.add(row(
                List.of(
                        seeks.direct() ? "random reads, direct" : "random reads, through the cache",
                        Bytes.words(RandomReads.READ_BYTES),
                        ProbeVerdict.rate(seeks.measured().perSecond()),
                        ""),
                seeks.measured().times()));
        page.table(row(List.of("", "block", "per s", "MB/s"), TIMES_HEAD), rows);
    }

    private void groups() {
        CostModel model = result.model();
        page.section("Transactions a second by transactions per forced write");
        page.note(format(
                "Group commit on the bare disk. Predicted from the block sizes above: %,.1f µs per force + bytes at "
                        + "%,.0f MB/s.",
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
                    ProbeVerdict.rate(row.transactionsPerSecond()),
                    ProbeVerdict.rate(row.predictedPerSecond())));
        }
        chart(
                "Transactions a second by transactions per forced write",
                PER_SECOND,
                across("transactions per forced write", ProbePage::whole),
                List.of(new Series("measured", Look.LINE, measured), new Series("predicted", Look.DASHED, predicted)));
        page.table(List.of("trx per force", "bytes", "trx/s", "predicted"), rows);
    }

    private void journals() {
        page.section("The journal against its floor, transactions a second");
        page.note("The floor: the same bytes from one buffer, overwritten in a prepared file and forced.");
        List<Series> lines = new ArrayList<>();
        lines.add(new Series("floor", Look.LINE, points(JournalRow::floor)));
        int kinds = result.journals().get(0).journals().size();
        for (int kind = 0; kind < kinds; kind++) {
            int index = kind;
            lines.add(new Series(
                    result.journals().get(0).journals().get(kind).kind() + " journal",
                    Look.LINE,
                    points(row -> row.journals().get(index).forces())));
        }
        chart(
                "The journal against its floor, transactions a second",
                PER_SECOND,
                across("transactions per force", ProbePage::whole),
                lines);
        List<List<String>> rows = new ArrayList<>();
        for (JournalRow row : result.journals()) {
            rows.add(journal(row, "floor", row.floor(), ""));
            for (Journaled journal : row.journals()) {
                rows.add(journal(row, journal.kind(), journal.forces(), row.ofFloor(journal)));
            }
        }
        page.table(row(List.of("", "trx per force", "trx/s", "of floor"), TIMES_HEAD), rows);
    }

    private List<Point> points(Function<JournalRow, MeasuredOperation> measured) {
        return result.journals().stream()
                .map(row -> new Point(
                        row.transactions(),
                        row.transactions() * measured.apply(row).perSecond()))
                .toList();
    }

    private static List<String> journal(JournalRow row, String name, MeasuredOperation forces, String ofFloor) {
        return row(
                List.of(
                        name,
                        format("%,d", row.transactions()),
                        ProbeVerdict.rate(forces.perSecond() * row.transactions()),
                        ofFloor),
                forces.times());
    }

    private void fillAhead(FillAheadRow row) {
        page.section("Zeros ahead of Chronicle");
        page.note(format(
                "Groups of %,d transactions: %.2f times the rate without them.", row.transactions(), row.onOverOff()));
        page.table(
                row(List.of("", "forces per s"), TIMES_HEAD),
                List.of(
                        row(
                                List.of(
                                        "with zeros ahead",
                                        ProbeVerdict.rate(row.on().perSecond())),
                                row.on().times()),
                        row(
                                List.of("without", ProbeVerdict.rate(row.off().perSecond())),
                                row.off().times())));
    }

    private void chart(String title, String y, Axis x, List<Series> series) {
        page.chart(Chart.of(title, x, Axis.logarithmic(y), series));
    }

    private static Axis across(String title, DoubleFunction<String> label) {
        return Axis.logarithmic(title).labelled(label).withTicksAtPoints();
    }

    private static List<String> row(List<String> first, OperationTimes times) {
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

    private static String whole(double x) {
        return format("%,.0f", x);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
