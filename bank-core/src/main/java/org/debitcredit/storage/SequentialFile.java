package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A new file that is written once, from its beginning to its end, beside a writer whose forces must not wait for it. At
 * any time, at most one piece of it, or one longer append, is waiting to be written to the medium. For use by one
 * thread.
 */
public interface SequentialFile extends AutoCloseable {

    /** Number of bytes of a piece. */
    int PIECE_BYTES = 1 << 20;

    /** Appends all of the buffer's rest. Durable only after {@link #force}. */
    void append(ByteBuffer from) throws IOException;

    /** Number of bytes appended so far. */
    long size();

    /**
     * Returns once everything appended is on the medium. It must be called once, after the last append, and must not be
     * repeated after a failure.
     */
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
