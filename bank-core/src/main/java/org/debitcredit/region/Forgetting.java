package org.debitcredit.region;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.debitcredit.region.SettlementCut.Divided;
import org.jspecify.annotations.Nullable;

/**
 * Removes settled transactions from memory, and says from where the streams are to be read after a restart. Its user
 * holds the settlement's lock.
 *
 * <p>A cut stays before what is not settled, for days if a transaction cannot be settled. So settled ones after the cut
 * are forgotten too, once there are more of them than the limit of settled ones. That is safe while both streams are
 * read on, because no decision is read twice, and {@link SettlementCut#forgottenMillis} is not before their keys. It is
 * safe after a restart too, because everything that was decided for each of them is then read again.
 */
final class Forgetting {

    private final Settlement.Limits limits;
    private final ItemsByKey items;

    /** Forgotten ones that the cut divides, by the key of the issuer's half. */
    private final Map<UUID, Divided> divided = new HashMap<>();

    private SettlementCut cut;
    private long millis;

    /**
     * Position of the latest decision on any transaction that was forgotten although it is after the cut. A later cut
     * must not be before this position, because it could divide such a transaction.
     */
    private long afterCutAtAcquirer;

    private long afterCutAtIssuer;
    private long steps;

    /** @param from the cut from which both streams are read */
    Forgetting(Settlement.Limits limits, ItemsByKey items, SettlementCut from) {
        this.limits = limits;
        this.items = items;
        cut = from;
        millis = from.forgottenMillis();
        from.divided().forEach(one -> divided.put(one.issuerKey(), one));
    }

    /** Latest time of a key of one that is forgotten, milliseconds since 1970. */
    long millis() {
        return millis;
    }

    /** How often the latest search for a cut looked at a transaction. */
    long steps() {
        return steps;
    }

    /** The acquirer's position up to which the decisions on a transaction that the cut divides are settled; else 0. */
    long settledAtAcquirerThrough(OutOfTown transaction) {
        Divided one = divided.get(transaction.issuerKey());
        return one == null ? 0 : one.acquirerThrough();
    }

    /** The same at the issuer. */
    long settledAtIssuerThrough(OutOfTown transaction) {
        Divided one = divided.get(transaction.issuerKey());
        return one == null ? 0 : one.issuerThrough();
    }

    /**
     * Forgets what need not be kept, and moves the cut where that is possible.
     *
     * @param point of a later cut; null if there is none
     * @param isUnsettled whether a transaction is not settled, or in progress
     */
    SettlementCut cut(KeptItems toKeep, KeptItems.@Nullable Point point, Predicate<OutOfTownItem> isUnsettled) {
        steps = toKeep.steps();
        if (point != null && isLater(point)) {
            through(point, isUnsettled);
        }
        afterCut(toKeep);
        return cut;
    }

    private boolean isLater(KeptItems.Point point) {
        return point.acquirerPosition() >= Math.max(cut.acquirerPosition(), afterCutAtAcquirer)
                && point.issuerPosition() >= Math.max(cut.issuerPosition(), afterCutAtIssuer);
    }

    private void through(KeptItems.Point point, Predicate<OutOfTownItem> isUnsettled) {
        divided.values().removeIf(one -> !one.isAfter(point));
        for (OutOfTownItem item : point.divided()) {
            divided.merge(item.transaction.issuerKey(), Divided.of(item), Divided::later);
        }
        Set<OutOfTownItem> around = new HashSet<>(point.divided());
        forget(item -> around.contains(item)
                || (!isUnsettled.test(item)
                        && !item.acquirer.isAfter(point.acquirerPosition())
                        && !item.issuer.isAfter(point.issuerPosition())));
        cut = new SettlementCut(
                point.acquirerPosition(), point.issuerPosition(), millis, List.copyOf(divided.values()));
    }

    /** Forgets those after the cut that need not be kept, if they are many. */
    private void afterCut(KeptItems toKeep) {
        List<OutOfTownItem> settled =
                items.all().stream().filter(item -> !toKeep.contains(item)).toList();
        if (settled.size() <= limits.settledKept()) {
            return;
        }
        for (OutOfTownItem item : settled) {
            afterCutAtAcquirer = Math.max(afterCutAtAcquirer, item.acquirer.lastPosition());
            afterCutAtIssuer = Math.max(afterCutAtIssuer, item.issuer.lastPosition());
        }
        forget(new HashSet<>(settled)::contains);
    }

    private void forget(Predicate<OutOfTownItem> isForgotten) {
        items.removeIf(item -> {
            boolean isOne = isForgotten.test(item);
            if (isOne) {
                millis = Math.max(millis, item.latestKeyMillis());
            }
            return isOne;
        });
    }
}
