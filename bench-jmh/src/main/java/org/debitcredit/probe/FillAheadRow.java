package org.debitcredit.probe;

/**
 * What zeros written ahead are worth to Chronicle: the same groups with and without, in turn.
 *
 * @param transactions per force
 * @param onOverOff rate with over rate without, the median of the rounds
 */
public record FillAheadRow(int transactions, Measured on, Measured off, double onOverOff) {}
