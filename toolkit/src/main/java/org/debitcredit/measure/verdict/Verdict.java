package org.debitcredit.measure.verdict;

import java.util.Locale;

/** What a run, or one rule about it, comes to; the later one prevails. */
public enum Verdict {
    /** It holds. */
    PASS,
    /** The measurement is too coarse to tell. */
    UNDECIDED,
    /** It does not hold. */
    FAIL,
    /** The run says nothing about the service: the load was not the one that was to be measured. */
    VOID;

    /** As it is written in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
