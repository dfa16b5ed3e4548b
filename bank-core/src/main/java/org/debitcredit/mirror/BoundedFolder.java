package org.debitcredit.mirror;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;

/**
 * A folder on one medium of a mirrored bank. Each step is a call through {@link MediumCalls}, so that no caller has to
 * wait for a medium that hangs. Reads go through it only for files that were just written; published files are read
 * directly.
 */
public final class BoundedFolder implements Folder {

    private final Folder folder;
    private final MediumCalls calls;

    public BoundedFolder(Folder folder, MediumCalls calls) {
        this.folder = folder;
        this.calls = calls;
    }

    @Override
    public List<String> names() throws IOException {
        return calls.call("listing a directory", folder::names);
    }

    @Override
    public DataFile create(String name) throws IOException {
        return new BoundedFile(calls.call("creating a file", () -> folder.create(name)));
    }

    @Override
    public DataFile open(String name) throws IOException {
        return new BoundedFile(calls.call("opening a file", () -> folder.open(name)));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        calls.call("renaming a file", () -> folder.rename(from, to));
    }

    @Override
    public void delete(String name) throws IOException {
        calls.call("deleting a file", () -> folder.delete(name));
    }

    /** {@inheritDoc} It pauses between the pieces, so its duration says nothing about the medium. */
    @Override
    public void deleteInPieces(String name) throws IOException {
        calls.callAtLeisure("deleting a file", () -> folder.deleteInPieces(name));
    }

    /**
     * {@inheritDoc} The other folder may be on another medium, and if that one hangs, this one must not count as lost.
     */
    @Override
    public boolean link(String name, Folder to) throws IOException {
        return folder.link(name, to);
    }

    @Override
    public void force() throws IOException {
        calls.call("forcing a directory", folder::force);
    }

    @Override
    public long usableBytes() throws IOException {
        return calls.call("querying the free space", folder::usableBytes);
    }

    @Override
    public String place(String name) {
        return folder.place(name);
    }

    @Override
    public Folder folder(String name) throws IOException {
        return new BoundedFolder(calls.call("making a directory", () -> folder.folder(name)), calls);
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    private final class BoundedFile implements DataFile {
        private final DataFile file;
        private boolean isWritten;

        BoundedFile(DataFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return isWritten ? calls.call("reading back", () -> file.read(into, at)) : file.read(into, at);
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            isWritten = true;
            calls.call("a write", () -> file.write(from, at));
        }

        @Override
        public void force() throws IOException {
            calls.call("a force", file::force);
        }

        @Override
        public void close() throws IOException {
            calls.close("closing a file", file);
        }
    }
}
