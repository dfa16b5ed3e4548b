package org.debitcredit.terminal.tpcc.run;

import org.debitcredit.measure.RecordedInterval;

/** Takes the progress of a run as it happens, and its recorded intervals, one a second. */
public interface RunListener {

    /** A listener that does nothing. */
    RunListener NONE = new RunListener() {};

    /** What the run does now, for people; called many times a second during some waits. */
    default void progress(String line) {}

    /** An interval of the window was recorded, at this client and at the server. */
    default void recorded(RecordedInterval here, RecordedInterval atServer) {}
}
