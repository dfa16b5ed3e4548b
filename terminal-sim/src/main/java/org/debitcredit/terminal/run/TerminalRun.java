package org.debitcredit.terminal.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.debitcredit.measure.ResponseTimes;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.KeyedAnswers;
import org.debitcredit.workload.AtmOperation;

/**
 * The state of a run: its clock and everything that its terminals observe. It starts with its first terminal. Safe for
 * use by several threads.
 */
public final class TerminalRun {

    private static final long NOT_STARTED = Long.MIN_VALUE;

    private final TerminalPlan plan;
    private final BankInfo bank;
    private final KeyedAnswers keyedAnswers;
    private final ResponseTimes<AtmOperation> responseTimes = new ResponseTimes<>(AtmOperation.class);
    private final Tally refusals = new Tally();
    private final Tally failures = new Tally();
    private final AtomicLong startNanos = new AtomicLong(NOT_STARTED);
    private final LongAdder active = new LongAdder();
    private final LongAdder terminalNanos = new LongAdder();
    private final AtomicLong endNanos = new AtomicLong();

    public TerminalRun(TerminalPlan plan, BankInfo bank) {
        this.plan = plan;
        this.bank = bank;
        this.keyedAnswers = new KeyedAnswers(bank.position());
    }

    public TerminalPlan plan() {
        return plan;
    }

    public BankInfo bank() {
        return bank;
    }

    public KeyedAnswers keyedAnswers() {
        return keyedAnswers;
    }

    public ResponseTimes<AtmOperation> responseTimes() {
        return responseTimes;
    }

    public Tally refusals() {
        return refusals;
    }

    public Tally failures() {
        return failures;
    }

    /** Counts a terminal in. */
    public void open() {
        startNanos.compareAndSet(NOT_STARTED, System.nanoTime());
        active.increment();
        terminalNanos.add(remainingNanos());
    }

    /** Counts a terminal out. */
    public void close() {
        active.decrement();
        endNanos.accumulateAndGet(elapsedNanos(), Math::max);
    }

    /** From the first terminal's start to the last one's end. */
    public long endNanos() {
        return endNanos.get();
    }

    public long active() {
        return active.sum();
    }

    /** Time since the first terminal started; 0 before. */
    public long elapsedNanos() {
        long start = startNanos.get();
        return start == NOT_STARTED ? 0 : System.nanoTime() - start;
    }

    /** Time until no further request may start; never negative. */
    public long remainingNanos() {
        return Math.max(0, lengthNanos() - elapsedNanos());
    }

    /** From the first terminal's start until no further request may start. */
    public long lengthNanos() {
        return plan.ramp().plus(plan.duration()).toNanos();
    }

    /** How long the terminals worked, all added up. */
    public long terminalNanos() {
        return terminalNanos.sum();
    }

    /** Takes the response to a request. */
    public void record(AtmOperation operation, Answer answer, long responseNanos) {
        if (answer instanceof Answer.Failed failed) {
            failures.add(failed.reason());
            return;
        }
        if (answer instanceof Answer.Unanswered unanswered) {
            failures.add(unanswered.reason());
            return;
        }
        responseTimes.record(operation, responseNanos);
        if (answer instanceof Answer.Refused refused) {
            refusals.add(refused.reason());
            if (operation.movesMoney()) {
                keyedAnswers.add(refused.position());
            }
        } else if (answer instanceof Answer.Committed committed) {
            keyedAnswers.add(committed.position());
        }
    }
}
