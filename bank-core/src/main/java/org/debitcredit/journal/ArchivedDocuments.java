package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.debitcredit.storage.DataFile;
import org.jspecify.annotations.Nullable;

/** The documents of one archived epoch, in sequence. */
final class ArchivedDocuments implements DocumentSource {

    static final int ALIGNMENT = 8;

    /** Large enough for a reader that looks only for the beginning of an epoch. */
    private static final int FIRST_BYTES = 64 << 10;

    private static final int WINDOW_BYTES = 4 << 20;

    private final DataFile file;
    private final String name;
    private final long size;

    private ByteBuffer window = DocumentLayout.allocate(FIRST_BYTES).limit(0);
    private long windowAt;
    private long nextAt;
    private long lastAt;

    ArchivedDocuments(DataFile file, String name) throws IOException {
        this.file = file;
        this.name = name;
        this.size = file.size();
    }

    static long aligned(long at) {
        return (at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Bytes of the file when it was opened. */
    long size() {
        return size;
    }

    @Override
    public @Nullable ByteBuffer next() throws IOException {
        int length = lengthAt(nextAt);
        if (length == 0) {
            return null;
        }
        ByteBuffer document = bytes(nextAt, length);
        lastAt = nextAt;
        nextAt = aligned(nextAt + length);
        return document;
    }

    @Override
    public boolean endsBlank() {
        return nextAt >= size;
    }

    @Override
    public boolean anyLater(Predicate<ByteBuffer> test) throws IOException {
        for (long at = lastAt; at < size; at += ALIGNMENT) {
            int length = lengthAt(at);
            if (length > 0 && test.test(bytes(at, length))) {
                return true;
            }
        }
        return false;
    }

    /** Length of the document that seems to begin here; 0 if none does. */
    private int lengthAt(long at) throws IOException {
        if (at + DocumentLayout.HEADER_BYTES > size) {
            return 0;
        }
        ByteBuffer header = bytes(at, DocumentLayout.HEADER_BYTES);
        int length = header.getInt(DocumentLayout.LENGTH_AT);
        boolean plausible = header.getInt(DocumentLayout.MAGIC_AT) == DocumentLayout.MAGIC
                && length >= DocumentLayout.HEADER_BYTES
                && length <= DocumentLayout.DOCUMENT_BYTES_MAX
                && at + length <= size;
        return plausible ? length : 0;
    }

    @Override
    public String place() {
        return name + " at offset " + lastAt;
    }

    /** A view of bytes of the file; valid until the next call. */
    private ByteBuffer bytes(long at, int length) throws IOException {
        if (at < windowAt || at + length > windowAt + window.limit()) {
            load(at, length);
        }
        return window.slice((int) (at - windowAt), length).order(window.order());
    }

    private void load(long at, int length) throws IOException {
        int wanted = at == 0 ? FIRST_BYTES : Math.min(WINDOW_BYTES, 2 * window.capacity());
        if (window.capacity() < Math.max(wanted, length)) {
            window = DocumentLayout.allocate(Math.max(wanted, length));
        }
        window.clear();
        windowAt = at;
        try {
            file.readFully(window, at);
        } catch (IOException e) {
            window.limit(0);
            throw e;
        }
        window.flip();
        if (window.limit() < length) {
            throw new IOException(
                    name + " ends at " + (at + window.limit()) + "; it had " + size + " bytes when it was opened");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
