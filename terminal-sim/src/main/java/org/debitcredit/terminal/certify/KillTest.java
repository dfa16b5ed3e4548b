package org.debitcredit.terminal.certify;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.debitcredit.terminal.run.FailureRule;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.SteadyTime;
import org.debitcredit.terminal.run.StoreAndForward;
import org.debitcredit.terminal.run.SuccessFile;
import org.debitcredit.terminal.server.TemporaryBank;
import org.jspecify.annotations.Nullable;

/**
 * Kills the server under the full load and starts it again, while the terminals keep what has no answer and send it
 * again. Then every answer in their success file is looked up.
 */
final class KillTest {

    /** What it found. */
    record Outcome(
            Tested killNine, Tested isolation, @Nullable AnswerReconciliation reconciliation) {}

    private static final Duration BEFORE_KILL = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(6);
    private static final Duration RAMP_DOWN = Duration.ofSeconds(2);

    /** The watch of balances begins with the engine of the terminals, which takes some seconds to start. */
    private static final long TERMINALS_START_SECONDS = 10;

    /** How long a start takes, besides the snapshot that it reads. */
    private static final long RECOVERY_SECONDS = 60;

    private static final long ACCOUNTS_READ_PER_SECOND = 10_000_000;

    private final CertifyPlan plan;
    private final TemporaryBank bank;
    private final Player player;
    private final Talk talk;
    private final Inspector inspector;

    KillTest(CertifyPlan plan, TemporaryBank bank, Player player, Talk talk) {
        this.plan = plan;
        this.bank = bank;
        this.player = player;
        this.talk = talk;
        this.inspector = new Inspector(bank.url(), null);
    }

    /** From the first terminal's start to the last one's end. */
    static Phases phases(CertifyPlan plan) {
        return new Phases(Loads.rampUp(plan.loads().terminals()), Duration.ZERO, WINDOW, RAMP_DOWN);
    }

    /** From the first terminal's start until the server is killed. */
    static Duration beforeKill(CertifyPlan plan) {
        return phases(plan).rampUp().plus(BEFORE_KILL);
    }

    /** The terminals send again what has no answer until the bank has recovered, and give nothing up before. */
    private StoreAndForward forwarding() {
        long seconds = RECOVERY_SECONDS + plan.scale().accounts() / ACCOUNTS_READ_PER_SECOND;
        int attempts =
                Math.toIntExact(seconds / StoreAndForward.USUAL.answerMax().toSeconds() + 1)
                        * StoreAndForward.USUAL.attempts();
        return new StoreAndForward(StoreAndForward.USUAL.answerMax(), attempts, StoreAndForward.USUAL.backOff());
    }

    /** The largest number of transactions that the test makes; the bank must remember the keys of all of them. */
    static long transactionsMax(CertifyPlan plan) {
        Phases phases = phases(plan);
        long seconds = phases.total().toSeconds();
        // In the ramp-up half of the terminals work on average.
        return (long) Math.ceil(plan.tps() * (seconds - phases.rampUp().toSeconds() / 2.0))
                + BalanceWatch.DEPOSITS_PER_SECOND * (seconds + TERMINALS_START_SECONDS);
    }

