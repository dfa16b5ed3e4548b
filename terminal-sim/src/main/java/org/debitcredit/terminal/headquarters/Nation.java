package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The books of all regions, added up. Two computations must agree: the balances of the correspondents at the cuts, and
 * the list of the transactions that the cuts divide.
 */
final class Nation {

    /** Transactions without their other half that a report names, for each pair. */
    private static final int NAMED_MAX = 10;

    private final BusinessDays days;
    private final List<RegionBooks> regions;
    private final Transit transit;
    private @Nullable LocalDate closed;

    /**
     * The books as they were kept.
     *
     * @param closed the last day that was closed; null if there is none
     */
    Nation(BusinessDays days, List<RegionBooks> regions, Transit transit, @Nullable LocalDate closed) {
        this.days = days;
        this.regions = List.copyOf(regions);
        this.transit = transit;
        this.closed = closed;
    }

    /** Adds the next transaction of a region. */
    void take(int region, FeedRow row) {
        RegionBooks books = regions.get(region);
        for (TransitHalf half : books.take(row)) {
            transit.add(half, books.openDay());
        }
    }

    /** A region has no further transaction that belongs to a day. */
    void passed(int region, LocalDate day) {
        regions.get(region).passed(day);
    }

    /** The first day that is not closed; null while no region has a transaction. */
    @Nullable
    LocalDate nextDay() {
        if (closed != null) {
            return closed.plusDays(1);
        }
        return regions.stream()
                .map(RegionBooks::firstDay)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Whether the end of a day is reached in every region. */
    boolean isRead(LocalDate day) {
        return regions.stream().allMatch(books -> books.cut(day) != null);
    }

    /** The end of a day that is read in every region and not closed. */
    DayReport report(LocalDate day) {
        List<RegionSums> cuts = regions.stream()
                .map(books -> Objects.requireNonNull(books.cut(day), "the day is not read"))
                .toList();
        Map<Pair, DayReport.PairDay> explained = explained(transit.at(day));
        return new DayReport(day, days.end(day), byRegion(cuts), byPair(cuts, explained));
    }

    private List<DayReport.RegionDay> byRegion(List<RegionSums> cuts) {
        List<DayReport.RegionDay> rows = new ArrayList<>();
        for (RegionBooks books : regions) {
            rows.add(DayReport.RegionDay.of(books.region(), cuts.get(books.region()), books.closed()));
        }
        return rows;
    }

    /** By pair, what the single transactions explain. */
    private static Map<Pair, DayReport.PairDay> explained(List<Transit.Item> items) {
        Map<Pair, DayReport.PairDay> byPair =
                new TreeMap<>(Comparator.comparingInt(Pair::acquirer).thenComparingInt(Pair::issuer));
        for (Transit.Item item : items) {
            DayReport.PairDay before = byPair.getOrDefault(
                    item.id().pair(), DayReport.PairDay.unexplained(item.id().pair(), BigInteger.ZERO));
            byPair.put(item.id().pair(), with(before, item));
        }
        return byPair;
    }

    private static DayReport.PairDay with(DayReport.PairDay before, Transit.Item item) {
        if (item.isExplained()) {
            return new DayReport.PairDay(
                    before.pair(),
                    BigInteger.ZERO,
                    before.explainedMinor().add(item.inTransitMinor()),
                    before.explained() + 1,
                    before.unexplained(),
                    before.named());
        }
        List<DayReport.Unexplained> named = new ArrayList<>(before.named());
        if (named.size() < NAMED_MAX) {
            named.add(new DayReport.Unexplained(item.id().key(), item.id().till(), item.inTransitMinor()));
        }
        return new DayReport.PairDay(
                before.pair(),
                BigInteger.ZERO,
                before.explainedMinor(),
                before.explained(),
                before.unexplained() + 1,
                named);
    }

    private static List<DayReport.PairDay> byPair(List<RegionSums> cuts, Map<Pair, DayReport.PairDay> explained) {
        List<DayReport.PairDay> pairs = new ArrayList<>();
        for (int acquirer = 0; acquirer < cuts.size(); acquirer++) {
            for (int issuer = 0; issuer < cuts.size(); issuer++) {
                Pair pair = new Pair(acquirer, issuer);
                BigInteger inTransitMinor = inTransitMinor(cuts.get(acquirer), cuts.get(issuer), pair);
                DayReport.PairDay items = explained.get(pair);
                if (items != null) {
                    pairs.add(new DayReport.PairDay(
                            pair,
                            inTransitMinor,
                            items.explainedMinor(),
                            items.explained(),
                            items.unexplained(),
                            items.named()));
                } else if (inTransitMinor.signum() != 0) {
                    pairs.add(DayReport.PairDay.unexplained(pair, inTransitMinor));
                }
            }
        }
        return pairs;
    }

    private static BigInteger inTransitMinor(RegionSums acquirer, RegionSums issuer, Pair pair) {
        return acquirer.dueFromMinor(pair.issuer()).subtract(issuer.networkMinor(pair.acquirer()));
    }

    /** Closes a day that is read in every region: its cuts are final. */
    void close(LocalDate day) {
        regions.forEach(books -> books.close(day));
        transit.close(day);
        closed = day;
    }

    /** The day that was closed last; null if there is none. */
    @Nullable
    LocalDate closed() {
        return closed;
    }

    List<RegionBooks> regions() {
        return regions;
    }

    Transit transit() {
        return transit;
    }

    /** What is in transit for the tills of a region, as far as the streams are read, minor units. */
    BigInteger inTransitNowMinor(int acquirer) {
        BigInteger sum = BigInteger.ZERO;
        for (RegionBooks issuer : regions) {
            sum = sum.add(
                    inTransitMinor(regions.get(acquirer).sums(), issuer.sums(), new Pair(acquirer, issuer.region())));
        }
        return sum;
    }
}
