package org.debitcredit.terminal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Evidence;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmRequest;
import org.debitcredit.workload.AtmWorkload;
import org.debitcredit.workload.Scenario;
import org.debitcredit.workload.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs of real terminals of which one part is faulty, where such a fault would be made: the rule that is meant for it
 * finds it. The same run with sound parts passes that rule.
 */
@Timeout(60)
class PlantedTerminalFaultsTest {

    private static final int TERMINALS = 60;
    private static final Duration THINK = Duration.ofMillis(100);
    private static final Duration WARM_UP = Duration.ofMillis(200);
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final Duration RAMP_DOWN = Duration.ofMillis(200);
    private static final Asked LAW = new Asked(false, true, false, false);
    private static final Talk SILENT = new Talk(new PrintStream(OutputStream.nullOutputStream()));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void soundPartsPassAndAQuantileThatIsNoShareDoesNot() {
        try (BankDouble bank = BankDouble.honest()) {
            RunResult result = play(bank, new RunParts());
            Evidence evidence = RunEvidence.of(result);
            assertThat(verdict(evidence, "think times")).isEqualTo(Verdict.PASS);
            assertThat(verdict(evidence, "every request counts")).isEqualTo(Verdict.PASS);
            assertThat(verdict(evidence, "response time of debit-credit")).isEqualTo(Verdict.PASS);
            assertThat(TellerRule.finding(result).verdict()).isEqualTo(Verdict.PASS);
            assertThat(RefusalRule.finding(result).verdict()).isEqualTo(Verdict.PASS);
            assertThat(FailureRule.finding(result).verdict()).isEqualTo(Verdict.PASS);
            assertThat(result.commits().count()).isEqualTo(bank.requests());
            assertThat(result.traffic().due())
                    .as("requests of the warm-up and of the ramp-down do not count")
                    .isLessThan(bank.requests());

            TreeSet<Long> own = new TreeSet<>();
            BankScale scale = result.bank().scale();
            for (int terminal = 0; terminal < TERMINALS; terminal++) {
                own.add(AtmWorkload.tellerOf(scale, terminal));
            }
            assertThat(bank.tellers())
                    .as("each terminal is at its own teller")
                    .containsExactlyInAnyOrderElementsOf(own);

            // .9 % where 90 % is meant, and 90 where a share is.
            assertThat(verdict(asking(result, 0.009), "response time of debit-credit"))
                    .isEqualTo(Verdict.VOID);
            assertThatThrownBy(() -> asking(result, 90)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void uniformThinkTimesAreFound() {
        assertThat(verdict(RunEvidence.of(played(new OtherCustomers(Customers.UNIFORM))), "think times"))
                .isEqualTo(Verdict.VOID);
    }

    @Test
    void terminalsThatAreNotTiedToTheirTellersAreFound() {
        assertThat(TellerRule.finding(played(new OtherCustomers(Customers.AT_ANY_TELLER)))
                        .verdict())
                .isEqualTo(Verdict.VOID);
    }

    /** There are as many tellers at work as terminals. */
    @Test
    void terminalsThatHaveEachOthersTellersAreFound() {
        RunResult result = played(new OtherCustomers(Customers.AT_THE_NEIGHBOURS_TELLER));
        assertThat(result.workload().tellersUsed()).isEqualTo(TERMINALS);
        assertThat(TellerRule.finding(result).verdict()).isEqualTo(Verdict.VOID);
    }

    /** The first ones are lost at each attempt. They were due in the warm-up. */
    @Test
    void requestsThatFailOutsideOfTheWindowAreFound() {
        Set<String> lost = ConcurrentHashMap.newKeySet();
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> {
            if (path.equals(BankHttp.TRANSACTIONS_PATH) && lost.size() < 5) {
                lost.add(key);
            }
            return path.equals(BankHttp.TRANSACTIONS_PATH) && lost.contains(key)
                    ? BankDouble.Fate.REQUEST_LOST
                    : BankDouble.Fate.ANSWERED;
        })) {
            RunResult result = play(bank, new RunParts());
            assertThat(verdict(RunEvidence.of(result), "no failed transaction")).isEqualTo(Verdict.PASS);
            assertThat(FailureRule.finding(result).verdict()).isEqualTo(Verdict.FAIL);
        }
    }

    @Test
    void aRequestWithoutAResponseIsUnknownAndOneWithAResponseHasFailed() {
        Map<String, Long> failures = Map.of(
                "no response: ConnectException",
                2L,
                "reversal: no response: ConnectException",
                3L,
                FailureRule.NOT_SENT,
                4L,
                "HTTP 400",
                5L,
                "reversal: HTTP 503 busy",
                6L);
        assertThat(FailureRule.unknown(failures)).isEqualTo(9);
        assertThat(FailureRule.responded(failures)).isEqualTo(Map.of("HTTP 400", 5L, "reversal: HTTP 503 busy", 6L));
    }

    /** The terminals stop when the ramp-down ends, and the window goes on. */
    @Test
    void aRampDownThatCountsIsFound() {
        RunParts counting = new RunParts() {
            @Override
            Measurement measurement(RunPlan plan, RunClock clock, RunFiles files) {
                Phases phases = new Phases(Duration.ZERO, WARM_UP, WINDOW.multipliedBy(2), Duration.ZERO);
                return new Measurement(plan.scenario(), phases, clock, files.histogramLog());
            }
        };
        assertThat(verdict(RunEvidence.of(played(counting)), "closed loop's law"))
                .isEqualTo(Verdict.VOID);
    }

    @Test
    void slowAnswersCountAndAreMissedWhereTheyAreDropped() {
        Evidence all = RunEvidence.of(playedSlowly(new RunParts()));
        assertThat(verdict(all, "every request counts")).isEqualTo(Verdict.PASS);
        assertThat(verdict(all, "response time of debit-credit")).isEqualTo(Verdict.FAIL);

        Evidence quick = RunEvidence.of(playedSlowly(measuring(Fault.DROPS_SLOW)));
        assertThat(verdict(quick, "every request counts")).isEqualTo(Verdict.VOID);
    }

    @Test
    void aQuantileOfAveragesIsFound() {
        assertThat(verdict(RunEvidence.of(played(measuring(Fault.AVERAGES))), "every request counts"))
                .isEqualTo(Verdict.VOID);
    }

    /** Every terminal waits for its first answer from the warm-up until the window has begun. */
    @Test
    void aBacklogOfTheWarmUpInTheWindowIsFound() {
        assertThat(verdict(RunEvidence.of(playedWithBacklog(new RunParts())), "every request counts"))
                .isEqualTo(Verdict.PASS);
        assertThat(verdict(
                        RunEvidence.of(playedWithBacklog(measuring(Fault.BY_TIME_OF_ANSWER))), "every request counts"))
                .isEqualTo(Verdict.VOID);
    }

    private enum Customers {
        UNIFORM,
        AT_ANY_TELLER,
        AT_THE_NEIGHBOURS_TELLER
    }

    /** Parts with customers who break one rule. */
    private static final class OtherCustomers extends RunParts {

        private final Customers customers;

        OtherCustomers(Customers customers) {
            this.customers = customers;
        }

        @Override
        AtmWorkload workload(RunPlan plan, BankInfo bank, long terminal) {
            SplittableRandom random = new SplittableRandom(plan.seed() + terminal);
            return new AtmWorkload(
                    bank.scale(), plan.scenario(), bank.preset(), plan.seed(), terminal, bank.fundedPerBranch()) {
                @Override
                public long thinkNanos() {
                    return customers == Customers.UNIFORM ? random.nextLong(2 * THINK.toNanos()) : super.thinkNanos();
                }

                @Override
                public AtmRequest next() {
                    AtmRequest request = super.next();
                    if (customers != Customers.UNIFORM && request instanceof AtmRequest.Money money) {
                        long other = customers == Customers.AT_ANY_TELLER
                                ? random.nextLong(bank.scale().tellers())
                                : (terminal + 1) % TERMINALS;
                        long teller = tellerOf(bank.scale(), other);
                        Transaction own = money.transaction();
                        return new AtmRequest.Money(Transaction.debitCredit(teller, own.account(), own.amountMinor()));
                    }
                    return request;
                }
            };
        }
    }

    private enum Fault {
        DROPS_SLOW,
        AVERAGES,
        BY_TIME_OF_ANSWER
    }

    private static RunParts measuring(Fault fault) {
        return new RunParts() {
            @Override
            Measurement measurement(RunPlan plan, RunClock clock, RunFiles files) {
                return new FaultyMeasurement(fault, plan, clock, files);
            }
        };
    }

    private static final class FaultyMeasurement extends Measurement {

        private static final int AVERAGED = 50;

        private final Fault fault;
        private long summed;
        private long sumNanos;

        FaultyMeasurement(Fault fault, RunPlan plan, RunClock clock, RunFiles files) {
            super(plan.scenario(), plan.phases(), clock, files.histogramLog());
            this.fault = fault;
        }

        @Override
        boolean measures(long intendedNanos, long answeredNanos) {
            return isInWindow(fault == Fault.BY_TIME_OF_ANSWER ? answeredNanos : intendedNanos);
        }

        @Override
        synchronized void record(AtmOperation operation, long intendedNanos, long actualNanos, long answeredNanos) {
            long nanos = answeredNanos - intendedNanos;
            if (fault == Fault.DROPS_SLOW && nanos > RunEvidence.LIMIT.toNanos()) {
                return;
            }
            if (fault != Fault.AVERAGES) {
                super.record(operation, intendedNanos, actualNanos, answeredNanos);
                return;
            }
            sumNanos += nanos;
            summed++;
            if (summed == AVERAGED) {
                super.record(operation, intendedNanos, intendedNanos, intendedNanos + sumNanos / summed);
                summed = 0;
                sumNanos = 0;
            }
        }
    }

    private RunResult played(RunParts parts) {
        try (BankDouble bank = BankDouble.honest()) {
            return play(bank, parts);
        }
    }

    private RunResult playedSlowly(RunParts parts) {
        AtomicLong requests = new AtomicLong();
        try (BankDouble bank = BankDouble.conducting((path, key, time) ->
                requests.incrementAndGet() % 4 == 0 ? BankDouble.Fate.ANSWERED_LATE : BankDouble.Fate.ANSWERED)) {
            return play(bank, parts);
        }
    }

    private RunResult playedWithBacklog(RunParts parts) {
        AtomicLong requests = new AtomicLong();
        CountDownLatch never = new CountDownLatch(1);
        try (BankDouble bank = BankDouble.conducting((path, key, time) -> {
            if (requests.incrementAndGet() <= TERMINALS) {
                awaits(never, WARM_UP.multipliedBy(2));
            }
            return BankDouble.Fate.ANSWERED;
        })) {
            return play(bank, parts);
        }
    }

    private static void awaits(CountDownLatch never, Duration time) {
        try {
            assertThat(never.await(time.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private RunResult play(BankDouble bank, RunParts parts) {
        Scenario scenario =
                new Scenario("test", Preset.GRAY2005, new ThinkTime(THINK), Map.of(AtmOperation.DEBIT_CREDIT, 100));
        Phases phases = new Phases(Duration.ZERO, WARM_UP, WINDOW, RAMP_DOWN);
        return TerminalRunner.play(
                new RunPlan(bank.url(), null, scenario, TERMINALS, phases, 7, folder), SILENT, parts);
    }

    private static Evidence asking(RunResult result, double quantile) {
        return RunEvidence.of(result, Double.POSITIVE_INFINITY, List.of(), quantile);
    }

    private static Verdict verdict(Evidence evidence, String rule) {
        List<Finding> findings =
                Judge.judge(evidence, LAW, new SplittableRandom(1)).findings();
        return findings.stream()
                .filter(finding -> finding.rule().contains(rule))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no rule '" + rule + "' among " + findings))
                .verdict();
    }
}
