package org.debitcredit.client;

/** A batch that the bank took nothing of: malformed, too large, or more than it can queue now. */
public final class BatchRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String reason;
    private final int retryAfterMillis;

    BatchRefusedException(String reason, String detail, int retryAfterMillis) {
        super(reason + ": " + detail);
        this.reason = reason;
        this.retryAfterMillis = retryAfterMillis;
    }

    /** The contract's stable code: malformed, too-large, busy. */
    public String reason() {
        return reason;
    }

    /** When to send it again with the same keys, milliseconds; 0 for never. */
    public int retryAfterMillis() {
        return retryAfterMillis;
    }
}
