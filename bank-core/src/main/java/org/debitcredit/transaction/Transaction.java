package org.debitcredit.transaction;

import org.debitcredit.bank.BankScale;
import org.jspecify.annotations.Nullable;

/**
 * One money transaction as a client asks for it.
 *
 * @param type what it does
 * @param teller id of the teller (the terminal's till) it is done at; its branch takes the branch posting
 * @param account id of the account; of a transfer, the one the money leaves
 * @param target id of the account a transfer's money goes to; {@value #NO_TARGET} for every other type
 * @param amountMinor minor units of the bank's currency: signed for DebitCredit, positive for the others, never 0
 * @param reference its name in the client's own books; null if it has none
 */
public record Transaction(
        TransactionType type,
        long teller,
        long account,
        long target,
        long amountMinor,
        @Nullable Reference reference) {

    /** One without a reference. */
    public Transaction(TransactionType type, long teller, long account, long target, long amountMinor) {
        this(type, teller, account, target, amountMinor, null);
    }

    /** Stands for "no target" in {@link #target}. */
    public static final long NO_TARGET = -1;

    public static Transaction debitCredit(long teller, long account, long amountMinor) {
        return new Transaction(TransactionType.DEBIT_CREDIT, teller, account, NO_TARGET, amountMinor);
    }

    public static Transaction deposit(long teller, long account, long amountMinor) {
        return new Transaction(TransactionType.DEPOSIT, teller, account, NO_TARGET, amountMinor);
    }

    public static Transaction withdrawal(long teller, long account, long amountMinor) {
        return new Transaction(TransactionType.WITHDRAWAL, teller, account, NO_TARGET, amountMinor);
    }

    public static Transaction transfer(long teller, long account, long target, long amountMinor) {
        return new Transaction(TransactionType.TRANSFER, teller, account, target, amountMinor);
    }

    /**
     * What is wrong with a request as such, whatever the bank holds; null when nothing is. Such a request is never
     * executed, takes no position and is not journaled.
     */
    public static @Nullable String malformed(
            TransactionType type, long teller, long account, long target, long amountMinor) {
        if (type == TransactionType.REVERSAL) {
            return "type is REVERSAL; a reversal names its original, and is sent by a call of its own";
        }
        if (amountMinor == 0) {
            return "amount is 0; it must not be 0";
        }
        if (type != TransactionType.DEBIT_CREDIT && amountMinor < 0) {
            return "amount is " + amountMinor + "; a " + name(type) + " takes a positive amount";
        }
        if (type == TransactionType.TRANSFER) {
            if (target == account) {
                return "target is " + target + ", the account itself; a transfer needs another account as its target";
            }
        } else if (target != NO_TARGET) {
            return "target is " + target + "; a " + name(type) + " has no target";
        }
        return null;
    }

    /** See {@link #malformed(TransactionType, long, long, long, long)}. */
    public @Nullable String malformed() {
        return malformed(type, teller, account, target, amountMinor);
    }

    /** The same with a reference, or without one. */
    public Transaction with(@Nullable Reference name) {
        return new Transaction(type, teller, account, target, amountMinor, name);
    }

    /** The branch that takes the branch posting: the teller's. */
    public long branch() {
        return BankScale.branchOf(teller);
    }

    private static String name(TransactionType type) {
        return type.name().toLowerCase(java.util.Locale.ROOT);
    }
}
