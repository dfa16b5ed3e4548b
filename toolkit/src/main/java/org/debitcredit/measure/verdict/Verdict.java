package org.debitcredit.measure.verdict;

import java.util.Locale;

/** The verdict on a run, or of one rule. Of several verdicts, the one declared last prevails. */
public enum Verdict {
    /** It holds. */
    PASS,
    /** The measurement is too coarse to tell. */
    UNDECIDED,
    /** The rule is broken. */
    FAIL,
    /** The run shows nothing about the service, because the load was not the intended one. */
    VOID;

    /** The name as shown in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
