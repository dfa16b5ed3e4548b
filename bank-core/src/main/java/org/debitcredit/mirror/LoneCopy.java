package org.debitcredit.mirror;

import org.jspecify.annotations.Nullable;

/**
 * Which copy of a mirrored bank an operator lets start although transactions may be missing in it. Its number consists of
 * the number of its newest epoch, which grows with each start, and of which of the two copies it is, by its
 * {@link MirrorRecord}. So the same acceptance never lets the other copy start, or the same one at another time, if it
 * stays in a configuration.
 *
 * @param number of the copy: twice the number of its newest epoch, plus 0 or 1
 */
public record LoneCopy(long number) {

    /** No copy. */
    public static final LoneCopy NONE = new LoneCopy(-1);

    /** Every copy: for a program that decides itself at each start. */
    public static final LoneCopy ANY = new LoneCopy(-2);

    /**
     * A copy as it is found.
     *
     * @param record its record; null if it has none
     * @param newestEpoch number of its newest epoch, complete or not; 0 for none
     */
    public static LoneCopy of(@Nullable MirrorRecord record, long newestEpoch) {
        return new LoneCopy(2 * newestEpoch + (record == null ? 0 : record.copy()));
    }

    /** Whether a copy is accepted. */
    public boolean accepts(LoneCopy found) {
        return equals(found) || equals(ANY);
    }

    /** How an operator accepts a copy, for messages. */
    public String option(LoneCopy found) {
        String other = number >= 0 ? ", not " + number + ", which was for another start or the other copy" : "";
        return "--accept-lone-copy " + found.number + " (bank.journal.mirror.accept-lone-copy" + other + ")";
    }
}
