package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one epoch, segment after segment. The medium does not record which document is the last of a
 * segment. Where there is no further document of this epoch, the next one is looked for at the start of the epoch's
 * next segment. The reader checks by sequence number and chain whether it continues the previous one.
 */
final class SegmentSource implements DocumentSource {

    private final Folder folder;
    private final UUID epoch;
    private final Supplier<List<Segment>> owned;
    private List<Segment> segments;

    private int index;
    private @Nullable SegmentReader reader;
    /** The window of the segment before, for the next one; null until there was one. */
    private @Nullable ByteBuffer spare;

    private long nextAt = Segment.FIRST_DOCUMENT_AT;
    private long lastAt = Segment.FIRST_DOCUMENT_AT;

    private SegmentSource(Folder folder, UUID epoch, Supplier<List<Segment>> owned) {
        this.folder = folder;
        this.epoch = epoch;
        this.owned = owned;
        this.segments = owned.get();
    }

    /**
     * Opens an epoch.
     *
     * @param owned its segments, of which the first, or others, may be missing
     * @throws NoSuchFileException when they are being removed
     */
    static SegmentSource open(Folder folder, Supplier<List<Segment>> owned) throws IOException {
        Segment first = owned.get().get(0);
        SegmentHeader header = first.header();
        if (header == null) {
            throw new NoSuchFileException(folder.place(first.name()));
        }
        SegmentSource source = new SegmentSource(folder, header.id(), owned);
        source.reader = source.openSegment(0);
        return source;
    }

    @Override
    public @Nullable ByteBuffer next() throws IOException {
        if (reader == null) {
            return null;
        }
        ByteBuffer document = reader.document(nextAt, epoch);
        if (document == null) {
            document = firstOfNextSegment();
        }
        if (document != null) {
            lastAt = nextAt;
            nextAt = Segment.align(nextAt + document.limit());
        }
        return document;
    }

    @Override
    public void refresh() {
        segments = owned.get();
        if (reader != null) {
            reader.refresh();
        }
    }

    /** Goes to the next segment if a document begins at its start. */
    private @Nullable ByteBuffer firstOfNextSegment() throws IOException {
        SegmentReader next = openSegment(index + 1);
        if (next == null) {
            return null;
        }
        ByteBuffer document = next.document(Segment.FIRST_DOCUMENT_AT, epoch);
        if (document == null) {
            next.close();
            return null;
        }
        SegmentReader read = reader;
        if (read != null) {
            read.close();
            spare = read.window();
        }
        reader = next;
        index++;
        nextAt = Segment.FIRST_DOCUMENT_AT;
        return document;
    }

    private @Nullable SegmentReader openSegment(int wanted) throws IOException {
        for (Segment segment : segments) {
            SegmentHeader header = segment.header();
            if (header != null && header.index() == wanted) {
                return SegmentReader.openForAll(folder, segment.name(), spare);
            }
        }
        return null;
    }

    @Override
    public boolean endsBlank() throws IOException {
        if (reader == null) {
            return true;
        }
        if (nextAt + Segment.ALIGNMENT_BYTES <= reader.size() && !reader.isBlank(nextAt)) {
            return false;
        }
        // A document that did not fit here begins the next segment.
        try (SegmentReader next = openSegment(index + 1)) {
            return next == null || next.isBlank(Segment.FIRST_DOCUMENT_AT);
        }
    }

    /**
     * {@inheritDoc} Only the epoch's own segments are searched. A segment that lost its header is already reported as
     * damage when the journal is opened.
     */
    @Override
    public boolean anyLater(Predicate<ByteBuffer> test) throws IOException {
        for (Segment segment : segments) {
            SegmentHeader header = segment.header();
            if (header == null || header.index() < index) {
                continue;
            }
            try (SegmentReader raw = SegmentReader.open(folder, segment.name())) {
                boolean isCurrent = reader != null && header.index() == index;
                if (anyFrom(raw, isCurrent ? lastAt : Segment.FIRST_DOCUMENT_AT, test)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean anyFrom(SegmentReader segment, long from, Predicate<ByteBuffer> test) throws IOException {
        for (long at = segment.find(from); at >= 0; at = segment.find(at + Segment.ALIGNMENT_BYTES)) {
            ByteBuffer document = segment.document(at, epoch);
            if (document != null && test.test(document)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String place() {
        String file = reader == null ? folder.place(segments.get(0).name()) : reader.place();
        return file + " at offset " + lastAt;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
    }
}
