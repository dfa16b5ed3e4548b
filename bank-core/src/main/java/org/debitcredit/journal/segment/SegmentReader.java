package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.function.LongFunction;
import org.debitcredit.journal.DocumentLayout;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one segment, read through a large window and a separate file handle, so that an interrupted reader does
 * not close the writer's file.
 */
final class SegmentReader implements AutoCloseable {

    private static final int WINDOW_BYTES = 1 << 20;
    private static final int LARGE_WINDOW_BYTES = 4 << 20;

    /** Read first at the end of what is being written, where little more is to be expected. */
    private static final int FIRST_AFTER_REFRESH_BYTES = 64 << 10;

    private final String place;
    private final DataFile file;
    private final long size;

    private ByteBuffer window;
    private long windowAt;
    /** Number of bytes to read next, up to the length of the window. */
    private int ahead = LARGE_WINDOW_BYTES;

    private SegmentReader(String place, DataFile file, long size, ByteBuffer window) {
        this.place = place;
        this.file = file;
        this.size = size;
        this.window = window.limit(0);
    }

    /**
     * Opens a segment for reading it once. The window is on the heap, because many such windows would exhaust direct
     * memory.
     */
    static SegmentReader open(Folder folder, String name) throws IOException {
        return open(folder, name, size -> allocate((int) Math.min(size, WINDOW_BYTES)));
    }

    /**
     * Opens a segment.
     *
     * @param window buffer for reading, used by this reader alone until it is closed
     */
    static SegmentReader open(Folder folder, String name, ByteBuffer window) throws IOException {
        return open(folder, name, size -> window);
    }

    private static SegmentReader open(Folder folder, String name, LongFunction<ByteBuffer> window) throws IOException {
        DataFile file = folder.open(name);
        try {
            long size = file.size();
            return new SegmentReader(folder.place(name), file, size, window.apply(size));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    String place() {
        return place;
    }

    /** The document of an epoch that seems to begin here; null if none does. It is valid until the next call. */
    @Nullable
    ByteBuffer document(long at, UUID epoch) throws IOException {
        if (at + DocumentLayout.HEADER_BYTES > size || intAt(at) != DocumentLayout.MAGIC) {
            return null;
        }
        ByteBuffer header = bytes(at, DocumentLayout.HEADER_BYTES);
        int length = header.getInt(DocumentLayout.LENGTH_AT);
        boolean plausible = length >= DocumentLayout.HEADER_BYTES
                && length <= DocumentLayout.DOCUMENT_BYTES_MAX
                && at + length <= size;
        return plausible
                        && DocumentLayout.getUuid(header, DocumentLayout.EPOCH_AT)
                                .equals(epoch)
                ? bytes(at, length)
                : null;
    }

    /** Forgets what was read ahead. */
    void refresh() {
        window.limit(0);
        ahead = FIRST_AFTER_REFRESH_BYTES;
    }

    long size() {
        return size;
    }

    /** Whether the place of a document's start holds zeros. */
    boolean isBlank(long at) throws IOException {
        ByteBuffer place = bytes(at, Segment.ALIGNMENT_BYTES);
        for (int i = 0; i < Segment.ALIGNMENT_BYTES; i += Long.BYTES) {
            if (place.getLong(i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The next offset, from here on, at which a document seems to begin; -1 if there is none. */
    long find(long from) throws IOException {
        for (long at = from; at + DocumentLayout.HEADER_BYTES <= size; at += Segment.ALIGNMENT_BYTES) {
            if (intAt(at) == DocumentLayout.MAGIC) {
                return at;
            }
        }
        return -1;
    }

    /** Offset of the next byte, from here on, that is not zero; -1 when there is none. */
    long findNonZero(long from) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(size, WINDOW_BYTES));
        for (long at = from; at < size; at += zeros.capacity()) {
            int length = (int) Math.min(size - at, zeros.capacity());
            int mismatch = bytes(at, length).mismatch(zeros.slice(0, length));
            if (mismatch >= 0) {
                return at + mismatch;
            }
        }
        return -1;
    }

    private int intAt(long at) throws IOException {
        cover(at, Integer.BYTES);
        return window.getInt((int) (at - windowAt));
    }

    /** A view of bytes of the file; valid until the next call. */
    private ByteBuffer bytes(long at, int length) throws IOException {
        cover(at, length);
        return window.slice((int) (at - windowAt), length).order(window.order());
    }

    private void cover(long at, int length) throws IOException {
        if (at >= windowAt && at + length <= windowAt + window.limit()) {
            return;
        }
        if (length > window.capacity()) {
            window = allocate(length);
        }
        window.clear().limit(Math.min(window.capacity(), Math.max(length, ahead)));
        ahead = Math.min(LARGE_WINDOW_BYTES, 2 * ahead);
        windowAt = at;
        while (window.hasRemaining() && file.read(window, at + window.position()) >= 0) {
            continue;
        }
        window.flip();
        if (window.limit() < length) {
            throw new IOException(
                    place + " ends at " + (at + window.limit()) + "; it had " + size + " bytes when it was opened");
        }
    }

    /** A window to read segments of this length through, one after the other; large ones without a copy in between. */
    static ByteBuffer window(long segmentBytes) {
        return segmentBytes < LARGE_WINDOW_BYTES
                ? allocate((int) segmentBytes)
                : DocumentLayout.allocate(LARGE_WINDOW_BYTES);
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
