package org.debitcredit.server.command.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.debitcredit.console.Printable;
import tools.jackson.databind.JsonNode;

/** A page of a statement as a table. */
final class StatementTable {

    private static final String ROW = "%12s  %-27s  %-20s  %16s  %16s  %s";

    private StatementTable() {}

    /** @param isFirst whether the table begins with the balance and the heads of the columns */
    static String of(JsonNode page, AmountFormat amounts, boolean isFirst) {
        List<String> lines = new ArrayList<>();
        if (isFirst) {
            lines.add("account " + page.path("account").asLong() + " has "
                    + amounts.text(page.path("balance").asLong()) + " as of position "
                    + page.path("asOf").asLong());
            lines.add(row("position", "time", "type", "amount", "balance", "reference"));
        }
        for (JsonNode posting : page.path("postings")) {
            long amount = posting.path("amount").asLong();
            lines.add(row(
                    Long.toString(posting.path("position").asLong()),
                    Printable.of(posting.path("time").asString("")),
                    type(posting, amount),
                    amounts.number(amount),
                    amounts.number(posting.path("balance").asLong()),
                    Printable.of(posting.path("reference").asString(""))));
        }
        long historyFrom = page.path("historyFrom").asLong(1);
        if (historyFrom > 1 && !page.has("next")) {
            lines.add("Postings before position " + historyFrom + " are not kept.");
        }
        return String.join(System.lineSeparator(), lines);
    }

    /** A posting records the direction of the money, and what it reverses, but not the type of its transaction. */
    private static String type(JsonNode posting, long amount) {
        if (posting.has("reverses")) {
            return "reversal of " + posting.path("reverses").asLong();
        }
        return amount < 0 ? "debit" : "credit";
    }

    private static String row(Object... values) {
        return String.format(Locale.ROOT, ROW, values).stripTrailing();
    }
}
