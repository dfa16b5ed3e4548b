package org.debitcredit.terminal.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.debitcredit.chart.Page;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.run.RunResult;
import org.jspecify.annotations.Nullable;

/** The first words of a report: what holds, or what does not and why. */
public final class Headline {

    private Headline() {}

    /** Of a certification: the verdict, its reason, what the run lacked, and what was not tested. */
    public static String of(Disclosure disclosure) {
        List<String> sentences = new ArrayList<>();
        sentences.add(verdict(disclosure.verdict()));
        if (disclosure.verdict().verdict() == Verdict.PASS) {
            disclosure.reported().ifPresent(load -> sentences.add(measured(load.result())));
        }
        sentences.addAll(disclosure.foremost());
        List<AcidTest> tests = AcidTest.all(disclosure.acid());
        String broken = names(tests, AcidTest.Outcome.BROKEN);
        if (!broken.isEmpty()) {
            sentences.add("ACID tests broken: " + broken + ".");
        }
        String notRun = notRun(tests);
        if (!notRun.isEmpty()) {
            sentences.add("ACID tests not run: " + notRun + ".");
        }
        return String.join(" ", sentences);
    }

    /** What a certification measured and found. */
    static String found(Disclosure disclosure) {
        List<String> sentences = new ArrayList<>();
        if (disclosure.verdict().verdict() != Verdict.PASS) {
            disclosure.reported().ifPresent(load -> sentences.add(measured(load.result())));
        }
        String held = names(disclosure.acid(), AcidTest.Outcome.HELD);
        if (!held.isEmpty()) {
            sentences.add("ACID tests held: " + held + ".");
        }
        sentences.add(books(disclosure.reconciliation()));
        return String.join(" ", sentences);
    }

    /** Of a single run. */
    public static String of(RunVerdict verdict, RunResult result) {
        return verdict(verdict) + " " + measured(result);
    }

    static Page.Tone tone(Verdict verdict) {
        return switch (verdict) {
            case PASS -> Page.Tone.FINE;
            case UNDECIDED, VOID -> Page.Tone.WARNING;
            case FAIL -> Page.Tone.FAILURE;
        };
    }

    private static String verdict(RunVerdict verdict) {
        String word = switch (verdict.verdict()) {
            case PASS -> "Pass: every rule holds.";
            case UNDECIDED -> "Undecided.";
            case FAIL -> "Fail.";
            case VOID -> "Void: the run shows nothing about the service.";
        };
        List<Finding> decisive = verdict.reasons().stream()
                .filter(finding -> finding.verdict() == verdict.verdict())
                .toList();
        if (verdict.findings().isEmpty()) {
            return word + " No rule was checked.";
        }
        if (decisive.isEmpty()) {
            return word;
        }
        String first = word + " By the rule \"" + decisive.get(0).rule() + "\": "
                + sentence(decisive.get(0).reason());
        return decisive.size() == 1
                ? first
                : first + " "
                        + Quantity.count(decisive.size() - 1L, "more rule is", "more rules are")
                        + " listed below.";
    }

    private static String measured(RunResult result) {
        String terminals = Quantity.count(result.load().terminals(), "terminal", "terminals") + " got "
                + Quantity.rate(result.traffic().perSecond()) + " answers a second for "
                + Quantity.duration(Duration.ofSeconds(result.traffic().seconds()));
        return MeasuredLoad.slowestKind(result)
                .map(kind -> {
                    QuantileBounds p90 = MeasuredLoad.p90(result, kind);
                    return String.format(
                            Locale.ROOT,
                            "%s; 90 %% of the answers to %s took at most %s (%s).",
                            terminals,
                            kind,
                            Quantity.millis(p90.estimate()),
                            Quantity.bounds(p90));
                })
                .orElse(terminals + ".");
    }

    private static String names(List<AcidTest> tests, AcidTest.Outcome outcome) {
        return tests.stream()
                .filter(test -> test.outcome() == outcome)
                .map(AcidTest::name)
                .collect(Collectors.joining(", "));
    }

    /** The tests that were not run, those with the same reason together. */
    private static String notRun(List<AcidTest> tests) {
        Map<String, String> byReason = new LinkedHashMap<>();
        tests.stream()
                .filter(test -> test.outcome() == AcidTest.Outcome.NOT_RUN)
                .forEach(
                        test -> byReason.merge(unended(test.found()), test.name(), (some, more) -> some + ", " + more));
        return byReason.entrySet().stream()
                .map(entry -> entry.getValue() + " (" + entry.getKey() + ")")
                .collect(Collectors.joining("; "));
    }

    /** What became of the answers that the terminals had. */
    static String books(@Nullable AnswerReconciliation reconciliation) {
        if (reconciliation == null) {
            return "The success file was not compared with the journal, because no test in which the service is killed "
                    + "came to its end.";
        }
        String answers = Quantity.count(reconciliation.answers(), "answer", "answers");
        String lost = reconciliation.lost() == 0
                ? "All " + answers + " in the success file were found again after the kill"
                : Quantity.count(reconciliation.lost()) + " of " + answers
                        + " in the success file were lost by the kill";
        return lost
                + (reconciliation.booksBalance() ? ", and the books balance." : ", and the books do not balance.")
                + others(reconciliation);
    }

    /** Transactions in the journal that should not be there, or that are missing there. */
    private static String others(AnswerReconciliation reconciliation) {
        if (reconciliation.unanswered() > reconciliation.inFlight()) {
            return " The journal has " + Quantity.count(reconciliation.unanswered())
                    + " transactions that no terminal had an answer to, and only "
                    + Quantity.count(reconciliation.inFlight()) + " requests were in flight.";
        }
        return reconciliation.unanswered() < 0
                ? " The journal has " + Quantity.count(-reconciliation.unanswered())
                        + " transactions fewer than were answered."
                : "";
    }

    static String sentence(String text) {
        return unended(text) + ".";
    }

    private static String unended(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }
}
