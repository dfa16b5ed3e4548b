package org.debitcredit.storage;

import java.io.IOException;
import java.util.List;

/**
 * The directory of a bank on one medium, with the folders in it: what a start needs of a file system beyond the files
 * of one {@link Folder}. {@link DiskDirectory} is the real one.
 */
public interface DataDirectory {

    /** Whether it exists. */
    boolean exists() throws IOException;

    /**
     * Names of everything in a folder of it, files and folders, sorted; empty where there is no such folder.
     *
     * @param folder name of the folder; empty for the directory itself
     */
    List<String> entries(String folder) throws IOException;

    /** The directory's own files for reading only; it must exist. */
    Folder forReading() throws IOException;

    /** The directory's own files. The directory is created durably if it is missing. */
    Folder root() throws IOException;

    /**
     * Makes its name and those of its parent directories durable, because after a kill they may be only in the page
     * cache.
     */
    void forceName() throws IOException;

    /** The files of a folder in it. Both are created durably if they are missing. */
    Folder folder(String name) throws IOException;

    /**
     * Locks an existing folder in it for this process. The lock stays with the folder when {@link #rename} gives that
     * another name.
     *
     * @throws IOException when another process holds the lock, or this one already does
     */
    FolderLock lock(String folder) throws IOException;

    /**
     * Renames a folder in it; the new name is durable on return.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is one of the new name
     */
    void rename(String from, String to) throws IOException;

    /** Deletes a folder in it with everything that it holds, if there is one. */
    void delete(String folder) throws IOException;

    /** Whether another directory is the same as this one, possibly under another path. */
    boolean isSame(DataDirectory other) throws IOException;

    /** Its full path, for messages and records. */
    String place();
}
