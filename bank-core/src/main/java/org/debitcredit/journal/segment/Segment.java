package org.debitcredit.journal.segment;

import static org.debitcredit.journal.segment.SegmentHeader.PAGE_BYTES;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * A file of fixed length that was written completely once and is overwritten since then. It holds the documents of one
 * epoch at a time. Each begins at a multiple of {@value #ALIGNMENT_BYTES}, and none spans two segments. There are zeros
 * where the next document would begin. After them there may be intact documents of an earlier owner.
 *
 * <pre>
 *   0: {@link SegmentHeader} | 4096: [document][document] ... [64 zeros][what an earlier epoch left] ... end of file
 * </pre>
 *
 * A free segment has zeros at 4096, and a header is durable before a document is written after it. So an incomplete
 * header means one of two things. If zeros follow, taking the segment was interrupted. If anything else follows,
 * documents have lost their header, which is damage.
 */
final class Segment implements AutoCloseable {

    static final int ALIGNMENT_BYTES = 64;
    static final int FIRST_DOCUMENT_AT = PAGE_BYTES;

    /** Prefix of the name of a segment that is being deleted. Chronicle uses "removed-" for its directories. */
    private static final String OUT_OF_SIGHT = "deleted-";

    private static final int NUMBER_MAX = 999_999_999;

    private static final int COPY_BYTES = 1 << 20;
    private static final int COUNTED_BYTES = 1 << 20;
    private static final Pattern NAME = Pattern.compile("segment-\\d{6,9}");

    private final String name;
    private final int number;
    private final DataFile file;
    private final long bytes;

    private final ByteBuffer zeros = ByteBuffer.allocateDirect(ALIGNMENT_BYTES);

    private @Nullable SegmentHeader header;

    private Segment(String name, DataFile file, long bytes) {
        this.name = name;
        this.number = number(name);
        this.file = file;
        this.bytes = bytes;
    }

    static Segment open(Folder folder, String name) throws IOException {
        DataFile file = folder.open(name);
        try {
            return new Segment(name, file, file.size());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Name of the segment of this number, counted from 1. */
    static String name(int number) {
        if (number > NUMBER_MAX) {
            throw new IllegalStateException(
                    "there are " + NUMBER_MAX + " segments already, which is the largest number that can be read");
        }
        return String.format(Locale.ROOT, "segment-%06d", number);
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(name.indexOf('-') + 1));
    }

    /**
     * Names of all segments of a folder, sorted by number, because in alphabetical order a million comes before
     * 999,999.
     */
    static List<String> names(Folder folder) throws IOException {
        return folder.names().stream()
                .filter(name -> NAME.matcher(name).matches())
                .sorted(Comparator.comparingInt(Segment::number))
                .toList();
    }

    /** Length of a segment that holds one document of this size. */
    static long bytesFor(int documentBytes) {
        return (long) FIRST_DOCUMENT_AT + documentBytes;
    }

    /** Deletes the remains of segments that a killed server was deleting. */
    static void deleteOutOfSight(Folder folder) throws IOException {
        for (String left : folder.names()) {
            if (left.startsWith(OUT_OF_SIGHT)
                    && NAME.matcher(left.substring(OUT_OF_SIGHT.length())).matches()) {
                folder.delete(left);
            }
        }
    }

    /** Offset at which the document after one that ends here begins. */
    static long align(long end) {
        return (end + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
    }

    String name() {
        return name;
    }

    /** The number in its name, counted from 1. */
    int number() {
        return number;
    }

    /** Length of the file. */
    long bytes() {
        return bytes;
    }

    /** The owner's header; null while it has no owner. */
    @Nullable
    SegmentHeader header() {
        return header;
    }

    /**
     * Reads the first page and the place of the first document, and keeps the header that it finds. Returns what it
     * read; null if the file is too short.
     */
    @Nullable
    ByteBuffer readFirstPage() throws IOException {
        ByteBuffer page =
                ByteBuffer.allocate(FIRST_DOCUMENT_AT + ALIGNMENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (!file.readFully(page, 0)) {
            return null;
        }
        header = SegmentHeader.decode(page);
        return page;
    }

    /**
     * How far its owner wrote, exactly if that is within the first mebibyte. A segment with documents after its first
     * mebibyte counts as full, so that a start reads few bytes of each.
     */
    long writtenBytes(Folder folder) throws IOException {
        SegmentHeader owner = header;
        if (owner == null) {
            return 0;
        }
        try (SegmentReader reader = SegmentReader.open(folder, name)) {
            long at = FIRST_DOCUMENT_AT;
            for (ByteBuffer document = reader.document(at, owner.id());
                    document != null;
                    document = reader.document(at, owner.id())) {
                at = align(at + document.limit());
                if (at > COUNTED_BYTES) {
                    return bytes;
                }
            }
            return at;
        }
    }

    /** Assigns the segment to an epoch, durably. Nothing may be written into it before. */
    void begin(SegmentHeader owner) throws IOException {
        file.write(owner.encode(), 0);
        file.force();
        header = owner;
    }

    /**
     * Overwrites with zeros what an earlier owner may have left where the next document will begin. This is written
     * before the current document. So anything but zeros after the last complete document is a torn or a damaged
     * document.
     */
    void blank(long at) throws IOException {
        if (at + ALIGNMENT_BYTES <= bytes) {
            file.write(zeros.clear(), at);
        }
    }

    /** Makes one byte zero, durably, as it was when the segment was made. */
    void clear(long at) throws IOException {
        file.write(ByteBuffer.allocate(1), at);
        file.force();
    }

    void write(ByteBuffer document, long at) throws IOException {
        file.write(document, at);
    }

    /** Overwrites the file with its own contents. A crash in the middle of this changes nothing. */
    void rewrite() throws IOException {
        file.rewrite(0, bytes);
    }

    /**
     * Writes a durable copy with another header, and zeros at the end, into a new file.
     *
     * @param to with the length of the copy
     */
    void copyTo(Folder folder, String name, SegmentHeader to) throws IOException {
        long end = to.segmentBytes() - ALIGNMENT_BYTES;
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(end, COPY_BYTES));
        try (DataFile shorter = folder.create(name)) {
            for (long at = FIRST_DOCUMENT_AT; at < end; at += chunk.limit()) {
                if (!file.readFully(chunk.clear().limit((int) Math.min(chunk.capacity(), end - at)), at)) {
                    throw new IOException(this.name + " is shorter than it was when it was opened");
                }
                shorter.write(chunk.flip(), at);
            }
            shorter.write(ByteBuffer.allocate(ALIGNMENT_BYTES), end);
            shorter.write(to.encode(), 0);
            shorter.force();
        }
    }

    void force() throws IOException {
        file.force();
    }

    /** Marks, durably, that the owner is being removed. Documents stay. */
    void markRemoved() throws IOException {
        if (header != null) {
            file.write(header.encodeRemovalMark(), SegmentHeader.MARK_AT);
            file.force();
        }
    }

    /** Overwrites the first document, durably, so that the segment no longer counts as holding documents. */
    void vacate() throws IOException {
        file.write(ByteBuffer.allocate(ALIGNMENT_BYTES), FIRST_DOCUMENT_AT);
        file.force();
        header = null;
    }

    /** Closes and renames it, durably. Returns the name that the file has until it is deleted. */
    String putOutOfSight(Folder folder) throws IOException {
        close();
        folder.rename(name, OUT_OF_SIGHT + name);
        folder.force();
        return OUT_OF_SIGHT + name;
    }

    /** Closes and renames it, durably, over another one that is closed; returns it under that name. */
    Segment moveOver(Folder folder, Segment other) throws IOException {
        close();
        folder.rename(name, other.name);
        folder.force();
        return open(folder, other.name);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
