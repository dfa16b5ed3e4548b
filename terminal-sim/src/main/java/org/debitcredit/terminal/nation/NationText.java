package org.debitcredit.terminal.nation;

import java.nio.file.Path;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;

/** The verdict for a person. */
final class NationText {

    private static final double MINOR_PER_MAJOR = 100;

    private NationText() {}

    static String of(NationResult run, RunVerdict verdict, Path report) {
        StringBuilder text = new StringBuilder();
        line(text, "%n%s", headline(run, verdict));
        verdict.reasons().forEach(finding -> line(text, "  ! %s: %s", finding.rule(), finding.reason()));
        run.reckoning().answers().differences().forEach(difference -> line(text, "  ! %s", difference));
        line(text, "%n  %s", story(run));
        line(text, "  %-24s %10s %10s %10s", "response times", "answers", "P90", "P99");
        times(text, "own region", run.local().all());
        times(text, "out of town", run.outOfTown().all());
        line(
                text,
                "  requests that were sent again under their key: %,d; refused: %,d; without an answer in the end: %,d",
                run.repeats(),
                run.refused(),
                run.failed());
        line(text, "  seed %d", run.plan().seed());
        line(text, "  report: %s", report);
        return text.toString();
    }

    private static void times(StringBuilder text, String kind, Histogram micros) {
        line(
                text,
                "  %-24s %,10d %,7.1f ms %,7.1f ms",
                kind,
                micros.getTotalCount(),
                AtmResponseTimes.p90Millis(micros),
                AtmResponseTimes.millis(micros, 0.99));
    }

    /** One sentence. */
    static String headline(NationResult run, RunVerdict verdict) {
        Reckoning found = run.reckoning();
        return String.format(
                Locale.ROOT,
                "%s: %,d ATMs in %d regions had %,d answers, %,d out of town%s; %s lost, %s is in transit",
                verdict.verdict() == Verdict.PASS ? "PASSED" : "FAILED",
                run.plan().terminals(),
                run.plan().regions(),
                run.transactions(),
                run.outOfTown().all().getTotalCount(),
                run.plan().isKilling()
                        ? ", while " + count(run.killed(), "service was", "services were") + " killed"
                        : "",
                found.answers().lost() == 0
                        ? "no answer is"
                        : count(found.answers().lost(), "answer is", "answers are"),
                found.rest().inTransitMinor() == 0
                        ? "nothing"
                        : money(found.rest().inTransitMinor()));
    }

    /** What happened, in sentences. */
    static String story(NationResult run) {
        String told = String.format(
                Locale.ROOT,
                "There were %,.1f answers a second. At most %s was in transit at one time, in all %d pairs of regions "
                        + "together.",
                run.transactionsPerSecond(),
                money(run.inTransitMostMinor()),
                run.pairs().size());
        if (run.processorMicrosPerAnswer() > 0) {
            told += String.format(
                    Locale.ROOT,
                    " The services took %,.0f microseconds of a processor for each answer.",
                    run.processorMicrosPerAnswer());
        }
        if (run.outages().isEmpty()) {
            return told;
        }
        return told
                + String.format(
                        Locale.ROOT,
                        " The longest time from a kill until the service was ready again was %,.1f s.",
                        run.outages().stream()
                                .mapToDouble(outage -> outage.readySeconds() - outage.killedSeconds())
                                .max()
                                .orElse(0));
    }

    private static String count(long number, String one, String several) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : several);
    }

    static String money(long minor) {
        return String.format(Locale.ROOT, "$%,.2f", minor / MINOR_PER_MAJOR);
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
