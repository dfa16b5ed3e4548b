package org.debitcredit.region;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the transactions that a settlement keeps, and a point of both streams that is before all of them. A point
 * divides a transaction if a part of what was decided for it is before the point and a part is after it. Under load
 * every point divides some, because the two banks decide in different orders. So this takes a point that divides few.
 * Its user holds the settlement's lock. The time that it takes grows with the number of transactions, not faster.
 */
final class KeptItems {

    /**
     * The latest settled transactions are kept for this many times as long as all others. Otherwise the cut would stay
     * before the last one for ever on a pair of regions that has few.
     */
    static final int KEPT_TIMES_HELD = 10;

    /** More are not named in a mark, which is written as a whole every few seconds: 300 kB. */
    static final int DIVIDED_MAX = 5_000;

    /**
     * A position in each of the two streams.
     *
     * @param divided the transactions that it divides; none of them is kept
     */
    record Point(long acquirerPosition, long issuerPosition, List<OutOfTownItem> divided) {}

    private final Collection<OutOfTownItem> all;
    private final Function<OutOfTown, List<OutOfTownItem>> withTheSameKey;
    private final Set<OutOfTownItem> kept = new HashSet<>();
    private long steps;

    /**
     * Nothing is kept yet.
     *
     * @param all in the order in which they became known
     * @param withTheSameKey the transactions under the customer's key of the given one, which are kept together
     */
    KeptItems(Collection<OutOfTownItem> all, Function<OutOfTown, List<OutOfTownItem>> withTheSameKey) {
        this.all = all;
        this.withTheSameKey = withTheSameKey;
    }

    void addAll(Collection<OutOfTownItem> items) {
        items.forEach(this::add);
    }

    private void add(OutOfTownItem item) {
        if (kept.add(item)) {
            kept.addAll(withTheSameKey.apply(item.transaction));
        }
    }

    /**
     * Adds the latest ones, as far as the limits say.
     *
     * @param readMillis the time of the decisions up to which both streams were read
     */
    void addLatest(Settlement.Limits limits, long readMillis) {
        long latestMillis = KEPT_TIMES_HELD * limits.heldMillis();
        int toCome = all.size();
        for (OutOfTownItem item : all) {
            boolean isLatest = toCome-- <= limits.settledKept()
                    && (limits.heldMillis() == 0 || readMillis < item.touchedMillis() + latestMillis);
            if (isLatest || readMillis < item.touchedMillis() + limits.heldMillis()) {
                add(item);
            }
        }
    }

    boolean contains(OutOfTownItem item) {
        return kept.contains(item);
    }

    /** How often a transaction was looked at to find the cut. */
    long steps() {
        return steps;
    }

    /**
     * A late point, at or before the given one, that has all kept transactions after it and divides few others; null if
     * it would divide more than {@value #DIVIDED_MAX}.
     *
     * @param acquirerFloor the latest position at or before the given one at which the acquirer can be followed
     * @param issuerFloor the same of the issuer
     */
    @Nullable
    Point cut(
            long acquirerPosition,
            long issuerPosition,
            LongUnaryOperator acquirerFloor,
            LongUnaryOperator issuerFloor) {
        long here = acquirerFloor.applyAsLong(Math.min(acquirerPosition, before(true)));
        long there = issuerFloor.applyAsLong(Math.min(issuerPosition, before(false)));
        // A kept transaction may be in one stream only, and then sets no limit in the other one. So the limit there
        // comes from what follows the point in the first stream.
        Point byAcquirer = point(here, issuerFloor.applyAsLong(Math.min(there, beforeThoseAfter(here, true))));
        Point byIssuer = point(acquirerFloor.applyAsLong(Math.min(here, beforeThoseAfter(there, false))), there);
        Point better = byIssuer.divided.size() < byAcquirer.divided.size() ? byIssuer : byAcquirer;
        return better.divided.size() > DIVIDED_MAX ? null : better;
    }

    private long before(boolean isAtAcquirer) {
        long first = Long.MAX_VALUE;
        for (OutOfTownItem item : kept) {
            steps++;
            first = Math.min(first, half(item, isAtAcquirer).firstPosition());
        }
        return first - 1;
    }

    /** The position in one stream before all that have something after a position in the other stream. */
    private long beforeThoseAfter(long position, boolean isAtAcquirer) {
        long first = Long.MAX_VALUE;
        for (OutOfTownItem item : all) {
            steps++;
            if (half(item, isAtAcquirer).isAfter(position)) {
                first = Math.min(first, half(item, !isAtAcquirer).firstPosition());
            }
        }
        return first - 1;
    }

    private static Half half(OutOfTownItem item, boolean isAtAcquirer) {
        return isAtAcquirer ? item.acquirer : item.issuer;
    }

    private Point point(long here, long there) {
        List<OutOfTownItem> divided = new ArrayList<>();
        for (OutOfTownItem item : all) {
            steps++;
            if (item.isDividedBy(here, there)) {
                divided.add(item);
            }
        }
        return new Point(here, there, divided);
    }
}
