package org.debitcredit.measure.tail;

import org.debitcredit.measure.statistics.QuantileBounds;

/**
 * A percentile of response times.
 *
 * @param micros the quantile with its bounds, microseconds, from independent samples
 * @param isShown whether all its tests passed; otherwise it must not be printed
 */
public record Percentile(QuantileBounds micros, boolean isShown) {}
