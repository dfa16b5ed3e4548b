package org.debitcredit.storage;

import java.io.IOException;
import java.util.List;

/**
 * One directory of data files on a medium. Names are plain file names. Creating, renaming and deleting are durable only
 * after {@link #force}; a file's bytes only after the file's force.
 */
public interface Folder {

    /** Names of the files, sorted. Subdirectories are not listed. */
    List<String> names() throws IOException;

    /**
     * Creates an empty file.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is one of that name
     */
    DataFile create(String name) throws IOException;

    /**
     * Creates an empty file that is written once, from its beginning to its end.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is one of that name
     */
    default SequentialFile createSequential(String name) throws IOException {
        return new ForcedPieces(create(name));
    }

    /**
     * Opens an existing file for reading, and for writing unless the folder was opened for reading only.
     *
     * @throws java.nio.file.NoSuchFileException when there is none
     */
    DataFile open(String name) throws IOException;

    /** Renames a file atomically, in place of any that has the new name. */
    void rename(String from, String to) throws IOException;

    /** Deletes a file. */
    void delete(String name) throws IOException;

    /** Deletes a large file without delaying forces of other files. A crash may leave its beginning. */
    default void deleteInPieces(String name) throws IOException {
        delete(name);
    }

    /**
     * Gives a file the same name in another folder too, instead of a copy. Both names are then of one file, which must
     * not be changed any more, and which exists until both are deleted.
     *
     * @return false if this is impossible, as between two file systems; nothing has changed then
     * @throws java.nio.file.FileAlreadyExistsException when the other folder has a file of that name
     */
    default boolean link(String name, Folder to) throws IOException {
        return false;
    }

    /** Returns once the current names are on the medium. */
    void force() throws IOException;

    /** Bytes that can still be written. */
    long usableBytes() throws IOException;

    /** The file's full path, for messages. */
    String place(String name);

    /** A directory inside this one, made durably where missing. */
    Folder folder(String name) throws IOException;
}
