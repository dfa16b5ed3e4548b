package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is read up to now.
 *
 * @param unmatched transactions whose halves do not agree
 * @param nextDay the first day that is not closed; null while there is no transaction
 * @param isWaiting whether that day is over in every region, and waits for the other halves of transactions
 */
record Overview(
        Instant at,
        List<RegionNow> regions,
        int unmatched,
        @Nullable LocalDate nextDay,
        boolean isWaiting) {

    /**
     * One region.
     *
     * @param sums with the transactions since the last day that was closed
     * @param inTransitMinor for its tills, to all other regions
     * @param heardAt when it was last heard of; null if it was not since the start
     * @param isAtEnd whether everything is read that was durable then
     */
    record RegionNow(
            DayReport.RegionDay sums,
            BigInteger inTransitMinor,
            boolean isAway,
            @Nullable Instant heardAt,
            boolean isAtEnd) {}

    BigInteger inTransitMinor() {
        return regions.stream().map(RegionNow::inTransitMinor).reduce(BigInteger.ZERO, BigInteger::add);
    }

    boolean holds() {
        return regions.stream().allMatch(region -> region.sums().holds());
    }
}
