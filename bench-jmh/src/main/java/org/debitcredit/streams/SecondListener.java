package org.debitcredit.streams;

/** Receives the figures of each second of a run. */
@FunctionalInterface
public interface SecondListener {

    void passed(Second second);
}
