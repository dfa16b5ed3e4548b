package org.debitcredit.simulation;

import org.debitcredit.transaction.Outcome;

/**
 * A transaction of the model's history, which took a position.
 *
 * @param code of the outcome
 * @param balanceMinor the balance that the client receives
 */
record Decided(Asked asked, byte code, long balanceMinor) {

    /** Whether a bank answers this transaction so. */
    boolean isAnswer(Asked again, byte otherCode, long otherBalanceMinor) {
        return asked.key().equals(again.key())
                && asked.transaction().equals(again.transaction())
                && code == otherCode
                && balanceMinor == otherBalanceMinor;
    }

    /** The answer, at its position. */
    Outcome outcome(long position) {
        return Outcome.of(code, position, balanceMinor);
    }
}
