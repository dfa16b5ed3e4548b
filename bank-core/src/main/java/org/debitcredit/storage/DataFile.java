package org.debitcredit.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file, read and written by position. Writing after the end extends it. */
public interface DataFile extends AutoCloseable {

    /** Length of the pieces of {@link #rewrite}. */
    int REWRITE_BYTES = 1 << 20;

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

    /**
     * Overwrites a part of the file with its own contents. After a failed force, the system may count pages as clean
     * that the medium does not hold, so a later force alone would not write them. A crash in the middle changes
     * nothing.
     *
     * @param from first byte
     * @param end the byte after the last one, at most the size of the file
     */
    default void rewrite(long from, long end) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(end - from, REWRITE_BYTES));
        for (long at = from; at < end; at += piece.limit()) {
            piece.clear().limit((int) Math.min(end - at, piece.capacity()));
            if (!readFully(piece, at)) {
                throw new IOException("the file became shorter than " + end + " bytes while it was written again");
            }
            write(piece.flip(), at);
        }
    }

    @Override
    void close() throws IOException;
}
