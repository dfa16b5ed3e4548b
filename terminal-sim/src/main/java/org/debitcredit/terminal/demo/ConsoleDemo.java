package org.debitcredit.terminal.demo;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.contract.KeyedAnswers;
import org.debitcredit.terminal.contract.RestFunding;
import org.debitcredit.terminal.contract.SuccessCheck;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.SteadyTime;
import org.debitcredit.terminal.run.SuccessFile;
import org.debitcredit.terminal.run.TerminalRunner;

/** Plays terminals against a bank whose server can be killed from a page, and looks up every answer at the end. */
final class ConsoleDemo {

    private static final long END_SEEN_MILLIS_MAX = 2_000;

    private final Plug.Server server;
    private final LongSupplier pid;
    private final RunPlan plan;
    private final BankHttp http;
    private final Talk talk;
    private final RecentAnswers answers = new RecentAnswers();

    /** @param pid id of the server's process */
    ConsoleDemo(Plug.Server server, LongSupplier pid, RunPlan plan, Talk talk) {
        this.server = server;
        this.pid = pid;
        this.plan = plan;
        this.http = new BankHttp(plan.url(), plan.token());
        this.talk = talk;
    }

    PulledRun play() {
        BankInfo bank = http.bank();
        if (plan.scenario().checksFunds()) {
            talk.say("paying in opening balances of %d accounts in every branch", bank.fundedPerBranch());
            new RestFunding(http).payIn(bank, new KeyedAnswers(bank.position()));
        }
        InstantSource clock = SteadyTime.OF_PROCESS;
        URI console = plan.url().resolve("/");
        try (LivePlug plug = new LivePlug(server, pid, answers, http, clock, talk);
                PlugListener listener = new PlugListener(plug, answers, console, clock)) {
            talk.say(
                    "%n  Pull the plug here, as often as you like:  %s%n  The service's own console:  %s%n",
                    listener.page(), console);
            RunResult result = TerminalRunner.play(plan, talk, answers);
            PulledRun run = checked(result, plug.end());
            plug.verdict(run.headline());
            listener.awaitEndSeen(END_SEEN_MILLIS_MAX);
            return run;
        }
    }

    private PulledRun checked(RunResult result, List<Pull> pulls) {
        talk.say("looking up every answer to a money transaction");
        long before = result.positions().before();
        SuccessCheck check = new SuccessCheck(http::keyStatus, before);
        SuccessFile.read(
                result.successFile(), answer -> check.take(answer.key(), answer.position(), answer.balanceMinor()));
        SuccessCheck.Result checked = check.result();
        BankTotals totals = http.totals();
        if (totals.missing() != null) {
            throw new RunFailure("the server's totals could not be read: " + totals.missing());
        }
        long withoutAnswer =
                result.failures().values().stream().mapToLong(Long::longValue).sum();
        return new PulledRun(
                result, pulls, AnswerReconciliation.of(checked, before, totals, withoutAnswer), checked.differences());
    }
}
