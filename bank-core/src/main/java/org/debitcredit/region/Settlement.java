package org.debitcredit.region;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongUnaryOperator;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.Submission;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * What an acquirer knows of its out-of-town transactions with one issuer: it reads both banks' change streams and
 * matches the halves by their keys. A transaction is settled when both halves, with what was taken back of them, post
 * the same. What is not settled is in transit, and {@link #due} says what settles it. There is no other truth than the
 * two journals: after a restart everything after {@link #cut} is read again.
 *
 * <p>It has no clock and no thread; the time is given. For use by any thread.
 */
public final class Settlement {

    private static final long PAUSE_MILLIS = 1_000;

    /**
     * The size of what is kept.
     *
     * @param unsettledMax transactions that are not settled, or in progress; beyond it new ones are refused
     * @param settledKept latest settled ones, whose keys are known so that they need not be asked for
     * @param heldMillis how long each is kept after its last request or decision, by the times of the decisions that
     *     were read. It must be longer than a request that was not answered may be under way. The time begins when a
     *     request was here. For a decision, it begins when the decision is read, if it was made at most ten such times
     *     before; for an earlier one, when it was made, so that history that is read again does not stay in memory
     */
    public record Limits(int unsettledMax, int settledKept, long heldMillis) {
        public Limits {
            if (unsettledMax < 1 || settledKept < 1 || heldMillis < 0) {
                throw new IllegalArgumentException("the limits are " + unsettledMax + " unsettled transactions, "
                        + settledKept + " settled ones, and " + heldMillis
                        + " ms; they must be at least 1, 1 and 0");
            }
        }
    }

    /** The answer to {@link #begin}. */
    public enum Begun {
        YES,
        /** Another request with the same key is in progress. */
        IN_PROGRESS,
        /** Too many are not settled. */
        FULL
    }

    private final int acquirer;
    private final int issuer;
    private final Limits limits;
    private final ItemsByKey kept = new ItemsByKey();
    private final Forgetting forgetting;

    /** Those that are not settled, or in progress. */
    private final Set<OutOfTownItem> unsettled = new LinkedHashSet<>();

    /** Those with a decision of which the time is not known yet, because its portion is being read. */
    private final List<OutOfTownItem> untimedAtAcquirer = new ArrayList<>();

    private final List<OutOfTownItem> untimedAtIssuer = new ArrayList<>();

    private long acquirerPosition;
    private long issuerPosition;
    /** When the latest decision was read. */
    private long readMillis;

    private long acquirerReadMillis = Long.MIN_VALUE;
    private long issuerReadMillis = Long.MIN_VALUE;

    private long strays;

    /** @param from the cut from which both streams are read */
    public Settlement(int acquirer, int issuer, Limits limits, SettlementCut from) {
        this.acquirer = acquirer;
        this.issuer = issuer;
        this.limits = limits;
        forgetting = new Forgetting(limits, kept, from);
        acquirerPosition = from.acquirerPosition();
        issuerPosition = from.issuerPosition();
    }

    /** The region whose accounts they are. */
    public int issuer() {
        return issuer;
    }

    /**
     * Adds a decision of the acquirer on the account due from the issuer. One up to where the stream was read is
     * ignored: it is read again after a failure, and its transaction may be forgotten.
     */
    public synchronized void atAcquirer(Decided row, long nowMillis) {
        if (row.position() <= acquirerPosition) {
            return;
        }
        OutOfTown transaction = row.ofAcquirer(acquirer, issuer);
        if (transaction == null) {
            strays++;
            return;
        }
        if (row.position() <= forgetting.settledAtAcquirerThrough(transaction)) {
            return;
        }
        OutOfTownItem item = kept.getOrAdd(transaction);
        add(item, item.acquirer, row, nowMillis);
        untimedAtAcquirer.add(item);
    }

    /** Adds a decision of the issuer at the teller that stands for the acquirer; as {@link #atAcquirer}. */
    public synchronized void atIssuer(Decided row, long nowMillis) {
        if (row.position() <= issuerPosition) {
            return;
        }
        OutOfTown transaction = row.ofIssuer(acquirer, issuer);
        if (transaction == null) {
            strays++;
            return;
        }
        if (row.position() <= forgetting.settledAtIssuerThrough(transaction)) {
            return;
        }
        OutOfTownItem item = kept.getOrAdd(transaction);
        add(item, item.issuer, row, nowMillis);
        untimedAtIssuer.add(item);
    }

    /**
     * A request for it may be under way that this process does not know: one of the process before, or one that came
     * before the decision was read. So a recent decision counts from when it is read. Older history counts from its own
     * times.
     */
    private void decided(OutOfTownItem item, long timeMillis) {
        boolean mayBeUnderWay = timeMillis > readMillis - KeptItems.KEPT_TIMES_HELD * limits.heldMillis();
        item.touch(mayBeUnderWay ? Math.max(timeMillis, readMillis) : timeMillis);
    }

    /** Whether the acquirer has decided another transaction under the same key, and so will never execute this one. */
    private boolean isInConflict(OutOfTownItem item) {
        return item.isKeyUsed()
                || kept.withTheSameKey(item.transaction).stream()
                        .anyMatch(other -> other != item && other.acquirer.isDecided());
    }

    /**
     * The acquirer has used the key of a transaction for another one, perhaps with another region or with none, so it
     * never executes its half; what the issuer has is taken back.
     */
    public synchronized void keyIsUsed(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        if (item != null) {
            item.useKey();
        }
    }

    private void add(OutOfTownItem item, Half half, Decided row, long nowMillis) {
        if (!half.canAdd(row)) {
            strays++;
            return;
        }
        readMillis = nowMillis;
        half.add(row);
        item.note(row.key());
        note(item, nowMillis);
    }

    private void note(OutOfTownItem item, long nowMillis) {
        if (!item.isSettled() || item.isOpen(nowMillis)) {
            if (unsettled.add(item)) {
                item.dueFrom(nowMillis + PAUSE_MILLIS);
            }
        } else {
            unsettled.remove(item);
        }
    }

    /**
     * The acquirer's stream was read up to a position.
     *
     * @param timeMillis when the transaction at the position was decided, milliseconds since 1970. A bank whose clock
     *     was ahead decides at times that have not come; they count as now, so that they keep nothing in memory
     * @param nowMillis the time
     */
    public synchronized void acquirerReadThrough(long position, long timeMillis, long nowMillis) {
        long decidedMillis = Math.min(timeMillis, nowMillis);
        acquirerPosition = Math.max(acquirerPosition, position);
        acquirerReadMillis = Math.max(acquirerReadMillis, decidedMillis);
        untimedAtAcquirer.forEach(item -> decided(item, decidedMillis));
        untimedAtAcquirer.clear();
    }

    /**
     * The issuer's stream was read up to a position.
     *
     * @param timeMillis as {@link #acquirerReadThrough}
     * @param nowMillis the time
     */
    public synchronized void issuerReadThrough(long position, long timeMillis, long nowMillis) {
        long decidedMillis = Math.min(timeMillis, nowMillis);
        issuerPosition = Math.max(issuerPosition, position);
        issuerReadMillis = Math.max(issuerReadMillis, decidedMillis);
        untimedAtIssuer.forEach(item -> decided(item, decidedMillis));
        untimedAtIssuer.clear();
    }

    /** A request for a transaction begins, which nothing else settles until it ends. */
    public synchronized Begun begin(OutOfTown transaction, long nowMillis) {
        OutOfTownItem known = kept.get(transaction);
        if (kept.withTheSameKey(transaction).stream().anyMatch(item -> item.isOpen(nowMillis))) {
            return Begun.IN_PROGRESS;
        }
        if (unsettled.size() >= limits.unsettledMax && (known == null || known.isSettled())) {
            return Begun.FULL;
        }
        OutOfTownItem item = known == null ? kept.getOrAdd(transaction) : known;
        item.open(nowMillis);
        item.touch(nowMillis);
        note(item, nowMillis);
        return Begun.YES;
    }

    /** A request for a transaction has ended, one way or another. */
    public synchronized void end(OutOfTown transaction, long nowMillis) {
        OutOfTownItem item = kept.get(transaction);
        if (item == null) {
            return;
        }
        item.close();
        item.touch(nowMillis);
        note(item, nowMillis);
        if (item.isEmpty()) {
            kept.remove(item);
        }
    }

    /**
     * The issuer's position up to which its half was not seen; {@link Submission#NOT_FOLLOWED} if that is not known.
     */
    public synchronized long unseenAtIssuer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item == null || item.issuer.isDecided() || isForgotten(item) ? Submission.NOT_FOLLOWED : issuerPosition;
    }

    /**
     * Whether a transaction can be posted at the acquirer before the issuer has answered: the issuer is not known to
     * have refused it, and no such refusal can be forgotten.
     */
    public synchronized boolean canWaitForIssuer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item != null && !item.issuer.isRefused() && !isForgotten(item);
    }

    /**
     * Whether a transaction may be one that was settled and is forgotten. Then it can no longer be taken back, because
     * one of the two banks may remember its half, and the other may not.
     */
    public synchronized boolean isForgotten(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item == null || isForgotten(item);
    }

    /**
     * What stays at the issuer once a reversal is committed there. Null if the stream does not show it yet: if money
     * was paid in, the issuer may not have had its half.
     *
     * @param performedMinor what is to stay if there is something
     */
    public synchronized @Nullable Long staysAtIssuer(OutOfTown transaction, long performedMinor) {
        OutOfTownItem item = kept.get(transaction);
        if (performedMinor == 0 || (item != null && item.issuer.isRefused())) {
            return 0L;
        }
        boolean isCommitted = item != null && item.issuer.isCommitted();
        return isCommitted || !transaction.isPaidIn() ? performedMinor : null;
    }

    /**
     * The acquirer's position up to which its half was not seen; {@link Submission#NOT_FOLLOWED} if that is not known.
     */
    public synchronized long unseenAtAcquirer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item == null || !isUnreadAtAcquirer(item) || isForgotten(item)
                ? Submission.NOT_FOLLOWED
                : acquirerPosition;
    }

    /** Whether the acquirer's stream shows neither its half nor another transaction under the same key. */
    public synchronized boolean isUnreadAtAcquirer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item == null || isUnreadAtAcquirer(item);
    }

    private boolean isUnreadAtAcquirer(OutOfTownItem item) {
        return !item.acquirer.isDecided() && !isInConflict(item);
    }

    /** Whether money was paid in, and the issuer's stream shows nothing of its half yet. */
    public synchronized boolean isUnreadAtIssuer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item != null && transaction.isPaidIn() && item.issuer.isEmpty();
    }

    /** Whether the issuer is known to have committed its half, and nothing of the acquirer's half was seen. */
    public synchronized boolean isCommittedAtIssuer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item != null && item.issuer.isCommitted() && item.acquirer.isEmpty();
    }

    /** Whether the acquirer's stream shows that the acquirer has committed its half. */
    public synchronized boolean isCommittedAtAcquirer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item != null && item.acquirer.isCommitted();
    }

    /** What the issuer's stream shows of a reversal. */
    public synchronized Seen seenAtIssuer(OutOfTown transaction, TransactionKey reversal) {
        OutOfTownItem item = kept.get(transaction);
        return item == null
                ? Seen.NOTHING
                : seen(item, item.issuer, transaction.issuerReversalKey(reversal), reversal, issuerPosition);
    }

    /** What the acquirer's stream shows of a reversal. */
    public synchronized Seen seenAtAcquirer(OutOfTown transaction, TransactionKey reversal) {
        OutOfTownItem item = kept.get(transaction);
        return item == null ? Seen.NOTHING : seen(item, item.acquirer, reversal.uuid(), reversal, acquirerPosition);
    }

    /** Whether the acquirer's half is not known to be taken back, or refused, or never to be executed. */
    public synchronized boolean canBeTakenBackAtAcquirer(OutOfTown transaction) {
        OutOfTownItem item = kept.get(transaction);
        return item != null && !isOver(item, item.acquirer) && !isForgotten(item);
    }

    private boolean isOver(OutOfTownItem item, Half half) {
        return !half.isDecided() ? isInConflict(item) : half.seenAt() == ReversalSubmission.NOT_SEEN;
    }

    private Seen seen(OutOfTownItem item, Half half, UUID key, TransactionKey reversal, long position) {
        if (half.hasReversal(key) || isOver(item, half) || isForgotten(item)) {
            return Seen.NOTHING;
        }
        long unseenThrough = unseen(reversal, position);
        return unseenThrough == Submission.NOT_FOLLOWED ? Seen.NOTHING : new Seen(unseenThrough, half.seenAt());
    }

    private long unseen(TransactionKey key, long position) {
        return TransactionKey.timeMillis(key.high()) > forgetting.millis() ? position : Submission.NOT_FOLLOWED;
    }

    /**
     * Whether something of it may have been decided before the cut. Where the original of a half was decided after the
     * cut, everything was.
     */
    private boolean isForgotten(OutOfTownItem item) {
        boolean isSeen = item.acquirer.isDecided() || item.issuer.isDecided();
        return item.acquirer.isReversedOnly()
                || item.issuer.isReversedOnly()
                || (!isSeen && TransactionKey.timeMillis(item.transaction.key().high()) <= forgetting.millis());
    }

    /**
     * The steps that are due. Each is given out once in {@value #PAUSE_MILLIS} ms, until it shows in the streams.
     *
     * @param max most of them
     */
    public synchronized List<SettlementStep> due(long nowMillis, int max) {
        List<SettlementStep> steps = new ArrayList<>();
        for (OutOfTownItem item : unsettled) {
            if (steps.size() == max) {
                break;
            }
            if (item.isOpen(nowMillis) || item.isEarly(nowMillis, PAUSE_MILLIS)) {
                continue;
            }
            item.dueFrom(nowMillis + PAUSE_MILLIS);
            if (!item.isSettled()) {
                steps.add(SettlementStep.of(item, isInConflict(item), acquirerPosition, issuerPosition));
            }
        }
        return steps;
    }

    /** Number of transactions that are not settled, or in progress. */
    public synchronized int unsettled() {
        return unsettled.size();
    }

    /** What the acquirer's halves post beyond the issuer's, as far as both streams are read, minor units. */
    public synchronized long inTransitMinor() {
        long sum = 0;
        for (OutOfTownItem item : unsettled) {
            sum += item.inTransitMinor();
        }
        return sum;
    }

    /**
     * Number of transactions at a correspondent that are no half of an out-of-town transaction, or do not fit the half
     * that was seen.
     */
    public synchronized long strays() {
        return strays;
    }

    /** How often the latest search for a cut looked at a transaction. */
    synchronized long steps() {
        return forgetting.steps();
    }

    /** Number of transactions in memory. */
    synchronized int kept() {
        return kept.size();
    }

    /** How far the acquirer's stream was read. */
    public synchronized long acquirerPosition() {
        return acquirerPosition;
    }

    /** How far the issuer's stream was read. */
    public synchronized long issuerPosition() {
        return issuerPosition;
    }

    /**
     * Forgets settled transactions except the latest ones, and returns from where the streams are to be read after a
     * restart.
     *
     * @param acquirerFloor the latest position at or before the given one at which the acquirer can be followed
     * @param issuerFloor the same of the issuer
     */
    public synchronized SettlementCut cut(LongUnaryOperator acquirerFloor, LongUnaryOperator issuerFloor) {
        KeptItems toKeep = kept.toKeep();
        toKeep.addAll(unsettled);
        toKeep.addAll(untimedAtAcquirer);
        toKeep.addAll(untimedAtIssuer);
        toKeep.addLatest(limits, Math.min(acquirerReadMillis, issuerReadMillis));
        return forgetting.cut(
                toKeep, toKeep.cut(acquirerPosition, issuerPosition, acquirerFloor, issuerFloor), unsettled::contains);
    }

    /** The unsettled transactions with what each has in transit, for a report. */
    public synchronized Map<OutOfTown, Long> items() {
        Map<OutOfTown, Long> inTransit = new HashMap<>();
        for (OutOfTownItem item : unsettled) {
            inTransit.put(item.transaction, item.inTransitMinor());
        }
        return inTransit;
    }
}
