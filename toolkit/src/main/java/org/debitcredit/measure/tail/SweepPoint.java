package org.debitcredit.measure.tail;

/**
 * One rate of a sweep.
 *
 * @param isSustained whether the server carried the rate, and its 99th percentile did not explode
 */
public record SweepPoint(Tail tail, boolean isSustained) {}
