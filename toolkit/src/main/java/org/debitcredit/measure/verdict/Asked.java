package org.debitcredit.measure.verdict;

/**
 * Which rules are asked of a run, besides those that every run must keep. A certification asks them all.
 *
 * @param steadyState whether the load stays the same, for long enough to show that the response times do
 * @param law whether the terminals' number and think times stay the same, from which the load follows
 * @param scale whether the bank has to have a size for the rate
 * @param checkpoint whether it is known when the service made checkpoints
 */
public record Asked(boolean steadyState, boolean law, boolean scale, boolean checkpoint) {

    /** Every rule. */
    public static final Asked ALL = new Asked(true, true, true, true);
}
