package org.debitcredit.server.doctor;

/**
 * One thing that was looked at.
 *
 * @param subject what, in a word: bank, heap, disk
 * @param text a sentence for people, with the value and, where something is wrong, what to do
 */
public record Finding(Level level, String subject, String text) {

    /** How much it matters. */
    public enum Level {
        /** As it should be. */
        FINE,
        /** The bank works, but slower, for a shorter time, or less safely than it could. */
        WARNING,
        /** The bank would not start, or it could lose what it has answered. */
        FAULT
    }

    static Finding fine(String subject, String text) {
        return new Finding(Level.FINE, subject, text);
    }

    static Finding warning(String subject, String text) {
        return new Finding(Level.WARNING, subject, text);
    }

    static Finding fault(String subject, String text) {
        return new Finding(Level.FAULT, subject, text);
    }
}
