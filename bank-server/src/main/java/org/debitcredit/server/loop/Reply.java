package org.debitcredit.server.loop;

import org.debitcredit.engine.Passenger;

/** Takes the answer to one question, once, on an event loop. */
public interface Reply<P extends Passenger> {

    /** The passenger is back with its answer. */
    void answered(P passenger);

    /** There is no answer. */
    void notAnswered(NotAnswered why);
}
