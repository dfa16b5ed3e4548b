package org.debitcredit.terminal.headquarters;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * The books of the nation, how far each region's stream is read, and when a day is closed. The threads that read the
 * streams share it. It has no clock; the time is given.
 *
 * <p>A day is closed when every region has passed its end, and each transaction that a cut divides was found with both
 * halves. A half whose other half does not come is waited for, but not for ever: then the day is closed with a
 * difference.
 */
final class Headquarters {

    /**
     * A region that sends no further transactions has passed a moment when a message shows that its clock is later than
     * the moment by this. Regions' clocks may be apart by this, and a transaction that was decided before a cut is
     * durable after this.
     */
    static final Duration MARGIN = Duration.ofSeconds(5);

    /** A region sends a message at least every 5 s. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(8);

    /** Transactions that are kept before the stream that is read furthest waits for the others. */
    private static final int OPEN_MAX = 200_000;

    private final BusinessDays days;
    private final Duration settleMax;
    private final Nation nation;
    private final @Nullable LogPosition[] cursors;
    private final long[] durable;
    private final @Nullable Instant[] heard;
    /** The clocks of the regions, as their latest messages showed them. */
    private final @Nullable Instant[] told;
    /** Time of the last transaction of each region that was read in this run. */
    private final Instant[] readThrough;

    private @Nullable DayReport lastClosed;
    private long changes;

    /** The day that waits for halves, and for how long; null if none does. */
    private @Nullable Waiting waiting;

    /**
     * @param targets positions that must be read in each region before the wait begins
     * @param since null until they are
     */
    private record Waiting(
            LocalDate day, long[] targets, @Nullable Instant since) {}

    /**
     * @param settleMax how long a day waits for the other halves of transactions, once its end is read in all regions
     * @param cursors after which each region is followed; null for its beginning
     */
    Headquarters(
            BusinessDays days,
            Duration settleMax,
            Nation nation,
            List<@Nullable LogPosition> cursors,
            @Nullable DayReport lastClosed) {
        this.days = days;
        this.settleMax = settleMax;
        this.nation = nation;
        this.cursors = cursors.toArray(LogPosition[]::new);
        this.durable = new long[this.cursors.length];
        Arrays.fill(durable, -1);
        this.heard = new Instant[this.cursors.length];
        this.told = new Instant[this.cursors.length];
        this.readThrough = new Instant[this.cursors.length];
        Arrays.fill(readThrough, Instant.MIN);
        this.lastClosed = lastClosed;
    }

    int regions() {
        return cursors.length;
    }

    /** The cursor after which a region is followed; null for its beginning. */
    synchronized @Nullable LogPosition cursor(int region) {
        return cursors[region];
    }

    /**
     * Adds the next transactions of a region.
     *
     * @param cursor after the last of them
     */
    synchronized void take(int region, List<FeedRow> rows, LogPosition cursor) {
        for (FeedRow row : rows) {
            nation.take(region, row);
        }
        cursors[region] = cursor;
        if (!rows.isEmpty()) {
            readThrough[region] = rows.get(rows.size() - 1).time();
        }
        changes++;
    }

    /**
     * A message of a region was read.
     *
     * @param clock the region's clock when it sent the message, which may be long ago if reading has paused. Null if
     *     the message does not contain it; then only transactions show that a day is over
     * @param durablePosition the region's last durable transaction then
     */
    synchronized void heard(int region, Instant at, @Nullable Instant clock, long durablePosition) {
        heard[region] = at;
        told[region] = clock;
        durable[region] = durablePosition;
        if (clock != null && isAtEnd(region)) {
            LocalDate over = days.dayAt(clock.minus(MARGIN)).minusDays(1);
            if (!over.isBefore(nation.regions().get(region).openDay())) {
                nation.passed(region, over);
                changes++;
            }
        }
    }

    /** Whether everything that was durable when a region was last heard of is read. */
    synchronized boolean isAtEnd(int region) {
        return durable[region] >= 0 && position(region) >= durable[region];
    }

    /**
     * The clock of a region that is read to its end, if it still shows a time in a day or before it; null otherwise.
     */
    synchronized @Nullable Instant slowClock(LocalDate day, int region, Instant now) {
        Instant clock = told[region];
        boolean isBefore = clock != null && !days.dayAt(clock).isAfter(day);
        return isBefore && isAtEnd(region) && !isAway(region, now) ? clock : null;
    }

