package org.debitcredit.journal;

import java.io.IOException;
import java.util.List;

/** Numbered epochs of documents that can be read: a journal, or what was kept of one. */
public interface JournalSource {

    /** Numbers of the epochs found, ascending, complete or not. */
    List<Long> epochs() throws IOException;

    /** Opens an epoch for reading from its start. The caller closes it. */
    DocumentSource read(long epoch) throws IOException;

    /** What was damaged when it was read, so that another copy was read instead, in words. */
    default List<String> damages() {
        return List.of();
    }

    /**
     * Gives an archive an epoch without copying it, as a second name of the same file, durably.
     *
     * @return false if this is impossible, so that the epoch has to be copied; nothing has changed then
     */
    default boolean link(long epoch, EpochArchive to) throws IOException {
        return false;
    }
}
