package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Matches the halves of out-of-town transactions by the days to which they belong. A transaction whose halves post the
 * same in each day is in transit at no cut, and is forgotten; so what is kept are those that are under way now, and
 * those that a cut divides.
 */
final class Transit {

    /** What both halves of a transaction show. It has an order, so that keys whose hashes collide cost little. */
    record Id(Pair pair, UUID key, long till) implements Comparable<Id> {

        private static final Comparator<Id> ORDER = Comparator.comparing(Id::key)
                .thenComparingLong(Id::till)
                .thenComparingInt(id -> id.pair.acquirer())
                .thenComparingInt(id -> id.pair.issuer());

        @Override
        public int compareTo(Id other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * A transaction that is in transit at a cut.
     *
     * @param inTransitMinor what the acquirer has posted up to the cut beyond the issuer
     * @param isExplained whether the halves agree with what was posted after the cut
     */
    record Item(Id id, BigInteger inTransitMinor, boolean isExplained) {}

    /** By transaction: what it adds to what is in transit, by day, without zeros. */
    private final Map<Id, NavigableMap<LocalDate, BigInteger>> open = new HashMap<>();

    /** Adds a half to a day. */
    void add(TransitHalf half, LocalDate day) {
        add(new Id(half.pair(), half.key(), half.till()), day, half.inTransitMinor());
    }

    /** Adds what a transaction has in transit from a day on. */
    void add(Id id, LocalDate day, BigInteger inTransitMinor) {
        if (inTransitMinor.signum() == 0) {
            return;
        }
        NavigableMap<LocalDate, BigInteger> byDay = open.computeIfAbsent(id, unknown -> new TreeMap<>());
        BigInteger sum = byDay.merge(day, inTransitMinor, BigInteger::add);
        if (sum.signum() == 0) {
            byDay.remove(day);
        }
        if (byDay.isEmpty()) {
            open.remove(id);
        }
    }

    /** What is in transit at the end of a day. */
    List<Item> at(LocalDate day) {
        List<Item> items = new ArrayList<>();
        open.forEach((id, byDay) -> {
            BigInteger sum = sum(byDay.headMap(day, true).values());
            if (sum.signum() != 0) {
                items.add(new Item(id, sum, sum(byDay.values()).signum() == 0));
            }
        });
        return items;
    }

    /** Forgets how days up to one that is closed were divided. */
    void close(LocalDate day) {
        Iterator<NavigableMap<LocalDate, BigInteger>> each = open.values().iterator();
        while (each.hasNext()) {
            NavigableMap<LocalDate, BigInteger> byDay = each.next();
            NavigableMap<LocalDate, BigInteger> before = byDay.headMap(day, true);
            BigInteger sum = sum(before.values());
            before.clear();
            if (sum.signum() != 0) {
                byDay.put(day, sum);
            }
            if (byDay.isEmpty()) {
                each.remove();
            }
        }
    }

    /** How many transactions are kept. */
    int size() {
        return open.size();
    }

    /** How many transactions have halves that do not agree, as far as the streams are read. */
    int unmatched() {
        return (int) open.values().stream()
                .filter(byDay -> sum(byDay.values()).signum() != 0)
                .count();
    }

    /** What is kept: for each transaction, what it has in transit, by day. */
    Map<Id, Map<LocalDate, BigInteger>> kept() {
        Map<Id, Map<LocalDate, BigInteger>> copy = new HashMap<>();
        open.forEach((id, byDay) -> copy.put(id, new TreeMap<>(byDay)));
        return copy;
    }

    private static BigInteger sum(Collection<BigInteger> amounts) {
        return amounts.stream().reduce(BigInteger.ZERO, BigInteger::add);
    }
}
