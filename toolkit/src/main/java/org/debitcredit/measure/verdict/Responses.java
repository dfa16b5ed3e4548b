package org.debitcredit.measure.verdict;

import java.time.Duration;
import org.debitcredit.measure.statistics.QuantileBounds;

/**
 * How long one kind of request took, against its limit.
 *
 * @param kind of request
 * @param micros the quantile from the intended send time, with its bounds, microseconds
 * @param limit that the quantile must be under
 */
public record Responses(String kind, QuantileBounds micros, Duration limit) {}
