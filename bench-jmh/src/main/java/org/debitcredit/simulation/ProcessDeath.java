package org.debitcredit.simulation;

/** The simulated process dies in the middle of an operation. No simulated code may catch this. */
final class ProcessDeath extends Error {

    ProcessDeath() {
        super("the simulated process is dead", null, false, false);
    }
}
