package org.debitcredit.figures;

import java.util.List;
import java.util.Locale;

/** A table as Markdown has it. */
final class MarkdownTable {

    private final StringBuilder text = new StringBuilder();
    private final int columns;

    MarkdownTable(String... head) {
        columns = head.length;
        line(List.of(head));
        text.append("|---".repeat(columns)).append("|\n");
    }

    MarkdownTable row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(cells.length + " cells in a table of " + columns + " columns");
        }
        line(List.of(cells));
        return this;
    }

    private void line(List<String> cells) {
        cells.forEach(cell -> text.append("| ").append(cell.replace("|", "\\|")).append(' '));
        text.append("|\n");
    }

    /** A whole number with separators for thousands. */
    static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Two digits after the decimal point. */
    static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    static String bold(String text) {
        return "**" + text + "**";
    }

    /** A time in a readable unit. */
    static String time(double micros) {
        return micros < 1_000
                ? String.format(Locale.ROOT, "%.0f us", micros)
                : String.format(Locale.ROOT, "%,.1f ms", micros / 1_000);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
