package org.debitcredit.server.doctor;

/**
 * One thing that was looked at.
 *
 * @param subject what, in a word: bank, heap, disk
 * @param text a sentence for people, with the value and, where something is wrong, what to do
 */
public record DoctorFinding(Level level, String subject, String text) {

    /** How much it matters. */
    public enum Level {
        /** As it should be. */
        FINE,
        /** The bank works, but slower, for a shorter time, or less safely than it could. */
        WARNING,
        /** The bank would not start, or it could lose what it has answered. */
        FAULT
    }

    static DoctorFinding fine(String subject, String text) {
        return new DoctorFinding(Level.FINE, subject, text);
    }

    static DoctorFinding warning(String subject, String text) {
        return new DoctorFinding(Level.WARNING, subject, text);
    }

    static DoctorFinding fault(String subject, String text) {
        return new DoctorFinding(Level.FAULT, subject, text);
    }
}
