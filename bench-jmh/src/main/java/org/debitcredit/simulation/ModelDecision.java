package org.debitcredit.simulation;

import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;

/**
 * A transaction of the model's history, which took a position.
 *
 * @param code of the outcome
 * @param balanceMinor the balance that the client receives
 * @param takenBackMinor what a reversal posts to the account; 0 for others
 */
record ModelDecision(ModelRequest asked, byte code, long balanceMinor, long takenBackMinor) {

    ModelDecision(ModelRequest asked, byte code, long balanceMinor) {
        this(asked, code, balanceMinor, 0);
    }

    /** The original of a reversal that came before it. */
    static ModelDecision tombstone(ModelRequest original) {
        return new ModelDecision(original, Refusal.REVERSED.code(), 0);
    }

    boolean isTombstone() {
        return asked.reversal() == null && code == Refusal.REVERSED.code();
    }

    /** The amount of its row in the journal. */
    long rowAmount() {
        return asked.reversal() == null ? asked.transaction().amountMinor() : takenBackMinor;
    }

    /** Whether a bank answers this transaction so. */
    boolean isAnswer(ModelRequest again, byte otherCode, long otherBalanceMinor) {
        return asked.key().equals(again.key())
                && asked.isSameContent(again)
                && code == otherCode
                && balanceMinor == otherBalanceMinor;
    }

    /** The answer, at its position. */
    Outcome outcome(long position) {
        return Outcome.of(code, position, balanceMinor);
    }
}
