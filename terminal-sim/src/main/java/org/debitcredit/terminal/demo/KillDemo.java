package org.debitcredit.terminal.demo;

import java.time.Duration;
import java.util.List;
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
import org.debitcredit.terminal.run.StoreAndForward;
import org.debitcredit.terminal.run.SuccessFile;
import org.debitcredit.terminal.run.TerminalRunner;
import org.debitcredit.terminal.server.TemporaryBank;

/** Plays terminals against a bank whose server is killed in the middle of it, and looks up every answer afterwards. */
final class KillDemo {

    /** Terminals ask often, so that most have their answer within two seconds of the restart. */
    static final StoreAndForward FORWARDING = new StoreAndForward(Duration.ofSeconds(5), 30, Duration.ofMillis(250));

    /** The kill comes after this part of the window, so that most of it is left for the restart and the time after. */
    private static final int WINDOW_PARTS = 3;

    private final Plug.Server server;
    private final RunPlan plan;
    private final BankHttp http;
    private final Talk talk;

    KillDemo(Plug.Server server, RunPlan plan, Talk talk) {
        this.server = server;
        this.plan = plan;
        this.http = new BankHttp(plan.url(), plan.token());
        this.talk = talk;
    }

    /** A server of our own, as one whose plug can be pulled. */
    static Plug.Server server(TemporaryBank bank, Talk talk) {
        BankHttp http = new BankHttp(bank.url(), null);
        return new Plug.Server() {
            @Override
            public long position() {
                return http.bank().position();
            }

            @Override
            public void kill() {
                bank.kill();
            }

            @Override
            public List<String> startAgain() {
                bank.restart(talk);
                return bank.recovery();
            }
        };
    }

    KilledRun play() {
        BankInfo bank = http.bank();
        talk.say("%s: %s, %s; %,d terminals", plan.url(), bank.preset(), bank.scale(), plan.terminals());
        if (plan.scenario().checksFunds()) {
            talk.say("paying in opening balances of %d accounts in every branch", bank.fundedPerBranch());
            new RestFunding(http).payIn(bank, new KeyedAnswers(bank.position()));
        }
        RunResult result;
        Outage outage;
        try (Plug plug = new Plug(server, untilKill(), SteadyTime.OF_PROCESS, talk)) {
            result = TerminalRunner.play(plan, talk);
            plug.runHasEnded();
            outage = plug.outage();
        }
        return checked(result, outage);
    }

    private Duration untilKill() {
        return plan.phases().untilWindow().plus(plan.phases().window().dividedBy(WINDOW_PARTS));
    }

    private KilledRun checked(RunResult result, Outage outage) {
        talk.say("looking up every answer to a money transaction");
        long before = result.positions().before();
        SuccessCheck check = new SuccessCheck(http::keyStatus, before);
        Silence silence =
                new Silence(outage.killed().toEpochMilli(), outage.ready().toEpochMilli());
        SuccessFile.read(result.successFile(), answer -> {
            silence.answered(answer.answeredMillis());
            check.take(answer.key(), answer.position(), answer.balanceMinor());
        });
        SuccessCheck.Result checked = check.result();
        talk.say("asking the server for its totals");
        BankTotals totals = http.totals();
        if (totals.missing() != null) {
            throw new RunFailure("the server's totals could not be read: " + totals.missing());
        }
        // A request that was reversed counts among the failures, and so does a reversal without an answer.
        long withoutAnswer =
                result.failures().values().stream().mapToLong(Long::longValue).sum();
        return new KilledRun(
                result,
                outage,
                UndisturbedTimes.of(result.histogramLog(), outage),
                silence.length(),
                AnswerReconciliation.of(checked, before, totals, withoutAnswer),
                checked.differences());
    }
}
