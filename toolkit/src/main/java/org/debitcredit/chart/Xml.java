package org.debitcredit.chart;

/** Escapes text for a document. */
public final class Xml {

    private Xml() {}

    /** Fit for an element's content and for an attribute in double quotes. */
    public static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
