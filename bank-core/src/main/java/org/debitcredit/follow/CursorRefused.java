package org.debitcredit.follow;

import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/** The bank cannot continue after a cursor. */
public final class CursorRefused extends Exception {

    private static final long serialVersionUID = 1L;

    /** Why a cursor is refused. */
    public enum Reason {
        /** It belongs to another bank. */
        OF_ANOTHER_BANK,
        /** The bank's history, as far as it is held, never had that point: position, epoch or checksum are wrong. */
        UNKNOWN,
        /** What follows it was removed by retention. */
        EXPIRED,
        /** What it stands after was discarded: an operator accepted a loss, or restored the bank. */
        DISCARDED
    }

    private final Reason reason;
    private final transient @Nullable LogPosition from;

    CursorRefused(Reason reason, @Nullable LogPosition from, String message) {
        super(message);
        this.reason = reason;
        this.from = from;
    }

    public Reason reason() {
        return reason;
    }

    /**
     * The cursor after which the bank can be followed instead: for a discarded one, the last point before what was
     * discarded; otherwise the beginning of what is held. Null if the cursor belongs to another bank.
     */
    public @Nullable LogPosition from() {
        return from;
    }
}
