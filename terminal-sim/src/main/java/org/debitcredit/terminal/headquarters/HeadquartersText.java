package org.debitcredit.terminal.headquarters;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What {@code headquarters --once} prints for people. */
final class HeadquartersText {

    private static final int KEYS_MAX = 3;

    private HeadquartersText() {}

    static List<String> of(HeadquartersRun.Result result, NationFacts facts) {
        List<String> lines = new ArrayList<>();
        if (result.days().isEmpty()) {
            lines.add("No business day is over yet.");
        } else {
            day(lines, result.days().get(result.days().size() - 1), facts);
        }
        lines.add("In transit now: " + facts.amount(result.now().inTransitMinor()) + " "
                + facts.currency().getCurrencyCode() + ".");
        lines.add("The page is " + result.page());
        return lines;
    }

    private static void day(List<String> lines, DayReport day, NationFacts facts) {
        lines.add("Business day " + day.day() + ", which ended at " + day.end() + ":");
        lines.add(String.format(
                Locale.ROOT, "%-8s %14s %20s %20s  %s", "region", "position", "tills", "customers", "sums"));
        for (DayReport.RegionDay region : day.regions()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-8d %,14d %20s %20s  %s",
                    region.region(),
                    region.position(),
                    facts.amount(region.tillsMinor()),
                    facts.amount(region.customersMinor()),
                    region.holds() ? "hold" : "do not hold"));
        }
        lines.add(String.format(
                Locale.ROOT,
                "%-8s %14s %20s %20s  in transit %s, explained %s, difference %s",
                "nation",
                "",
                facts.amount(day.tillsMinor()),
                facts.amount(day.customersMinor()),
                facts.amount(day.inTransitMinor()),
                facts.amount(day.explainedMinor()),
                facts.amount(day.differenceMinor())));
        for (DayReport.PairDay pair : day.pairs()) {
            if (pair.differenceMinor().signum() != 0 || pair.unexplained() > 0) {
                lines.add(String.format(
                        Locale.ROOT,
                        "From region %s, %s in transit is not explained. Transactions without their other half: %,d (%s)",
                        pair.pair(),
                        facts.amount(pair.differenceMinor()),
                        pair.unexplained(),
                        keys(pair)));
            }
        }
    }

    /** The first keys. */
    private static String keys(DayReport.PairDay pair) {
        String first = pair.named().stream()
                .limit(KEYS_MAX)
                .map(one -> one.key().toString())
                .collect(Collectors.joining(", "));
        return pair.unexplained() > KEYS_MAX ? first + " ..." : first;
    }
}
