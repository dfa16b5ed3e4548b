package org.debitcredit.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;

/**
 * A file that was written once from end to end and forced, so that writing it again allocates nothing.
 *
 * @param bytes its length; less than asked for where the disk was too slow
 */
record PreparedFile(Path path, long bytes) {

    static final long BYTES_MIN = 16 << 20;
    private static final int CHUNK_BYTES = 1 << 20;

    /**
     * Makes one.
     *
     * @param late returns whether the time for it is over; the file then ends at no less than {@value #BYTES_MIN} bytes
     */
    static PreparedFile write(Path path, long bytesMax, BooleanSupplier late) throws IOException {
        ByteBuffer chunk = RandomBytes.block(CHUNK_BYTES, 0);
        long at = 0;
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (at < bytesMax && (at < BYTES_MIN || !late.getAsBoolean())) {
                chunk.clear();
                while (chunk.hasRemaining()) {
                    at += file.write(chunk, at);
                }
                file.force(false);
            }
            file.force(true);
        }
        return new PreparedFile(path, at);
    }
}
