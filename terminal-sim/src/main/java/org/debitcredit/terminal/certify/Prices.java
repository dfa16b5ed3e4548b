package org.debitcredit.terminal.certify;

import java.util.List;
import org.debitcredit.terminal.report.PriceList;

/** Reads prices as they are typed: {@code NAME=AMOUNT}. */
final class Prices {

    /** More than any system costs, and so little that a sum of them is a number. */
    private static final double AMOUNT_MAX = 1e12;

    private Prices() {}

    static List<PriceList.Item> parse(List<String> typed) {
        return typed.stream().map(Prices::item).toList();
    }

    private static PriceList.Item item(String typed) {
        int at = typed.lastIndexOf('=');
        try {
            String name = typed.substring(0, Math.max(0, at)).strip();
            double amount = name.isEmpty() ? Double.NaN : Double.parseDouble(typed.substring(at + 1));
            if (amount >= 0 && amount <= AMOUNT_MAX) {
                return new PriceList.Item(name, amount);
            }
        } catch (NumberFormatException notANumber) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "--price is '" + typed + "'; it must be NAME=AMOUNT, such as machine=1999.00, of at most 1e12");
    }
}
