package org.debitcredit.streams;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.measure.Recordings;
import org.debitcredit.measure.ResponseSeries;
import org.debitcredit.measure.statistics.RandomDraws;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;

/**
 * One sender with several submissions in flight, whose answers it takes in the order of sending. With a rate, a
 * submission is due at its own time, and its response time counts from there: it includes any delay of the stream (no
 * coordinated omission).
 */
final class Stream implements Runnable {

    private static final long NANOS_PER_MICRO = 1_000;

    /** What is recorded. */
    enum Kind {
        SUBMISSION
    }

    private final List<Slot> slots;
    private final DebitCreditWorkload workload;
    private final BatchKeys keys;
    private final SplittableRandom random;
    private final double gapNanos;
    private final long beginNanos;
    private final StreamPhase phase;
    private final Recordings<Kind> recordings;

    /** Of an open loop only, and only if they are kept. */
    private final ResponseSeries responses = new ResponseSeries();

    private final boolean keepsResponses;

    private final RandomDraws gaps;
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong unsentDueNanos;
    private double nextDueNanos;
    private int oldest;
    private long unsent;
    private @Nullable IllegalStateException failure;

    /**
     * @param gapNanos mean time from one submission to the next; 0 for as fast as answers come
     * @param beginNanos when to begin, by {@link System#nanoTime}
     * @param recordings of all streams, of what was due in the measured part
     * @param keepsResponses whether to keep each response time of an open loop
     */
    Stream(
            List<Slot> slots,
            DebitCreditWorkload workload,
            SplittableRandom random,
            double gapNanos,
            long beginNanos,
            StreamPhase phase,
            Recordings<Kind> recordings,
            boolean keepsResponses) {
        this.slots = slots;
        this.workload = workload;
        this.keys = new BatchKeys(random.split(), System::currentTimeMillis);
        this.random = random;
        this.gaps = new RandomDraws(random.split());
        this.gapNanos = gapNanos;
        this.beginNanos = beginNanos;
        unsentDueNanos = new AtomicLong(beginNanos);
        this.phase = phase;
        this.recordings = recordings;
        this.keepsResponses = keepsResponses;
    }

    @Override
    public void run() {
        try {
            send();
        } catch (RuntimeException | Error e) {
            failure = new IllegalStateException("a stream ended early: " + e, e);
        }
    }

    private void send() {
        Park.until(beginNanos);
        nextDueNanos = System.nanoTime();
        int next = 0;
        while (!isOver() && failure == null) {
            Slot slot = slots.get(next);
            slot.await();
            takeNewAnswers();
            slot.fill(workload, keys);
            slot.send(due());
            next = following(next);
        }
        for (Slot slot : slots) {
            slot.await();
            take(slot);
        }
        countUnsent();
    }

    /**
     * Takes all answers that have arrived, not only the one whose place is needed, because at a low rate that place is
     * needed only seconds later.
     */
    private void takeNewAnswers() {
        while (slots.get(oldest).hasNewAnswer()) {
            take(slots.get(oldest));
            oldest = following(oldest);
        }
    }

    private int following(int place) {
        return place + 1 == slots.size() ? 0 : place + 1;
    }

    private boolean isOver() {
        return phase.isOver() || phase.isFinishing() && (gapNanos == 0 || !phase.endsAfter((long) nextDueNanos));
    }

    /**
     * A submission that was due in the measured part and was never sent has no response time, but must be counted.
     */
    private void countUnsent() {
        while (gapNanos > 0 && phase.endsAfter((long) nextDueNanos)) {
            unsent += phase.measures((long) nextDueNanos) ? 1 : 0;
            phase.unsent((long) nextDueNanos);
            nextDueNanos += gap();
        }
    }

    /** Submissions answered so far. Any thread. */
    long answered() {
        return answered.getAcquire();
    }

    /**
     * How long ago the oldest unanswered submission, sent or not, was due; 0 if there is none. For use by any thread.
     */
    long backlogNanos(long nowNanos) {
        long oldest = Math.max(0, nowNanos - unsentDueNanos.getAcquire());
        for (Slot slot : slots) {
            oldest = Math.max(oldest, slot.backlogNanos(nowNanos));
        }
        return oldest;
    }

    /** Submissions that were due in the measured part but not sent within a second after it. Call it after the end. */
    long unsent() {
        return unsent;
    }

    /** Why the stream ended early; null when it did not. After the end. */
    @Nullable
    IllegalStateException failure() {
        return failure;
    }

    private void take(Slot slot) {
        if (slot.takeAnswer()) {
            answered.setRelease(answered.getPlain() + 1);
            phase.answered(slot.answeredNanos());
            if (phase.measures(slot.dueNanos())) {
                record(slot);
            }
            if (slot.failure() != null) {
                failure = new IllegalStateException(slot.failure());
            }
        }
    }

    private void record(Slot slot) {
        recordings.record(Kind.SUBMISSION, slot.dueNanos(), slot.sentNanos(), slot.answeredNanos());
        if (gapNanos > 0) {
            phase.due(slot.dueNanos());
        }
        if (gapNanos > 0 && keepsResponses) {
            responses.add(
                    Kind.SUBMISSION.ordinal(),
                    (slot.dueNanos() - phase.fromNanos()) / NANOS_PER_MICRO,
                    (slot.answeredNanos() - slot.dueNanos()) / NANOS_PER_MICRO);
        }
    }

    /** The measured submissions of an open loop. After the end. */
    ResponseSeries responses() {
        return responses;
    }

    /** Random draws of the times from one submission to the next. After the end. */
    long[] gaps() {
        return gaps.values();
    }

    private long due() {
        if (gapNanos == 0) {
            return System.nanoTime();
        }
        long due = (long) nextDueNanos;
        Park.until(due);
        nextDueNanos += gap();
        unsentDueNanos.setRelease((long) nextDueNanos);
        return due;
    }

    private double gap() {
        double gap = -Math.log(1 - random.nextDouble()) * gapNanos;
        gaps.offer((long) gap);
        return gap;
    }
}
