package org.debitcredit.transaction;

/** The outcome of one money transaction. */
public sealed interface Outcome {

    /** Column code of {@link Committed}; the codes of {@link Refusal} and {@link Failure} are distinct from it. */
    byte COMMITTED = 0;

    /**
     * It was committed and is durable.
     *
     * @param position its number in the bank's history
     * @param balanceMinor the account's new balance
     */
    record Committed(long position, long balanceMinor) implements Outcome {}

    /**
     * It was refused.
     *
     * @param position its number in the bank's history; 0 when the reason is not a {@linkplain Refusal#business()
     *     business} one
     * @param balanceMinor the current balance, for lack of funds; otherwise 0
     */
    record Refused(Refusal reason, long position, long balanceMinor) implements Outcome {}

    /** The service could not answer. */
    record Failed(Failure reason) implements Outcome {}

    /** Whether a column code is that of an outcome. */
    static boolean isCode(byte code) {
        return code == COMMITTED || Refusal.ofCode(code) != null || Failure.isCode(code);
    }

    /** Makes the outcome of a row of columns. */
    static Outcome of(byte code, long position, long balanceMinor) {
        if (code == COMMITTED) {
            return new Committed(position, balanceMinor);
        }
        Refusal refusal = Refusal.ofCode(code);
        return refusal != null ? new Refused(refusal, position, balanceMinor) : new Failed(Failure.byCode(code));
    }
}
