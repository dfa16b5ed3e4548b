package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.HistogramLog;
import org.debitcredit.measure.statistics.QuantileBounds;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.AnsweredPositions;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.terminal.contract.BankDouble.Fate;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankModel.Decision;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalRunnerTest {

    private static final String KIND = AtmOperation.DEBIT_CREDIT.id();
    private static final Scenario DEBIT_CREDIT = new Scenario(
            "test", Preset.GRAY2005, new ThinkTime(Duration.ofMillis(200)), Map.of(AtmOperation.DEBIT_CREDIT, 100));
    private static final Phases PHASES =
            new Phases(Duration.ZERO, Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofMillis(200));
    private static final StoreAndForward QUICK = new StoreAndForward(Duration.ofSeconds(5), 3, Duration.ofMillis(20));
    private static final int CONNECTIONS = 8;

    @TempDir
    private Path folder;

    @Test
    void measuresTheWindowOnlyAndKeepsEveryAnswer() throws Exception {
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> Fate.ANSWERED)) {
            Phases phases = new Phases(
                    Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofMillis(200));
            RunResult result = play(bank.url(), StoreAndForward.USUAL, phases);

            // 40 terminals at 5 a second each for 1 s; six standard deviations.
            assertThat(result.traffic().due()).isBetween(115L, 285L);
            assertThat(result.traffic().failed()).isZero();
            assertThat(result.recording().of(KIND).fromIntended().getTotalCount())
                    .isEqualTo(result.traffic().due());
            assertThat(result.failures()).isEmpty();
            long decided = bank.decisions().size();
            assertThat(decided).isGreaterThan(result.traffic().due());
            assertThat(result.positions()).isEqualTo(new AnsweredPositions(0, decided, 0));
            assertThat(result.workload().home() + result.workload().away()).isEqualTo(decided);
            assertThat(result.workload().tellersUsed()).isEqualTo(20);
            assertThat(result.load().terminals()).isEqualTo(40);
            assertThat(result.connections().most()).isBetween(1L, (long) CONNECTIONS);
            assertThat(keys(result)).containsExactlyInAnyOrderElementsOf(keysOf(bank));
            // One for each second, and one for the answers that came later.
            assertThat(intervals(result)).isEqualTo(2);
        }
    }

    /** Of every twentieth request the first two answers are lost: the third comes under the same key. */
    @Test
    void asksAgainUnderTheSameKeyAndCountsFromTheFirstTime() throws Exception {
        Set<String> unlucky = ConcurrentHashMap.newKeySet();
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> {
            if (key.endsWith("0")) {
                unlucky.add(key);
                return time < 3 ? Fate.ANSWER_LOST : Fate.ANSWERED;
            }
            return Fate.ANSWERED;
        })) {
            RunResult result = play(bank.url(), QUICK);

            assertThat(unlucky).isNotEmpty();
            assertThat(result.failures()).isEmpty();
            assertThat(result.reversals()).isZero();
            assertThat(result.repeats()).isPositive();
            assertThat(bank.decisions()).allMatch(decision -> decision.path().equals(BankHttp.TRANSACTIONS_PATH));
            assertThat(result.positions())
                    .isEqualTo(new AnsweredPositions(0, bank.decisions().size(), 0));
            assertThat(keys(result)).containsExactlyInAnyOrderElementsOf(keysOf(bank));
            // Those took the back-off at least.
            assertThat(QuantileBounds.quantile(result.recording().of(KIND).fromIntended(), 0.99))
                    .isGreaterThan(20_000);
        }
    }

    /**
     * Of some requests and of some reversals the first answer is lost, and the next attempts are refused, as by a bank
     * that has just started and cannot check tokens yet. No customer's account may stay debited without cash.
     */
    @Test
    void aRefusalOfARepetitionDoesNotEndWhatMayHaveBeenExecuted() throws Exception {
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> {
            boolean isReversal = path.equals(BankHttp.REVERSALS_PATH);
            if (!isReversal && !key.endsWith("0")) {
                return Fate.ANSWERED;
            }
            if (time == 1) {
                return Fate.ANSWER_LOST;
            }
            return isReversal && time > 3 ? Fate.ANSWERED : Fate.UNAUTHENTICATED;
        })) {
            RunResult result = play(bank.url(), QUICK);

            List<Decision> reversals = bank.decisions().stream()
                    .filter(decision -> decision.path().equals(BankHttp.REVERSALS_PATH))
                    .toList();
            long unanswered = bank.decisions().stream()
                    .filter(decision -> decision.path().equals(BankHttp.TRANSACTIONS_PATH))
                    .filter(decision -> decision.key().endsWith("0"))
                    .count();
            assertThat(unanswered).isPositive();
            assertThat(reversals).as("each is reversed, once").hasSize((int) unanswered);
            assertThat(result.reversals()).isEqualTo(unanswered);
            assertThat(failed(result)).isEqualTo(unanswered);
        }
    }

    /** Requests whose keys end in 0 are lost on their way every time, and so is the first reversal of each. */
    @Test
    void reversesWhatIsNeverAnsweredUntilTheReversalIs() throws Exception {
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> path.equals(BankHttp.REVERSALS_PATH)
                ? time == 1 ? Fate.ANSWER_LOST : Fate.ANSWERED
                : key.endsWith("0") ? Fate.REQUEST_LOST : Fate.ANSWERED)) {
            RunResult result = play(bank.url(), QUICK);

            List<Decision> reversals = bank.decisions().stream()
                    .filter(decision -> decision.path().equals(BankHttp.REVERSALS_PATH))
                    .toList();
            assertThat(reversals).hasSize((int) result.reversals()).isNotEmpty();
            assertThat(failed(result)).isEqualTo(result.reversals());
            assertThat(result.traffic().failed()).isBetween(1L, result.reversals());
            assertThat(result.recording().of(KIND).fromIntended().getTotalCount()
                            + result.traffic().failed())
                    .isEqualTo(result.traffic().due());
            assertThat(keys(result)).containsExactlyInAnyOrderElementsOf(keysOf(bank));
            assertThat(bank.arrivals()).containsEntry(reversals.get(0).key(), 2);

            String late = bank.arrivals().keySet().stream()
                    .filter(key -> bank.reversed(key))
                    .findFirst()
                    .orElseThrow();
            assertThat(bank.arrivesLate(late)).as("the original arrives late").isEqualTo(422);
        }
    }

    /** Forty terminals against a server that is silent at first: they would open forty connections. */
    @Test
    void opensNoMoreConnectionsThanItMay() throws Exception {
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> time == 1 ? Fate.SILENCE : Fate.ANSWERED)) {
            RunResult result = play(bank.url(), new StoreAndForward(Duration.ofMillis(200), 3, Duration.ofMillis(20)));

            assertThat(result.connections().limit()).isEqualTo(CONNECTIONS);
            assertThat(result.connections().most()).isBetween(2L, (long) CONNECTIONS);
            assertThat(result.connections().opened()).isGreaterThan(CONNECTIONS);
            assertThat(result.traffic().due())
                    .isEqualTo(result.traffic().failed()
                            + result.recording().of(KIND).fromIntended().getTotalCount());
            // A wait for a connection is part of the response, and no lateness of the terminals.
            assertThat(QuantileBounds.quantile(result.recording().of(KIND).fromActual(), 0.5))
                    .isGreaterThan(100_000);
            assertThat(QuantileBounds.quantile(result.recording().lateness(), 0.5))
                    .isLessThan(100_000);
        }
    }

    /** Each event loop has connections of its own, and there are more event loops than that. */
    @Test
    void oneConnectionIsOne() throws Exception {
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> Fate.ANSWERED)) {
            RunResult result = play(bank.url(), StoreAndForward.USUAL, 1);

            assertThat(result.connections().most()).isEqualTo(1);
            assertThat(result.traffic().due()).isPositive();
            assertThat(result.failures()).isEmpty();
        }
    }

    @Test
    void aTerminalThatFailsEndsTheRunWithItsReason() throws Exception {
        try (BankDouble bank = BankDouble.conducting(new BankScale(1, 1, 1), (path, key, time) -> Fate.ANSWERED)) {
            RunPlan plan = new RunPlan(bank.url(), null, Scenario.ATM, 3, PHASES, 7, folder);
            assertThatThrownBy(() -> TerminalRunner.play(plan, Talk.of(true)))
                    .isInstanceOf(RunFailure.class)
                    .hasMessageContaining("a terminal has failed")
                    .hasMessageContaining("a transfer needs two");
        }
    }

    private static long failed(RunResult result) {
        return result.failures().values().stream().mapToLong(Long::longValue).sum();
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
        return bank.decisions().stream().map(Decision::key).collect(Collectors.toList());
    }

    private RunResult play(URI url, StoreAndForward forwarding) {
        return play(url, forwarding, PHASES, CONNECTIONS);
    }

    private RunResult play(URI url, StoreAndForward forwarding, Phases phases) {
        return play(url, forwarding, phases, CONNECTIONS);
    }

    private RunResult play(URI url, StoreAndForward forwarding, int connections) {
        return play(url, forwarding, PHASES, connections);
    }

    private RunResult play(URI url, StoreAndForward forwarding, Phases phases, int connections) {
        RunPlan plan = new RunPlan(url, null, DEBIT_CREDIT, 40, phases, 7, folder, connections, forwarding);
        return TerminalRunner.play(plan, Talk.of(true));
    }
}
