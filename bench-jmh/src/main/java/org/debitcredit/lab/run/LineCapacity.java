package org.debitcredit.lab.run;

/**
 * What a terminal's line carries.
 *
 * @param bytesPerSecond in one direction
 * @param bytesPerTransaction in the direction that carries more
 */
record LineCapacity(double bytesPerSecond, double bytesPerTransaction) {}
