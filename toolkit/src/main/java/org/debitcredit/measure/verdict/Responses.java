package org.debitcredit.measure.verdict;

import java.time.Duration;
import java.util.OptionalInt;
import org.debitcredit.measure.statistics.QuantileBounds;

/**
 * How long one kind of request took, against its limit.
 *
 * @param kind of request
 * @param micros the quantile from the intended send time, with its bounds, microseconds
 * @param limit that the quantile must be under
 * @param firstSecond the first one of the window in which the quantile was not under the limit, if that is known
 */
public record Responses(String kind, QuantileBounds micros, Duration limit, OptionalInt firstSecond) {

    /** Of a kind whose single seconds are not known. */
    public Responses(String kind, QuantileBounds micros, Duration limit) {
        this(kind, micros, limit, OptionalInt.empty());
    }
}
