package org.debitcredit.terminal.headquarters;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.function.ToLongFunction;

/**
 * The end of a business day in the whole nation. Amounts are in minor units.
 *
 * @param end the first moment that belongs to the next day
 * @param regions all of them, by number
 * @param pairs those with something in transit, or with a difference
 */
record DayReport(LocalDate day, Instant end, List<RegionDay> regions, List<PairDay> pairs) {

    /**
     * One region at its cut.
     *
     * @param position the last transaction of its history before the cut
     * @param dueFromMinor sum of the accounts that stand for other regions
     * @param networkMinor sum of the tellers that stand for other regions
     * @param local committed transactions of the day whose till and account are its own
     * @param acquired those of its tills for customers of other regions
     * @param issued those of its customers at tills of other regions
     */
    record RegionDay(
            int region,
            long position,
            long tillsMinor,
            long customersMinor,
            long dueFromMinor,
            long networkMinor,
            long local,
            long acquired,
            long issued) {

        /** Whether what its accounts have is what its tellers took in. */
        boolean holds() {
            return customersMinor + dueFromMinor == tillsMinor + networkMinor;
        }

        static RegionDay of(int region, RegionSums sums, RegionSums before) {
            return new RegionDay(
                    region,
                    sums.position(),
                    sums.tillsMinor(),
                    sums.customersMinor(),
                    sums.dueFromMinor(),
                    sums.networkMinor(),
                    count(RegionSums.Kind.LOCAL, sums, before),
                    count(RegionSums.Kind.ACQUIRED, sums, before),
                    count(RegionSums.Kind.ISSUED, sums, before));
        }

        private static long count(RegionSums.Kind kind, RegionSums sums, RegionSums before) {
            return sums.count(kind) - before.count(kind);
        }
    }

    /**
     * What is in transit between two regions.
     *
     * @param inTransitMinor the acquirer's account due from the issuer, less the issuer's teller for the acquirer, each
     *     at its cut
     * @param explainedMinor the same from the single transactions that a cut divides
     * @param explained how many these are
     * @param unexplained number of transactions in transit at the cut whose halves do not agree afterwards either
     * @param named the first of them
     */
    record PairDay(
            Pair pair,
            long inTransitMinor,
            long explainedMinor,
            int explained,
            int unexplained,
            List<Unexplained> named) {

        long differenceMinor() {
            return inTransitMinor - explainedMinor;
        }
    }

    /**
     * A transaction without its other half, or with another amount in it.
     *
     * @param key of the customer's request
     * @param till teller of the acquirer
     */
    record Unexplained(UUID key, long till, long inTransitMinor) {}

    long tillsMinor() {
        return sum(RegionDay::tillsMinor);
    }

    long customersMinor() {
        return sum(RegionDay::customersMinor);
    }

    /** The sum of one figure over all regions. */
    long sum(ToLongFunction<RegionDay> of) {
        return regions.stream().mapToLong(of).reduce(0, Math::addExact);
    }

    long inTransitMinor() {
        return pairs.stream().mapToLong(PairDay::inTransitMinor).reduce(0, Math::addExact);
    }

    long explainedMinor() {
        return pairs.stream().mapToLong(PairDay::explainedMinor).reduce(0, Math::addExact);
    }

    /** The differences of all pairs, each without its sign, so that none hides another. */
    long differenceMinor() {
        return pairs.stream()
                .mapToLong(pair -> Math.abs(pair.differenceMinor()))
                .reduce(0, Math::addExact);
    }

    /** Whether every region's sums hold, and the nation's tills took in what customers have and what is in transit. */
    boolean holds() {
        return regions.stream().allMatch(RegionDay::holds) && tillsMinor() == customersMinor() + inTransitMinor();
    }

    /** Whether every transaction in transit has its other half, also where those without it add up to nothing. */
    boolean isExplained() {
        return differenceMinor() == 0 && pairs.stream().allMatch(pair -> pair.unexplained() == 0);
    }

    boolean isBalanced() {
        return holds() && isExplained();
    }
}
