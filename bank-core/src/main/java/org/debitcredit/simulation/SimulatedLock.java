package org.debitcredit.simulation;

import org.debitcredit.storage.FolderLock;

/** The right to write to the simulated disk. */
final class SimulatedLock implements FolderLock {

    @Override
    public void requireHeld() {}

    @Override
    public void close() {}
}
