package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.debitcredit.chart.Band;
import org.debitcredit.chart.Marker;
import org.debitcredit.chart.Page;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.ThinkTimes;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RunResult;
import org.jspecify.annotations.Nullable;

/** Parts that the report of a certification and the report of a single run share. */
final class RunSections {

    private RunSections() {}

    /** The rules that did not pass, where the headline names only the first of them. */
    static void reasons(Page page, RunVerdict verdict) {
        List<Finding> reasons = worstFirst(verdict.reasons());
        if (reasons.size() > 1) {
            page.paragraph("The rules that did not pass:");
            page.list(reasons.stream()
                    .map(finding -> finding.verdict().word() + ", " + finding.rule() + ": "
                            + Headline.sentence(finding.reason()))
                    .toList());
        }
    }

    static void findings(Page page, String title, List<Finding> findings) {
        page.words(
                List.of(title, "verdict", "value and bound"),
                worstFirst(findings).stream()
                        .map(finding ->
                                List.of(finding.rule(), finding.verdict().word(), finding.reason()))
                        .toList());
    }

    private static List<Finding> worstFirst(List<Finding> findings) {
        return findings.stream()
                .sorted(Comparator.comparing(Finding::verdict).reversed())
                .toList();
    }

    static void terminals(Page page, RunResult result) {
        Map<String, String> facts = new LinkedHashMap<>();
        Phases phases = result.plan().phases();
        facts.put(
                "Terminals",
                Quantity.count(result.load().terminals()) + ", thinking "
                        + Quantity.duration(result.plan().scenario().think().mean()) + " on average (scenario "
                        + result.plan().scenario().name() + ")");
        facts.put(
                "Phases",
                Quantity.duration(phases.rampUp()) + " ramp-up, " + Quantity.duration(phases.warmUp()) + " warm-up, "
                        + Quantity.duration(phases.window()) + " measured, " + Quantity.duration(phases.rampDown())
                        + " ramp-down. Only requests that were meant to be sent in the measured part count");
        facts.put("Measured from", Quantity.time(result.windowBegan()));
        facts.put(
                "Connections",
                "at most " + Quantity.count(result.connections().most()) + " at one time, of "
                        + Quantity.count(result.connections().limit()) + " allowed; "
                        + Quantity.count(result.connections().opened()) + " opened in all");
        facts.put(
                "Sent late",
                "99 % of the requests at most "
                        + Quantity.millis(
                                QuantileBounds.quantile(result.recording().lateness(), 0.99)));
        facts.put(
                "Stolen by other guests",
                Double.isNaN(result.stolenShare())
                        ? "unknown, because the machine does not say"
                        : Quantity.share(result.stolenShare()) + " of the processors' time");
        facts.put("Refused by the bank", byReason(result.refusals()));
        facts.put("Failed", byReason(result.failures()));
        facts.put(
                "Without an answer in time",
                Quantity.count(result.repeats(), "request", "requests") + " sent again, and "
                        + Quantity.count(result.reversals(), "reversal", "reversals"));
        page.facts(facts);
    }

    private static String byReason(Map<String, Long> counts) {
        return counts.isEmpty()
                ? "none"
                : counts.entrySet().stream()
                        .map(entry -> Quantity.count(entry.getValue()) + " " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }

    static void throughput(Page page, String title, MeasuredLoad load) {
        List<Band> bands = new ArrayList<>();
        List<Marker> markers = new ArrayList<>();
        for (Checkpoint checkpoint : load.checkpoints()) {
            bands.add(new Band(checkpoint.fromSeconds(), checkpoint.toSeconds(), "checkpoint"));
            markers.add(new Marker(checkpoint.fromSeconds(), "checkpoint"));
        }
        ThroughputChart.into(page, title, load.result().traffic(), bands, markers);
    }

    static void thinkTimes(Page page, RunResult result) {
        if (result.load().thinkTimes().isEmpty()) {
            page.paragraph("No think time was recorded.");
        }
        for (ThinkTimes times : result.load().thinkTimes()) {
            if (times.millis().length == 0) {
                page.paragraph("No think time of " + times.name() + " was recorded.");
            } else {
                page.note(Quantity.count(times.millis().length, "random draw", "random draws") + ", mean "
                        + Quantity.millis(
                                1e3 * LongStream.of(times.millis()).average().orElseThrow())
                        + "; the law's mean is "
                        + Quantity.millis(1e3 * times.law().meanOfWholeMillis()) + ".");
                page.chart(ThinkTimeChart.of(times));
            }
        }
    }

    static void successFile(Page page, @Nullable AnswerReconciliation reconciliation) {
        page.paragraph(Headline.books(reconciliation));
        if (reconciliation == null) {
            return;
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Answers in the success file", Quantity.count(reconciliation.answers()));
        facts.put(
                "Found",
                Quantity.count(reconciliation.found()) + ", with the outcome and the position that the terminal had");
        facts.put("Lost", Quantity.count(reconciliation.lost()) + "; none may be");
        facts.put(
                "In the journal without an answer",
                Quantity.count(reconciliation.unanswered()) + "; at most the "
                        + Quantity.count(reconciliation.inFlight()) + " requests in flight at the kill may be");
        facts.put(
                "Books",
                reconciliation.booksBalance()
                        ? "the sums of accounts, tellers, branches and history are equal"
                        : "the sums of accounts, tellers, branches and history differ");
        page.facts(facts);
    }

    static void files(Page page, RunResult result) {
        page.paragraph("Every figure of the response times can be made again from the file "
                + result.histogramLog().getFileName() + ", in the format of HdrHistogram. The success file is "
                + result.successFile().getFileName() + ".");
    }
}
