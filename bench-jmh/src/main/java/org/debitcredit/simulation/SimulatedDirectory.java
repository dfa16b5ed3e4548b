package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;

/** A data directory of a simulated disk as one process uses it. */
final class SimulatedDirectory implements DataDirectory {

    private final SimulatedDisk disk;
    private final SimulatedProcess process;
    private final String path;
    private final Parts parts;
    private final Map<String, SimulatedLock> locks = new HashMap<>();

    SimulatedDirectory(SimulatedDisk disk, SimulatedProcess process, String path, Parts parts) {
        this.disk = disk;
        this.process = process;
        this.path = path;
        this.parts = parts;
    }

    @Override
    public boolean exists() {
        return disk.find(path) instanceof SimulatedTree;
    }

    @Override
    public List<String> entries(String folder) {
        return disk.find(place(folder)) instanceof SimulatedTree tree ? tree.names() : List.of();
    }

    @Override
    public Folder forReading() {
        return new SimulatedFolder(disk, process, path);
    }

    @Override
    public Folder root() throws IOException {
        return parts.folder("data", SimulatedFolder.open(disk, process, path));
    }

    @Override
    public void forceName() throws IOException {
        new SimulatedFolder(disk, process, "").force();
    }

    @Override
    public Folder folder(String name) throws IOException {
        return parts.folder(name, SimulatedFolder.open(disk, process, place(name)));
    }

    @Override
    public FolderLock lock(String folder) throws IOException {
        SimulatedLock lock = SimulatedLock.acquire(disk, process, place(folder));
        locks.put(folder, lock);
        return parts.lock(lock);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        SimulatedTree tree = disk.tree(path);
        if (tree.get(to) != null) {
            throw new FileAlreadyExistsException(place(to));
        }
        if (tree.get(from) == null) {
            throw new NoSuchFileException(place(from));
        }
        begin("rename", place(from));
        tree.rename(from, to);
        new SimulatedFolder(disk, process, path).force();
        SimulatedLock lock = locks.remove(from);
        if (lock != null) {
            lock.movedTo(place(to));
            locks.put(to, lock);
        }
    }

    @Override
    public void delete(String folder) throws IOException {
        SimulatedTree tree = disk.tree(path);
        if (tree.get(folder) instanceof SimulatedTree inner) {
            for (String name : inner.names()) {
                begin("delete", place(folder) + "/" + name);
                inner.remove(name);
            }
            begin("delete", place(folder));
            tree.remove(folder);
        }
    }

    private void begin(String what, String name) {
        if (process.begin(what, name, 0, 0)) {
            throw process.die();
        }
    }

    @Override
    public boolean isSame(DataDirectory other) {
        return other instanceof SimulatedDirectory simulated && simulated.disk == disk && simulated.path.equals(path);
    }

    @Override
    public String place() {
        return path;
    }

    private String place(String folder) {
        return folder.isEmpty() ? path : path + "/" + folder;
    }

    @Override
    public String toString() {
        return path;
    }
}
