package org.debitcredit.terminal.nation;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.run.SteadyTime;
import org.debitcredit.terminal.run.SuccessFile;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** The requests of the ATMs of all regions, and the answers to them. Safe for use by several threads. */
final class NationTraffic {

    /** How long the ATMs go on with what they have under way, after the end of the run and the last outage. */
    private static final long FINISH_SECONDS_MAX = 60;

    private static final long NANOS_PER_MICRO = 1_000;

    private final NationPlan plan;
    private final LongSupplier clock;
    private final Outages outages;
    private final List<SuccessFile> answerFiles;
    private final List<AtomicLongArray> tillsMinor;
    private final AtmResponseTimes local = new AtmResponseTimes();
    private final AtmResponseTimes outOfTown = new AtmResponseTimes();
    private final AtomicLongArray localBySecond;
    private final AtomicLongArray outOfTownBySecond;
    private final LongAdder refused = new LongAdder();
    private final LongAdder repeats = new LongAdder();
    private final ConcurrentHashMap<String, LongAdder> failures = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Throwable> crash = new AtomicReference<>();
    private final CountDownLatch active;
    private final long endNanos;

    /**
     * @param clock nanoseconds since the beginning of the run
     * @param answerFiles one for each region, for the answers to its ATMs
     */
    NationTraffic(NationPlan plan, LongSupplier clock, Outages outages, List<SuccessFile> answerFiles) {
        this.plan = plan;
        this.clock = clock;
        this.outages = outages;
        this.answerFiles = answerFiles;
        tillsMinor = IntStream.range(0, plan.regions())
                .mapToObj(region -> new AtomicLongArray(plan.tills()))
                .toList();
        int seconds = Math.toIntExact(plan.duration().toSeconds() + FINISH_SECONDS_MAX) + 2;
        localBySecond = new AtomicLongArray(seconds);
        outOfTownBySecond = new AtomicLongArray(seconds);
        active = new CountDownLatch(plan.terminals());
        endNanos = plan.duration().toNanos();
    }

    /** Nanoseconds since the beginning of the run. */
    long nanos() {
        return clock.getAsLong();
    }

    /** Nanoseconds from the beginning of the run after which no request begins. */
    long endNanos() {
        return endNanos;
    }

    /** Whether a request without an answer is given up now. */
    boolean isGivenUp() {
        long last = Math.max(endNanos, outages.lastUntilNanos());
        return crash.get() != null || nanos() - last >= TimeUnit.SECONDS.toNanos(FINISH_SECONDS_MAX);
    }

    /** Takes an opening deposit that was committed. */
    void opened(int region, Transaction deposit) {
        post(region, deposit);
    }

    private void post(int region, Transaction transaction) {
        long postedMinor = Reversal.postedBy(transaction.type().code(), transaction.amountMinor());
        tillsMinor.get(region).addAndGet(plan.tillNumber(transaction.teller()), postedMinor);
    }

    /**
     * Takes an answer of the bank.
     *
     * @param region of the ATM
     * @param intendedNanos when the customer had thought
     */
    void answered(int region, NationWorkload.Request request, UUID key, Answer answer, long intendedNanos) {
        long now = nanos();
        boolean isOutOfTown = request.issuer() != region;
        boolean isDisturbed = outages.isDisturbed(region, intendedNanos)
                || (isOutOfTown && outages.isDisturbed(request.issuer(), intendedNanos));
        (isOutOfTown ? outOfTown : local).add((now - intendedNanos) / NANOS_PER_MICRO, isDisturbed);
        AtomicLongArray bySecond = isOutOfTown ? outOfTownBySecond : localBySecond;
        bySecond.incrementAndGet((int) Math.min(TimeUnit.NANOSECONDS.toSeconds(now), bySecond.length() - 1L));
        if (answer instanceof Answer.Committed committed) {
            post(region, request.transaction());
            keep(region, key, committed.position(), committed.balanceMinor());
        } else if (answer instanceof Answer.Refused refusal) {
            refused.increment();
            keep(region, key, refusal.position(), SuccessFile.REFUSED);
        }
    }

    private void keep(int region, UUID key, long position, long balanceMinor) {
        answerFiles.get(region).add(key, SteadyTime.OF_PROCESS.millis(), position, balanceMinor);
    }

    /** A request has no answer of the bank and is not sent again. */
    void failed(String reason) {
        failures.computeIfAbsent(reason, of -> new LongAdder()).increment();
    }

    /** A request is sent again under its key. */
    void repeats() {
        repeats.increment();
    }

    /** An ATM has ended. */
    void ended() {
        active.countDown();
    }

    /** A fault of this program, or of the run: nothing is repeated any more. */
    void crashed(Throwable broken) {
        crash.compareAndSet(null, broken);
    }

    /** The first fault; null if there was none. */
    @Nullable
    Throwable crash() {
        return crash.get();
    }

    /** Waits until every ATM has ended, at most for some seconds; returns whether they have. */
    boolean awaitEnd(long seconds) throws InterruptedException {
        return active.await(seconds, TimeUnit.SECONDS);
    }

    /** The money of a till by the answers that its ATMs received, opening deposits included, minor units. */
    long tillMinor(int region, int till) {
        return tillsMinor.get(region).get(till);
    }

    AtmResponseTimes local() {
        return local;
    }

    AtmResponseTimes outOfTown() {
        return outOfTown;
    }

    long transactions() {
        return local.all().getTotalCount() + outOfTown.all().getTotalCount();
    }

    long refused() {
        return refused.sum();
    }

    long repeated() {
        return repeats.sum();
    }

    SortedMap<String, Long> failures() {
        SortedMap<String, Long> counts = new TreeMap<>();
        failures.forEach((reason, count) -> counts.put(reason, count.sum()));
        return counts;
    }

    /** Answers of each second of the run to transactions on accounts of the ATM's own region. */
    long[] localBySecond() {
        return bySecond(localBySecond);
    }

    /** The same of out-of-town transactions. */
    long[] outOfTownBySecond() {
        return bySecond(outOfTownBySecond);
    }

    private long[] bySecond(AtomicLongArray counts) {
        return IntStream.range(0, Math.toIntExact(plan.duration().toSeconds()))
                .mapToLong(counts::get)
                .toArray();
    }
}
