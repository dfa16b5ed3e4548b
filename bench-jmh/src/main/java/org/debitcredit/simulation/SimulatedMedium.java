package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.debitcredit.directory.Medium;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.OwnedFolder;
import org.jspecify.annotations.Nullable;

/** A simulated disk as a start finds it: the bank is opened on it by the code that opens it on a real one. */
final class SimulatedMedium implements Medium {

    private final SimulatedDisk disk;
    private final SimulatedProcess process;
    private final Parts parts;
    private @Nullable FileJournal journal;

    SimulatedMedium(SimulatedDisk disk, SimulatedProcess process, Parts parts) {
        this.disk = disk;
        this.process = process;
        this.parts = parts;
    }

    @Override
    public DataDirectory directory(Path data) {
        return new SimulatedDirectory(disk, process, data.toString(), parts);
    }

    /**
     * {@inheritDoc} Chronicle's mapped files are not simulated. Only {@link #fillOnce} creates segments in advance.
     */
    @Override
    public Journal journal(Folder folder, FolderLock lock, JournalSettings settings) throws IOException {
        journal = FileJournal.open(new OwnedFolder(folder, lock), settings.fillAheadBytes());
        return parts.journal(journal);
    }

    @Override
    public Executor threads(String name) {
        return Runnable::run;
    }

    /** One step of the thread that makes segments ahead of time. */
    void fillOnce() throws IOException {
        if (journal != null) {
            journal.fillOnce();
        }
    }
}
