package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.chronicle.ChronicleJournal;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.storage.DiskFolder;

/** How a journal's documents are written. */
public enum StorageMedium {
    /** Chronicle Queue, as in the bank: mapped memory, zeros written ahead. */
    CHRONICLE {
        @Override
        Journal open(Path directory) throws IOException {
            return ChronicleJournal.open(directory, JournalSettings.FILL_AHEAD_BYTES_DEFAULT);
        }
    },
    /** Recycled segments, as in the bank. */
    SEGMENTS {
        @Override
        Journal open(Path directory) throws IOException {
            FileJournal journal =
                    FileJournal.open(DiskFolder.open(directory), JournalSettings.FILL_AHEAD_BYTES_DEFAULT);
            journal.startFilling();
            return journal;
        }
    },
    /** A file that grows, a system call for each document. */
    WRITE {
        @Override
        Journal open(Path directory) {
            return new WrittenJournal(directory);
        }
    };

    abstract Journal open(Path directory) throws IOException;
}
