package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.journal.DocumentLayout;
import org.debitcredit.storage.Folder;

/**
 * Shortens the segments in which earlier starts wrote little. Each start begins a segment of its own, and the keys of a
 * bank with little to do keep all of them for a long time. So a bank that is started often would fill its disk.
 *
 * <p>Only the last segment of an epoch is shortened, and only where a later epoch has begun. What an epoch's end is
 * evidence of was then decided: the later epoch's header says where it ends. An epoch with anything that could be a
 * torn or a damaged document stays as it is. The shorter file is written beside the other and renamed in its place, so
 * after a crash either is there, and both are whole.
 */
final class InheritedSegments {

    /** Segments that a start shortens at most, because it reads each of them whole. Each start leaves one. */
    private static final int SHORTENED_MOST = 4;

    /** Bytes for which it is worth it. */
    private static final int SURPLUS_LEAST = 4 << 10;

    private final Folder folder;
    private final CRC32C crc = new CRC32C();

    private InheritedSegments(Folder folder) {
        this.folder = folder;
    }

    /**
     * Shortens some of them, the oldest first.
     *
     * @return whether any was shortened, and the folder has to be read again
     */
    static boolean shorten(Folder folder, NavigableMap<Long, List<Segment>> epochs) throws IOException {
        return new InheritedSegments(folder).shorten(epochs);
    }

    private boolean shorten(NavigableMap<Long, List<Segment>> epochs) throws IOException {
        int shortened = 0;
        for (List<Segment> segments : decided(epochs).values()) {
            Segment last = segments.get(segments.size() - 1);
            if (shortened < SHORTENED_MOST && shorten(last)) {
                shortened++;
            }
        }
        if (shortened > 0) {
            folder.force();
        }
        return shortened > 0;
    }

    /** The epochs before the newest one whose header is whole. */
    private SortedMap<Long, List<Segment>> decided(NavigableMap<Long, List<Segment>> epochs) throws IOException {
        for (Map.Entry<Long, List<Segment>> epoch : epochs.descendingMap().entrySet()) {
            if (hasBegun(epoch.getValue().get(0))) {
                return epochs.headMap(epoch.getKey(), false);
            }
        }
        return epochs.headMap(Long.MIN_VALUE);
    }

    private boolean hasBegun(Segment first) throws IOException {
        SegmentHeader owner = first.header();
        if (owner == null || owner.index() != 0) {
            return false;
        }
        try (SegmentReader reader = SegmentReader.open(folder, first.name())) {
            ByteBuffer document = reader.document(Segment.FIRST_DOCUMENT_AT, owner.id());
            return document != null && DocumentLayout.isIntact(document, crc);
        }
    }

    private boolean shorten(Segment segment) throws IOException {
        SegmentHeader owner = segment.header();
        if (owner == null) {
            return false;
        }
        // As far as the writer leaves zeros after the last document.
        long length = segment.writtenBytes(folder) + Segment.ALIGNMENT_BYTES;
        if (segment.bytes() - length < Math.max(SURPLUS_LEAST, length)
                || !isWhole(segment, owner.id(), length - Segment.ALIGNMENT_BYTES)
                || folder.usableBytes() < length) {
            return false;
        }
        segment.copyTo(
                folder, SegmentMaker.UNFINISHED, new SegmentHeader(owner.epoch(), owner.id(), owner.index(), length));
        folder.rename(SegmentMaker.UNFINISHED, segment.name());
        return true;
    }

    /** Whether all documents up to there are intact, and nothing follows that is or was one of the same epoch. */
    private boolean isWhole(Segment segment, UUID epoch, long end) throws IOException {
        try (SegmentReader reader = SegmentReader.open(folder, segment.name())) {
            for (long at = Segment.FIRST_DOCUMENT_AT; at < end; ) {
                ByteBuffer document = reader.document(at, epoch);
                if (document == null || !DocumentLayout.isIntact(document, crc)) {
                    return false;
                }
                at = Segment.align(at + document.limit());
            }
            if (!reader.isBlank(end)) {
                return false;
            }
            for (long at = reader.find(end); at >= 0; at = reader.find(at + Segment.ALIGNMENT_BYTES)) {
                if (reader.document(at, epoch) != null) {
                    return false;
                }
            }
            return true;
        }
    }
}
