package org.debitcredit.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.debitcredit.bench.QuickVerdict.Measured;
import org.debitcredit.history.BenchmarkRun;
import org.debitcredit.history.HistoryFiles;
import org.debitcredit.history.HistorySeries;
import org.debitcredit.history.Machine;
import org.debitcredit.history.Regression;
import org.debitcredit.history.Regression.Judgement;
import org.debitcredit.history.Regression.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recorded histories of this repository, and what the build says of the same benchmarks made slower. */
class PlantedSlowdownTest {

    private static final int ATTEMPTS = 3;

    private static List<HistorySeries> recorded() throws IOException {
        List<HistorySeries> series = HistorySeries.of(HistoryFiles.read(Path.of("history"))).stream()
                .filter(each -> each.runs().size() >= Regression.RECORDED_MIN)
                .toList();
        assertThat(series).extracting(HistorySeries::benchmark).containsAll(QuickPair.ALL.keySet());
        return series;
    }

    @Test
    void whatWasRecordedPasses() throws IOException {
        for (HistorySeries series : recorded()) {
            assertThat(verdict(series, 1).judgement().verdict())
                    .as(series.benchmark())
                    .isNotEqualTo(Verdict.REGRESSION);
        }
    }

    /** Even where each attempt is as lucky as the recorded runs were. */
    @ParameterizedTest
    @ValueSource(doubles = {2, 5})
    void twiceAsSlowFailsEveryBenchmark(double slowdown) throws IOException {
        for (HistorySeries series : recorded()) {
            QuickVerdict verdict = verdict(series, slowdown);
            assertThat(verdict.judgement().verdict()).as(verdict.text()).isEqualTo(Verdict.REGRESSION);
            assertThat(verdict.attempts()).isEqualTo(ATTEMPTS);
        }
    }

    @Test
    void theLossOfAThirdFailsEveryBenchmark() throws IOException {
        for (HistorySeries series : recorded()) {
            assertThat(typical(series, 1.5).verdict()).as(series.benchmark()).isEqualTo(Verdict.REGRESSION);
        }
    }

    /** A slowdown of 1.3 is a loss of 23 %: some histories spread too widely to see it, and say so. */
    @Test
    void lessFailsWhereTheRecordedRunsAgree() throws IOException {
        int seen = 0;
        for (HistorySeries series : recorded()) {
            Judgement judgement = typical(series, 1.3);
            boolean isSeen = judgement.verdict() == Verdict.REGRESSION;
            assertThat(isSeen).as(series.benchmark()).isEqualTo(judgement.allowed() < 1 - 1 / 1.3);
            seen += isSeen ? 1 : 0;
        }
        assertThat(seen).isGreaterThanOrEqualTo(recorded().size() / 2);
    }

    @Test
    void aMachineWithoutAHistoryIsToldThatNothingWasChecked() throws IOException {
        HistorySeries series = recorded().get(0);
        BenchmarkRun run = slower(series.runs().get(0), new Machine(64, "another", "os", "17"), 1, 5);
        Judgement judgement = QuickBenchmarks.judge(new Measured(run, 1), series.runs());
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_TO_COMPARE);
        assertThat(QuickBenchmarks.text(run, judgement))
                .contains(
                        "NOT CHECKED: any loss passes",
                        "of 3 needed runs only 0 are recorded on 64 x another, JDK 17 with such a baseline");
    }

    @Test
    void whatPassesIsSaid() throws IOException {
        for (HistorySeries series : recorded()) {
            Judgement judgement = typical(series, 1);
            assertThat(judgement.allowed()).isBetween(QuickPair.NOISE_MIN - 1e-9, Regression.NOISE_MAX + 1e-9);
            String passes = String.format(Locale.ROOT, "(a loss of %.0f %% passes)", 100 * judgement.allowed());
            assertThat(QuickBenchmarks.text(series.runs().get(0), judgement)).contains(passes);
        }
    }

    /** Of the benchmark made slower, each attempt being one of the recorded runs. */
    private static QuickVerdict verdict(HistorySeries series, double slowdown) throws IOException {
        Deque<BenchmarkRun> attempts = new ArrayDeque<>();
        for (BenchmarkRun run : series.runs()) {
            attempts.add(slower(run, run.machine(), run.ratio(), slowdown));
        }
        return QuickVerdict.of(
                () -> new Measured(attempts.pop(), 1),
                measured -> QuickBenchmarks.judge(measured, series.runs()),
                ATTEMPTS);
    }

    /** Of a run in the middle of the recorded ones, made slower. */
    private static Judgement typical(HistorySeries series, double slowdown) {
        BenchmarkRun run = series.runs().get(0);
        return QuickBenchmarks.judge(
                new Measured(slower(run, run.machine(), series.medianRatio(), slowdown), 1), series.runs());
    }

    private static BenchmarkRun slower(BenchmarkRun run, Machine machine, double ratio, double slowdown) {
        return new BenchmarkRun(
                run.benchmark(),
                run.revision(),
                run.utc(),
                machine,
                run.settings(),
                run.score() / slowdown,
                run.unit(),
                run.baseline(),
                run.baselineUnit(),
                ratio / slowdown,
                QuickPair.NOISE_MIN);
    }
}
