package org.debitcredit.chart;

/** Approximate width of a text in a chart. Its font is unknown, so the width of a wide font is used. */
final class TextWidth {

    /** Free between two texts. */
    static final int GAP = 10;

    private static final double CHARACTER = 8;

    private TextWidth() {}

    static double of(String text) {
        return CHARACTER * text.length();
    }
}
