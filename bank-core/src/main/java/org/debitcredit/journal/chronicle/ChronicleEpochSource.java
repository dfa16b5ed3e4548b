package org.debitcredit.journal.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.debitcredit.journal.DocumentLayout;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumWatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads an epoch from the raw bytes of its Chronicle file, without opening a queue. So nothing is written, no lock is
 * needed, and the end of the framing is read exactly.
 *
 * <pre>
 *   file:   [frame][frame] ... [0 0 0 0 ...
 *   frame:  word, 32 bits: bit 31 = not finished, bit 30 = Chronicle's own, rest = length
 *           payload, length bytes, then padding to 4
 * </pre>
 */
final class ChronicleEpochSource implements DocumentSource {

    /**
     * The first document of a queue, of four bytes. It was written when the queue was prepared, before it became an
     * epoch.
     */
    static final int PRELUDE = 0x30424344; // "DCB0"

    private static final int UNFINISHED = 0x8000_0000;
    private static final int CHRONICLES_OWN = 0x4000_0000;
    private static final int LENGTH_MASK = 0x3FFF_FFFF;
    private static final int WORD_BYTES = 4;
    private static final int WINDOW_BYTES = 4 << 20;

    /**
     * Read first: at the end of what is being written, where little more is to be expected, and at the beginning of an
     * epoch, of which many readers need no more.
     */
    private static final int FIRST_BYTES = 64 << 10;

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 << 10).asReadOnlyBuffer();

    private final Path path;
    private final @Nullable DataFile file;
    private long size;

    private ByteBuffer window = DocumentLayout.allocate(0);
    private long windowAt;
    /** Number of bytes to read next. */
    private int ahead = FIRST_BYTES;

    private long nextFrameAt;
    private long lastDocumentAt;

    private ChronicleEpochSource(Path path, @Nullable DataFile file, long size) {
        this.path = path;
        this.file = file;
        this.size = size;
    }

    /** Opens the one queue file of an epoch's directory; a directory without one delivers nothing. */
    static ChronicleEpochSource open(Path queueDirectory, MediumWatch watch) throws IOException {
        Folder queue = DiskFolder.forReading(queueDirectory, watch);
        String name = queue.names().stream()
                .filter(entry -> entry.endsWith(".cq4"))
                .findFirst()
                .orElse(null);
        if (name == null) {
            return new ChronicleEpochSource(queueDirectory, null, 0);
        }
        DataFile file = queue.open(name);
        return new ChronicleEpochSource(queueDirectory.resolve(name), file, file.size());
    }

    /**
     * Where the frames of a file end within its first bytes; -1 if they do not.
     *
     * @param start of the file, little-endian
     */
    static int endWithin(ByteBuffer start) {
        long at = 0;
        while (at + WORD_BYTES <= start.limit()) {
            int word = start.getInt((int) at);
            if (word == 0) {
                return (int) at;
            }
            at = frameAfter(at + WORD_BYTES, word & LENGTH_MASK);
        }
        return -1;
    }

    private static long frameAfter(long payloadAt, int length) {
        return (payloadAt + length + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
    }

    @Override
    public @Nullable ByteBuffer next() throws IOException {
        while (nextFrameAt + WORD_BYTES <= size) {
            int word = bytes(nextFrameAt, WORD_BYTES).getInt(0);
            long payloadAt = nextFrameAt + WORD_BYTES;
            int length = word & LENGTH_MASK;
            if (word == 0
                    || (word & UNFINISHED) != 0
                    || length > DocumentLayout.DOCUMENT_BYTES_MAX
                    || payloadAt + length > size) {
                return null;
            }
            nextFrameAt = frameAfter(payloadAt, length);
            if ((word & CHRONICLES_OWN) == 0 && !isPrelude(payloadAt, length)) {
                lastDocumentAt = payloadAt;
                return bytes(payloadAt, length);
            }
        }
        return null;
    }

    @Override
    public void refresh() throws IOException {
        if (file != null) {
            size = file.size();
            window.limit(0);
            ahead = FIRST_BYTES;
        }
    }

    private boolean isPrelude(long payloadAt, int length) throws IOException {
        return length == Integer.BYTES && bytes(payloadAt, length).getInt(0) == PRELUDE;
    }

    @Override
    public boolean endsBlank() throws IOException {
        return nextFrameAt + WORD_BYTES > size || bytes(nextFrameAt, WORD_BYTES).getInt(0) == 0;
    }

    @Override
    public boolean anyLater(Predicate<ByteBuffer> test) throws IOException {
        for (long at = lastDocumentAt; at + DocumentLayout.HEADER_BYTES <= size; at += WORD_BYTES) {
            int word = wordAt(at);
            if (word == 0) {
                at += zerosAt(at) - WORD_BYTES;
                continue;
            }
            if (word != DocumentLayout.MAGIC || isUnfinished(at)) {
                continue;
            }
            int length = bytes(at, DocumentLayout.HEADER_BYTES).getInt(DocumentLayout.LENGTH_AT);
            boolean plausible = length >= DocumentLayout.HEADER_BYTES
                    && length <= DocumentLayout.DOCUMENT_BYTES_MAX
                    && at + length <= size;
            if (plausible && test.test(bytes(at, length))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Where the frames end, if the rest of the file holds only zeros; -1 if it holds anything else, or if the frames
     * take more than a number of bytes. The source delivers no document after this call.
     */
    long blankFrom(long framesMost) throws IOException {
        while (next() != null) {
            if (nextFrameAt > framesMost) {
                return -1;
            }
        }
        long at = nextFrameAt;
        while (at + WORD_BYTES <= size && wordAt(at) == 0) {
            at += zerosAt(at);
        }
        return at == size ? nextFrameAt : -1;
    }

    /** Without a view, because most of the bytes are zeros. */
    private int wordAt(long at) throws IOException {
        if (at < windowAt || at + WORD_BYTES > windowAt + window.limit()) {
            load(at, WORD_BYTES);
        }
        return window.getInt((int) (at - windowAt));
    }

    /** The number of zero bytes in the window from a zero word on, in whole words, at least one. */
    private int zerosAt(long at) {
        int from = (int) (at - windowAt);
        int length = Math.min(ZEROS.capacity(), window.limit() - from);
        int zeros = window.slice(from, length).mismatch(ZEROS.slice(0, length));
        return (zeros < 0 ? length : zeros) / WORD_BYTES * WORD_BYTES;
    }

    /**
     * Whether a payload belongs to the unfinished frame at which reading ended. Its writer was killed between copying
     * the payload and writing the frame word, which is still 0 or marks the frame as unfinished. It was never forced,
     * so it is no evidence of damage, however complete it looks.
     */
    private boolean isUnfinished(long payloadAt) throws IOException {
        if (payloadAt != nextFrameAt + WORD_BYTES) {
            return false;
        }
        int word = bytes(nextFrameAt, WORD_BYTES).getInt(0);
        return word == 0 || (word & UNFINISHED) != 0;
    }

    @Override
    public String place() {
        return path + " at offset " + lastDocumentAt;
    }

    /** A view of bytes of the file; valid until the next call. */
    private ByteBuffer bytes(long at, int length) throws IOException {
        if (at < windowAt || at + length > windowAt + window.limit()) {
            load(at, length);
        }
        ByteBuffer view = window.slice((int) (at - windowAt), length);
        return view.order(window.order());
    }

    private void load(long at, int length) throws IOException {
        if (file == null) {
            throw new IllegalStateException("nothing to read in " + path);
        }
        int wanted = Math.max(length, ahead);
        if (wanted > window.capacity()) {
            window = DocumentLayout.allocate(wanted);
        }
        window.clear().limit(wanted);
        ahead = Math.min(WINDOW_BYTES, 2 * ahead);
        windowAt = at;
        while (window.hasRemaining() && file.read(window, at + window.position()) >= 0) {
            continue;
        }
        window.flip();
        if (window.limit() < length) {
            throw new IOException(
                    path + " ends at " + (at + window.limit()) + "; it had " + size + " bytes when it was opened");
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
