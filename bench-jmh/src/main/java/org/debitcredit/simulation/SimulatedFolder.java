package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;

/** A directory of a simulated disk as one process uses it: by its path, even if another directory is there by now. */
final class SimulatedFolder implements Folder {

    /**
     * Files that a thread forces while it holds a lock for which other threads would wait, so no other thread is
     * stepped then. The first one is filled under the pool's lock; the second one is written while it is decided which
     * medium is lost.
     */
    private static final List<String> FORCED_UNDER_A_LOCK = List.of("unfinished-segment", "mirror.unfinished");

    private final SimulatedDisk disk;
    private final SimulatedProcess process;
    private final String path;

    SimulatedFolder(SimulatedDisk disk, SimulatedProcess process, String path) {
        this.disk = disk;
        this.process = process;
        this.path = path;
    }

    /** Its path on the disk. */
    String path() {
        return path;
    }

    private SimulatedTree tree() throws NoSuchFileException {
        return disk.tree(path);
    }

    @Override
    public List<String> names() throws IOException {
        return tree().fileNames();
    }

    @Override
    public DataFile create(String name) throws IOException {
        begin("create", name);
        SimulatedTree tree = tree();
        if (tree.get(name) != null) {
            throw new FileAlreadyExistsException(place(name));
        }
        SimulatedFile file = new SimulatedFile();
        tree.add(name, file);
        return new Handle(name, file);
    }

    @Override
    public DataFile open(String name) throws IOException {
        return new Handle(name, existing(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        begin("rename", from);
        existing(from);
        tree().rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        begin("delete", name);
        existing(name);
        tree().remove(name);
    }

    /**
     * {@inheritDoc} Both names are of the same file, and the new one is lost if the power is cut before it is forced.
     */
    @Override
    public boolean link(String name, Folder to) throws IOException {
        if (!(to instanceof SimulatedFolder other) || other.disk != disk) {
            return false;
        }
        begin("link", name);
        SimulatedFile file = existing(name);
        if (other.tree().get(name) != null) {
            throw new FileAlreadyExistsException(other.place(name));
        }
        other.tree().add(name, file);
        return true;
    }

    private SimulatedFile existing(String name) throws NoSuchFileException {
        if (tree().get(name) instanceof SimulatedFile file) {
            return file;
        }
        throw new NoSuchFileException(place(name));
    }

    private void begin(String what, String name) {
        if (process.begin(what, place(name), 0, 0)) {
            throw process.die();
        }
    }

    @Override
    public void force() throws IOException {
        begin("force folder", "");
        SimulatedTree tree = tree();
        if (disk.forceFails(process)) {
            tree.failForce(disk.random());
            throw SimulatedDisk.ioError("cannot force " + path);
        }
        tree.force();
    }

    @Override
    public long usableBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public String place(String name) {
        return path + "/" + name;
    }

    @Override
    public Folder folder(String name) throws IOException {
        return open(disk, process, place(name));
    }

    /** Opens a directory, made durably with its parents where missing. */
    static SimulatedFolder open(SimulatedDisk disk, SimulatedProcess process, String path) throws IOException {
        if (!(disk.find(path) instanceof SimulatedTree)) {
            int slash = path.lastIndexOf('/');
            SimulatedFolder parent =
                    slash < 0 ? new SimulatedFolder(disk, process, "") : open(disk, process, path.substring(0, slash));
            parent.begin("create folder", path.substring(slash + 1));
            parent.tree().add(path.substring(slash + 1), new SimulatedTree());
            parent.force();
        }
        return new SimulatedFolder(disk, process, path);
    }

    @Override
    public String toString() {
        return path;
    }

    /** An open file: the bytes that had the name when it was opened, whatever becomes of the name. */
    private final class Handle implements DataFile {
        private final String name;
        private final SimulatedFile file;

        Handle(String name, SimulatedFile file) {
            this.name = place(name);
            this.file = file;
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long at) {
            return into.hasRemaining() ? file.read(into, at, disk.readable(into.remaining())) : 0;
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            int bytes = from.remaining();
            if (process.begin("write", name, at, bytes)) {
                file.write(from, at, disk.random().nextInt(bytes + 1));
                throw process.die();
            }
            if (at + bytes > file.size() && disk.growthFails(process)) {
                file.write(from, at, disk.random().nextInt(bytes + 1));
                throw SimulatedDisk.ioError("no space left for " + name);
            }
            file.write(from, at, bytes);
        }

        @Override
        public void force() throws IOException {
            boolean dies = process.begin("force", name, 0, 0);
            if (FORCED_UNDER_A_LOCK.stream().noneMatch(name::endsWith)) {
                process.meanwhile(name, disk.forceHangs());
            }
            if (dies || process.isDead()) {
                throw process.die();
            }
            if (disk.forceFails(process)) {
                file.failForce(disk.random());
                throw SimulatedDisk.ioError("cannot force " + name);
            }
            file.force();
        }

        @Override
        public void close() {}
    }
}
