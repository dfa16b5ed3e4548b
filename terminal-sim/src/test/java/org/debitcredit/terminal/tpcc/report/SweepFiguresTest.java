package org.debitcredit.terminal.tpcc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.measure.tail.KindTail;
import org.debitcredit.measure.tail.Percentile;
import org.debitcredit.measure.tail.Sweep;
import org.debitcredit.measure.tail.SweepPoint;
import org.debitcredit.measure.tail.Tail;
import org.debitcredit.measure.tail.TailVerdict;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.terminal.tpcc.run.CpuTimes;
import org.debitcredit.terminal.tpcc.run.Deliveries;
import org.debitcredit.terminal.tpcc.run.MeasuredWindow;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.junit.jupiter.api.Test;

class SweepFiguresTest {

    private static final RunConditions SETTING =
            new RunConditions(DescribeResponse.getDefaultInstance(), TransactionMix.Kind.PERCENTAGES, 1, 1, 1);
    private static final Traffic TRAFFIC = new Traffic(new long[] {100}, new long[] {100}, 0);

    private static SweepFigures figures(Deliveries deliveries, ConditionResult condition, List<String> failures) {
        Tail tail = new Tail(
                100,
                TailVerdict.ACCEPTED,
                List.of("40 s: the 99th percentile is 2.345 ms"),
                TRAFFIC,
                shown("all"),
                Arrays.stream(TpccTransactionType.values())
                        .map(type -> shown(type.id()))
                        .toList());
        MeasuredWindow measured = new MeasuredWindow(
                true,
                TRAFFIC,
                new ResponseSeries(),
                new MergedRecording(0.9),
                new MergedRecording(0.9),
                0,
                45,
                "",
                new double[0],
                0,
                0,
                new CpuTimes(0, 0));
        return SweepFigures.of(
                SETTING,
                new Sweep(List.of(new SweepPoint(tail, true))),
                new SweepFigures.HighestCarried(tail, measured),
                deliveries,
                List.of(condition),
                failures);
    }

    private static KindTail shown(String kind) {
        return new KindTail(
                kind,
                100,
                OptionalInt.of(1),
                Collections.nCopies(
                        KindTail.QUANTILES.size(),
                        new Percentile(new QuantileBounds(0.99, 100, 2_300, 2_345, 2_400), true)));
    }

    private static Deliveries deliveries(long failed) {
        return new Deliveries(4, 4 - failed, failed, 10_000, 20_000, 0, new Histogram(3));
    }

    private static ConditionResult condition(boolean holds) {
        return ConditionResult.newBuilder()
                .setCondition(3)
                .setHolds(holds)
                .setOffenders(holds ? 0 : 1)
                .build();
    }

    private static void requireNoPercentile(SweepFigures figures) {
        assertThat(figures.verdict()).isEqualTo("failed");
        assertThat(FiguresJson.of(figures).toString())
                .contains("\"perSecond\":100.0")
                .doesNotContain("2345", "2.345");
        assertThat(FiguresCsv.of(figures.sweep())).contains(",true,failed,").doesNotContain("2345");
        assertThat(FiguresPage.of(figures)).contains("Figure 4").doesNotContain("2.345");
    }

    @Test
    void aSweepThatIsAcceptedShowsItsPercentiles() {
        SweepFigures figures = figures(deliveries(0), condition(true), List.of());

        assertThat(figures.isAccepted()).isTrue();
        assertThat(FiguresJson.of(figures).at("/byType/payment/p99Micros").doubleValue())
                .isEqualTo(2_345);
        assertThat(FiguresCsv.of(figures.sweep())).contains("2345");
        assertThat(FiguresPage.of(figures)).contains("2.345");
    }

    @Test
    void noPercentileIsShownIfAConditionDoesNotHoldAfterTheSweep() {
        requireNoPercentile(figures(deliveries(0), condition(false), List.of()));
    }

    @Test
    void noPercentileIsShownIfDeferredDeliveriesFailed() {
        requireNoPercentile(figures(deliveries(1), condition(true), List.of()));
    }

    /** The rates before were measured on a server that was well. */
    @Test
    void aSweepThatWasBrokenOffKeepsThePercentilesOfItsRates() {
        SweepFigures figures = figures(deliveries(0), condition(true), List.of("in the sweep, the server ended"));

        assertThat(figures.verdict()).isEqualTo("failed");
        assertThat(FiguresJson.of(figures).at("/points/0/p99Micros").doubleValue())
                .isEqualTo(2_345);
        assertThat(FiguresCsv.of(figures.sweep())).contains("2345");
    }
}
