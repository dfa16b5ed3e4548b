package org.debitcredit.terminal.report;

import java.util.List;

/**
 * What the system costs, as the person who ran the certification said.
 *
 * @param currency ISO 4217
 * @param items none when no price was given
 */
public record PriceList(String currency, List<Item> items) {

    /** One item and its price in the currency's major unit. */
    public record Item(String name, double price) {}

    /** All items together. */
    public double total() {
        return items.stream().mapToDouble(Item::price).sum();
    }
}
