package org.debitcredit.terminal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.debitcredit.measure.Latency;

/**
 * Whether a run passed.
 *
 * @param against one sentence for each rule it broke; empty when it passed
 * @param remarks what a reader should know besides
 */
public record AtmVerdict(List<String> against, List<String> remarks) {

    /** 90 % of the answers must take less than this, for every type and for all together (Gray; TPC-A). */
    public static final double P90_LIMIT_MILLIS = 2_000;

    /** The largest deviation from the closed-loop law; beyond it, by TPC-A, a run measures its simulator. */
    private static final double CLOSED_LOOP_TOLERANCE = 0.02;

    public boolean passed() {
        return against.isEmpty();
    }

    public static AtmVerdict of(Observed observed) {
        return new AtmVerdict(against(observed), remarks(observed));
    }

    private static List<String> against(Observed observed) {
        List<String> against = new ArrayList<>();
        if (observed.overall().isEmpty()) {
            against.add("no request was answered");
        }
        judge("all", observed.overall(), against);
        observed.byType().forEach((operation, latency) -> judge(operation.id(), latency, against));
        if (observed.failed() > 0) {
            against.add(text("%,d requests failed: %s", observed.failed(), byReason(observed.failures())));
        }
        against.addAll(againstTheMoney(observed));
        return against;
    }

    private static List<String> againstTheMoney(Observed observed) {
        String missing = observed.totals().missing();
        if (missing != null) {
            return List.of("the server's totals could not be read: " + missing);
        }
        List<String> against = new ArrayList<>();
        if (!observed.invariantsHold()) {
            against.add("the invariants do not hold in the server: its four sums differ");
        }
        if (observed.astrayAnswers() > 0) {
            against.add(text(
                    "%,d answers have the position of another answer, or one from before the run",
                    observed.astrayAnswers()));
        } else if (!observed.journalAgrees()) {
            against.add(text(
                    "%,d distinct keyed answers, but %,d transactions in the journal",
                    observed.keyedAnswers(), observed.journalTransactions()));
        }
        return against;
    }

    private static void judge(String what, Latency latency, List<String> against) {
        if (latency.p90Millis() >= P90_LIMIT_MILLIS) {
            against.add(text(
                    "%s: 90 %% of the answers took up to %,.0f ms; the limit is %,.0f ms",
                    what, latency.p90Millis(), P90_LIMIT_MILLIS));
        }
    }

    private static List<String> remarks(Observed observed) {
        List<String> remarks = new ArrayList<>();
        observed.byType().forEach((operation, latency) -> {
            if (latency.isEmpty()) {
                remarks.add(operation.id() + ": there was no answer, so it is not judged");
            }
        });
        if (!observed.exclusive() && observed.othersTransactions() > 0) {
            remarks.add(text(
                    "other clients were active too: the journal has %,d transactions that these terminals did not send",
                    observed.othersTransactions()));
        }
        if (observed.closedLoopTransactions() > 0) {
            remarks.add(closedLoop(observed));
        }
        return remarks;
    }

    private static String closedLoop(Observed observed) {
        double expected = observed.closedLoopTransactions();
        double miss = observed.transactions() / expected - 1;
        // Requests are nearly a Poisson process, so three standard deviations are allowed for chance.
        boolean kept = Math.abs(miss) <= CLOSED_LOOP_TOLERANCE + 3 / Math.sqrt(expected);
        return text(
                "offered load: %,d terminals that think %.1f s and wait %.1f ms offer %,.1f tps; "
                        + "%,.1f were measured (%+.1f %%)%s",
                observed.terminals(),
                observed.thinkSecondsMean(),
                observed.overall().meanMillis(),
                expected / observed.seconds(),
                observed.tps(),
                100 * miss,
                kept
                        ? ""
                        : ": the difference is too large, so this run measured the terminals or a stall, not the "
                                + "server");
    }

    public static String byReason(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> text("%,d %s", entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
