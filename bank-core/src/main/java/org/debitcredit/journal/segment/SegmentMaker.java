package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * A segment that is being created: zeros are written chunk by chunk, and each chunk is forced. The segment gets its
 * name, durably, once it is complete. So a file with the name of a segment is always complete.
 */
final class SegmentMaker implements AutoCloseable {

    static final int CHUNK_BYTES = 1 << 20;

    private static final String UNFINISHED = "unfinished-segment";

    private final Folder folder;
    private final long bytes;
    private final DataFile file;
    private final ByteBuffer zeros;

    private long filledTo;

    private SegmentMaker(Folder folder, long bytes, DataFile file) {
        this.folder = folder;
        this.bytes = bytes;
        this.file = file;
        this.zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, CHUNK_BYTES));
    }

    /** Starts a segment of this length. */
    static SegmentMaker begin(Folder folder, long bytes) throws IOException {
        long free = folder.usableBytes();
        if (free < bytes) {
            throw new IOException("the disk of " + folder.place(UNFINISHED) + " has " + free
                    + " bytes free; a journal segment takes " + bytes);
        }
        return new SegmentMaker(folder, bytes, folder.create(UNFINISHED));
    }

    /** Deletes unfinished segments that a killed server left. */
    static void deleteUnfinished(Folder folder) throws IOException {
        if (folder.names().contains(UNFINISHED)) {
            folder.delete(UNFINISHED);
        }
    }

    /**
     * Fills one chunk, and returns the segment if that was the last one.
     *
     * @param number that the segment gets, if this is the last chunk
     */
    @Nullable
    Segment fillOnce(int number) throws IOException {
        int chunk = (int) Math.min(bytes - filledTo, zeros.capacity());
        file.write(zeros.clear().limit(chunk), filledTo);
        file.force();
        filledTo += chunk;
        if (filledTo < bytes) {
            return null;
        }
        file.close();
        folder.rename(UNFINISHED, Segment.name(number));
        folder.force();
        return Segment.open(folder, Segment.name(number));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
