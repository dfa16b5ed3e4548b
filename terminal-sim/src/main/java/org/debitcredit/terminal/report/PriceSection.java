package org.debitcredit.terminal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.debitcredit.chart.Axis;
import org.debitcredit.chart.Page;

/** What the system costs, and its place on the trend of prices. */
final class PriceSection {

    private PriceSection() {}

    static void into(Page page, Disclosure disclosure) {
        PriceList prices = disclosure.prices();
        if (prices.items().isEmpty()) {
            page.paragraph("No price was given, so the price of a transaction a second is unknown. Run again with"
                    + " --price NAME=AMOUNT for each part of the system, such as --price machine=1999.00.");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        prices.items().forEach(item -> rows.add(List.of(item.name(), money(item.price()))));
        rows.add(List.of("all together", money(prices.total())));
        page.table(List.of("item", prices.currency()), rows);
        double rate = disclosure
                .reported()
                .map(load -> load.result().traffic().perSecond())
                .orElse(0.0);
        if (rate == 0) {
            page.paragraph("No request was answered, so there is no price of a transaction a second.");
            return;
        }
        double perTps = prices.total() / rate;
        String price = Axis.number(perTps) + " " + prices.currency() + " for each of " + Quantity.rate(rate)
                + " transactions a second.";
        if (!prices.currency().equals(PriceTrend.CURRENCY)) {
            page.paragraph(price + " Figure 3 of Gray and Levine (2005) is in dollars. Give the prices in "
                    + PriceTrend.CURRENCY + " to see them on its line.");
            return;
        }
        double year = PriceTrend.year(disclosure.began());
        double trend = PriceTrend.dollarsPerTps(year);
        page.paragraph(price
                + String.format(
                        Locale.ROOT,
                        " The trend of Gray and Levine (2005, Figure 3), carried on to %.0f, makes it %s %s: this system costs"
                                + " %s times the trend.",
                        Math.floor(year),
                        Axis.number(trend),
                        PriceTrend.CURRENCY,
                        Axis.number(perTps / trend)));
        page.chart(PriceTrend.chart(year, perTps));
    }

    private static String money(double price) {
        return String.format(Locale.ROOT, "%,.2f", price);
    }
}
