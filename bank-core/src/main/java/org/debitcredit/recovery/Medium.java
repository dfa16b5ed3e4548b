package org.debitcredit.recovery;

import java.io.IOException;
import org.debitcredit.journal.ChronicleJournal;
import org.debitcredit.journal.FileJournal;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.SwitchedJournal;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.Failed;
import org.debitcredit.storage.Folder;

/** How what stands on a medium is opened; a test puts its faults between. */
interface Medium {

    /** A disk. */
    Medium DISK = new Medium() {};

    /** Opens the journal in a folder, of the kind that the settings ask for, with what an earlier kind left. */
    default Journal journal(DiskFolder folder, JournalSettings settings) throws IOException {
        ChronicleJournal chronicle = ChronicleJournal.open(folder.path(), settings.fillAheadBytes());
        FileJournal file = null;
        try {
            boolean isChronicle = settings.kind() == JournalKind.CHRONICLE;
            file = FileJournal.open(
                    folder, isChronicle ? FileJournal.SEGMENT_BYTES_DEFAULT : settings.fillAheadBytes());
            Journal written = isChronicle ? chronicle : file;
            Journal earlier = isChronicle ? file : chronicle;
            boolean isSwitched = !earlier.epochs().isEmpty();
            if (isSwitched) {
                DurableFiles.forceTree(folder.path());
            } else {
                earlier.close();
            }
            if (!isChronicle) {
                file.startFilling();
            }
            return isSwitched ? new SwitchedJournal(written, earlier) : written;
        } catch (IOException | RuntimeException | Error e) {
            Failed.close(e, file, chronicle);
            throw e;
        }
    }

    /** Opens a folder of files. */
    default Folder folder(DiskFolder folder) {
        return folder;
    }
}
