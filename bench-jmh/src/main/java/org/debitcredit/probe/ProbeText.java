package org.debitcredit.probe;

import java.util.Locale;
import org.debitcredit.probe.JournalRow.Journaled;

/** A probe's result for a person at a terminal; the verdict is its last paragraph. */
public final class ProbeText {

    private static final String TIMES_HEAD =
            String.format("%9s %9s %9s %9s %8s", "p50", "p99", "p99.9", "max", "samples");

    private final StringBuilder text = new StringBuilder();

    private ProbeText() {}

    public static String of(ProbeResult result) {
        ProbeText page = new ProbeText();
        page.line("%s: %s, %.0f s", result.directory(), result.medium(), result.seconds());
        page.article(result);
        page.forcedWrites(result);
        page.groups(result);
        page.journals(result);
        page.fillAhead(result.fillAhead());
        ProbeVerdict verdict = ProbeVerdict.of(result);
        page.line("");
        verdict.remarks().forEach(remark -> page.line("  %s", remark));
        page.line("");
        page.line("%s", verdict.headline());
        return page.text.toString();
    }

    private void article(ProbeResult result) {
        Disk disk = result.disk();
        line("");
        line(
                "The table of Gray's article (computed: seek %s ms, %,.0f rpm, %s MB/s; the article's own disk on "
                        + "the right)",
                disk.seekMillis(), disk.rpm(), disk.megabytesPerSecond());
        line("  %-42s %12s %12s %14s", "", "trx/s", "access ms", "article trx/s");
        for (ArticleRow row : ArticleRow.table(result)) {
            line(
                    "  %-42s %12s %,12.3f %14s",
                    row.name(), ProbeVerdict.rate(row.perSecond()), row.accessMillis(), row.articles());
        }
    }

    private void forcedWrites(ProbeResult result) {
        line("");
        line("Bare disk, microseconds");
        line("  %-30s %8s %9s %8s %s", "", "block", "per s", "MB/s", TIMES_HEAD);
        for (ForceRow row : result.forces()) {
            line(
                    "  %-30s %8s %9s %,8.1f %s",
                    row.way(),
                    Bytes.words(row.blockBytes()),
                    ProbeVerdict.rate(row.measured().perSecond()),
                    row.megabytesPerSecond(),
                    times(row.measured().times()));
        }
        SeekRow seeks = result.seeks();
        line(
                "  %-30s %8s %9s %8s %s",
                seeks.direct() ? "random reads, direct" : "random reads, through cache",
                Bytes.words(RandomReads.READ_BYTES),
                ProbeVerdict.rate(seeks.measured().perSecond()),
                "",
                times(seeks.measured().times()));
    }

    private void groups(ProbeResult result) {
        CostModel model = result.model();
        line("");
        line(
                "Grouping on the bare disk: predicted from %,.1f us per force + bytes at %,.0f MB/s",
                model.fixedMicros(), model.megabytesPerSecond());
        line("  %12s %10s %14s %14s", "trx / force", "bytes", "trx/s", "predicted");
        for (GroupRow row : result.groups()) {
            line(
                    "  %,12d %,10d %14s %14s",
                    row.transactions(),
                    row.bytes(),
                    ProbeVerdict.rate(row.transactionsPerSecond()),
                    ProbeVerdict.rate(row.predictedPerSecond()));
        }
    }

    private void journals(ProbeResult result) {
        line("");
        line("The journals and the bare disk (the floor: the same bytes, overwritten and forced), microseconds");
        line("  %12s %-12s %14s %8s %s", "trx / force", "", "trx/s", "of floor", TIMES_HEAD);
        for (JournalRow row : result.journals()) {
            journal(row, "floor", row.floor(), "");
            for (Journaled journal : row.journals()) {
                journal(row, journal.kind(), journal.forces(), row.ofFloor(journal));
            }
        }
    }

    private void journal(JournalRow row, String name, MeasuredOperation forces, String ofFloor) {
        line(
                "  %,12d %-12s %14s %8s %s",
                row.transactions(),
                name,
                ProbeVerdict.rate(forces.perSecond() * row.transactions()),
                ofFloor,
                times(forces.times()));
    }

    private void fillAhead(FillAheadRow row) {
        line("");
        line(
                "Zeros written ahead of Chronicle, groups of %,d: %.2f times the rate without them; microseconds",
                row.transactions(), row.onOverOff());
        line("  %-20s %9s %s", "", "per s", TIMES_HEAD);
        line(
                "  %-20s %9s %s",
                "with zeros ahead",
                ProbeVerdict.rate(row.on().perSecond()),
                times(row.on().times()));
        line(
                "  %-20s %9s %s",
                "without",
                ProbeVerdict.rate(row.off().perSecond()),
                times(row.off().times()));
    }

    private static String times(OperationTimes times) {
        return format(
                "%,9.0f %,9.0f %,9.0f %,9.0f %,8d",
                times.p50Micros(), times.p99Micros(), times.p999Micros(), times.maxMicros(), times.count());
    }

    private void line(String format, Object... values) {
        text.append(format(format, values)).append(System.lineSeparator());
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
