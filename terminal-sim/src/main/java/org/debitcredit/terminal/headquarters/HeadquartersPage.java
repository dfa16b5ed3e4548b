package org.debitcredit.terminal.headquarters;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Chart;
import org.debitcredit.chart.Page;
import org.debitcredit.chart.Series;
import org.jspecify.annotations.Nullable;

/** The page of headquarters: now, by region, and the last closed days. */
final class HeadquartersPage {

    /** Days in the table and in the charts. */
    static final int DAYS_MAX = 31;

    /** Rows of single days, so that the page of a nation with many regions stays small. */
    private static final int DAY_ROWS_MAX = 600;

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter SHORT_DAY = DateTimeFormatter.ofPattern("MM-dd", Locale.ROOT);

    private final NationFacts facts;
    private final ZoneId zone;

    HeadquartersPage(NationFacts facts, ZoneId zone) {
        this.facts = facts;
        this.zone = zone;
    }

    /** @param days the last closed ones, the oldest first */
    String of(Overview now, List<DayReport> days) {
        Page page = new Page("Headquarters of " + now.regions().size() + " regions");
        verdict(page, now, days);
        now(page, now);
        if (!days.isEmpty()) {
            days(page, days);
            charts(page, days);
            eachDay(page, days);
        }
        return page.html();
    }

    private void verdict(Page page, Overview now, List<DayReport> days) {
        if (!now.holds()) {
            page.verdict("The sums of a region do not hold; see the table.", Page.Tone.FAILURE);
        } else if (days.isEmpty()) {
            page.verdict("No business day has been closed yet.", Page.Tone.WARNING);
        } else {
            DayReport last = days.get(days.size() - 1);
            page.verdict(sentence(last), last.isBalanced() ? Page.Tone.FINE : Page.Tone.FAILURE);
        }
        for (Overview.RegionNow region : now.regions()) {
            if (region.isAway()) {
                page.verdict("Region " + region.sums().region() + awaySince(region.heardAt()), Page.Tone.WARNING);
            }
        }
        page.note("As of " + time(now.at()) + ". Amounts are in "
                + facts.currency().getCurrencyCode() + ".");
    }

    /** The verdict on a day. */
    String sentence(DayReport day) {
        if (!day.holds()) {
            return day.day() + " does not balance: the sums of a region do not hold.";
        }
        if (day.differenceMinor().signum() != 0) {
            return day.day() + " does not balance: " + facts.amount(day.differenceMinor())
                    + " in transit cannot be explained.";
        }
        if (!day.isExplained()) {
            return day.day() + " does not balance: " + transactions(unexplained(day))
                    + " in transit cannot be explained, although their amounts add up to 0.";
        }
        if (day.pairs().isEmpty()) {
            return day.day() + " balances; nothing was in transit.";
        }
        return day.day() + " balances: " + facts.amount(day.inTransitMinor()) + " in transit, explained by "
                + transactions(explained(day)) + ".";
    }

    private static String transactions(long count) {
        return count == 1 ? "1 transaction" : String.format(Locale.ROOT, "%,d transactions", count);
    }

    private static long unexplained(DayReport day) {
        return day.pairs().stream().mapToLong(DayReport.PairDay::unexplained).sum();
    }

    private static long explained(DayReport day) {
        return day.pairs().stream().mapToLong(DayReport.PairDay::explained).sum();
    }

    private void now(Page page, Overview now) {
        page.section("Now");
        List<List<String>> rows = new ArrayList<>();
        for (Overview.RegionNow region : now.regions()) {
            rows.add(List.of(
                    Integer.toString(region.sums().region()),
                    facts.amount(region.inTransitMinor()),
                    facts.amount(region.sums().tillsMinor()),
                    facts.amount(region.sums().customersMinor()),
                    number(region.sums().local()),
                    number(region.sums().acquired()),
                    number(region.sums().issued())));
        }
        page.table(List.of("region", "in transit", "tills", "customers", "local", "acquired", "issued"), rows);
        page.note(
                "In transit is what its tills posted for customers of other regions and these have not posted yet, as far"
                        + " as the streams are read. The transactions are those since the last closed day: local; acquired, at its"
                        + " tills for customers of other regions; issued, of its customers at tills of other regions.");
        page.list(states(now));
    }

    private List<String> states(Overview now) {
        List<String> states = new ArrayList<>();
        for (Overview.RegionNow region : now.regions()) {
            String name = "Region " + region.sums().region();
            if (!region.isAway() && !region.isAtEnd()) {
                states.add(name + " is being read, up to position "
                        + number(region.sums().position()) + ".");
            }
            if (!region.sums().holds()) {
                states.add(name + " has sums that do not hold: its accounts and its tellers differ by "
                        + facts.amount(region.sums().differenceMinor())
                        + ".");
            }
        }
        if (states.isEmpty() && now.regions().stream().noneMatch(Overview.RegionNow::isAway)) {
            states.add("All regions answer, and all their transactions are read.");
        }
        states.add(
                now.unmatched() == 0
                        ? "No transaction is under way between the regions."
                        : "Under way between the regions: " + transactions(now.unmatched()) + ".");
        LocalDate next = now.nextDay();
        if (next != null) {
            states.add(
                    now.isWaiting()
                            ? next + " is over in every region, and waits for the other halves of transactions."
                            : "The next day to be closed is " + next + ".");
        }
        return states;
    }

