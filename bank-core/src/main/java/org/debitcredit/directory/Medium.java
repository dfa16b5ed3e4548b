package org.debitcredit.directory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.SwitchedJournal;
import org.debitcredit.journal.chronicle.ChronicleJournal;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.mirror.MediumCalls;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.storage.OwnedFolder;

/** Opens the files on a medium. Tests inject faults here, and the simulator replaces it. */
public interface Medium {

    /** A disk. */
    Medium DISK = new Medium() {};

    /** A disk whose accesses are watched until the bank runs. */
    static Medium watched(MediumWatch watch) {
        return new Medium() {
            @Override
            public MediumWatch watch() {
                return watch;
            }
        };
    }

    /** The watch in which its accesses take part. */
    default MediumWatch watch() {
        return MediumWatch.NONE;
    }

    /** The data directory at a path. */
    default DataDirectory directory(Path data) {
        return new DiskDirectory(data, watch());
    }

    /**
     * Opens the journal in a folder of its {@link #directory}, of the kind that the settings ask for, with what an
     * earlier kind left.
     *
     * @param lock of the folder
     */
    default Journal journal(Folder of, FolderLock lock, JournalSettings settings) throws IOException {
        // Chronicle maps files, so it needs a directory of the file system.
        DiskFolder folder = (DiskFolder) of;
        ChronicleJournal chronicle = ChronicleJournal.open(folder.path(), settings.fillAheadBytes(), watch());
        FileJournal file = null;
        try {
            boolean isChronicle = settings.kind() == JournalKind.CHRONICLE;
            file = FileJournal.open(
                    new OwnedFolder(folder, lock),
                    isChronicle ? FileJournal.SEGMENT_BYTES_DEFAULT : settings.fillAheadBytes());
            Journal written = isChronicle ? chronicle : file;
            Journal earlier = isChronicle ? file : chronicle;
            boolean isSwitched = !earlier.epochs().isEmpty();
            if (!isSwitched) {
                if (isChronicle) {
                    file.deleteFree();
                }
                earlier.close();
            }
            if (!isChronicle) {
                file.startFilling();
            }
            SwitchedJournal.Step forcesEarlier = isChronicle ? file::forceInherited : chronicle::forceInherited;
            return isSwitched ? new SwitchedJournal(written, earlier, forcesEarlier) : written;
        } catch (IOException | RuntimeException | Error e) {
            Closeables.close(e, file, chronicle);
            throw e;
        }
    }

    /**
     * Opens a folder of files.
     *
     * @param lock of the journal's folder, which keeps other processes off all of them
     */
    default Folder folder(Folder folder, FolderLock lock) {
        return new OwnedFolder(folder, lock);
    }

    /** The threads on which a mirrored bank calls the medium, so that it can continue without one that hangs. */
    default Executor threads(String name) {
        return MediumCalls.daemons(name);
    }
}
