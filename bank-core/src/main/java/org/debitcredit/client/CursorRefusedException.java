package org.debitcredit.client;

import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/** The bank cannot be followed after a cursor. */
public final class CursorRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String reason;
    private final transient @Nullable LogPosition from;

    CursorRefusedException(String reason, @Nullable LogPosition from, @Nullable String detail, Throwable cause) {
        super(reason + ": " + detail, cause);
        this.reason = reason;
        this.from = from;
    }

    /** Stable code: cursor-expired, cursor-discarded, cursor-unknown, cursor-of-another-bank. */
    public String reason() {
        return reason;
    }

    /** The cursor after which the bank can be followed instead; null if it belongs to another bank. */
    public @Nullable LogPosition from() {
        return from;
    }
}
