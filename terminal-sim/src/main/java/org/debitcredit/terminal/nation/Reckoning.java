package org.debitcredit.terminal.nation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.debitcredit.console.ProgressLines;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankTotals;

/**
 * What is found after the run.
 *
 * @param rest what is still in transit
 * @param notBalancing regions whose four sums are not equal
 */
record Reckoning(Settling.Rest rest, List<Integer> notBalancing, AnswerCheck.Result answers, TillCheck.Result tills) {

    private static final Duration PROGRESS = Duration.ofSeconds(2);

    /**
     * Waits until nothing is in transit, and then checks everything.
     *
     * @param positionsBefore of the regions, before the ATMs began
     * @param answerFiles by region
     */
    static Reckoning of(
            NationPlan plan,
            List<BankHttp> regions,
            NationTraffic traffic,
            List<Long> positionsBefore,
            List<Path> answerFiles,
            Talk talk) {
        talk.say("waiting until nothing is in transit");
        Settling.Rest rest = new Settling(regions, plan.correspondents()).await();
        talk.say("looking up every answer, and comparing the tills");
        ProgressLines progress = new ProgressLines(PROGRESS, System::nanoTime, line -> talk.say("%s", line));
        long total = traffic.transactions();
        AtomicLong taken = new AtomicLong();
        List<AnswerCheck.Result> answers = all(plan)
                .mapToObj(region -> {
                    AnswerCheck.Result found = new AnswerCheck(
                                    regions.get(region)::keyStatus, positionsBefore.get(region))
                            .of(
                                    answerFiles.get(region),
                                    () -> progress.at("  looking up answers", taken.incrementAndGet(), total));
                    talk.say("  region %d: %,d answers, %,d lost", region, found.answers(), found.lost());
                    return found;
                })
                .toList();
        List<TillCheck.Result> tills = all(plan)
                .mapToObj(region -> TillCheck.of(plan, region, regions.get(region), traffic))
                .toList();
        talk.say("asking every region for its totals");
        List<Integer> notBalancing = all(plan)
                .filter(region -> !isBalancing(region, regions.get(region)))
                .boxed()
                .toList();
        return new Reckoning(rest, notBalancing, AnswerCheck.Result.of(answers), TillCheck.Result.of(tills));
    }

    private static IntStream all(NationPlan plan) {
        return IntStream.range(0, plan.regions());
    }

    private static boolean isBalancing(int region, BankHttp http) {
        BankTotals totals = http.totals();
        if (totals.missing() != null) {
            throw new RunFailure("the totals of region " + region + " could not be read: " + totals.missing());
        }
        return totals.holds();
    }
}
