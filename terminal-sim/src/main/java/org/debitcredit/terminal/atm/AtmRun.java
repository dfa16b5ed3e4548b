package org.debitcredit.terminal.atm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankTotals;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.run.AtmProgress;
import org.debitcredit.terminal.run.AtmVerdict;
import org.debitcredit.terminal.run.GatlingRun;
import org.debitcredit.terminal.run.Observed;
import org.debitcredit.terminal.run.TerminalPlan;
import org.debitcredit.terminal.run.TerminalRun;

/** One run, from opening balances to verdict, against a running server. */
public final class AtmRun {

    private final TerminalPlan plan;
    private final Funding funding;
    private final boolean exclusive;
    private final Path reportFolder;
    private final Talk talk;

    /** @param exclusive whether no other client can reach the server */
    public AtmRun(TerminalPlan plan, Funding funding, boolean exclusive, Path reportFolder, Talk talk) {
        this.plan = plan;
        this.funding = funding;
        this.exclusive = exclusive;
        this.reportFolder = reportFolder;
        this.talk = talk;
    }

    public Judged play() {
        BankHttp http = new BankHttp(plan.url(), plan.token());
        TerminalRun run = new TerminalRun(plan, http.bank());
        talk.say("%s: %s, %s", plan.url(), run.bank().preset(), run.bank().scale());
        if (funding != Funding.NONE) {
            talk.say(
                    "paying in opening balances of %d accounts in every branch",
                    run.bank().fundedPerBranch());
        }
        funding.payIn(run.bank(), run.keyedAnswers());
        talk.say(
                "%,d terminals, thinking %s on average",
                plan.terminals(), words(plan.think().mean().toMillis()));
        Path report = playTold(run);
        talk.say("asking the server for its totals");
        Observed observed = Observed.of(run, totals(http), exclusive);
        Judged judged = new Judged(plan, run.bank(), observed, AtmVerdict.of(observed), report);
        keep(judged);
        return judged;
    }

    /** If the server died under the load, there are no totals, but there is a verdict. */
    private static BankTotals totals(BankHttp http) {
        try {
            return http.totals();
        } catch (RunFailure unanswered) {
            return BankTotals.missing(String.valueOf(unanswered.getMessage()));
        }
    }

    private Path playTold(TerminalRun run) {
        AtmProgress progress = new AtmProgress(run, talk);
        try {
            return GatlingRun.play(run, reportFolder);
        } finally {
            progress.stop();
        }
    }

    private void keep(Judged judged) {
        try {
            Files.writeString(
                    reportFolder.resolve("verdict.json"), VerdictJson.of(judged).toPrettyString() + "\n");
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static String words(long millis) {
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }
}
