package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.MergedRecording;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.RequestTimes;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.measure.verdict.Responses;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.workload.Scenario;
import org.junit.jupiter.api.Test;

class RunEvidenceTest {

    @Test
    void kindsWithFewAnswersAreJudgedTogether() {
        Evidence evidence = RunEvidence.of(result(Map.of("balance", 60, "deposit", 20, "transfer", 40)));

        assertThat(evidence.responses()).extracting(Responses::kind).containsExactly("balance", "deposit and transfer");
        assertThat(evidence.responses())
                .allSatisfy(responses ->
                        assertThat(responses.micros().high()).isFinite().isLessThan(2_000_000));
        assertThat(evidence.recorded()).isEqualTo(120);
    }

    @Test
    void asksForASteadyStateWhereTheLoadIsSteadyForLongEnough() {
        assertThat(RunEvidence.asked(plan(Scenario.ATM, 60))).isEqualTo(new Asked(true, true, false, false));
        assertThat(RunEvidence.asked(plan(Scenario.ATM, 59))).isEqualTo(new Asked(false, true, false, false));
        assertThat(RunEvidence.asked(plan(Scenario.RUSH, 60))).isEqualTo(new Asked(false, false, false, false));
    }

    private static RunPlan plan(Scenario scenario, int seconds) {
        return new RunPlan(
                URI.create("http://127.0.0.1:1/somewhere"),
                null,
                scenario,
                40,
                Phases.around(Duration.ofSeconds(seconds), 40),
                1,
                Path.of("/r"));
    }

    private static RunResult result(Map<String, Integer> answers) {
        TreeMap<String, RequestTimes> byKind = new TreeMap<>();
        answers.forEach((kind, count) -> {
            RequestTimes times = RequestTimes.none();
            for (int i = 1; i <= count; i++) {
                times.fromIntended().recordValue(1_000 + i);
                times.fromActual().recordValue(1_000 + i);
                times.lateness().recordValue(0);
            }
            byKind.put(kind, times);
        });
        MergedRecording recording = new MergedRecording(0.9);
        recording.add(new RecordedInterval(0, 1_000, byKind));
        return new RunResult(
                plan(Scenario.ATM, 1),
                new BankInfo(Preset.GRAY2005, Preset.GRAY2005.scale(2), 0),
                Instant.EPOCH,
                new Traffic(new long[] {120}, new long[] {120}, 0),
                recording,
                new Load.ClosedLoop(40, 10, 0.001, List.of()),
                0,
                new ConnectionCounts(8, 8, 8),
                new WorkloadEvidence(100, 20, -1, 1, new long[20], 20, 0),
                new TreeMap<>(),
                new TreeMap<>(),
                0,
                0,
                new AnsweredPositions(0, 120, 0),
                new AnsweredCommits(120, 0),
                Path.of("/r/log"),
                Path.of("/r/success"));
    }
}
