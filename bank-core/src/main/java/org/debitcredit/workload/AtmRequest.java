package org.debitcredit.workload;

import org.debitcredit.transaction.Transaction;

/** One request of a terminal. */
public sealed interface AtmRequest {

    /** Which entry of the mix it is. */
    AtmOperation operation();

    /** A balance inquiry; it moves no money and has no key. */
    record BalanceInquiry(long account) implements AtmRequest {
        @Override
        public AtmOperation operation() {
            return AtmOperation.BALANCE;
        }
    }

    /** Moves money. */
    record Money(Transaction transaction) implements AtmRequest {
        @Override
        public AtmOperation operation() {
            return switch (transaction.type()) {
                case DEBIT_CREDIT -> AtmOperation.DEBIT_CREDIT;
                case DEPOSIT -> AtmOperation.DEPOSIT;
                case WITHDRAWAL -> AtmOperation.WITHDRAWAL;
                case TRANSFER -> AtmOperation.TRANSFER;
                case REVERSAL -> throw new IllegalStateException("a reversal is not an entry of the mix");
            };
        }
    }
}
