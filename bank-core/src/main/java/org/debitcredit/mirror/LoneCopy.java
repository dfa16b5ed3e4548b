package org.debitcredit.mirror;

/**
 * Which copy of a mirrored bank an operator lets start although transactions may be missing in it. The copy is named by
 * the generation in its {@link MirrorRecord}, which grows with the start. So the same acceptance never lets another copy
 * start, or the same one at a later time, if it stays in a configuration.
 *
 * @param generation of the copy
 */
public record LoneCopy(long generation) {

    /** No copy. */
    public static final LoneCopy NONE = new LoneCopy(-1);

    /** Every copy: for a program that decides itself at each start. */
    public static final LoneCopy ANY = new LoneCopy(-2);

    /** Whether a copy of a generation is accepted. */
    public boolean accepts(long found) {
        return generation == found || equals(ANY);
    }

    /** How an operator accepts a copy of a generation, for messages. */
    public String option(long found) {
        String other = generation >= 0 ? ", not " + generation + ", which was another start's" : "";
        return "--accept-lone-copy " + found + " (bank.journal.mirror.accept-lone-copy" + other + ")";
    }
}
