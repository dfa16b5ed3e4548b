package org.debitcredit.simulation;

import org.debitcredit.journal.Journal;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;

/** The parts of a simulated bank. A test replaces a part by a faulty one, to check that the fault is found. */
interface Parts {

    /** Every part as it is. */
    Parts SOUND = new Parts() {};

    default Folder folder(String name, Folder sound) {
        return sound;
    }

    default FolderLock lock(SimulatedLock sound) {
        return sound;
    }

    default Journal journal(Journal sound) {
        return sound;
    }

    default Ledger ledger(Ledger sound) {
        return sound;
    }

    /** Whether a part fails in the open, so that the bank may say so. */
    default boolean failOpenly() {
        return false;
    }
}
