package org.debitcredit.probe;

/**
 * The effect of zeros written ahead on Chronicle: the same groups with and without them, in turn.
 *
 * @param transactions per force
 * @param onOverOff rate with over rate without, the median of the rounds
 */
public record FillAheadRow(int transactions, MeasuredOperation on, MeasuredOperation off, double onOverOff) {}
