package org.debitcredit.streams;

import org.debitcredit.measure.RecordedInterval;

/** Receives the figures of each second of a run. */
@FunctionalInterface
public interface SecondListener {

    void passed(Second second);

    /** Receives the response times of a measured second, and at the end those of the answers that came later. */
    default void recorded(RecordedInterval interval) {}
}
