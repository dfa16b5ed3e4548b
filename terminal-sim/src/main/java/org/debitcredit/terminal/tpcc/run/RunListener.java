package org.debitcredit.terminal.tpcc.run;

import org.debitcredit.measure.RecordedInterval;

/** Is told what happens in a run, about once a second. */
public interface RunListener {

    /** A listener that is told nothing. */
    RunListener NONE = new RunListener() {};

    /** What the run does now, for people. */
    default void progress(String line) {}

    /** An interval of the window was recorded, at this client and at the server. */
    default void recorded(RecordedInterval here, RecordedInterval atServer) {}
}
