package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Decided;
import org.debitcredit.region.OutOfTown;
import org.jspecify.annotations.Nullable;

/**
 * The books of one region, made from its transactions in their order. A business day is cut after the last transaction
 * before the first one that was decided at or after the day's end. A transaction that comes after the cut belongs to a
 * later day, even if its time is before the cut.
 */
final class RegionBooks {

    private final int region;
    private final Correspondents correspondents;
    private final BusinessDays days;
    private final RegionSums sums;

    /** The sums at the ends of days. A day that is not in it has those of the next one that is. */
    private final NavigableMap<LocalDate, RegionSums> cuts = new TreeMap<>();

    /** The sums at the last cut that was closed. */
    private RegionSums closed;

    private @Nullable LocalDate firstDay;
    private LocalDate openDay = LocalDate.MIN;
    private Instant openDayEnd = Instant.MIN;

    /** Books as they were kept. */
    RegionBooks(int region, Correspondents correspondents, BusinessDays days, Kept kept) {
        this.region = region;
        this.correspondents = correspondents;
        this.days = days;
        this.sums = kept.sums.copy();
        this.closed = kept.closed;
        this.cuts.putAll(kept.cuts);
        this.firstDay = kept.firstDay;
        open(kept.openDay);
    }

    /**
     * What is kept between runs.
     *
     * @param closed sums at the last cut that was closed
     * @param firstDay day of the first transaction; null if there was none
     * @param openDay first day that is not cut yet
     */
    record Kept(
            RegionSums sums,
            RegionSums closed,
            Map<LocalDate, RegionSums> cuts,
            @Nullable LocalDate firstDay,
            LocalDate openDay) {}

    Kept kept() {
        return new Kept(sums.copy(), closed, new TreeMap<>(cuts), firstDay, openDay);
    }

    private void open(LocalDate day) {
        openDay = day;
        openDayEnd = day.equals(LocalDate.MIN) ? Instant.MIN : days.end(day);
    }

    /**
     * Adds the next transaction.
     *
     * @return what it shows of out-of-town transactions
     * @throws IllegalStateException if it is not the next one
     */
    List<TransitHalf> take(FeedRow row) {
        Decided decided = row.decided();
        if (decided.position() != sums.position() + 1) {
            throw new IllegalStateException("region " + region + " shows position " + decided.position() + " after "
                    + sums.position() + "; headquarters needs every transaction from the first one on");
        }
        Instant time = row.time();
        if (!time.isBefore(openDayEnd)) {
            passed(days.dayAt(time).minusDays(1));
        }
        firstDay = firstDay == null ? openDay : firstDay;
        sums.add(row, correspondents);
        return halves(row);
    }

    /** The region has no further transaction that belongs to a day. */
    void passed(LocalDate day) {
        if (!day.isBefore(openDay)) {
            cuts.put(day, sums.copy());
            open(day.plusDays(1));
        }
    }

    private List<TransitHalf> halves(FeedRow row) {
        Decided decided = row.decided();
        int acquirer = correspondents.regionOfTeller(decided.teller());
        int issuer = correspondents.regionOfAccount(decided.account());
        if (acquirer == Correspondents.NONE && issuer == Correspondents.NONE) {
            return List.of();
        }
        boolean isAmongRegions = acquirer != Correspondents.NONE && issuer != Correspondents.NONE;
        BigInteger signedMinor = BigInteger.valueOf(decided.signedMinor());
        List<TransitHalf> halves = new ArrayList<>(1);
        if (acquirer != Correspondents.NONE) {
            OutOfTown known = isAmongRegions || acquirer == region ? null : decided.ofIssuer(acquirer, region);
            halves.add(half(new Pair(acquirer, region), known, decided, signedMinor.negate()));
        }
        if (issuer != Correspondents.NONE) {
            OutOfTown known = isAmongRegions || issuer == region ? null : decided.ofAcquirer(region, issuer);
            halves.add(half(new Pair(region, issuer), known, decided, signedMinor));
        }
        return halves;
    }

    /** A transaction that is no half is shown as one whose other half never comes. */
    private static TransitHalf half(Pair pair, @Nullable OutOfTown known, Decided decided, BigInteger inTransitMinor) {
        if (known != null) {
            return new TransitHalf(pair, known.key().uuid(), known.till(), inTransitMinor);
        }
        Decided.Original original = decided.original();
        return new TransitHalf(
                pair, original == null ? decided.key().uuid() : original.key(), decided.teller(), inTransitMinor);
    }

    int region() {
        return region;
    }

    /** Everything that was read. */
    RegionSums sums() {
        return sums;
    }

    /** The sums at the end of a day that is not closed; null if that is not reached. */
    @Nullable
    RegionSums cut(LocalDate day) {
        if (!day.isBefore(openDay)) {
            return null;
        }
        Map.Entry<LocalDate, RegionSums> entry = cuts.ceilingEntry(day);
        return entry == null ? null : entry.getValue();
    }

    /** The sums at the last cut that was closed; nothing before the first. */
    RegionSums closed() {
        return closed;
    }

    /** The cut of a day is closed. */
    void close(LocalDate day) {
        RegionSums cut = cut(day);
        if (cut == null) {
            throw new IllegalStateException("region " + region + " has not passed " + day);
        }
        closed = cut;
        cuts.headMap(day, true).clear();
    }

    /** The first day that is not cut yet; what is read now belongs to it or to a later one. */
    LocalDate openDay() {
        return openDay;
    }

    /** The day of the first transaction; null before it. */
    @Nullable
    LocalDate firstDay() {
        return firstDay;
    }
}
