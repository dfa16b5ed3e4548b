package org.debitcredit.probe;

/** Writes text into a document so that it stays text. */
final class Xml {

    private Xml() {}

    /** Fit for an element's content and for an attribute in double quotes. */
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
