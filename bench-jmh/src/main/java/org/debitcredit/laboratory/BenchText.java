package org.debitcredit.laboratory;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.debitcredit.streams.Second;
import org.debitcredit.streams.StreamResult;
import org.debitcredit.streams.StreamSettings;

/** A bench's figures as sentences. */
final class BenchText {

    private BenchText() {}

    /** A second of the run, as it passed. */
    static String of(Second second) {
        double longestMillis = second.longestForceNanos() / 1e6;
        return String.format(
                Locale.ROOT,
                "%4d s: %,12.0f tps, %,8.0f forces/s%s, %4.2f processors%s",
                second.second(),
                second.transactions() / second.seconds(),
                second.forces() / second.seconds(),
                longestMillis == 0 ? "" : String.format(Locale.ROOT, ", longest %6.1f ms", longestMillis),
                second.cpuNanos() / 1e9 / second.seconds(),
                second.measured() ? "" : "  (warm-up)");
    }

    static String conditions(BenchFigures figures) {
        return String.format(
                Locale.ROOT,
                "%s ledger of %,d accounts, %s journal, %s",
                figures.ledger(),
                figures.accounts(),
                figures.journal(),
                load(figures.settings()));
    }

    /** The streams, without their rate. */
    static String streams(StreamSettings settings) {
        return String.format(
                Locale.ROOT,
                "%d streams, %,d submissions of %,d in flight",
                settings.streams(),
                settings.inFlight(),
                settings.batch());
    }

    static String load(StreamSettings settings) {
        return String.format(
                Locale.ROOT,
                "%s, %s",
                streams(settings),
                settings.perSecond() == 0
                        ? "as fast as answers arrive"
                        : String.format(Locale.ROOT, "at %,.0f a second", settings.perSecond()));
    }

    static String verdict(BenchFigures figures) {
        Histogram micros = figures.result().micros();
        String answered = micros.getTotalCount() == 0
                ? "no submission that was due was answered"
                : String.format(
                        Locale.ROOT,
                        "submissions answered in %,d us (median), %,d us (99 %%), %,d us (99.9 %%)",
                        micros.getValueAtPercentile(50),
                        micros.getValueAtPercentile(99),
                        micros.getValueAtPercentile(99.9));
        return String.format(
                Locale.ROOT,
                "%,.0f transactions a second, %s; %s%s",
                figures.result().perSecond(),
                figures.isDurable() ? "each durable before its answer" : "NOT durable: the bank's files are in memory",
                answered,
                backlog(figures.result()));
    }

    private static String backlog(StreamResult result) {
        String ofWarmUp = result.caughtUp() ? "" : "; NOT caught up with the backlog from the warm-up";
        String atEnd = result.unsent() == 0
                ? ""
                : String.format(Locale.ROOT, "; %,d more were due and NOT sent by the end", result.unsent());
        return ofWarmUp + atEnd;
    }

    static String costs(BenchFigures figures) {
        StreamResult result = figures.result();
        String longest = figures.isInProcess()
                ? String.format(Locale.ROOT, ", longest force %.1f ms", result.longestForceNanos() / 1e6)
                : "";
        return String.format(
                Locale.ROOT,
                "%,.0f transactions per force%s; per transaction %.1f journal bytes and %.3f us of processor time%s",
                result.transactionsPerForce(),
                longest,
                result.perTransaction(result.journalBytes()),
                result.perTransaction(result.cpuNanos()) / 1e3,
                figures.isInProcess() ? "" : " on the streams' side");
    }

    static String sums(BenchFigures figures) {
        return figures.sumsHold() ? "the four sums are equal" : "THE SUMS DIFFER";
    }
}
