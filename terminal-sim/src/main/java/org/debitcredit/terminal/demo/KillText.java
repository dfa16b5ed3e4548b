package org.debitcredit.terminal.demo;

import java.nio.file.Path;
import java.util.Locale;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.report.AnswerReconciliation;

/** The verdict on a run whose server was killed, for a person. */
final class KillText {

    private KillText() {}

    static String of(KilledRun run, RunVerdict verdict, Path report) {
        AnswerReconciliation books = run.reconciliation();
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%n%s: %,d of %,d answers were found again after kill -9, and the books %s",
                verdict.verdict() == Verdict.PASS ? "PASSED" : "FAILED",
                books.found(),
                books.answers(),
                books.booksBalance() ? "balance" : "DO NOT BALANCE");
        verdict.reasons().forEach(finding -> line(text, "  ! %s: %s", finding.rule(), finding.reason()));
        run.differences().forEach(difference -> line(text, "  ! %s", difference));
        line(text, "%n  %s", story(run));
        line(
                text,
                "  requests that were sent again under their key: %,d; reversals: %,d; without an answer in the end: %,d",
                run.result().repeats(),
                run.result().reversals(),
                run.failed());
        line(text, "  seed %d", run.result().plan().seed());
        line(text, "  report: %s", report);
        return text.toString();
    }

    /** What happened, in sentences. */
    static String story(KilledRun run) {
        return String.format(
                Locale.ROOT,
                "The server was killed in the middle of the run and was ready again after %,.1f s; %s. Outside of the "
                        + "outage, 90 %% of all answers took at most %,.1f ms.",
                KillRules.seconds(run.outage().length()),
                KillRules.silence(run.silence()),
                KillRules.p90Millis(run.undisturbed().all()));
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
