package org.debitcredit.terminal.headquarters;

import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.debitcredit.region.Correspondents;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * What headquarters keeps between runs, all of the same moment: how far each stream is read, and what was made of it.
 *
 * @param cursors by region; null for the beginning
 * @param books by region
 * @param open for each transaction that is not settled in one day, what it has in transit, by day
 * @param lastClosed the day that was closed last; null if there is none
 */
record HeadquartersState(
        NationFacts facts,
        List<@Nullable LogPosition> cursors,
        List<RegionBooks.Kept> books,
        Map<Transit.Id, Map<LocalDate, BigInteger>> open,
        @Nullable DayReport lastClosed) {

    /** That of headquarters that have read nothing. */
    static HeadquartersState beginning(NationFacts facts, int regions) {
        Correspondents correspondents = new Correspondents(facts.scale(), regions);
        List<@Nullable LogPosition> cursors = new ArrayList<>();
        List<RegionBooks.Kept> books = new ArrayList<>();
        RegionSums nothing = new RegionSums(correspondents.regions());
        for (int region = 0; region < regions; region++) {
            cursors.add(null);
            books.add(new RegionBooks.Kept(nothing, nothing, Map.of(), null, LocalDate.MIN));
        }
        return new HeadquartersState(facts, cursors, books, Map.of(), null);
    }

    /** Headquarters that continue from here. */
    Headquarters resumed(BusinessDays days, Duration settleMax) {
        Correspondents correspondents = new Correspondents(facts.scale(), books.size());
        List<RegionBooks> regions = new ArrayList<>();
        for (RegionBooks.Kept kept : books) {
            regions.add(new RegionBooks(regions.size(), correspondents, days, kept));
        }
        Transit transit = new Transit();
        open.forEach((id, byDay) -> byDay.forEach((day, minor) -> transit.add(id, day, minor)));
        Nation nation = new Nation(days, regions, transit, lastClosed == null ? null : lastClosed.day());
        return new Headquarters(days, settleMax, nation, cursors, lastClosed);
    }
}
