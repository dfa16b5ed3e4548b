package org.debitcredit.terminal.run;

/**
 * What the terminals of a run asked for, so that a reader can check the rules of the workload.
 *
 * @param home requests on an account of the teller's own branch
 * @param away requests on an account of another branch
 * @param amountMinMinor the smallest amount
 * @param amountMaxMinor the largest amount
 * @param amountCells how many amounts fell into each of equal parts of the range that the rules name
 * @param tellersUsed how many different tellers were used
 * @param atOtherTellers requests at another teller than the terminal's own
 */
public record WorkloadEvidence(
        long home,
        long away,
        long amountMinMinor,
        long amountMaxMinor,
        long[] amountCells,
        long tellersUsed,
        long atOtherTellers) {}
