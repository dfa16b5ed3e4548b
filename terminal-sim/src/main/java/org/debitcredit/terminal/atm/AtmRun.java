package org.debitcredit.terminal.atm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.console.EarlierReport;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.contract.KeyedAnswers;
import org.debitcredit.terminal.report.RunPage;
import org.debitcredit.terminal.report.SingleRun;
import org.debitcredit.terminal.run.RefusalRule;
import org.debitcredit.terminal.run.RunEvidence;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.TellerRule;
import org.debitcredit.terminal.run.TerminalRunner;

/** One run, from opening balances to verdict, against a running server. */
public final class AtmRun {

    private final RunPlan plan;
    private final Funding funding;
    private final boolean exclusive;
    private final Talk talk;

    /** @param exclusive whether no other client can reach the server */
    public AtmRun(RunPlan plan, Funding funding, boolean exclusive, Talk talk) {
        this.plan = plan;
        this.funding = funding;
        this.exclusive = exclusive;
        this.talk = talk;
    }

    /** Plays, and judges. */
    public Judged play() {
        EarlierReport.delete(plan.folder());
        BankHttp http = new BankHttp(plan.url(), plan.token());
        BankInfo bank = http.bank();
        talk.say("%s: %s, %s", plan.url(), bank.preset(), bank.scale());
        if (plan.scenario().checksFunds() && funding != Funding.NONE) {
            payIn(bank);
        }
        talk.say(
                "scenario %s: %,d terminals, thinking %s on average; measured for %,d s after %,d s of warm-up",
                plan.scenario().name(),
                plan.terminals(),
                words(plan.scenario().think().mean().toMillis()),
                plan.phases().window().toSeconds(),
                plan.phases().untilWindow().toSeconds());
        RunResult result = TerminalRunner.play(plan, talk);
        talk.say("asking the server for its totals");
        return judged(result, Books.of(result, http.totals(), exclusive));
    }

    private void payIn(BankInfo bank) {
        talk.say("paying in opening balances of %d accounts in every branch", bank.fundedPerBranch());
        KeyedAnswers answers = new KeyedAnswers(bank.position());
        funding.payIn(bank, answers);
        if (answers.astray() > 0) {
            throw new RunFailure("the opening balances could not be paid in: " + answers.astray()
                    + " answers have the position of another answer");
        }
    }

    private Judged judged(RunResult result, Books books) {
        Asked asked = RunEvidence.asked(plan);
        List<Finding> findings =
                new ArrayList<>(Judge.judge(RunEvidence.of(result), asked, new SplittableRandom(plan.seed()))
                        .findings());
        findings.add(TellerRule.finding(result));
        findings.add(RefusalRule.finding(result));
        findings.addAll(books.findings());
        List<String> remarks = new ArrayList<>(books.remarks());
        if (!asked.steadyState()) {
            remarks.add(
                    asked.law()
                            ? "the window is too short to show whether the service was in a steady state"
                            : "the load of this scenario changes, so that no steady state and no even load were asked for");
        }
        if (plan.scenario().preset() != result.bank().preset()) {
            remarks.add("the bank keeps the rules of " + result.bank().preset() + ", not those of "
                    + plan.scenario().preset() + ": amounts and messages are the bank's");
        }
        RunVerdict verdict = RunVerdict.of(findings);
        return kept(new Judged(result, books, verdict, remarks, page(result, books, verdict)));
    }

    private Path page(RunResult result, Books books, RunVerdict verdict) {
        try {
            return RunPage.write(
                    new SingleRun(
                            String.format(
                                    "%,d terminals, scenario %s",
                                    plan.terminals(), plan.scenario().name()),
                            result.windowBegan(),
                            "",
                            verdict,
                            result,
                            books.sums(),
                            List.of(),
                            List.of(),
                            null,
                            command()),
                    plan.folder());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private String command() {
        return "./bank atm --url " + plan.url() + " --scenario "
                + plan.scenario().name() + " --terminals "
                + plan.terminals() + " --think "
                + plan.scenario().think().mean().toMillis() + "ms --duration "
                + plan.phases().window().toSeconds() + "s --seed " + plan.seed();
    }

    private Judged kept(Judged judged) {
        try {
            Files.writeString(
                    plan.folder().resolve("verdict.json"),
                    VerdictJson.of(judged).toPrettyString() + "\n");
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return judged;
    }

    private static String words(long millis) {
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }
}
