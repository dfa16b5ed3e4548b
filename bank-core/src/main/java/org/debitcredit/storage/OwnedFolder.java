package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A folder that only the holder of a lock may change. It checks the lock before every change of a name or of a file's
 * bytes. So a process that was stopped in the middle of its work, by a hanging force or a suspension, does not continue
 * in files that another process has taken over meanwhile.
 */
public final class OwnedFolder implements Folder {

    private final Folder folder;
    private final FolderLock lock;

    public OwnedFolder(Folder folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    @Override
    public List<String> names() throws IOException {
        return folder.names();
    }

    @Override
    public DataFile create(String name) throws IOException {
        lock.requireHeld();
        return new OwnedFile(folder.create(name), lock);
    }

    @Override
    public SequentialFile createSequential(String name) throws IOException {
        lock.requireHeld();
        return new OwnedSequentialFile(folder.createSequential(name), lock);
    }

    @Override
    public DataFile open(String name) throws IOException {
        return new OwnedFile(folder.open(name), lock);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        lock.requireHeld();
        folder.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        lock.requireHeld();
        folder.delete(name);
    }

    @Override
    public void deleteInPieces(String name) throws IOException {
        lock.requireHeld();
        folder.deleteInPieces(name);
    }

    @Override
    public boolean link(String name, Folder to) throws IOException {
        return folder.link(name, to);
    }

    @Override
    public void force() throws IOException {
        folder.force();
    }

    @Override
    public long usableBytes() throws IOException {
        return folder.usableBytes();
    }

    @Override
    public String place(String name) {
        return folder.place(name);
    }

    @Override
    public Folder folder(String name) throws IOException {
        return new OwnedFolder(folder.folder(name), lock);
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    private record OwnedFile(DataFile file, FolderLock lock) implements DataFile {

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return file.read(into, at);
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            lock.requireHeld();
            file.write(from, at);
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private record OwnedSequentialFile(SequentialFile file, FolderLock lock) implements SequentialFile {

        @Override
        public void append(ByteBuffer from) throws IOException {
            lock.requireHeld();
            file.append(from);
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public void force() throws IOException {
            lock.requireHeld();
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
