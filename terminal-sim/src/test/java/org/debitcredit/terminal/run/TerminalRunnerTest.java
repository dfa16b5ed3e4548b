package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalRunnerTest {

    private static final Scenario DEBIT_CREDIT = new Scenario(
            "test", Preset.GRAY2005, new ThinkTime(Duration.ofMillis(200)), Map.of(AtmOperation.DEBIT_CREDIT, 100));
    private static final Phases PHASES =
            new Phases(Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofMillis(500));

    @TempDir
    private Path folder;

    @Test
    void measuresTheWindowOnlyAndKeepsEveryAnswer() throws Exception {
        try (BankDouble bank = new BankDouble((path, key, time) -> BankDouble.Fate.ANSWERED)) {
            RunResult result = play(bank, DEBIT_CREDIT, StoreAndForward.USUAL);

            // 40 terminals at 5 a second each for 2 s; six standard deviations.
            assertThat(result.traffic().due()).isBetween(280L, 520L);
            assertThat(result.traffic().failed()).isZero();
            assertThat(result.recording().of("debit-credit").fromIntended().getTotalCount())
                    .isEqualTo(result.traffic().due());
            assertThat(result.failures()).isEmpty();
            long decided = bank.decisions().size();
            assertThat(decided).isGreaterThan(result.traffic().due());
            assertThat(result.positions()).isEqualTo(new AnsweredPositions(0, decided, 0));
            assertThat(result.workload().home() + result.workload().away()).isEqualTo(decided);
            assertThat(result.workload().tellersUsed()).isEqualTo(20);
            assertThat(result.load().terminals()).isEqualTo(40);
            assertThat(result.connections().most()).isBetween(1L, 8L);
            assertThat(keys(result)).containsExactlyInAnyOrderElementsOf(keysOf(bank));
            assertThat(intervals(result)).isEqualTo(2);
        }
    }

    private static int intervals(RunResult result) throws Exception {
        int[] count = {0};
        HistogramLog.read(result.histogramLog(), interval -> count[0]++);
        return count[0];
    }

    private static List<String> keys(RunResult result) {
        List<String> keys = new ArrayList<>();
        SuccessFile.read(result.successFile(), entry -> keys.add(entry.key().toString()));
        return keys;
    }

    private static List<String> keysOf(BankDouble bank) {
        return bank.decisions().stream().map(BankDouble.Decision::key).collect(Collectors.toList());
    }

    private RunResult play(BankDouble bank, Scenario scenario, StoreAndForward forwarding) {
        RunPlan plan = new RunPlan(bank.url(), null, scenario, 40, PHASES, 7, folder, 8, forwarding);
        return TerminalRunner.play(plan, Talk.of(true));
    }
}
