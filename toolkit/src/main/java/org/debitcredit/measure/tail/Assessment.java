package org.debitcredit.measure.tail;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.measure.verdict.OpenLoopVerdict;
import org.debitcredit.measure.verdict.Verdict;

/**
 * What one try showed: the verdict, and its reason in a sentence.
 *
 * @param all of all requests together
 * @param byKind of each kind
 */
record Assessment(TailVerdict verdict, String reason, KindTail all, List<KindTail> byKind) {

    static final String ALL = "all";

    private static final double REACHED = 0.9;

    /** Part of the requests whose work may be deferred past the window. More would pile up. */
    private static final double UNFINISHED = 0.01;

    private static final long SECOND_MICROS = 1_000_000;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double PERCENT = 100;

    private static final Set<Verdict> BAD = Set.of(Verdict.FAIL, Verdict.VOID);

    /** A steady state has to be seen. */
    private static final Set<Verdict> NOT_SHOWN = EnumSet.complementOf(EnumSet.of(Verdict.PASS));

    private record Reason(TailVerdict verdict, String text) {}

    /** Tests a run; percentiles may be shown only if all tests passed. */
    static Assessment of(OpenLoopRun run, double perSecond, double quantile) {
        Optional<Reason> refused =
                rate(run, perSecond).or(() -> findings(run, perSecond)).or(() -> pauses(run));
        KindTail all = KindTail.of(ALL, run.responses().micros(), refused.isEmpty());
        Reason reason = refused.or(() -> independence(all))
                .or(() -> precision(all, quantile))
                .orElseGet(() -> accepted(all, quantile));
        boolean isAccepted = reason.verdict == TailVerdict.ACCEPTED;
        KindTail told = isAccepted ? all : all.withheld();
        return new Assessment(reason.verdict, reason.text, told, byKind(run, told, isAccepted));
    }

    /** The only kind is not assessed again. */
    private static List<KindTail> byKind(OpenLoopRun run, KindTail all, boolean isAccepted) {
        List<String> kinds = run.kinds();
        if (kinds.size() == 1) {
            return List.of(all.named(kinds.get(0)));
        }
        List<KindTail> byKind = new ArrayList<>();
        for (int kind = 0; kind < kinds.size(); kind++) {
            ResponseSeries of = run.responses().only(kind);
            boolean isShown = isAccepted && KindTests.passAtRate(run.traffic(), of);
            byKind.add(KindTail.of(kinds.get(kind), of.micros(), isShown));
        }
        return byKind;
    }

    private static Optional<Reason> rate(OpenLoopRun run, double perSecond) {
        double answered = run.traffic().perSecond();
        if (!run.caughtUp()) {
            return reason(
                    TailVerdict.RATE_NOT_REACHED,
                    "the loop did not catch up with the requests of its warm-up, so that nothing was measured: of %,.1f "
                            + "requests a second %,.1f were answered. Ask for a lower rate, or for a longer warm-up",
                    perSecond,
                    answered);
        }
        // How many were due is a matter of chance, and at a low rate far from the rate that was asked for.
        double due = (double) run.traffic().due() / run.traffic().seconds();
        if (!(answered >= REACHED * due)) {
            return reason(
                    TailVerdict.RATE_NOT_REACHED,
                    "of %,.1f requests a second that were due %,.1f were answered, which is %.1f %%; at least %.0f %% must "
                            + "be. %s",
                    due,
                    answered,
                    answered / due * PERCENT,
                    REACHED * PERCENT,
                    remedy(run.traffic().failed()));
        }
        return unfinished(run);
    }

    private static String remedy(long failed) {
        return failed == 0
                ? "Ask for a lower rate"
                : String.format(
                        Locale.ROOT,
                        "%,d requests failed or could not be sent. See why they failed, or ask for a lower rate",
                        failed);
    }

    private static Optional<Reason> unfinished(OpenLoopRun run) {
        double share = (double) run.unfinished() / Math.max(1, run.traffic().due());
        if (share <= UNFINISHED) {
            return Optional.empty();
        }
        return reason(
                TailVerdict.RATE_NOT_REACHED,
                "the work of %,d answered requests was not done when the window of %,d requests had ended, which is "
                        + "%.1f %%; at most %.0f %% may wait. Ask for a lower rate",
                run.unfinished(),
                run.traffic().due(),
                share * PERCENT,
                UNFINISHED * PERCENT);
    }

