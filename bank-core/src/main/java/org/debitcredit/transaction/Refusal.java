package org.debitcredit.transaction;

import org.jspecify.annotations.Nullable;

/**
 * The reason why the bank refused a transaction. A refusal is an answer, not a failure. A business refusal is decided
 * against the ledger, takes a position, is journaled, and is the stored answer of its key for as long as the key is
 * remembered. The others were never executed and take no position.
 */
public enum Refusal {
    /** The account holds less than the amount. Carries the balance it holds. */
    INSUFFICIENT_FUNDS(1, "insufficient-funds", true),
    /** The bank has no such account. */
    UNKNOWN_ACCOUNT(2, "unknown-account", true),
    /** The bank has no such target account. */
    UNKNOWN_TARGET(3, "unknown-target", true),
    /** The bank has no such teller. */
    UNKNOWN_TELLER(4, "unknown-teller", true),
    /** A balance would leave the range of a 64-bit integer. */
    OVERFLOW(5, "overflow", true),
    /**
     * Of a transaction: it was reversed before it arrived, so it was never executed. Of a reversal: its original was
     * reversed before, by another one, so nothing was posted.
     */
    REVERSED(6, "reversed", true),

    /** The key was used before for a different transaction. */
    KEY_CONFLICT(64, "key-conflict", false),
    /** The key is not known and not newer than keys already forgotten: it may have been executed. */
    KEY_EXPIRED(65, "key-expired", false),
    /** The key's time is further ahead of the bank's clock than allowed. */
    KEY_AHEAD(66, "key-ahead", false),
    /** The key is not known and no UUIDv7: once forgotten, it could not be distinguished from a new one. */
    KEY_WITHOUT_TIME(67, "key-without-time", false);

    private static final @Nullable Refusal[] BY_CODE = new @Nullable Refusal[Failure.NOT_EXECUTED.code()];

    static {
        for (Refusal refusal : values()) {
            BY_CODE[refusal.code] = refusal;
        }
    }

    private final byte code;
    private final String id;
    private final boolean business;

    Refusal(int code, String id, boolean business) {
        this.code = (byte) code;
        this.id = id;
        this.business = business;
    }

    /** The code in the journal; its meaning never changes. */
    public byte code() {
        return code;
    }

    /** The stable name that clients see. */
    public String id() {
        return id;
    }

    /** Whether it was decided against the ledger, and so journaled. */
    public boolean business() {
        return business;
    }

    /** The refusal of a code, or null when the code is of none. */
    public static @Nullable Refusal ofCode(int code) {
        return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
