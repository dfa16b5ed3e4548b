package org.debitcredit.server.answer;

/** A malformed request, of which nothing was executed. Thrown before anything is submitted. */
public final class Malformed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Reason reason;

    /** @param detail the wrong value and what would be right */
    public Malformed(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    public Malformed(String detail) {
        this(Reason.MALFORMED, detail);
    }

    /** The same failure, of the key of a reversal's original. */
    public Malformed ofOriginalKey() {
        return new Malformed(reason, "of the original, " + detail());
    }

    public Reason reason() {
        return reason;
    }

    /** A text that says what is wrong, and what would be right. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
