package org.debitcredit.workload;

import java.util.Locale;

/** The operations of a terminal. */
public enum AtmOperation {
    BALANCE,
    DEPOSIT,
    WITHDRAWAL,
    TRANSFER,
    DEBIT_CREDIT;

    private final String id;

    AtmOperation() {
        this.id = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name in reports and, but for a balance, the {@code type} of the REST contract. */
    public String id() {
        return id;
    }

    /** Whether it moves money, and so carries a key and takes a position in the journal. */
    public boolean movesMoney() {
        return this != BALANCE;
    }
}
