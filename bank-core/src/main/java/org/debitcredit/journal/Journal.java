package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A durable, append-only sequence of documents on one medium, divided into numbered epochs. Knows nothing of what a
 * document says.
 *
 * <p>One thread, the writer, begins epochs, appends and forces. Another may meanwhile read and remove epochs before the
 * one being written.
 *
 * <p>Any exception of {@link #beginEpoch}, {@link #append} or {@link #force} is final: none is ever tried again,
 * because after a failed sync the system may have dropped the very pages that failed.
 */
public interface Journal extends JournalSource, AutoCloseable {

    /**
     * Creates an epoch, to which {@link #append} writes from now on. Its existence is durable after the next force; the
     * epochs before it are durable on return, even where a killed server left them in the page cache.
     */
    void beginEpoch(long epoch) throws IOException;

    /** Writes a document, position to limit, behind the last one. Not durable until {@link #force}. */
    void append(ByteBuffer document) throws IOException;

    /** Returns once everything appended is on the medium. */
    void force() throws IOException;

    /**
     * Removes an epoch that nobody needs any more and all epochs before it, durably: a crash half-way leaves none of
     * them half there for a reader. The one being written is never among them.
     */
    void removeThrough(long epoch) throws IOException;

    /**
     * Bytes that the documents of its epochs take, with what the medium needs around them. Counted as they change: no
     * file is looked at. Any thread.
     */
    long bytes();

    /** Bytes of the medium that it has besides, and can write to. Any thread. */
    default long spareBytes() {
        return 0;
    }

    /**
     * Makes files ahead of time for so many bytes, so that none is made before they are written. The writer's thread,
     * once an epoch has begun.
     *
     * @param bytes of all epochs to come
     * @param epochBytes of one of them
     */
    default void makeAhead(long bytes, long epochBytes) throws IOException {}

    @Override
    void close() throws IOException;
}
