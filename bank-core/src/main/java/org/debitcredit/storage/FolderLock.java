package org.debitcredit.storage;

import java.io.IOException;

/** The exclusive right of one process to write to a folder. */
public interface FolderLock extends AutoCloseable {

    /** The lock of a folder that no other process can reach. */
    FolderLock NONE = new FolderLock() {
        @Override
        public void requireHeld() {}

        @Override
        public void close() {}
    };

    /**
     * Returns if no other process can have taken the same right.
     *
     * @throws IOException when one may have: the folder, or the file by which it is locked, is not there any more, or
     *     is another one
     */
    void requireHeld() throws IOException;

    @Override
    void close() throws IOException;
}
