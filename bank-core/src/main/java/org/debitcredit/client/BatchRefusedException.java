package org.debitcredit.client;

/**
 * A batch was refused as a whole: it was malformed, too large or not within what the client may do, a key carried no
 * time, or the bank was busy.
 */
public final class BatchRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String reason;
    private final int retryAfterMillis;

    BatchRefusedException(String reason, String detail, int retryAfterMillis) {
        super(reason + ": " + detail);
        this.reason = reason;
        this.retryAfterMillis = retryAfterMillis;
    }

    /** The contract's stable code: malformed, key-without-time, too-large, busy, out-of-scope. */
    public String reason() {
        return reason;
    }

    /** Time after which to send the batch again with the same keys, in milliseconds; 0 for never. */
    public int retryAfterMillis() {
        return retryAfterMillis;
    }
}
