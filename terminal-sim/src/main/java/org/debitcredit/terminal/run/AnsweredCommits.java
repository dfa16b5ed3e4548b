package org.debitcredit.terminal.run;

/**
 * The requests of a whole run that were answered as committed. Reversals are not among them.
 *
 * @param count how many
 * @param sumMinor of their amounts, minor units; of DebitCredits it is what the history grew by
 */
public record AnsweredCommits(long count, long sumMinor) {}