    /** How far a region is read. */
    synchronized long position(int region) {
        return nation.regions().get(region).sums().position();
    }

    /** A region's last durable transaction when it was last heard of; -1 before that. */
    synchronized long durable(int region) {
        return durable[region];
    }

    /** Whether a region was not heard of for too long. */
    synchronized boolean isAway(int region, Instant now) {
        Instant last = heard[region];
        return last == null || Duration.between(last, now).compareTo(SILENCE_MAX) > 0;
    }

    /** When a region was last heard of; null if it was not since the start. */
    synchronized @Nullable Instant heard(int region) {
        return heard[region];
    }

    /**
     * Whether the next transactions of a region may be read. If too many halves wait for their others, only the regions
     * are read that are read least far, by the time of their transactions.
     */
    synchronized boolean mayRead(int region) {
        if (nation.transit().size() < OPEN_MAX) {
            return true;
        }
        for (int other = 0; other < cursors.length; other++) {
            if (!isAtEnd(other) && readThrough[other].isBefore(readThrough[region])) {
                return false;
            }
        }
        return true;
    }

    /** How many transactions are kept because their halves do not agree yet, or in no single day. */
    synchronized int open() {
        return nation.transit().size();
    }

    /** Closes the next day if that can be closed; null if not. */
    synchronized @Nullable DayReport closeNext(Instant now) {
        LocalDate day = nation.nextDay();
        if (day == null || !nation.isRead(day)) {
            return null;
        }
        DayReport report = nation.report(day);
        if (!report.isExplained() && !hasWaited(day, now)) {
            return null;
        }
        nation.close(day);
        lastClosed = report;
        changes++;
        return report;
    }

    /** Whether all regions were heard of for long enough after the end of a day was read. */
    private boolean hasWaited(LocalDate day, Instant now) {
        if (Arrays.stream(durable).anyMatch(position -> position < 0)) {
            // After a restart it is not known yet how far the regions are.
            return false;
        }
        Waiting current = waiting;
        if (current == null || !current.day.equals(day)) {
            current = new Waiting(day, durable.clone(), null);
        }
        boolean isRead = true;
        for (int region = 0; region < cursors.length; region++) {
            isRead &= !isAway(region, now) && position(region) >= current.targets[region];
        }
        Instant since = !isRead ? null : current.since == null ? now : current.since;
        waiting = new Waiting(day, current.targets, since);
        return since != null && Duration.between(since, now).compareTo(settleMax) >= 0;
    }

    /** Whether the days that were over at a moment are closed, as far as there are any. */
    synchronized boolean isClosedThrough(LocalDate day) {
        LocalDate next = nation.nextDay();
        return next == null || next.isAfter(day);
    }

    /** The day that was closed last; null if there is none. */
    synchronized @Nullable DayReport lastClosed() {
        return lastClosed;
    }

    /** A count that grows whenever there is something new to keep. */
    synchronized long changes() {
        return changes;
    }

    /** What is kept between runs. */
    synchronized HeadquartersState state(NationFacts facts) {
        return new HeadquartersState(
                facts,
                Arrays.asList(cursors.clone()),
                nation.regions().stream().map(RegionBooks::kept).toList(),
                nation.transit().kept(),
                lastClosed);
    }

    /** What is read up to now, for people. */
    synchronized Overview overview(Instant now) {
        List<Overview.RegionNow> rows = new ArrayList<>();
        for (RegionBooks books : nation.regions()) {
            int region = books.region();
            rows.add(new Overview.RegionNow(
                    DayReport.RegionDay.of(region, books.sums(), books.closed()),
                    nation.inTransitNowMinor(region),
                    isAway(region, now),
                    heard[region],
                    isAtEnd(region)));
        }
        return new Overview(now, rows, nation.transit().unmatched(), nation.nextDay(), isWaiting());
    }

    /** Whether the next day is over in every region, and waits for the other halves of transactions. */
    synchronized boolean isWaiting() {
        Waiting current = waiting;
        return current != null && current.day.equals(nation.nextDay());
    }
}
