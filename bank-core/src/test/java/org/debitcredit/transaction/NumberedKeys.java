package org.debitcredit.transaction;

/** Keys for tests: UUIDv7 whose random bits are a number. */
public final class NumberedKeys {

    private NumberedKeys() {}

    /** The key of a time and a number; keys of one time and consecutive numbers count up. */
    public static TransactionKey key(long timeMillis, long number) {
        return new TransactionKey(0, TransactionKey.highV7(timeMillis, 0), TransactionKey.lowV7(number));
    }
}
