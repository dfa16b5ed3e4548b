package org.debitcredit.terminal.report;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.statistics.RandomDraws;
import org.debitcredit.measure.statistics.TruncatedExponential;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.measure.verdict.Responses;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.ThinkTimes;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.run.AnsweredCommits;
import org.debitcredit.terminal.run.ConnectionCounts;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.WorkloadEvidence;
import org.debitcredit.workload.Scenario;

/** A run that nobody made, second by second from a seed. Without changes it is healthy; a fault overrides a part. */
class SyntheticRun {

    static final String KIND = "debit-credit";
    static final Instant BEGAN = Instant.parse("2026-11-23T12:00:00Z");

    private static final int AMOUNT_CELLS = 40;

    final SplittableRandom random;
    final int terminals;
    final int seconds;
    /** Every response time of the window, microseconds, for tests that count again. */
    final List<Long> micros = new ArrayList<>();

    private final boolean keeps;

    /** @param keeps whether {@link #micros} is filled */
    SyntheticRun(long seed, int terminals, int seconds, boolean keeps) {
        random = new SplittableRandom(seed);
        this.terminals = terminals;
        this.seconds = seconds;
        this.keeps = keeps;
    }

    SyntheticRun(long seed, int terminals, int seconds) {
        this(seed, terminals, seconds, true);
    }

    List<String> kinds() {
        return List.of(KIND);
    }

    /** The median response time of a second, microseconds. */
    double medianMicros(int second) {
        return 1_500;
    }

    /** Requests that a second answers. */
    long answers(int second) {
        return Math.round(rate() + Math.sqrt(rate()) * random.nextGaussian());
    }

    /** Seconds that are recorded after the window's end. */
    int secondsTooMany() {
        return 0;
    }

    double rate() {
        return terminals / 10.0;
    }

    List<Checkpoint> checkpoints() {
        return List.of(
                new Checkpoint(-seconds * 0.1, seconds * 0.1),
                new Checkpoint(seconds * 0.3, seconds * 0.55),
                new Checkpoint(seconds * 0.7, seconds * 0.95));
    }

    final RunResult result() {
        long[] due = new long[seconds];
        long[] answered = new long[seconds];
        MergedRecording recording = new MergedRecording(MeasuredLoad.QUANTILE);
        long epoch = BEGAN.toEpochMilli();
        double sum = 0;
        long count = 0;
        for (int second = 0; second < seconds + secondsTooMany(); second++) {
            long answers = answers(second);
            SortedMap<String, RequestTimes> byKind = new TreeMap<>();
            for (int i = 0; i < answers; i++) {
                RequestTimes times =
                        byKind.computeIfAbsent(kinds().get(i % kinds().size()), absent -> RequestTimes.none());
                long late = (long) (random.nextDouble() * 300);
                long service = (long) (medianMicros(second)
                        * Math.exp(0.55 * random.nextGaussian())
                        * (random.nextInt(2_000) == 0 ? 40 : 1));
                times.fromActual().recordValue(service);
                times.fromIntended().recordValue(service + late);
                times.lateness().recordValue(late);
                sum += service + late;
                count++;
                if (keeps) {
                    micros.add(service + late);
                }
            }
            recording.add(new RecordedInterval(epoch + second * 1_000L, epoch + (second + 1) * 1_000L, byKind));
            if (second < seconds) {
                due[second] = answers == 0 ? Math.round(rate()) : answers;
                answered[second] = answers;
            }
        }
        TruncatedExponential law = new TruncatedExponential(10_000);
        RandomDraws draws = new RandomDraws(random.split());
        for (int i = 0; i < Math.min(count, 30_000); i++) {
            draws.offer(think(law));
        }
        return new RunResult(
                new RunPlan(
                        URI.create("http://127.0.0.1:8080"),
                        null,
                        Scenario.TPCA,
                        terminals,
                        new Phases(
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(seconds),
                                Duration.ofSeconds(10)),
                        1,
                        Path.of("/r")),
                new BankInfo(Preset.TPCA, Preset.TPCA.scale(Math.max(1, terminals / 10)), 0),
                BEGAN,
                new Traffic(due, answered, 0),
                recording,
                new Load.ClosedLoop(
                        terminals,
                        law.meanOfWholeMillis() / 1_000,
                        sum / Math.max(1, count) / 1e6,
                        List.of(new ThinkTimes("all", law, draws.values()))),
                0.004,
                new ConnectionCounts(2_000, 212, 240),
                workload(count),
                new TreeMap<>(),
                new TreeMap<>(),
                3,
                2,
                new AnsweredPositions(0, count, 0),
                new AnsweredCommits(count, 0),
                Path.of("/r/window.hlog"),
                Path.of("/r/success.bin"));
    }

    long think(TruncatedExponential law) {
        return law.drawMillis(random);
    }

    private WorkloadEvidence workload(long requests) {
        long away = 0;
        long[] cells = new long[AMOUNT_CELLS];
        for (long i = 0; i < requests; i++) {
            away += random.nextInt(100) < 15 ? 1 : 0;
            cells[random.nextInt(AMOUNT_CELLS)]++;
        }
        return new WorkloadEvidence(requests - away, away, -9_999_99, 9_999_99, cells, terminals, 0);
    }

    final RunVerdict judge(RunResult result) {
        List<Responses> responses = result.recording().kinds().stream()
                .map(kind -> new Responses(kind, MeasuredLoad.p90(result, kind), Duration.ofSeconds(2)))
                .toList();
        long recorded = result.recording().kinds().stream()
                .mapToLong(kind -> result.recording().of(kind).fromIntended().getTotalCount())
                .sum();
        Histogram lateness = result.recording().lateness();
        return Judge.judge(
                new Evidence(
                        result.traffic(),
                        recorded,
                        responses,
                        result.recording().medians(),
                        result.load(),
                        terminals / 10.0,
                        lateness,
                        result.stolenShare(),
                        checkpoints()),
                random.split());
    }

    final MeasuredLoad load(int percent) {
        RunResult result = result();
        return new MeasuredLoad(percent, result, checkpoints(), judge(result));
    }
}
