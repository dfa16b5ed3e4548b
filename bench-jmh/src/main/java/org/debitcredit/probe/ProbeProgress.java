package org.debitcredit.probe;

/** Receives the progress of the probe, before each bout, on the probe's thread. */
public interface ProbeProgress {

    void at(String what);
}
