package org.debitcredit.measure;

import java.util.SortedMap;

/**
 * The requests whose answers came within an interval of a run.
 *
 * @param fromMillis begin, since the epoch
 * @param toMillis end, since the epoch
 * @param byKind times of each kind of request; of a kind without answers the histograms are empty
 */
public record RecordedInterval(long fromMillis, long toMillis, SortedMap<String, RequestTimes> byKind) {

    /** The requests of one kind; none when there is no such kind. */
    public RequestTimes of(String kind) {
        return byKind.getOrDefault(kind, RequestTimes.none());
    }
}
