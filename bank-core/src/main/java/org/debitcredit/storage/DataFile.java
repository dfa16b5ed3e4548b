package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file, read and written by position. Writing after the end extends it. */
public interface DataFile extends AutoCloseable {

    long size() throws IOException;

    /**
     * Reads bytes into the buffer's rest. May deliver fewer than fit.
     *
     * @return bytes read; -1 at or after the end of the file
     */
    int read(ByteBuffer into, long at) throws IOException;

    /** Writes all of the buffer's rest. Durable only after {@link #force}. */
    void write(ByteBuffer from, long at) throws IOException;

    /** Returns once everything written is on the medium (fdatasync). It must not be repeated after a failure. */
    void force() throws IOException;

    /** Fills the buffer's rest, and returns whether the file had enough bytes. */
    default boolean readFully(ByteBuffer into, long at) throws IOException {
        long from = at - into.position();
        while (into.hasRemaining()) {
            if (read(into, from + into.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    void close() throws IOException;
}
