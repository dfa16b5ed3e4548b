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

    /**
     * Read first: at the end of what is being written, where little more is to be expected, and at the beginning of an
     * epoch, of which many readers need no more.
     */
    private static final int FIRST_BYTES = 64 << 10;

    private final String place;
    private final DataFile file;
    private final long size;
    private final int windowBytesMax;

    private ByteBuffer window;
    private long windowAt;
    /** Number of bytes to read next, up to the maximum of the window. */
    private int ahead;

    private SegmentReader(String place, DataFile file, long size, ByteBuffer window, int windowBytesMax) {
        this.place = place;
        this.file = file;
        this.size = size;
        this.windowBytesMax = windowBytesMax;
        this.window = window.limit(0);
        this.ahead = Math.max(window.capacity(), Math.min(FIRST_BYTES, windowBytesMax));
    }

    /**
     * Opens a segment for reading it once. The window is on the heap, because many such windows would exhaust direct
     * memory.
     */
    static SegmentReader open(Folder folder, String name) throws IOException {
        return open(folder, name, WINDOW_BYTES, size -> allocate((int) Math.min(size, WINDOW_BYTES)));
    }

    /**
     * Opens a segment of an epoch whose segments are read one after the other. The window grows with what is read.
     *
     * @param spare the {@link #window} of a reader that was closed, used by this reader alone from now on; null if
     *     there is none
     */
    static SegmentReader openForAll(Folder folder, String name, @Nullable ByteBuffer spare) throws IOException {
        return open(folder, name, LARGE_WINDOW_BYTES, size -> spare == null ? allocate(0) : spare);
    }

    private static SegmentReader open(Folder folder, String name, int windowBytesMost, LongFunction<ByteBuffer> window)
            throws IOException {
        DataFile file = folder.open(name);
        try {
            long size = file.size();
            int windowBytesMax = (int) Math.min(size, windowBytesMost);
            return new SegmentReader(folder.place(name), file, size, window.apply(size), windowBytesMax);
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
        ahead = FIRST_BYTES;
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
        int wanted = Math.max(length, Math.min(ahead, windowBytesMax));
        if (wanted > window.capacity()) {
            // Large ones are read without a copy in between.
            window = windowBytesMax == LARGE_WINDOW_BYTES ? DocumentLayout.allocate(wanted) : allocate(wanted);
        }
        window.clear().limit(wanted);
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

    /** The buffer that is read through, for another reader after this one. */
    ByteBuffer window() {
        return window;
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
