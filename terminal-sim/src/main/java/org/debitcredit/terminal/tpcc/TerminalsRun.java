package org.debitcredit.terminal.tpcc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.tail.Pauses;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.measure.verdict.OpenLoopVerdict;
import org.debitcredit.measure.verdict.Responses;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.tpcc.input.TerminalTimes;
import org.debitcredit.terminal.tpcc.report.RunConditions;
import org.debitcredit.terminal.tpcc.report.RunFigures;
import org.debitcredit.terminal.tpcc.report.TypeFigures;
import org.debitcredit.terminal.tpcc.run.ClosedLoopClient;
import org.debitcredit.terminal.tpcc.run.ClosedLoopSettings;
import org.debitcredit.terminal.tpcc.run.MeasuredWindow;
import org.debitcredit.terminal.tpcc.run.RunListener;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.TpccTransactionType;

/** A run with terminals, and its judgement by the limits of the 90th percentiles (clause 5.2.5.3). */
record TerminalsRun(TpccClient client, ClosedLoopSettings settings, RunListener listener) {

    private static final double QUANTILE = 0.9;
    private static final long SECOND_MICROS = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final String ALL = "all";
    private static final String WITHHELD = "no percentile is shown: ";

    RunFigures figures(RunConditions setting) {
        ClosedLoopClient loop =
                new ClosedLoopClient(client, settings, setting.server().getLastNameConstant(), listener);
        MeasuredWindow measured = loop.run();
        Evidence evidence = evidence(measured, loop);
        // There is no bank whose size or checkpoints could be asked for.
        RunVerdict verdict =
                Judge.judge(evidence, new Asked(true, true, false, false), new SplittableRandom(settings.seed()));
        boolean isAccepted = verdict.verdict() == Verdict.PASS;
        List<String> doubts = doubts(evidence, measured);
        boolean areShown = isAccepted && doubts.isEmpty();
        KindTail all = KindTail.of(ALL, measured.responses().micros(), areShown);
        List<String> reasons = new ArrayList<>(doubts);
        if (areShown && all.percentiles().stream().noneMatch(Percentile::isShown)) {
            reasons.add(WITHHELD + scatter(all));
        }
        reasons.addAll(reasons(verdict, evidence.responses()));
        return new RunFigures(
                setting,
                String.format(
                        Locale.ROOT,
                        "%,d terminals%s",
                        settings.terminals(),
                        settings.areHuman() ? "" : " without key and think times"),
                verdict.verdict().word(),
                isAccepted,
                reasons,
                measured,
                all,
                TypeFigures.of(measured, TypeFigures.tails(measured, areShown)),
                null,
                List.of());
    }

    /**
     * Reasons to withhold percentiles of a run that kept its limits: these are seconds, and do not see a disturbance of
     * milliseconds.
     */
    private static List<String> doubts(Evidence evidence, MeasuredWindow measured) {
        List<String> doubts = new ArrayList<>();
        OpenLoopVerdict.steadyState(evidence).stream()
                .filter(finding -> finding.verdict() != Verdict.PASS)
                .forEach(finding -> doubts.add(WITHHELD + finding.rule() + ": " + finding.reason()));
        Pauses.ofClosedLoop(measured.responses()).ifPresent(pauses -> doubts.add(WITHHELD + pauses));
        return doubts;
    }

    /** Why no percentile of a steady run may be shown. */
    private static String scatter(KindTail all) {
        return String.format(
                Locale.ROOT,
                all.step().isEmpty()
                        ? "neighbours of %,d responses depend on each other, however they are thinned (Spearman)"
                        : "of %,d responses too few are independent for bounds that are close to a percentile",
                all.count());
    }

    /** The reasons of the verdict; the last one is of the rule that decides it. */
    private static List<String> reasons(RunVerdict verdict, List<Responses> responses) {
        List<String> reasons = verdict.reasons().stream()
                .sorted(Comparator.comparing(Finding::verdict))
                .map(finding -> withoutPercentile(finding, responses).toString())
                .toList();
        return reasons.isEmpty() ? List.of("all " + verdict.findings().size() + " rules hold") : reasons;
    }

    /** A limit that was not kept, without the percentile that may not be shown. */
    private static Finding withoutPercentile(Finding finding, List<Responses> responses) {
        return responses.stream()
                .filter(of -> finding.rule().equals("response time of " + of.kind()))
                .findFirst()
                .map(of -> new Finding(
                        finding.rule(),
                        finding.verdict(),
                        String.format(
                                Locale.ROOT,
                                finding.verdict() == Verdict.FAIL
                                        ? "more than 10 %% of %,d requests took longer than the limit of %,d s"
                                        : "%,d requests do not show whether 90 %% take less than the limit of %,d s",
                                of.micros().count(),
                                of.limit().toSeconds())))
                .orElse(finding);
    }

    private Evidence evidence(MeasuredWindow measured, ClosedLoopClient loop) {
        List<Responses> responses = new ArrayList<>();
        for (TpccTransactionType type : TpccTransactionType.values()) {
            Histogram micros = measured.recorded().of(type.name()).fromIntended();
            if (micros.getTotalCount() > 0) {
                responses.add(new Responses(type.id(), QuantileBounds.of(micros, QUANTILE), type.limit()));
            }
        }
        Load.ClosedLoop load = new Load.ClosedLoop(
                settings.terminals(),
                settings.areHuman() ? meanWaitSeconds(measured) : 0,
                DoubleStream.of(measured.responses().micros()).average().orElse(0) / MICROS_PER_SECOND,
                loop.thinkTimes());
        double[] medians = measured.responses().knownMedians(SECOND_MICROS);
        return new Evidence(
                measured.traffic(),
                measured.responses().size(),
                responses,
                medians,
                load,
                Double.POSITIVE_INFINITY,
                measured.recorded().lateness(),
                measured.stolenShare(),
                List.of());
    }

    /** Mean seconds of keying and thinking for a transaction, each type weighted by the number of its answers. */
    private static double meanWaitSeconds(MeasuredWindow measured) {
        double seconds = 0;
        long count = 0;
        for (TpccTransactionType type : TpccTransactionType.values()) {
            long of = measured.recorded().of(type.name()).fromIntended().getTotalCount();
            seconds += of
                    * (TerminalTimes.keying(type).toSeconds()
                            + TerminalTimes.think(type).meanOfWholeMillis() / MILLIS_PER_SECOND);
            count += of;
        }
        return seconds / Math.max(1, count);
    }
}
