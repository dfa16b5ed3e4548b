package org.debitcredit.transaction;

import org.jspecify.annotations.Nullable;

/**
 * What a money transaction does. The code is used in the journal and the wire format, and its meaning never changes.
 */
public enum TransactionType {
    /** Gray's DebitCredit: one posting of a signed amount, no check of funds. */
    DEBIT_CREDIT(1),
    /** One posting of a positive amount. */
    DEPOSIT(2),
    /**
     * One posting of a negative amount; refused when the account would fall below zero. The request's amount is
     * positive.
     */
    WITHDRAWAL(3),
    /** Two postings at one teller, from the account and to the target, together or not at all; funds are checked. */
    TRANSFER(4),
    /**
     * Takes back a transaction of another type, its original, in whole or in part: see {@link Reversal}. Its posting is
     * the inverse of the original's; funds are not checked. It is never part of a batch.
     */
    REVERSAL(5);

    private static final TransactionType[] BY_CODE = {null, DEBIT_CREDIT, DEPOSIT, WITHDRAWAL, TRANSFER, REVERSAL};

    private final byte code;

    TransactionType(int code) {
        this.code = (byte) code;
    }

    /** The code in the journal and the wire format; its meaning never changes. */
    public byte code() {
        return code;
    }

    /** The type of a code, or null when there is none. */
    public static @Nullable TransactionType ofCode(int code) {
        return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /** The type of a code that was checked before. */
    public static TransactionType byCode(int code) {
        TransactionType type = ofCode(code);
        if (type == null) {
            throw new IllegalArgumentException("transaction type code is " + code + "; it must be 1 to 5");
        }
        return type;
    }

    /** Whether funds are checked before money leaves the account. */
    public boolean checksFunds() {
        return this == WITHDRAWAL || this == TRANSFER;
    }
}
