package org.debitcredit.terminal.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo that pulls the plug, by real terminals, on servers that lie: each lie must fail it. */
@Timeout(60)
class LyingServerTest {

    private static final Scenario MIX = new Scenario(
            "test",
            Preset.GRAY2005,
            new ThinkTime(Duration.ofMillis(100)),
            Map.of(AtmOperation.DEBIT_CREDIT, 60, AtmOperation.WITHDRAWAL, 20, AtmOperation.BALANCE, 20));
    /** The kill comes after a third; response times are kept by the second. */
    private static final Duration A_SECOND_BEFORE_THE_KILL = Duration.ofSeconds(3);

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final int TERMINALS = 40;
    /** As slow as many of them on a very busy machine. */
    private static final int FEW_TERMINALS = 4;

    private static final Talk SILENT = new Talk(new PrintStream(OutputStream.nullOutputStream()));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void anHonestServerKeepsEveryAnswer() {
        try (BankDouble bank = BankDouble.honest()) {
            KilledRun run = play(bank, A_SECOND_BEFORE_THE_KILL);
            assertThat(run.reconciliation().answers()).isGreaterThan(200);
            assertThat(run.reconciliation().found())
                    .isEqualTo(run.reconciliation().answers());
            assertThat(run.silence()).isNotNull();
            assertThat(run.failed()).isZero();
            assertThat(broken(run)).isEmpty();
        }
    }

    @Test
    void aServerThatAnswersAndDoesNothingIsCaught() {
        try (BankDouble bank = BankDouble.doingNothing()) {
            KilledRun run = play(bank, SHORT);
            assertThat(run.reconciliation().lost())
                    .isEqualTo(run.reconciliation().answers());
            assertThat(run.differences()).isNotEmpty().allMatch(difference -> difference.endsWith("it is unknown"));
            assertThat(broken(run)).contains("every acknowledged answer is found", "nothing is made up");
        }
    }

    @Test
    void aServerThatTellsAPositionTwiceIsCaught() {
        try (BankDouble bank = BankDouble.repeatingPositions()) {
            KilledRun run = play(bank, SHORT, FEW_TERMINALS);
            assertThat(run.reconciliation().lost()).isPositive();
            assertThat(run.differences()).allMatch(difference -> difference.contains("position of another answer"));
            assertThat(broken(run)).contains("every acknowledged answer is found");
        }
    }

    @Test
    void aServerThatForgetsAnAcknowledgedKeyWhenItRestartsIsCaught() {
        try (BankDouble bank = BankDouble.forgettingAKey()) {
            KilledRun run = play(bank, A_SECOND_BEFORE_THE_KILL);
            assertThat(run.reconciliation().lost()).isEqualTo(1);
            assertThat(broken(run)).containsExactly("every acknowledged answer is found");
        }
    }

    private KilledRun play(BankDouble bank, Duration window) {
        return play(bank, window, TERMINALS);
    }

    private KilledRun play(BankDouble bank, Duration window, int terminals) {
        Phases phases = new Phases(Duration.ZERO, Duration.ZERO, window, Duration.ZERO);
        RunPlan plan = new RunPlan(
                bank.url(), null, MIX, terminals, phases, 7, folder, RunPlan.CONNECTIONS_MAX, KillDemo.FORWARDING);
        return new KillDemo(server(bank), plan, SILENT).play();
    }

    private static List<String> broken(KilledRun run) {
        RunVerdict verdict = KillRules.verdict(run);
        List<String> rules = verdict.reasons().stream().map(Finding::rule).toList();
        assertThat(verdict.verdict()).isEqualTo(rules.isEmpty() ? Verdict.PASS : Verdict.FAIL);
        return rules;
    }

    private static Plug.Server server(BankDouble bank) {
        BankHttp http = new BankHttp(bank.url(), null);
        return new Plug.Server() {
            @Override
            public long position() {
                // One that does nothing does not move; its terminals work all the same.
                return Math.max(http.bank().position(), bank.requests());
            }

            @Override
            public void kill() {
                bank.stop();
            }

            @Override
            public List<String> startAgain() {
                bank.restart();
                return List.of("the double listens again");
            }
        };
    }
}
