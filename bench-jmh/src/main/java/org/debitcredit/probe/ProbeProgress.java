package org.debitcredit.probe;

/** Hears what the probe is at; called before each bout, on the probe's thread. */
public interface ProbeProgress {

    void at(String what);
}
