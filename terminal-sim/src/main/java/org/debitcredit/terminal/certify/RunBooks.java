package org.debitcredit.terminal.certify;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.contract.SuccessCheck;
import org.debitcredit.terminal.run.AnsweredCommits;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.SuccessFile;

/**
 * What the bank says after each run of terminals: its history grew by what was answered, and some of the answers are
 * found by their keys. A server that answers without doing anything, but only under load, has books that balance, and
 * keeps what the other tests ask it for.
 */
final class RunBooks {

    static final String GREW = "the history grew by the answers";
    static final String LOOKED_UP = "answers are found by their keys";

    /** Look-ups after each run. */
    private static final int SAMPLE = 1_000;

    private final Inspector bank;
    private final long keyWindow;
    private BankSums last;

    private RunBooks(Inspector bank, long keyWindow, BankSums last) {
        this.bank = bank;
        this.keyWindow = keyWindow;
        this.last = last;
    }

    /** Begins with the sums of now. From then on only the runs use the bank. */
    static RunBooks open(Inspector bank) {
        return new RunBooks(bank, bank.description().path("keyWindow").asLong(0), bank.sums());
    }

    /** What the rules find after a run. */
    List<Finding> after(RunResult run) {
        BankSums before = last;
        last = bank.sums();
        return List.of(grew(run, before, last), lookedUp(run));
    }

    private static Finding grew(RunResult run, BankSums before, BankSums after) {
        AnsweredCommits commits = run.commits();
        long failed =
                run.failures().values().stream().mapToLong(Long::longValue).sum();
        // A reversal, too, is a posting.
        long unknown = failed + run.reversals();
        BigInteger sum = BigInteger.valueOf(commits.sumMinor());
        HistoryGrowth growth = new HistoryGrowth(commits.count(), commits.count() + unknown, unknown == 0 ? sum : null);
        return new Finding(
                GREW,
                growth.difference(before, after) == null ? Verdict.PASS : Verdict.FAIL,
                String.format(
                        Locale.ROOT,
                        "the history grew by %,d postings that add up to %,d; %,d commits that add up to %,d were "
                                + "answered, and what became of %,d other requests is not known",
                        after.historyRows() - before.historyRows(),
                        after.history().subtract(before.history()),
                        commits.count(),
                        sum,
                        unknown));
    }

    /** Looks up some of the latest answers, whose keys the bank still has to remember. */
    private Finding lookedUp(RunResult run) {
        long answers = SuccessFile.answers(run.successFile());
        if (answers == 0) {
            return new Finding(LOOKED_UP, Verdict.UNDECIDED, "there was no answer to look up");
        }
        // Answers do not come quite in the order of the keys that the bank remembers.
        long remembered = Math.min(answers, Math.max(keyWindow / 2, 1));
        int sample = (int) Math.min(SAMPLE, remembered);
        SuccessCheck check = new SuccessCheck(bank::status, run.positions().before());
        long[] numbers = LongStream.range(0, sample)
                .map(i -> answers - remembered + i * remembered / sample)
                .toArray();
        SuccessFile.read(
                run.successFile(), numbers, entry -> check.take(entry.key(), entry.position(), entry.balanceMinor()));
        return found(check, sample);
    }

    private static Finding found(SuccessCheck check, int sample) {
        try {
            SuccessCheck.Result result = check.result();
            String words = String.format(
                    Locale.ROOT,
                    "of %,d answers that were looked up the bank had %,d with the same outcome, position and balance",
                    sample,
                    result.found());
            return new Finding(
                    LOOKED_UP,
                    result.lost() == 0 ? Verdict.PASS : Verdict.FAIL,
                    result.lost() == 0
                            ? words
                            : words + ": " + result.differences().get(0));
        } catch (RunFailure unanswered) {
            return new Finding(LOOKED_UP, Verdict.UNDECIDED, String.valueOf(unanswered.getMessage()));
        }
    }
}
