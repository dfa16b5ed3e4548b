package org.debitcredit.journal;

import java.io.IOException;
import java.util.UUID;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.transaction.KeyHorizon;
import org.jspecify.annotations.Nullable;

/**
 * The bank as the writer of its journal sees it. It has the lock that gives the right to write, keeps a record outside
 * the journal of how far the journal reached, and supplies the keys that are forgotten. Used by the writer's thread
 * only.
 */
public interface JournalOwner {

    /**
     * The owner of a journal that no other process can reach and that has no record, such as a temporary one or a copy.
     */
    JournalOwner NONE = new JournalOwner() {};

    /**
     * The lock that keeps other processes away from the journal's files. Once it may have been lost, nothing more may
     * be acknowledged.
     */
    default FolderLock lock() {
        return FolderLock.NONE;
    }

    /**
     * Records that an epoch has begun. Its beginning is durable; nothing that is written into it may be acknowledged
     * before this returns.
     *
     * @param number of the epoch
     * @param position that it continues
     */
    default void epochBegan(long number, UUID epoch, long position) throws IOException {}

    /**
     * Records that the journal was closed cleanly.
     *
     * @param number of the epoch that ends
     * @param sequence of its end record, which is durable
     * @param position of the last transaction
     * @param checksum of the end record
     */
    default void ended(long number, UUID epoch, long sequence, long position, int checksum) throws IOException {}

    /** The keys that are forgotten now, which are noted in a new epoch; null if the owner has no keys. */
    default @Nullable KeyHorizon keyHorizon() {
        return null;
    }
}
