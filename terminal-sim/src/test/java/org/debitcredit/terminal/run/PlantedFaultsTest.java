package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.Traffic;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.Load;
import org.debitcredit.measure.verdict.ThinkTimes;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmWorkload;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of real terminals, whose evidence is then falsified in one way: the rule that is meant for it finds it. */
@Timeout(60)
class PlantedFaultsTest {

    private static final int TERMINALS = 60;
    private static final int SECONDS = 1;
    private static final Asked LAW = new Asked(false, true, false, false);
    private static final Talk SILENT = new Talk(new PrintStream(OutputStream.nullOutputStream()));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void uniformThinkTimesTellersOfOthersAndACountedRampDownAreFound() {
        try (BankDouble bank = BankDouble.honest()) {
            RunResult result = play(bank);
            Evidence healthy = RunEvidence.of(result);

            assertThat(verdict(healthy, "think times")).isEqualTo(Verdict.PASS);
            assertThat(verdict(withLoad(healthy, uniform(result.load())), "think times"))
                    .isEqualTo(Verdict.VOID);

            TreeSet<Long> own = new TreeSet<>();
            BankScale scale = result.bank().scale();
            for (int terminal = 0; terminal < TERMINALS; terminal++) {
                own.add(AtmWorkload.tellerOf(scale, terminal));
            }
            assertThat(bank.tellers())
                    .as("each terminal is at its own teller")
                    .containsExactlyInAnyOrderElementsOf(own);
            assertThat(TellerRule.finding(result).verdict()).isEqualTo(Verdict.PASS);
            assertThat(TellerRule.finding(atTellers(result, TERMINALS + 1)).verdict())
                    .isEqualTo(Verdict.VOID);

            assertThat(result.traffic().seconds()).isEqualTo(SECONDS);
            assertThat(result.traffic().due())
                    .as("requests of the warm-up and of the ramp-down do not count")
                    .isLessThan(bank.requests());
            assertThat(verdict(withRampDown(healthy), "closed loop's law")).isEqualTo(Verdict.VOID);
        }
    }

    @Test
    void slowAnswersCountAndAreMissedWhereTheyAreDropped() {
        AtomicLong requests = new AtomicLong();
        try (BankDouble bank = BankDouble.conducting((path, key, time) ->
                requests.incrementAndGet() % 4 == 0 ? BankDouble.Fate.ANSWERED_LATE : BankDouble.Fate.ANSWERED)) {
            Evidence evidence = RunEvidence.of(play(bank));
            assertThat(verdict(evidence, "every request counts")).isEqualTo(Verdict.PASS);
            assertThat(verdict(evidence, "response time of debit-credit")).isEqualTo(Verdict.FAIL);
            assertThat(verdict(withoutSlow(evidence), "every request counts")).isEqualTo(Verdict.VOID);
        }
    }

    private RunResult play(BankDouble bank) {
        Scenario scenario = new Scenario(
                "test", Preset.GRAY2005, new ThinkTime(Duration.ofMillis(100)), Map.of(AtmOperation.DEBIT_CREDIT, 100));
        Phases phases =
                new Phases(Duration.ZERO, Duration.ofMillis(200), Duration.ofSeconds(SECONDS), Duration.ofMillis(200));
        return TerminalRunner.play(new RunPlan(bank.url(), null, scenario, TERMINALS, phases, 7, folder), SILENT);
    }

    private static Verdict verdict(Evidence evidence, String rule) {
        List<Finding> findings =
                Judge.judge(evidence, LAW, new SplittableRandom(1)).findings();
        return findings.stream()
                .filter(finding -> finding.rule().contains(rule))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no rule '" + rule + "' among " + findings))
                .verdict();
    }

    /** As many draws, between 0 and twice the mean. */
    private static Load.ClosedLoop uniform(Load.ClosedLoop load) {
        ThinkTimes drawn = load.thinkTimes().get(0);
        SplittableRandom random = new SplittableRandom(7);
        long[] millis = LongStream.range(0, drawn.millis().length)
                .map(draw -> random.nextLong(200))
                .toArray();
        return new Load.ClosedLoop(
                load.terminals(),
                load.meanThinkSeconds(),
                load.meanResponseSeconds(),
                List.of(new ThinkTimes(drawn.name(), drawn.law(), millis)));
    }

    private static RunResult atTellers(RunResult result, long tellers) {
        WorkloadEvidence seen = result.workload();
        WorkloadEvidence planted = new WorkloadEvidence(
                seen.home(), seen.away(), seen.amountMinMinor(), seen.amountMaxMinor(), seen.amountCells(), tellers);
        return new RunResult(
                result.plan(),
                result.bank(),
                result.windowBegan(),
                result.traffic(),
                result.recording(),
                result.load(),
                result.stolenShare(),
                result.connections(),
                planted,
                result.refusals(),
                result.failures(),
                result.repeats(),
                result.reversals(),
                result.positions(),
                result.histogramLog(),
                result.successFile());
    }

    /** A second more at the end, in which the terminals stop. */
    private static Evidence withRampDown(Evidence evidence) {
        long[] due = Arrays.copyOf(evidence.traffic().dueBySecond(), SECONDS + 1);
        long[] answers = Arrays.copyOf(evidence.traffic().answersBySecond(), SECONDS + 1);
        return new Evidence(
                new Traffic(due, answers, evidence.traffic().failed()),
                evidence.recorded(),
                evidence.responses(),
                evidence.medians(),
                evidence.load(),
                evidence.scalePerSecond(),
                evidence.latenessMicros(),
                evidence.stolenShare(),
                evidence.checkpoints());
    }

    /** A quarter of the answers, the slow ones, is not recorded. */
    private static Evidence withoutSlow(Evidence evidence) {
        return new Evidence(
                evidence.traffic(),
                evidence.recorded() * 3 / 4,
                evidence.responses(),
                evidence.medians(),
                evidence.load(),
                evidence.scalePerSecond(),
                evidence.latenessMicros(),
                evidence.stolenShare(),
                evidence.checkpoints());
    }

    private static Evidence withLoad(Evidence evidence, Load.ClosedLoop load) {
        return new Evidence(
                evidence.traffic(),
                evidence.recorded(),
                evidence.responses(),
                evidence.medians(),
                load,
                evidence.scalePerSecond(),
                evidence.latenessMicros(),
                evidence.stolenShare(),
                evidence.checkpoints());
    }
}
