package org.debitcredit.transaction;

/**
 * How the gRPC contract numbers outcomes: by their code plus one. The number 0 is not an outcome, so that an answer
 * without outcomes is not read as a success.
 */
public final class OutcomeNumber {

    private OutcomeNumber() {}

    /** The contract's number of a code. */
    public static int of(byte code) {
        return code + 1;
    }

    /**
     * The code of a number; that of {@link Failure#OUTCOME_UNKNOWN} for 0 and for any other number that no outcome has.
     */
    public static byte code(int number) {
        boolean isKnown = number >= 1 && number <= Byte.MAX_VALUE && Outcome.isCode((byte) (number - 1));
        return isKnown ? (byte) (number - 1) : Failure.OUTCOME_UNKNOWN.code();
    }
}