    Outcome run() {
        BankSums before = inspector.sums();
        Phases phases = phases(plan);
        RunPlan run = new RunPlan(
                bank.url(),
                null,
                plan.scenario(),
                plan.loads().terminals(),
                phases,
                plan.seed(),
                Loads.folder(plan.report(), "kill"),
                RunPlan.CONNECTIONS_MAX,
                forwarding());
        talk.say("kill -9 under %s", LoadPlan.words(plan.loads().terminals()));
        CompletableFuture<Instant> killed = CompletableFuture.supplyAsync(this::kill, after(beforeKill(plan)));
        try (BalanceWatch watch = BalanceWatch.start(inspector)) {
            RunResult result = player.play(run, talk);
            Instant at = killed.join();
            watch.end();
            try {
                return judge(before, watch, result, at.toEpochMilli());
            } catch (RunFailure unanswered) {
                return broken("After the kill the bank could not be examined: " + unanswered.getMessage());
            } catch (CompletionException unanswered) {
                return broken("After the kill the bank could not be examined: " + reason(unanswered));
            }
        } catch (CompletionException notServed) {
            if (!(notServed.getCause() instanceof RunFailure)) {
                // Not a failure of the server, such as the end of this process.
                killed.handle((at, thrown) -> at).join();
                throw notServed;
            }
            return broken("After the kill the bank could not be served: " + reason(notServed));
        } catch (RuntimeException failed) {
            killed.handle((at, thrown) -> at).join();
            String why = "The run ended early: " + CertificationSteps.text(failed);
            return new Outcome(
                    Tested.missed(AcidTest.KILL_NINE, done(), why),
                    Tested.missed(AcidTest.ISOLATION, BalanceWatch.DONE, why),
                    null);
        }
    }

    private Outcome broken(String why) {
        return new Outcome(
                Tested.of(AcidTest.KILL_NINE, false, done(), why),
                Tested.missed(AcidTest.ISOLATION, BalanceWatch.DONE, why),
                null);
    }

    /** Kills the server, starts it again, and returns when it was killed. */
    private Instant kill() {
        Instant at = SteadyTime.OF_PROCESS.instant();
        bank.kill();
        talk.say("killed the server; starting it again");
        bank.restart(talk);
        talk.say("the server has recovered and is ready");
        return at;
    }

    private static Executor after(Duration delay) {
        return CompletableFuture.delayedExecutor(
                delay.toMillis(), TimeUnit.MILLISECONDS, task -> new Thread(task, "kill").start());
    }

    private static String reason(CompletionException failed) {
        Throwable cause = failed.getCause();
        return String.valueOf((cause == null ? failed : cause).getMessage());
    }

    private String done() {
        return String.format(
                Locale.ROOT,
                "The server's process was killed (SIGKILL) under %s and started again; the terminals sent again what "
                        + "had no answer; then every answer in their success file was looked up.",
                LoadPlan.words(plan.loads().terminals()));
    }

    private Outcome judge(BankSums before, BalanceWatch watch, RunResult result, long killedMillis) {
        talk.say("looking up every answer of the success file");
        long[] beforeKill = new long[1];
        long[] commits = new long[1];
        // The kill cuts requests off, but each is sent again until the bank has recovered.
        long inFlight = FailureRule.unknown(result.failures()) + watch.unanswered();
        SortedMap<String, Long> failed = FailureRule.responded(result.failures());
        Reconciled reconciled = Reconciled.of(
                inspector,
                before.position(),
                check -> {
                    SuccessFile.read(result.successFile(), entry -> {
                        beforeKill[0] += entry.answeredMillis() < killedMillis ? 1 : 0;
                        commits[0] += entry.balanceMinor() == SuccessFile.REFUSED ? 0 : 1;
                        check.accept(new Answered(entry.key(), entry.position(), entry.balanceMinor()));
                    });
                    watch.answers().forEach(check);
                    commits[0] += watch.answers().size();
                },
                inFlight);
        // A reversal of what the bank never got is committed and posts nothing.
        String difference = new HistoryGrowth(commits[0] - result.reversals(), commits[0] + inFlight, null)
                .difference(before, inspector.sums());
        Tested kill = beforeKill[0] == 0
                ? Tested.missed(AcidTest.KILL_NINE, done(), "No answer had come before the kill.")
                : Tested.of(
                        AcidTest.KILL_NINE,
                        reconciled.holds() && difference == null && failed.isEmpty(),
                        done(),
                        reconciled.words() + " " + beforeKill[0] + " of the terminals' answers came before the kill."
                                + (difference == null ? "" : " " + difference)
                                + (failed.isEmpty() ? "" : " Requests failed: " + failed + "."));
        return new Outcome(kill, watch.judge(inspector), reconciled.reconciliation());
    }
}
