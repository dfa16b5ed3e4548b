package org.debitcredit.terminal.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.debitcredit.measure.statistics.RandomDraws;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.KeyedAnswers;
import org.debitcredit.workload.AtmOperation;
import org.debitcredit.workload.AtmRequest;
import org.debitcredit.workload.AtmWorkload;
import org.debitcredit.workload.LoadProfile;
import org.jspecify.annotations.Nullable;

/** The state of a run, and everything that its terminals observe. Safe for use by several threads. */
final class Run {

    private final RunPlan plan;
    private final BankInfo bank;
    private final RunParts parts;
    private final RunClock clock = new RunClock();
    private final Requests requests;
    private final Measurement measurement;
    private final SuccessFile successFile;
    private final AnswerListener listener;
    private final KeyedAnswers keyedAnswers;
    private final ConnectionCounter connections;
    private final RandomDraws thinkMillis;
    private final boolean steady;
    private final long endNanos;
    private final long giveUpNanos;
    private final Tally refusals = new Tally();
    private final Tally failures = new Tally();
    private final LongAdder active = new LongAdder();
    private final LongAdder answers = new LongAdder();
    private final LongAdder repeats = new LongAdder();
    private final LongAdder reversals = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder committedMinor = new LongAdder();
    private final AtomicReference<@Nullable Throwable> crash = new AtomicReference<>();
    private final List<WorkloadCounter> workloads = new ArrayList<>();

    Run(RunPlan plan, BankInfo bank, RunFiles files, SuccessFile successFile, AnswerListener listener, RunParts parts) {
        this.plan = plan;
        this.bank = bank;
        this.parts = parts;
        this.successFile = successFile;
        this.listener = listener;
        requests = new Requests(plan, bank.preset().requestBytesMin());
        measurement = parts.measurement(plan, clock, files);
        keyedAnswers = new KeyedAnswers(bank.position());
        connections = new ConnectionCounter(plan.connectionsMax());
        thinkMillis = new RandomDraws(new SplittableRandom(plan.seed()));
        steady = plan.scenario().profile().equals(LoadProfile.STEADY);
        endNanos = plan.phases().total().toNanos();
        // Long enough for all attempts and the first ones of a reversal.
        giveUpNanos = endNanos
                + 2L
                        * plan.forwarding().attempts()
                        * plan.forwarding().answerMax().toNanos();
    }

    RunPlan plan() {
        return plan;
    }

    Requests requests() {
        return requests;
    }

    ConnectionCounter connections() {
        return connections;
    }

    Measurement measurement() {
        return measurement;
    }

    int responseBytesMin() {
        return bank.preset().responseBytesMin();
    }

    /** Nanoseconds since the first terminal's start. */
    long nanos() {
        return clock.nanos();
    }

    /** Nanoseconds from the first terminal's start after which no request begins. */
    long endNanos() {
        return endNanos;
    }

    /** The load at a moment, relative to the scenario's think time. */
    double loadAt(long nanos) {
        if (steady) {
            return 1;
        }
        double sinceWindow = nanos - plan.phases().untilWindow().toNanos();
        return plan.scenario()
                .profile()
                .loadAt(sinceWindow / plan.phases().window().toNanos());
    }

    /** Nanoseconds from the first terminal's start after which a request without an answer is given up. */
    long giveUpNanos() {
        return giveUpNanos;
    }

    /** Makes a counter for an event loop. */
    synchronized WorkloadCounter newWorkloadCounter() {
        WorkloadCounter counter =
                new WorkloadCounter(bank.scale(), bank.preset().amountMinorMax());
        workloads.add(counter);
        return counter;
    }

    /** Makes the workload of a terminal, which begins now. */
    AtmWorkload begin(long terminal) {
        if (clock.start()) {
            measurement.begin();
        }
        AtmWorkload workload = parts.workload(plan, bank, terminal);
        active.increment();
        return workload;
    }

