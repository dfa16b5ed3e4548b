package org.debitcredit.region;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * Chooses the transactions that a settlement keeps. Then it finds the latest point of both streams that is before all of
 * them and divides no transaction. Its user holds the settlement's lock.
 */
final class KeptItems {

    /**
     * The latest settled transactions are kept for so many times the time that all are. Otherwise the cut would stay
     * before the last one for ever on a pair of regions that has few.
     */
    private static final int KEPT_TIMES_HELD = 10;

    /** A position in each of the two streams. */
    record Point(long acquirerPosition, long issuerPosition) {}

    private final Collection<OutOfTownItem> all;
    private final Function<OutOfTown, List<OutOfTownItem>> withTheSameKey;
    private final Set<OutOfTownItem> kept = new HashSet<>();

    /**
     * Nothing is kept yet.
     *
     * @param all in the order in which they became known
     * @param withTheSameKey the transactions under the customer's key of the given one
     */
    KeptItems(Collection<OutOfTownItem> all, Function<OutOfTown, List<OutOfTownItem>> withTheSameKey) {
        this.all = all;
        this.withTheSameKey = withTheSameKey;
    }

    void addAll(Collection<OutOfTownItem> items) {
        kept.addAll(items);
    }

    /**
     * Adds the latest ones, as far as the limits say.
     *
     * @param readMillis the time of the decisions up to which both streams were read
     */
    void addLatest(Settlement.Limits limits, long readMillis) {
        List<OutOfTownItem> inOrder = new ArrayList<>(all);
        long latestMillis = KEPT_TIMES_HELD * limits.heldMillis();
        for (int i = inOrder.size() - 1; i >= Math.max(0, inOrder.size() - limits.settledKept()); i--) {
            OutOfTownItem item = inOrder.get(i);
            if (limits.heldMillis() == 0 || readMillis < item.touchedMillis() + latestMillis) {
                kept.add(item);
            }
        }
        for (OutOfTownItem item : inOrder) {
            if (readMillis < item.touchedMillis() + limits.heldMillis()) {
                kept.add(item);
            }
        }
    }

    /**
     * The latest point, at or before the given one, that has all kept transactions after it and divides no other one.
     * What would be divided is kept too.
     *
     * @param acquirerFloor the latest position at or before the given one at which the acquirer can be followed
     * @param issuerFloor the same of the issuer
     */
    Point cut(
            long acquirerPosition,
            long issuerPosition,
            LongUnaryOperator acquirerFloor,
            LongUnaryOperator issuerFloor) {
        long here = acquirerPosition;
        long there = issuerPosition;
        boolean isClosed = false;
        while (!isClosed) {
            here = acquirerFloor.applyAsLong(Math.min(here, before(true)));
            there = issuerFloor.applyAsLong(Math.min(there, before(false)));
            isClosed = true;
            for (OutOfTownItem item : all) {
                if (!kept.contains(item) && isToBeKept(item, here, there)) {
                    kept.add(item);
                    isClosed = false;
                }
            }
        }
        return new Point(here, there);
    }

    private boolean isToBeKept(OutOfTownItem item, long acquirerPosition, long issuerPosition) {
        return item.isDividedBy(acquirerPosition, issuerPosition)
                || withTheSameKey.apply(item.transaction).stream().anyMatch(kept::contains);
    }

    private long before(boolean isAcquirer) {
        long first = Long.MAX_VALUE;
        for (OutOfTownItem item : kept) {
            first = Math.min(first, (isAcquirer ? item.acquirer : item.issuer).firstPosition());
        }
        return first == Long.MAX_VALUE ? first : first - 1;
    }
}
