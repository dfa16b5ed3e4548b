package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A durable, append-only sequence of documents on one medium, divided into numbered epochs. Knows nothing of what a
 * document says. Used by one thread.
 *
 * <p>Any exception of {@link #append} or {@link #force} is final: neither is ever tried again, because after a failed
 * sync the system may have dropped the very pages that failed.
 */
public interface Journal extends AutoCloseable {

    /** Numbers of the epochs found on the medium, ascending, complete or not. */
    List<Long> epochs() throws IOException;

    /** Opens an epoch for reading from its start. The caller closes it. */
    DocumentSource read(long epoch) throws IOException;

    /**
     * Creates an epoch, to which {@link #append} writes from now on. Its existence is durable after the next force; the
     * epochs before it are durable on return, even where a killed server left them in the page cache.
     */
    void beginEpoch(long epoch) throws IOException;

    /** Writes a document, position to limit, behind the last one. Not durable until {@link #force}. */
    void append(ByteBuffer document) throws IOException;

    /** Returns once everything appended is on the medium. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
