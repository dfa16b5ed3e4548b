package org.debitcredit.mirror;

import org.jspecify.annotations.Nullable;

/**
 * Which copy of a mirrored bank an operator lets start although transactions may be missing in it. Its number consists of
 * the generation in its {@link MirrorRecord}, which grows with the start, and of which of the two copies it is. So the
 * same acceptance never lets the other copy start, or the same one at a later time, if it stays in a configuration.
 *
 * @param number of the copy: twice its generation, plus 0 or 1
 */
public record LoneCopy(long number) {

    /** No copy. */
    public static final LoneCopy NONE = new LoneCopy(-1);

    /** Every copy: for a program that decides itself at each start. */
    public static final LoneCopy ANY = new LoneCopy(-2);

    /** @param found its record; null if it has none */
    public static LoneCopy of(@Nullable MirrorRecord found) {
        return new LoneCopy(found == null ? 0 : 2 * found.generation() + found.copy());
    }

    /** Whether a copy with this record is accepted. */
    public boolean accepts(@Nullable MirrorRecord found) {
        return equals(of(found)) || equals(ANY);
    }

    /** How an operator accepts a copy with this record, for messages. */
    public String option(@Nullable MirrorRecord found) {
        String other = number >= 0 ? ", not " + number + ", which was for another start or the other copy" : "";
        return "--accept-lone-copy " + of(found).number + " (bank.journal.mirror.accept-lone-copy" + other + ")";
    }
}
