package org.debitcredit.chart;

/** How wide a text of a chart is about. Which font draws it is not known, so it is that of a wide one. */
final class TextWidth {

    /** Free between two texts. */
    static final int GAP = 10;

    private static final double CHARACTER = 8;

    private TextWidth() {}

    static double of(String text) {
        return CHARACTER * text.length();
    }
}
