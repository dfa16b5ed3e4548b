package org.debitcredit.terminal.tpcc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.measure.verdict.Responses;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.tpcc.input.TerminalTimes;
import org.debitcredit.terminal.tpcc.report.Conditions;
import org.debitcredit.terminal.tpcc.report.RunFigures;
import org.debitcredit.terminal.tpcc.report.TypeFigures;
import org.debitcredit.terminal.tpcc.run.ClosedLoopClient;
import org.debitcredit.terminal.tpcc.run.ClosedLoopSettings;
import org.debitcredit.terminal.tpcc.run.Measured;
import org.debitcredit.terminal.tpcc.run.RunListener;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.TransactionType;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;

/** A run with terminals, and its judgement by the limits of the 90th percentiles (clause 5.2.5.3). */
record TerminalsRun(TpccClient client, ClosedLoopSettings settings, RunListener listener) {

    private static final double QUANTILE = 0.9;
    private static final long SECOND_MICROS = 1_000_000;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final String ALL = "all";

    RunFigures figures(Conditions setting, DescribeResponse described) {
        ClosedLoopClient loop = new ClosedLoopClient(client, settings, described.getLastNameConstant(), listener);
        Measured measured = loop.run();
        RunVerdict verdict = judge(measured, loop);
        boolean isAccepted = verdict.verdict() == Verdict.PASS;
        return new RunFigures(
                setting,
                String.format(
                        Locale.ROOT,
                        "%,d terminals%s",
                        settings.terminals(),
                        settings.areHuman() ? "" : " without key and think times"),
                verdict.verdict().word(),
                isAccepted,
                reasons(verdict),
                measured,
                KindTail.of(ALL, measured.responses().micros(), isAccepted),
                TypeFigures.of(measured, TypeFigures.tails(measured, isAccepted)),
                described,
                List.of());
    }

    private static List<String> reasons(RunVerdict verdict) {
        List<String> reasons = verdict.reasons().stream().map(Finding::toString).toList();
        return reasons.isEmpty() ? List.of("all " + verdict.findings().size() + " rules hold") : reasons;
    }

    private RunVerdict judge(Measured measured, ClosedLoopClient loop) {
        List<Responses> responses = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
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
        double[] medians = Arrays.stream(measured.responses().medians(SECOND_MICROS))
                .filter(median -> !Double.isNaN(median))
                .toArray();
        return Judge.judge(
                new Evidence(
                        measured.traffic(),
                        measured.responses().size(),
                        responses,
                        medians,
                        load,
                        Double.POSITIVE_INFINITY,
                        measured.recorded().lateness(),
                        measured.stolenShare(),
                        List.of()),
                // There is no bank whose size or checkpoints could be asked for.
                new Asked(true, true, false, false),
                new SplittableRandom(settings.seed()));
    }

    /** Keying and thinking, by how often each type was answered. */
    private static double meanWaitSeconds(Measured measured) {
        double seconds = 0;
        long count = 0;
        for (TransactionType type : TransactionType.values()) {
            long of = measured.recorded().of(type.name()).fromIntended().getTotalCount();
            seconds += of
                    * (TerminalTimes.keying(type).toSeconds()
                            + TerminalTimes.think(type).meanOfWholeMillis() / MILLIS_PER_SECOND);
            count += of;
        }
        return seconds / Math.max(1, count);
    }
}