    private String awaySince(@Nullable Instant heardAt) {
        return heardAt == null
                ? " has not answered since headquarters was started. No day is closed without it."
                : " has been away since " + time(heardAt) + ". No day is closed without it.";
    }

    private void days(Page page, List<DayReport> days) {
        page.section("Closed days");
        List<List<String>> rows = new ArrayList<>();
        for (DayReport day : newestFirst(days)) {
            rows.add(List.of(
                    day.day().format(SHORT_DAY),
                    day.isBalanced() ? "balances" : "differs",
                    facts.amount(day.inTransitMinor()),
                    facts.amount(day.differenceMinor()),
                    number(day.count(DayReport.RegionDay::local)),
                    number(day.count(DayReport.RegionDay::acquired))));
        }
        page.table(List.of("day", "verdict", "in transit", "difference", "local", "out of town"), rows);
    }

    private static List<DayReport> newestFirst(List<DayReport> days) {
        List<DayReport> reversed = new ArrayList<>(days);
        Collections.reverse(reversed);
        return reversed;
    }

    private void charts(Page page, List<DayReport> days) {
        page.section("In transit at the end of each day");
        page.chart(Chart.of(
                        "In transit at the end of each day",
                        dayAxis(days),
                        Axis.linear("in transit, " + facts.currency().getCurrencyCode()),
                        List.of(series("in transit", days, day -> facts.units(day.inTransitMinor()), Series.Look.BARS)))
                .low());
        page.section("Transactions of each day");
        page.chart(Chart.of(
                        "Transactions of each day",
                        dayAxis(days),
                        Axis.linear("committed transactions"),
                        List.of(
                                series("local", days, day -> day.count(DayReport.RegionDay::local), Series.Look.STEPS),
                                series(
                                        "out of town",
                                        days,
                                        day -> day.count(DayReport.RegionDay::acquired),
                                        Series.Look.STEPS)))
                .low());
    }

    private static Axis dayAxis(List<DayReport> days) {
        long last = days.get(days.size() - 1).day().toEpochDay();
        return Axis.linear("business day")
                .labelled(value -> value > last || value != Math.rint(value)
                        ? ""
                        : LocalDate.ofEpochDay((long) value).format(SHORT_DAY));
    }

    private static Series series(
            String name, List<DayReport> days, ToDoubleFunction<DayReport> value, Series.Look look) {
        List<Series.Point> points = new ArrayList<>();
        days.forEach(day -> points.add(new Series.Point(day.day().toEpochDay(), value.applyAsDouble(day))));
        DayReport last = days.get(days.size() - 1);
        points.add(new Series.Point(last.day().toEpochDay() + 1, value.applyAsDouble(last)));
        return new Series(name, look, points);
    }

    private void eachDay(Page page, List<DayReport> days) {
        page.section("Each day");
        page.note("Choose a day to see its regions, each cut after the named position, and what was in transit between"
                + " them. Network is what tills of other regions took in for a region's customers; due is what its own"
                + " tills took in for customers of other regions.");
        int rows = 0;
        for (DayReport day : newestFirst(days)) {
            rows += day.regions().size() + day.pairs().size();
            if (rows > DAY_ROWS_MAX) {
                page.note("Earlier days are in the directory days.");
                return;
            }
            page.folded(sentence(day), folded -> day(folded, day));
        }
    }

    private void day(Page page, DayReport day) {
        page.note("The day ended at " + time(day.end()) + ".");
        List<List<String>> regions = new ArrayList<>();
        for (DayReport.RegionDay region : day.regions()) {
            regions.add(List.of(
                    Integer.toString(region.region()),
                    region.holds() ? "hold" : "do not",
                    facts.amount(region.tillsMinor()),
                    facts.amount(region.customersMinor()),
                    facts.amount(region.networkMinor()),
                    facts.amount(region.dueFromMinor()),
                    number(region.position())));
        }
        page.table(List.of("region", "sums", "tills", "customers", "network", "due", "position"), regions);
        if (day.pairs().isEmpty()) {
            page.paragraph("Nothing was in transit.");
            return;
        }
        List<List<String>> pairs = new ArrayList<>();
        for (DayReport.PairDay pair : day.pairs()) {
            pairs.add(List.of(
                    pair.pair().toString(),
                    facts.amount(pair.inTransitMinor()),
                    facts.amount(pair.explainedMinor()),
                    number(pair.explained()),
                    facts.amount(pair.differenceMinor())));
        }
        page.table(List.of("from \u2192 to", "in transit", "explained", "transactions", "difference"), pairs);
        page.list(
                day.pairs().stream().flatMap(pair -> unexplained(pair).stream()).toList());
    }

    private List<String> unexplained(DayReport.PairDay pair) {
        List<String> items = new ArrayList<>();
        for (DayReport.Unexplained one : pair.named()) {
            items.add("From " + pair.pair() + ", " + facts.amount(one.inTransitMinor()) + " at till " + one.till()
                    + " under key " + one.key() + " has no matching other half.");
        }
        int more = pair.unexplained() - pair.named().size();
        if (more > 0) {
            items.add("From " + pair.pair() + ", the same is true of " + transactions(more) + " more.");
        }
        return items;
    }

    private String time(Instant moment) {
        return MINUTE.format(moment.atZone(zone)) + " " + zone.getId();
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
