package org.debitcredit.measure.tail;

import java.util.Locale;

/** Whether the percentiles of a measurement can be believed, and if not, the kind of reason. */
public enum TailVerdict {
    ACCEPTED,
    /**
     * The server did not carry the rate: it did not catch up, answered too few requests, or left deferred work undone.
     */
    RATE_NOT_REACHED,
    /** Requests failed, or were not counted. */
    FAILED,
    /** The load was not the intended one: the client was late, or the machine had other work. */
    LOAD_NOT_AS_INTENDED,
    NOT_STATIONARY,
    NOT_INDEPENDENT,
    /** The bounds of the percentile are too far apart. */
    NOT_PRECISE;

    /** Whether a longer try may find another verdict. */
    boolean isTriedAgain() {
        return this != ACCEPTED && this != RATE_NOT_REACHED && this != FAILED;
    }

    /** The name in reports and in JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
