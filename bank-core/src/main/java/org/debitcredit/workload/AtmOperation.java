package org.debitcredit.workload;

import java.util.Locale;

/** The operations of a terminal, each with its share of the mix. The shares add up to 100 %. */
public enum AtmOperation {
    BALANCE(15),
    DEPOSIT(12),
    WITHDRAWAL(25),
    TRANSFER(8),
    DEBIT_CREDIT(40);

    private final int percent;
    private final String id;

    AtmOperation(int percent) {
        this.percent = percent;
        this.id = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its share of all requests, per cent. */
    public int percent() {
        return percent;
    }

    /** The name in reports and, but for a balance, the `type` of the REST contract. */
    public String id() {
        return id;
    }

    /** Whether it moves money, and so carries a key and takes a position in the journal. */
    public boolean movesMoney() {
        return this != BALANCE;
    }
}
