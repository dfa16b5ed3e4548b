package org.debitcredit.simulation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * A directory of a simulated disk. Each change of a name stands alone until the folder is forced: after a power cut any
 * of them may have happened, a rename whole or not at all.
 */
final class SimulatedFolder implements Folder {

    /** Filled by a thread that holds the pool's lock: whoever else needs the pool waits, so nobody is stepped then. */
    private static final String FILLED_UNDER_LOCK = "unfinished-segment";

    private final SimulatedDisk disk;
    private final String path;
    private final TreeMap<String, SimulatedFile> cached = new TreeMap<>();
    private final TreeMap<String, SimulatedFile> durable = new TreeMap<>();
    private final List<NameChange> pending = new ArrayList<>();

    /** A file loses a name, or gets one, or both in one step. */
    private record NameChange(
            @Nullable String removed, @Nullable String added, SimulatedFile file) {

        void apply(Map<String, SimulatedFile> names) {
            if (removed != null) {
                names.remove(removed);
            }
            if (added != null) {
                names.put(added, file);
            }
        }
    }

    SimulatedFolder(SimulatedDisk disk, String path) {
        this.disk = disk;
        this.path = path;
    }

    @Override
    public List<String> names() {
        return List.copyOf(cached.keySet());
    }

    @Override
    public DataFile create(String name) throws IOException {
        begin("create", name);
        if (cached.containsKey(name)) {
            throw new FileAlreadyExistsException(place(name));
        }
        SimulatedFile file = new SimulatedFile();
        change(new NameChange(null, name, file));
        return new Handle(name, file, disk.process());
    }

    @Override
    public DataFile open(String name) throws IOException {
        return new Handle(name, existing(name), disk.process());
    }

    @Override
    public void rename(String from, String to) throws IOException {
        begin("rename", from);
        change(new NameChange(from, to, existing(from)));
    }

    @Override
    public void delete(String name) throws IOException {
        begin("delete", name);
        change(new NameChange(name, null, existing(name)));
    }

    private void change(NameChange change) {
        change.apply(cached);
        pending.add(change);
    }

    private SimulatedFile existing(String name) throws NoSuchFileException {
        SimulatedFile file = cached.get(name);
        if (file == null) {
            throw new NoSuchFileException(place(name));
        }
        return file;
    }

    private void begin(String what, String name) {
        if (disk.begin(disk.process(), what, place(name), 0, 0)) {
            throw disk.die();
        }
    }

    @Override
    public void force() throws IOException {
        begin("force folder", "");
        if (disk.forceFails()) {
            applySome(disk.random());
            throw SimulatedDisk.ioError("cannot force " + path);
        }
        pending.forEach(change -> change.apply(durable));
        pending.clear();
    }

    /** Each change that was not forced may have happened, or still waits. */
    private void applySome(RandomGenerator random) {
        List<NameChange> waiting = new ArrayList<>();
        for (NameChange change : pending) {
            if (random.nextBoolean()) {
                change.apply(durable);
            } else {
                waiting.add(change);
            }
        }
        pending.clear();
        pending.addAll(waiting);
    }

    void cutPower(RandomGenerator random) {
        applySome(random);
        pending.clear();
        cached.clear();
        cached.putAll(durable);
        cached.values().forEach(file -> file.cutPower(random));
    }

    boolean hasLostPages() {
        return cached.values().stream().anyMatch(SimulatedFile::hasLostPages);
    }

    SimulatedFolder copy(SimulatedDisk to) {
        SimulatedFolder copy = new SimulatedFolder(to, path);
        Map<SimulatedFile, SimulatedFile> copies = new java.util.IdentityHashMap<>();
        cached.forEach((name, file) -> copy.cached.put(name, copies.computeIfAbsent(file, SimulatedFile::copy)));
        durable.forEach((name, file) -> copy.durable.put(name, copies.computeIfAbsent(file, SimulatedFile::copy)));
        for (NameChange change : pending) {
            SimulatedFile file = copies.computeIfAbsent(change.file(), SimulatedFile::copy);
            copy.pending.add(new NameChange(change.removed(), change.added(), file));
        }
        return copy;
    }

    void flipBit(String name, long at, int bit) {
        SimulatedFile file = cached.get(name);
        if (file != null) {
            file.flipBit(at, bit);
        }
    }

    /** Bytes of a file; 0 when there is none. */
    long size(String name) {
        SimulatedFile file = cached.get(name);
        return file == null ? 0 : file.size();
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
    public Folder folder(String name) {
        return disk.folder(place(name));
    }

    @Override
    public String toString() {
        return path;
    }

    /** An open file of one process. */
    private final class Handle implements DataFile {
        private final String name;
        private final SimulatedFile file;
        private final int process;

        Handle(String name, SimulatedFile file, int process) {
            this.name = place(name);
            this.file = file;
            this.process = process;
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
            if (disk.begin(process, "write", name, at, bytes)) {
                file.write(from, at, disk.random().nextInt(bytes + 1));
                throw disk.die();
            }
            if (at + bytes > file.size() && disk.growthFails()) {
                file.write(from, at, disk.random().nextInt(bytes + 1));
                throw SimulatedDisk.ioError("no space left for " + name);
            }
            file.write(from, at, bytes);
        }

        @Override
        public void force() throws IOException {
            boolean dies = disk.begin(process, "force", name, 0, 0);
            if (!name.endsWith(FILLED_UNDER_LOCK)) {
                disk.meanwhile();
            }
            if (dies || disk.isDead()) {
                throw disk.die();
            }
            if (disk.forceFails()) {
                file.failForce(disk.random());
                throw SimulatedDisk.ioError("cannot force " + name);
            }
            file.force();
        }

        @Override
        public void close() {}
    }
}
