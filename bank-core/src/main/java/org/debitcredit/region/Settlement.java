package org.debitcredit.region;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
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

    /** The time of keys of which none is forgotten. */
    public static final long NOTHING_FORGOTTEN = Long.MIN_VALUE;

    private static final long PAUSE_MILLIS = 1_000;

    /**
     * The latest settled transactions are kept for so many times the time that all are. Otherwise the cut would stay
     * before the last one for ever on a pair of regions that has few.
     */
    private static final int KEPT_TIMES_HELD = 10;

    /**
     * A request that takes longer is no longer waited for. To settle its transaction meanwhile does no harm, because the
     * steps are the same requests under the same keys.
     */
    private static final long OPEN_MILLIS_MAX = 60_000;

    /** What became of an original at one of the two banks, as far as its stream was read. */
    private enum Decision {
        NONE,
        COMMITTED,
        REFUSED
    }

    /**
     * The size of what is kept.
     *
     * @param unsettledMax transactions that are not settled, or in progress; beyond it new ones are refused
     * @param settledKept latest settled ones, whose keys are known so that they need not be asked for
     * @param heldMillis how long each is kept after its last request or decision, by the times of the decisions that
     *     were read: longer than a request that was not answered may be under way
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

    /** What to do for a transaction that is not settled. */
    public enum Kind {
        /** The issuer has committed its half: execute the acquirer's. */
        EXECUTE_AT_ACQUIRER,
        /** The acquirer has committed its half: execute the issuer's. */
        EXECUTE_AT_ISSUER,
        /** The acquirer has more than the issuer: take back there what is too much. */
        TAKE_BACK_AT_ACQUIRER,
        /** The issuer has more than the acquirer: take back there what is too much. */
        TAKE_BACK_AT_ISSUER
    }

    /**
     * A step that settles a transaction. It may be repeated: it is always the same request under the same key.
     *
     * @param performedMinor what stays of the half that is taken back
     * @param seen what its bank's stream shows
     */
    public record Step(Kind kind, OutOfTown transaction, long performedMinor, Seen seen) {}

    /**
     * What a bank's stream shows of a request, for the bank to decide whether its key is new: see {@link ClearingBank}.
     *
     * @param unseenThrough position up to which the key was not seen, or {@link Submission#NOT_FOLLOWED}
     * @param seenAt position of the original that is to be taken back, or {@link ReversalSubmission#NOT_SEEN}
     */
    public record Seen(long unseenThrough, long seenAt) {

        /** Nothing is known. */
        static final Seen NOTHING = new Seen(Submission.NOT_FOLLOWED, ReversalSubmission.NOT_SEEN);

        private static Seen unseen(long through) {
            return new Seen(through, ReversalSubmission.NOT_SEEN);
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

    /**
     * From where both streams are to be read after a restart. Of each transaction, either every decision is after the
     * cut or none is.
     *
     * @param acquirerPosition in the acquirer's history
     * @param issuerPosition in the issuer's
     * @param forgottenMillis latest time of a key that was decided at or before the cut, milliseconds since 1970
     */
    public record Cut(long acquirerPosition, long issuerPosition, long forgottenMillis) {}

    private static final class Half {
        private Decision decision = Decision.NONE;
        private long netMinor;
        private long performedMinor;
        /** Of the original, if it was committed and nothing was taken back of it. */
        private long seenAt = ReversalSubmission.NOT_SEEN;

        private long firstPosition = Long.MAX_VALUE;
        private long lastPosition;
        /** Keys of reversals; most transactions have none. */
        private Set<UUID> reversals = Set.of();

        private void add(Decided row) {
            if (row.position() <= lastPosition) {
                // It is read again after a failure.
                return;
            }
            firstPosition = Math.min(firstPosition, row.position());
            lastPosition = row.position();
            netMinor = Math.addExact(netMinor, row.signedMinor());
            Decided.Original original = row.original();
            if (original != null) {
                if (reversals.isEmpty()) {
                    reversals = new HashSet<>(2);
                }
                reversals.add(row.key().uuid());
                performedMinor = row.isCommitted() ? original.performedMinor() : performedMinor;
                seenAt = row.isCommitted() ? ReversalSubmission.NOT_SEEN : seenAt;
            } else {
                seenAt = row.isCommitted() ? row.position() : ReversalSubmission.NOT_SEEN;
                decision = row.isCommitted() ? Decision.COMMITTED : Decision.REFUSED;
            }
        }

        private boolean isEmpty() {
            return lastPosition == 0;
        }

        private boolean isAfter(long position) {
            return lastPosition > position;
        }

        private boolean isAround(long position) {
            return firstPosition <= position && lastPosition > position;
        }
    }

    private static final class Entry {

        private static final long CLOSED = Long.MIN_VALUE;

        private final OutOfTown transaction;
        private final Half acquirer = new Half();
        private final Half issuer = new Half();
        private long latestKeyMillis;
        private long touchedMillis;
        /** When the request for it that is in progress began; {@link #CLOSED} if there is none. */
        private long openedMillis = CLOSED;

        /** Whether the acquirer has said that it has used the customer's key for another transaction. */
        private boolean isKeyUsed;

        private long dueFromMillis = Long.MIN_VALUE;

        private Entry(OutOfTown transaction) {
            this.transaction = transaction;
            note(transaction.key().high());
        }

        private void note(long keyHigh) {
            latestKeyMillis = Math.max(latestKeyMillis, TransactionKey.timeMillis(keyHigh));
        }

        private boolean isOpen(long nowMillis) {
            return openedMillis != CLOSED && Math.abs(nowMillis - openedMillis) < OPEN_MILLIS_MAX;
        }

        private boolean isSettled() {
            return acquirer.netMinor == issuer.netMinor;
        }
    }

    private final int acquirer;
    private final int issuer;
    private final Limits limits;

    /** By the key of the issuer's half, in the order in which they became known. */
    private final Map<UUID, Entry> entries = new LinkedHashMap<>();

    /** The same by the customer's key: several only if a customer has used a key for different transactions. */
    private final Map<TransactionKey, List<Entry>> ofCustomer = new HashMap<>();

    /** Those that are not settled, or in progress. */
    private final Set<Entry> unsettled = new LinkedHashSet<>();

    private long acquirerPosition;
    private long issuerPosition;
    private long forgottenMillis;
    private long acquirerReadMillis = Long.MIN_VALUE;
    private long issuerReadMillis = Long.MIN_VALUE;

    private long strays;

    /** @param from the cut from which both streams are read */
    public Settlement(int acquirer, int issuer, Limits limits, Cut from) {
        this.acquirer = acquirer;
        this.issuer = issuer;
        this.limits = limits;
        acquirerPosition = from.acquirerPosition;
        issuerPosition = from.issuerPosition;
        forgottenMillis = from.forgottenMillis;
    }

    /** The region whose accounts they are. */
    public int issuer() {
        return issuer;
    }

    /** Adds a decision of the acquirer on the account due from the issuer. */
    public synchronized void atAcquirer(Decided row, long nowMillis) {
        OutOfTown transaction = row.ofAcquirer(acquirer, issuer);
        if (transaction == null) {
            strays++;
            return;
        }
        Entry entry = entry(transaction);
        add(entry, entry.acquirer, row, nowMillis);
    }

    /** Adds a decision of the issuer at the teller that stands for the acquirer. */
    public synchronized void atIssuer(Decided row, long nowMillis) {
        OutOfTown transaction = row.ofIssuer(acquirer, issuer);
        if (transaction == null) {
            strays++;
            return;
        }
        Entry entry = entry(transaction);
        add(entry, entry.issuer, row, nowMillis);
    }

    private Entry entry(OutOfTown transaction) {
        return entries.computeIfAbsent(transaction.issuerKey(), key -> {
            Entry entry = new Entry(transaction);
            ofCustomer
                    .computeIfAbsent(transaction.key(), customers -> new ArrayList<>(1))
                    .add(entry);
            return entry;
        });
    }

    private List<Entry> withTheSameKey(OutOfTown transaction) {
        return ofCustomer.getOrDefault(transaction.key(), List.of());
    }

    /** Whether the acquirer has decided another transaction under the same key, and so will never execute this one. */
    private boolean isInConflict(Entry entry) {
        return entry.isKeyUsed
                || withTheSameKey(entry.transaction).stream()
                        .anyMatch(other -> other != entry && other.acquirer.decision != Decision.NONE);
    }

    /**
     * The acquirer has used the key of a transaction for another one, perhaps with another region or with none, so it
     * never executes its half; what the issuer has is taken back.
     */
    public synchronized void keyIsUsed(OutOfTown transaction) {
        Entry entry = entries.get(transaction.issuerKey());
        if (entry != null) {
            entry.isKeyUsed = true;
        }
    }

    private void removeOfCustomer(Entry entry) {
        List<Entry> same = withTheSameKey(entry.transaction);
        if (same.size() > 1) {
            same.remove(entry);
        } else {
            ofCustomer.remove(entry.transaction.key());
        }
    }

    private void add(Entry entry, Half half, Decided row, long nowMillis) {
        half.add(row);
        entry.note(row.key().high());
        note(entry, nowMillis);
    }

    private void note(Entry entry, long nowMillis) {
        entry.touchedMillis = nowMillis;
        if (!entry.isSettled() || entry.isOpen(nowMillis)) {
            if (unsettled.add(entry)) {
                entry.dueFromMillis = nowMillis + PAUSE_MILLIS;
            }
        } else {
            unsettled.remove(entry);
        }
    }

    /**
     * The acquirer's stream was read up to a position.
     *
     * @param timeMillis when the transaction at the position was decided, milliseconds since 1970
     */
    public synchronized void acquirerReadThrough(long position, long timeMillis) {
        acquirerPosition = Math.max(acquirerPosition, position);
        acquirerReadMillis = Math.max(acquirerReadMillis, timeMillis);
    }

    /**
     * The issuer's stream was read up to a position.
     *
     * @param timeMillis when the transaction at the position was decided, milliseconds since 1970
     */
    public synchronized void issuerReadThrough(long position, long timeMillis) {
        issuerPosition = Math.max(issuerPosition, position);
        issuerReadMillis = Math.max(issuerReadMillis, timeMillis);
    }

    /** A request for a transaction begins, which nothing else settles until it ends. */
    public synchronized Begun begin(OutOfTown transaction, long nowMillis) {
        Entry known = entries.get(transaction.issuerKey());
        if (withTheSameKey(transaction).stream().anyMatch(entry -> entry.isOpen(nowMillis))) {
            return Begun.IN_PROGRESS;
        }
        if (unsettled.size() >= limits.unsettledMax && (known == null || known.isSettled())) {
            return Begun.FULL;
        }
        Entry entry = known == null ? entry(transaction) : known;
        entry.openedMillis = nowMillis;
        note(entry, nowMillis);
        return Begun.YES;
    }

    /** A request for a transaction has ended, one way or another. */
    public synchronized void end(OutOfTown transaction, long nowMillis) {
        Entry entry = entries.get(transaction.issuerKey());
        if (entry == null) {
            return;
        }
        entry.openedMillis = Entry.CLOSED;
        note(entry, nowMillis);
        if (entry.acquirer.isEmpty() && entry.issuer.isEmpty()) {
            entries.remove(transaction.issuerKey());
            removeOfCustomer(entry);
        }
    }

    /**
     * The issuer's position up to which its half was not seen; {@link Submission#NOT_FOLLOWED} if that is not known.
     */
    public synchronized long unseenAtIssuer(OutOfTown transaction) {
        Entry entry = entries.get(transaction.issuerKey());
        return entry == null || entry.issuer.decision != Decision.NONE || isForgotten(entry)
                ? Submission.NOT_FOLLOWED
                : issuerPosition;
    }

    /**
     * Whether a transaction can be posted at the acquirer before the issuer has answered: the issuer is not known to
     * have refused it, and no such refusal can be forgotten.
     */
    public synchronized boolean canWaitForIssuer(OutOfTown transaction) {
        Entry entry = entries.get(transaction.issuerKey());
        return entry != null && entry.issuer.decision != Decision.REFUSED && !isForgotten(entry);
    }

    /**
     * Whether a transaction may be one that was settled and is forgotten. Then it can no longer be taken back, because
     * one of the two banks may remember its half, and the other may not.
     */
    public synchronized boolean isForgotten(OutOfTown transaction) {
        Entry entry = entries.get(transaction.issuerKey());
        return entry == null || isForgotten(entry);
    }

    /**
     * What stays at the issuer once a reversal is committed there. Null if the stream does not show it yet: if money was
     * paid in, the issuer may not have had its half.
     *
     * @param performedMinor what is to stay if there is something
     */
    public synchronized @Nullable Long staysAtIssuer(OutOfTown transaction, long performedMinor) {
        Entry entry = entries.get(transaction.issuerKey());
        Decision there = entry == null ? Decision.NONE : entry.issuer.decision;
        if (performedMinor == 0 || there == Decision.REFUSED) {
            return 0L;
        }
        return there == Decision.COMMITTED || !transaction.isPaidIn() ? performedMinor : null;
    }

    /** Whether the issuer is known to have committed its half. */
    public synchronized boolean isCommittedAtIssuer(OutOfTown transaction) {
        Entry entry = entries.get(transaction.issuerKey());
        return entry != null && entry.issuer.decision == Decision.COMMITTED && entry.acquirer.isEmpty();
    }

    /** What the acquirer's stream shows of a transaction: whether it was committed there. */
    public synchronized boolean isCommittedAtAcquirer(OutOfTown transaction) {
        Entry entry = entries.get(transaction.issuerKey());
        return entry != null && entry.acquirer.decision == Decision.COMMITTED;
    }

    /** What the issuer's stream shows of a reversal. */
    public synchronized Seen seenAtIssuer(OutOfTown transaction, TransactionKey reversal) {
        Entry entry = entries.get(transaction.issuerKey());
        return entry == null
                ? Seen.NOTHING
                : seen(entry, entry.issuer, transaction.issuerReversalKey(reversal), reversal, issuerPosition);
    }

    /** What the acquirer's stream shows of a reversal. */
    public synchronized Seen seenAtAcquirer(OutOfTown transaction, TransactionKey reversal) {
        Entry entry = entries.get(transaction.issuerKey());
        return entry == null ? Seen.NOTHING : seen(entry, entry.acquirer, reversal.uuid(), reversal, acquirerPosition);
    }

    private Seen seen(Entry entry, Half half, UUID key, TransactionKey reversal, long position) {
        boolean isOver =
                half.decision == Decision.NONE ? isInConflict(entry) : half.seenAt == ReversalSubmission.NOT_SEEN;
        if (half.reversals.contains(key) || isOver || isForgotten(entry)) {
            return Seen.NOTHING;
        }
        long unseenThrough = unseen(reversal, position);
        return unseenThrough == Submission.NOT_FOLLOWED ? Seen.NOTHING : new Seen(unseenThrough, half.seenAt);
    }

    private long unseen(TransactionKey key, long position) {
        return TransactionKey.timeMillis(key.high()) > forgottenMillis ? position : Submission.NOT_FOLLOWED;
    }

    /**
     * Whether something of it may have been decided before the cut. Where the original of a half was decided after the
     * cut, everything was.
     */
    private boolean isForgotten(Entry entry) {
        boolean isSeen = entry.acquirer.decision != Decision.NONE || entry.issuer.decision != Decision.NONE;
        return isReversedOnly(entry.acquirer)
                || isReversedOnly(entry.issuer)
                || (!isSeen && TransactionKey.timeMillis(entry.transaction.key().high()) <= forgottenMillis);
    }

    private static boolean isReversedOnly(Half half) {
        return half.decision == Decision.NONE && !half.reversals.isEmpty();
    }

    /**
     * The steps that are due. Each is given out once in {@value #PAUSE_MILLIS} ms, until it shows in the streams.
     *
     * @param max most of them
     */
    public synchronized List<Step> due(long nowMillis, int max) {
        List<Step> steps = new ArrayList<>();
        for (Entry entry : unsettled) {
            if (steps.size() == max) {
                break;
            }
            // If the clock was set back, nothing has to wait for it.
            boolean isEarly = nowMillis < entry.dueFromMillis && entry.dueFromMillis <= nowMillis + PAUSE_MILLIS;
            if (entry.isOpen(nowMillis) || isEarly) {
                continue;
            }
            entry.dueFromMillis = nowMillis + PAUSE_MILLIS;
            if (!entry.isSettled()) {
                steps.add(step(entry));
            }
        }
        return steps;
    }

    private Step step(Entry entry) {
        Half here = entry.acquirer;
        Half there = entry.issuer;
        if (here.decision == Decision.NONE
                && there.decision == Decision.COMMITTED
                && !isReversedOnly(here)
                && !isInConflict(entry)) {
            return new Step(Kind.EXECUTE_AT_ACQUIRER, entry.transaction, 0, Seen.unseen(acquirerPosition));
        }
        if (there.decision == Decision.NONE && here.decision == Decision.COMMITTED && !isReversedOnly(there)) {
            return new Step(Kind.EXECUTE_AT_ISSUER, entry.transaction, 0, Seen.unseen(issuerPosition));
        }
        return isMoreAtAcquirer(entry)
                ? new Step(
                        Kind.TAKE_BACK_AT_ACQUIRER,
                        entry.transaction,
                        stays(entry, here, there),
                        toTakeBack(here, acquirerPosition))
                : new Step(
                        Kind.TAKE_BACK_AT_ISSUER,
                        entry.transaction,
                        stays(entry, there, here),
                        toTakeBack(there, issuerPosition));
    }

    private static Seen toTakeBack(Half half, long position) {
        return half.seenAt == ReversalSubmission.NOT_SEEN ? Seen.NOTHING : new Seen(position, half.seenAt);
    }

    /** A half of which something was taken back has less than the other; seen without its original, it has a minus. */
    private static boolean isMoreAtAcquirer(Entry entry) {
        long sign = Long.signum(entry.transaction.signedMinor());
        return entry.acquirer.netMinor * sign > entry.issuer.netMinor * sign;
    }

    /** What stays of the half that has more. */
    private static long stays(Entry entry, Half more, Half less) {
        return isReversedOnly(less) && more.decision == Decision.NONE ? less.performedMinor : Math.abs(less.netMinor);
    }

    /** Number of transactions that are not settled, or in progress. */
    public synchronized int unsettled() {
        return unsettled.size();
    }

    /** What the acquirer's halves post beyond the issuer's, as far as both streams are read, minor units. */
    public synchronized long inTransitMinor() {
        long sum = 0;
        for (Entry entry : unsettled) {
            sum += entry.acquirer.netMinor - entry.issuer.netMinor;
        }
        return sum;
    }

    /** Number of transactions at a correspondent that are no half of an out-of-town transaction. */
    public synchronized long strays() {
        return strays;
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
    public synchronized Cut cut(LongUnaryOperator acquirerFloor, LongUnaryOperator issuerFloor) {
        Set<Entry> kept = new HashSet<>(unsettled);
        keepLatest(kept);
        long here = acquirerPosition;
        long there = issuerPosition;
        boolean isClosed = false;
        while (!isClosed) {
            here = acquirerFloor.applyAsLong(Math.min(here, before(kept, true)));
            there = issuerFloor.applyAsLong(Math.min(there, before(kept, false)));
            isClosed = true;
            for (Entry entry : entries.values()) {
                boolean isDivided = entry.acquirer.isAround(here)
                        || entry.issuer.isAround(there)
                        || (!entry.acquirer.isEmpty()
                                && !entry.issuer.isEmpty()
                                && entry.acquirer.isAfter(here) != entry.issuer.isAfter(there))
                        || withTheSameKey(entry.transaction).stream().anyMatch(kept::contains);
                if (isDivided && kept.add(entry)) {
                    isClosed = false;
                }
            }
        }
        forget(here, there);
        return new Cut(here, there, forgottenMillis);
    }

    private void keepLatest(Set<Entry> kept) {
        int rest = limits.settledKept;
        List<Entry> all = new ArrayList<>(entries.values());
        for (int i = all.size() - 1; i >= 0 && rest > 0; i--, rest--) {
            if (!isOlderThan(all.get(i), KEPT_TIMES_HELD * limits.heldMillis)) {
                kept.add(all.get(i));
            }
        }
        long readMillis = Math.min(acquirerReadMillis, issuerReadMillis);
        for (Entry entry : all) {
            if (readMillis < entry.touchedMillis + limits.heldMillis) {
                kept.add(entry);
            }
        }
    }

    /** Whether both streams are read for so long beyond its last request or decision. */
    private boolean isOlderThan(Entry entry, long millis) {
        return limits.heldMillis > 0 && Math.min(acquirerReadMillis, issuerReadMillis) >= entry.touchedMillis + millis;
    }

    private static long before(Collection<Entry> kept, boolean isAcquirer) {
        long first = Long.MAX_VALUE;
        for (Entry entry : kept) {
            first = Math.min(first, (isAcquirer ? entry.acquirer : entry.issuer).firstPosition);
        }
        return first == Long.MAX_VALUE ? first : first - 1;
    }

    private void forget(long here, long there) {
        Iterator<Entry> each = entries.values().iterator();
        while (each.hasNext()) {
            Entry entry = each.next();
            boolean isBefore = !entry.acquirer.isAfter(here) && !entry.issuer.isAfter(there);
            if (isBefore && !unsettled.contains(entry)) {
                forgottenMillis = Math.max(forgottenMillis, entry.latestKeyMillis);
                each.remove();
                removeOfCustomer(entry);
            }
        }
    }

    /** The unsettled transactions with what each has in transit, for a report. */
    public synchronized Map<OutOfTown, Long> items() {
        Map<OutOfTown, Long> items = new HashMap<>();
        for (Entry entry : unsettled) {
            items.put(entry.transaction, entry.acquirer.netMinor - entry.issuer.netMinor);
        }
        return items;
    }
}
