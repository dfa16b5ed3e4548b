package org.debitcredit.simulation;

import java.io.IOException;
import org.debitcredit.storage.FolderLock;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive right of one process to write to a folder of a simulated disk. As on a real one it belongs to the file
 * {@code lock}, not to its name: if somebody deletes or moves the file, another process can take a lock of the same
 * name.
 */
final class SimulatedLock implements FolderLock {

    private static final String NAME = "/lock";

    private final SimulatedDisk disk;
    private final SimulatedFile file;
    private String path;

    private SimulatedLock(SimulatedDisk disk, SimulatedFile file, String path) {
        this.disk = disk;
        this.file = file;
        this.path = path;
    }

    static SimulatedLock acquire(SimulatedDisk disk, SimulatedProcess process, String folder) throws IOException {
        if (!(disk.find(folder + NAME) instanceof SimulatedFile)) {
            disk.tree(folder).add(NAME.substring(1), new SimulatedFile());
        }
        if (!(disk.find(folder + NAME) instanceof SimulatedFile file) || !file.lock(process)) {
            throw new IOException(folder + " is in use by another process");
        }
        return new SimulatedLock(disk, file, folder);
    }

    /** Whether the name still leads to some file, this one or another. */
    boolean isThere() {
        return found() != null;
    }

    private @Nullable SimulatedNode found() {
        return disk.find(path + NAME);
    }

    @Override
    public void requireHeld() throws IOException {
        if (found() != file) {
            throw new IOException(path + NAME + " is not the file that this process locked");
        }
    }

    void movedTo(String folder) {
        path = folder;
    }

    @Override
    public void close() {
        file.unlock();
    }
}
