package org.debitcredit.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.chronicle.ChronicleJournal;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.storage.DiskFolder;

/**
 * A journal that can be measured.
 *
 * @param name as a user chooses it
 * @param recycles whether it overwrites what earlier epochs left, and so is measured on such files
 */
record ProbedJournal(String name, Opener opener, boolean recycles) {

    /** Every kind there is, in the order of the tables. */
    static final List<ProbedJournal> ALL = List.of(
            new ProbedJournal("chronicle", ChronicleJournal::open, false),
            new ProbedJournal("file", ProbedJournal::openFile, true));

    private static Journal openFile(Path directory, long segmentBytes) throws IOException {
        FileJournal journal = FileJournal.open(DiskFolder.open(directory), segmentBytes);
        journal.startFilling();
        return journal;
    }

    /** Opens a journal directory. */
    interface Opener {
        Journal open(Path directory, long fillAheadBytes) throws IOException;
    }
}
