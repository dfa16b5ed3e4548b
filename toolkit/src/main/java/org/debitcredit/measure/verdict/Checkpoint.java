package org.debitcredit.measure.verdict;

/**
 * A checkpoint, in seconds since the measurement began; negative before.
 *
 * @param fromSeconds its start
 * @param toSeconds its end
 */
public record Checkpoint(double fromSeconds, double toSeconds) {}
