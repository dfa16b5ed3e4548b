package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A durable, append-only sequence of documents on one medium, divided into numbered epochs. A journal does not
 * interpret the documents.
 *
 * <p>One thread, the writer, begins epochs, appends and forces. Other threads may meanwhile read any epoch, and one of
 * them may remove epochs before the one being written.
 *
 * <p>Any exception of {@link #beginEpoch}, {@link #append} or {@link #force} is final: none is ever tried again,
 * because after a failed force the system may have dropped the very pages that failed.
 */
public interface Journal extends JournalSource, AutoCloseable {

    /**
     * Creates an epoch, to which {@link #append} then writes. Its existence is durable after the next force; the epochs
     * before it are durable on return, even where a killed server left them in the page cache.
     */
    void beginEpoch(long epoch) throws IOException;

    /** Writes a document, position to limit, after the last one. It is not durable until {@link #force}. */
    void append(ByteBuffer document) throws IOException;

    /** Returns once everything appended is on the medium. */
    void force() throws IOException;

    /**
     * Removes an epoch that is no longer needed and all epochs before it, durably. Even after a crash half-way, no
     * reader sees a part of an epoch. The epoch that is being written must not be among them.
     */
    void removeThrough(long epoch) throws IOException;

    /**
     * Number of bytes of the documents of its epochs, including the overhead of the medium. They are counted as they
     * change; no file is read. For use by any thread.
     */
    long bytes();

    /**
     * Number of further bytes that the journal already occupies on the medium and can write to. For use by any thread.
     */
    default long spareBytes() {
        return 0;
    }

    /**
     * Creates files in advance for this many bytes, so that none has to be created until they are written. Called on
     * the writer's thread, once an epoch has begun.
     *
     * @param bytes of all epochs to come
     * @param epochBytes of one of them
     */
    default void makeAhead(long bytes, long epochBytes) throws IOException {}

    /**
     * Gives back what the epoch before the one being written takes on the medium and does not use, where that is
     * possible. Called on the writer's thread, while nobody waits for it.
     */
    default void shortenEnded() throws IOException {}

    @Override
    void close() throws IOException;
}