    /** Id of the teller that a terminal has to keep. */
    long tellerOf(long terminal) {
        return AtmWorkload.tellerOf(bank.scale(), terminal);
    }

    void ended() {
        active.decrement();
    }

    void thinks(long millis) {
        thinkMillis.offer(millis);
    }

    void due(long intendedNanos, long actualNanos) {
        measurement.due(intendedNanos, actualNanos);
    }

    /** Takes what the bank, or something else, answered to a request. */
    void answered(
            AtmRequest request, UUID key, Answer answer, long intendedNanos, long actualNanos, long answeredNanos) {
        if (answer instanceof Answer.Failed failed) {
            failed(intendedNanos, failed.reason());
            return;
        }
        answers.increment();
        AtmOperation operation = request.operation();
        measurement.answered(operation, intendedNanos, actualNanos, answeredNanos);
        if (answer instanceof Answer.Refused refused) {
            refusals.add(refused.reason());
        }
        if (answer instanceof Answer.Committed && request instanceof AtmRequest.Money money) {
            commits.increment();
            committedMinor.add(money.transaction().amountMinor());
        }
        if (operation.movesMoney()) {
            keep(key, answer, answeredNanos);
        }
    }

    private void keep(UUID key, Answer answer, long answeredNanos) {
        long millis = clock.at(answeredNanos).toEpochMilli();
        if (answer instanceof Answer.Committed committed) {
            keep(key, millis, committed.position(), committed.balanceMinor());
        } else if (answer instanceof Answer.Refused refused) {
            keep(key, millis, refused.position(), SuccessFile.REFUSED);
        }
    }

    private void keep(UUID key, long answeredMillis, long position, long balanceMinor) {
        keyedAnswers.add(position);
        successFile.add(key, answeredMillis, position, balanceMinor);
        listener.answered(key, answeredMillis, position, balanceMinor);
    }

    void failed(long intendedNanos, String reason) {
        failures.add(reason);
        measurement.failed(intendedNanos);
    }

    void repeats() {
        repeats.increment();
    }

    void reverses() {
        reversals.increment();
    }

    /** Takes the answer to a reversal. */
    void reversed(UUID key, Answer answer, long answeredNanos) {
        if (answer instanceof Answer.Failed failed) {
            failures.add(FailureRule.OF_REVERSAL + failed.reason());
        } else {
            keep(key, answer, answeredNanos);
        }
    }

    void reversalGivenUp(String reason) {
        failures.add(FailureRule.OF_REVERSAL + reason);
    }

    /** Takes a fault of a terminal: the run shows nothing. */
    void crashed(Throwable broken) {
        crash.compareAndSet(null, broken);
    }

    /** The first fault of a terminal; null when there was none. */
    @Nullable
    Throwable crash() {
        return crash.get();
    }

    /** Why the run, which goes on, cannot be judged any more; null if it can. */
    @Nullable
    IOException unwritable() {
        IOException times = measurement.failure();
        return times == null ? successFile.failure() : times;
    }

    long active() {
        return active.sum();
    }

    long answers() {
        return answers.sum();
    }

    long failures() {
        return failures.total();
    }

    /** The result, once all terminals have ended and the measurement has. */
    synchronized RunResult result(RunFiles files) {
        return new RunResult(
                plan,
                bank,
                clock.at(plan.phases().untilWindow().toNanos()),
                measurement.traffic(),
                measurement.recording(),
                ClosedLoops.of(plan, measurement.recording(), thinkMillis.values()),
                measurement.stolenShare(),
                connections.connections(),
                WorkloadCounter.merged(workloads),
                refusals.byReason(),
                failures.byReason(),
                repeats.sum(),
                reversals.sum(),
                keyedAnswers.positions(),
                new AnsweredCommits(commits.sum(), committedMinor.sum()),
                files.histogramLog(),
                files.successFile());
    }
}
