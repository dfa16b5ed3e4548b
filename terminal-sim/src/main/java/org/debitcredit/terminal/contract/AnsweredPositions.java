package org.debitcredit.terminal.contract;

/**
 * The positions in the answers to a run's requests with keys, reversals among them.
 *
 * @param before the bank's position before the run
 * @param distinct how many different positions were answered
 * @param astray answers with a position that another answer had already, or that is older than the run
 */
public record AnsweredPositions(long before, long distinct, long astray) {}
