package org.debitcredit.terminal.certify;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.run.AnsweredCommits;
import org.debitcredit.terminal.run.ConnectionCounts;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.WorkloadEvidence;

/** What runs of terminals measured that nobody played. */
final class Results {

    private static final int A_SECOND = 30;
    private static final int WHOLE_SECONDS = 60;
    private static final int MICROS = 1_000;
    private static final int AMOUNT_CELLS = 20;

    private Results() {}

    /** A run in which every second had requests, and only the first ones had answers. */
    static RunResult of(CertifyPlan plan, int seconds, int answered) {
        return of(
                plan, seconds, answered, new AnsweredPositions(0, 0, 0), new AnsweredCommits(0, 0), Path.of("success"));
    }

    /** A run in which every second had answers, of which a file has some. */
    static RunResult of(CertifyPlan plan, AnsweredPositions positions, AnsweredCommits commits, Path successFile) {
        return of(plan, WHOLE_SECONDS, WHOLE_SECONDS, positions, commits, successFile);
    }

    private static RunResult of(
            CertifyPlan plan,
            int seconds,
            int answered,
            AnsweredPositions positions,
            AnsweredCommits commits,
            Path successFile) {
        long[] due = new long[seconds];
        long[] answers = new long[seconds];
        MergedRecording recording = new MergedRecording(0.9);
        for (int second = 0; second < seconds; second++) {
            due[second] = A_SECOND;
            answers[second] = second < answered ? A_SECOND : 0;
            RequestTimes times = RequestTimes.none();
            for (int i = 0; i < answers[second]; i++) {
                times.fromIntended().recordValue(MICROS);
                times.fromActual().recordValue(MICROS);
                times.lateness().recordValue(0);
            }
            TreeMap<String, RequestTimes> byKind = new TreeMap<>();
            byKind.put("debit-credit", times);
            recording.add(new RecordedInterval(second * 1_000L, (second + 1) * 1_000L, byKind));
        }
        Duration window = Duration.ofSeconds(seconds);
        return new RunResult(
                new RunPlan(
                        URI.create("http://127.0.0.1:1"),
                        null,
                        plan.scenario(),
                        plan.loads().terminals(),
                        new Phases(Duration.ZERO, Duration.ZERO, window, Duration.ZERO),
                        plan.seed(),
                        plan.report()),
                new BankInfo(Preset.GRAY2005, Preset.GRAY2005.scale(2), 0),
                Instant.EPOCH,
                new Traffic(due, answers, (long) A_SECOND * (seconds - answered)),
                recording,
                new Load.ClosedLoop(plan.loads().terminals(), 10, 0.001, List.of()),
                0,
                new ConnectionCounts(8, 8, 8),
                new WorkloadEvidence(100, 20, -1, 1, new long[AMOUNT_CELLS], 20, 0),
                new TreeMap<>(),
                new TreeMap<>(),
                0,
                0,
                positions,
                commits,
                Path.of("log"),
                successFile);
    }
}