    private static Optional<Reason> findings(OpenLoopRun run, double perSecond) {
        Load.OpenLoop load = new Load.OpenLoop(perSecond, run.gaps());
        double[] medians = run.responses().knownMedians(SECOND_MICROS);
        OpenLoopVerdict verdict = OpenLoopVerdict.of(
                new Evidence(
                        run.traffic(),
                        run.responses().size(),
                        List.of(),
                        medians,
                        load,
                        Double.POSITIVE_INFINITY,
                        run.latenessMicros(),
                        run.stolenShare(),
                        List.of()),
                load);
        Traffic traffic = run.traffic();
        boolean hasPaused = traffic.silences().stream().anyMatch(traffic::isOfClients);
        return first(verdict.answers(), Set.of(Verdict.FAIL), TailVerdict.FAILED)
                .or(() -> first(
                        verdict.answers(), BAD, hasPaused ? TailVerdict.LOAD_NOT_AS_INTENDED : TailVerdict.FAILED))
                .or(() -> first(verdict.load(), BAD, TailVerdict.LOAD_NOT_AS_INTENDED))
                .or(() -> first(verdict.steadyState(), NOT_SHOWN, TailVerdict.NOT_STATIONARY));
    }

    private static Optional<Reason> first(List<Finding> findings, Set<Verdict> refused, TailVerdict verdict) {
        return findings.stream()
                .filter(finding -> refused.contains(finding.verdict()))
                .findFirst()
                .map(finding -> new Reason(verdict, finding.rule() + ": " + finding.reason()));
    }

    private static Optional<Reason> pauses(OpenLoopRun run) {
        List<String> kinds = run.kinds().size() == 1 ? List.of() : run.kinds();
        return Pauses.ofOpenLoop(run.responses(), kinds).map(text -> new Reason(TailVerdict.NOT_INDEPENDENT, text));
    }

    private static Optional<Reason> independence(KindTail all) {
        return all.step().isPresent()
                ? Optional.empty()
                : reason(
                        TailVerdict.NOT_INDEPENDENT,
                        "neighbours of %,d responses depend on each other, however they are thinned (Spearman)",
                        all.count());
    }

    private static Optional<Reason> precision(KindTail all, double quantile) {
        QuantileBounds bounds = all.percentile(quantile).micros();
        double apart = KindTail.apart(bounds);
        if (apart <= KindTail.PRECISION) {
            return Optional.empty();
        }
        if (Double.isInfinite(apart)) {
            return reason(
                    TailVerdict.NOT_PRECISE,
                    "%,d independent responses of %,d are too few for bounds of the %s percentile",
                    bounds.count(),
                    all.count(),
                    percent(quantile));
        }
        return reason(
                TailVerdict.NOT_PRECISE,
                "a bound of the %s percentile is %.1f %% from it by %,d independent responses of %,d; at most %.0f %% may "
                        + "be",
                percent(quantile),
                apart * PERCENT,
                bounds.count(),
                all.count(),
                KindTail.PRECISION * PERCENT);
    }

    private static Reason accepted(KindTail all, double quantile) {
        QuantileBounds bounds = all.percentile(quantile).micros();
        return reason(
                        TailVerdict.ACCEPTED,
                        "the %s percentile is %.3f ms, between %.3f and %.3f ms with 95 %% confidence, by %,d independent "
                                + "responses of %,d",
                        percent(quantile),
                        bounds.estimate() / MICROS_PER_MILLI,
                        bounds.low() / MICROS_PER_MILLI,
                        bounds.high() / MICROS_PER_MILLI,
                        bounds.count(),
                        all.count())
                .orElseThrow();
    }

    private static String percent(double quantile) {
        return String.format(Locale.ROOT, "%.4g", quantile * PERCENT).replaceFirst("\\.?0+$", "") + "th";
    }

    private static Optional<Reason> reason(TailVerdict verdict, String format, Object... values) {
        return Optional.of(new Reason(verdict, String.format(Locale.ROOT, format, values)));
    }
}
