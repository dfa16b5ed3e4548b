package org.debitcredit.journal;

import java.io.IOException;
import java.util.UUID;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.transaction.KeyHorizon;
import org.jspecify.annotations.Nullable;

/**
 * The bank that a journal is written for, as its writer sees it. It guards the right to write, keeps on record outside
 * the journal how far that got, and knows which keys are forgotten. The writer's thread only.
 */
public interface JournalOwner {

    /** A journal that nobody else can reach, and of which nothing is on record: a scratch one, or a copy. */
    JournalOwner NONE = new JournalOwner() {};

    /** What keeps other processes off the journal's files. While it may not be held, nothing more may be acknowledged. */
    default FolderLock lock() {
        return FolderLock.NONE;
    }

    /**
     * Puts on record that an epoch has begun. Its beginning is durable; nothing that is written into it may be
     * acknowledged before this returns.
     *
     * @param number of the epoch
     * @param position that it continues
     */
    default void epochBegan(long number, UUID epoch, long position) throws IOException {}

    /**
     * Puts on record that the journal was closed cleanly.
     *
     * @param number of the epoch that ends
     * @param sequence of its end record, which is durable
     * @param position of the last transaction
     * @param checksum of the end record
     */
    default void ended(long number, UUID epoch, long sequence, long position, int checksum) throws IOException {}

    /** What is forgotten of the keys now, which a new epoch begins with; null where the owner has no keys. */
    default @Nullable KeyHorizon keyHorizon() {
        return null;
    }
}
