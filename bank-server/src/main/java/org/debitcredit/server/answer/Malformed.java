package org.debitcredit.server.answer;

/** A request that cannot be understood; nothing of it was executed. Thrown before anything is submitted. */
public final class Malformed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Reason reason;

    /**
     * @param detail the offending value and what would be right
     */
    public Malformed(Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
    }

    public Malformed(String detail) {
        this(Reason.MALFORMED, detail);
    }

    public Reason reason() {
        return reason;
    }

    /** What is wrong, and what would be right. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
