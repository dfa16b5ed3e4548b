package org.debitcredit.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.journal.ChronicleJournal;
import org.debitcredit.journal.Journal;

/**
 * A journal that can be measured.
 *
 * @param name as a user chooses it
 */
record JournalKind(String name, Opener opener) {

    /** Every kind there is, in the order of the tables. */
    static final List<JournalKind> ALL = List.of(new JournalKind("chronicle", ChronicleJournal::open));

    /** Opens a journal directory. */
    interface Opener {
        Journal open(Path directory, long fillAheadBytes) throws IOException;
    }
}
