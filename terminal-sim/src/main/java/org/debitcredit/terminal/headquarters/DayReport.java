package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
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
            BigInteger tillsMinor,
            BigInteger customersMinor,
            BigInteger dueFromMinor,
            BigInteger networkMinor,
            long local,
            long acquired,
            long issued) {

        /** Whether what its accounts have is what its tellers took in. */
        boolean holds() {
            return differenceMinor().signum() == 0;
        }

        /** What its accounts have beyond what its tellers took in. */
        BigInteger differenceMinor() {
            return customersMinor.add(dueFromMinor).subtract(tillsMinor).subtract(networkMinor);
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
            BigInteger inTransitMinor,
            BigInteger explainedMinor,
            int explained,
            int unexplained,
            List<Unexplained> named) {

        /** What is in transit between two regions, before any single transaction is looked at. */
        static PairDay unexplained(Pair pair, BigInteger inTransitMinor) {
            return new PairDay(pair, inTransitMinor, BigInteger.ZERO, 0, 0, List.of());
        }

        BigInteger differenceMinor() {
            return inTransitMinor.subtract(explainedMinor);
        }
    }

    /**
     * A transaction without its other half, or with another amount in it.
     *
     * @param key of the customer's request
     * @param till teller of the acquirer
     */
    record Unexplained(UUID key, long till, BigInteger inTransitMinor) {}

    BigInteger tillsMinor() {
        return sumMinor(regions, RegionDay::tillsMinor);
    }

    BigInteger customersMinor() {
        return sumMinor(regions, RegionDay::customersMinor);
    }

    /** The number of transactions of one kind in all regions. */
    long count(ToLongFunction<RegionDay> of) {
        return regions.stream().mapToLong(of).sum();
    }

    BigInteger inTransitMinor() {
        return sumMinor(pairs, PairDay::inTransitMinor);
    }

    BigInteger explainedMinor() {
        return sumMinor(pairs, PairDay::explainedMinor);
    }

    /** The differences of all pairs, each without its sign, so that none hides another. */
    BigInteger differenceMinor() {
        return sumMinor(pairs, pair -> pair.differenceMinor().abs());
    }

    private static <T> BigInteger sumMinor(List<T> each, Function<T, BigInteger> of) {
        return each.stream().map(of).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Whether every region's sums hold, and the nation's tills took in what customers have and what is in transit. */
    boolean holds() {
        return regions.stream().allMatch(RegionDay::holds)
                && tillsMinor().equals(customersMinor().add(inTransitMinor()));
    }

    /** Whether every transaction in transit has its other half, also where those without it add up to nothing. */
    boolean isExplained() {
        return differenceMinor().signum() == 0 && pairs.stream().allMatch(pair -> pair.unexplained() == 0);
    }

    boolean isBalanced() {
        return holds() && isExplained();
    }
}
