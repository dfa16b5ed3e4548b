package org.debitcredit.lab.run;

/**
 * What a terminal's line carries, and what a transaction takes of it: both directions together.
 *
 * @param bytesPerSecond of one line
 */
record LineCapacity(double bytesPerSecond, double bytesPerTransaction) {}
