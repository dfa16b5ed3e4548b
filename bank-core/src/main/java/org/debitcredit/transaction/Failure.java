package org.debitcredit.transaction;

import java.util.Arrays;

/** The reason why the service could not answer a request. */
public enum Failure {
    /**
     * The request was not executed and never will be; it can be sent again with its key. An earlier one under this key
     * may have been executed.
     */
    NOT_EXECUTED(96, "not-executed"),
    /**
     * The journal or the ledger failed while the request's group was processed. After the restart, its key shows
     * whether it was executed.
     */
    OUTCOME_UNKNOWN(97, "outcome-unknown"),
    /**
     * The request was not executed: a row that it needs is missing in the ledger. It can be sent again with its key,
     * and is executed once the ledger is repaired.
     */
    LEDGER_DAMAGED(98, "ledger-damaged");

    private final byte code;
    private final String id;

    Failure(int code, String id) {
        this.code = (byte) code;
        this.id = id;
    }

    /** The column code, distinct from those of {@link Refusal}. */
    public byte code() {
        return code;
    }

    /** The stable name that clients see. */
    public String id() {
        return id;
    }

    static boolean isCode(int code) {
        return Arrays.stream(values()).anyMatch(failure -> failure.code == code);
    }

    static Failure byCode(int code) {
        for (Failure failure : values()) {
            if (failure.code == code) {
                return failure;
            }
        }
        throw new IllegalArgumentException("there is no outcome with code " + code);
    }
}
