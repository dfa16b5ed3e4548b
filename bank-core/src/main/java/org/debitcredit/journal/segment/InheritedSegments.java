package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.zip.CRC32C;
import org.debitcredit.journal.DocumentLayout;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * Shortens the segments in which earlier starts wrote little. Each start begins a segment of its own, and the keys of a
 * bank with little to do keep all of them for a long time. So a bank that is started often would fill its disk.
 *
 * <p>Only the last segment of an epoch is shortened, and only where a later epoch has begun. By then it is decided
 * where the epoch ends: the later epoch's header says so, and its last bytes are no longer needed as evidence. An epoch
 * with anything that could be a torn or a damaged document stays as it is. The shorter file is written beside the other
 * and renamed in its place, so after a crash one of the two is there, and it is whole.
 */
final class InheritedSegments {

    /** The most segments that a start tries to shorten, because it reads each of them whole. Each start leaves one. */
    private static final int SHORTENED_MOST = 4;

    private static final long NONE = 0;

    /** Fewest surplus bytes for which a segment is shortened. */
    private static final int SURPLUS_LEAST = 4 << 10;

    /** Name of a shorter copy until it is whole. Segments are made at the same time, under another name. */
    private static final String UNFINISHED = "shortened-segment";

    private final Folder folder;
    private final CRC32C crc = new CRC32C();

    InheritedSegments(Folder folder) {
        this.folder = folder;
    }

    /** Deletes what a crash left of a shorter copy. */
    static void deleteUnfinished(Folder folder) throws IOException {
        if (folder.names().contains(UNFINISHED)) {
            folder.delete(UNFINISHED);
        }
    }

    /**
     * Shortens some of them, the newest first, and replaces them in the map. No other thread may write to it. A segment
     * that cannot be read or copied stays as it is.
     */
    void shorten(ConcurrentNavigableMap<Long, List<Segment>> epochs) throws IOException {
        int left = SHORTENED_MOST;
        boolean any = false;
        for (Map.Entry<Long, List<Segment>> epoch : decided(epochs).entrySet()) {
            Segment last = epoch.getValue().get(epoch.getValue().size() - 1);
            long length = left > 0 ? shorterBytes(last) : NONE;
            if (length == NONE) {
                continue;
            }
            left--;
            if (isCopied(last, length)) {
                epochs.put(epoch.getKey(), replaced(epoch.getValue(), inPlaceOf(last)));
                any = true;
            }
        }
        if (any) {
            folder.force();
        }
    }

    private static List<Segment> replaced(List<Segment> segments, Segment last) {
        List<Segment> all = new ArrayList<>(segments.subList(0, segments.size() - 1));
        all.add(last);
        return List.copyOf(all);
    }

    /** The epochs before the newest one whose beginning is whole, the newest first. */
    private SortedMap<Long, List<Segment>> decided(ConcurrentNavigableMap<Long, List<Segment>> epochs) {
        for (Map.Entry<Long, List<Segment>> epoch : epochs.descendingMap().entrySet()) {
            if (hasBegun(epoch.getValue())) {
                return epochs.headMap(epoch.getKey(), false).descendingMap();
            }
        }
        return Collections.emptySortedMap();
    }

    private boolean hasBegun(List<Segment> segments) {
        SegmentHeader owner = segments.get(0).header();
        if (owner == null || owner.index() != 0) {
            return false;
        }
        try {
            ByteBuffer header = document(segments.get(0), Segment.FIRST_DOCUMENT_AT, owner.id());
            if (header == null || !isIntact(header)) {
                return false;
            }
            if (!DocumentLayout.repeatsParentBatch(header)) {
                return true;
            }
            long next = Segment.align(Segment.FIRST_DOCUMENT_AT + header.limit());
            ByteBuffer copy = document(segments.get(0), next, owner.id());
            // One that did not fit into the first segment begins the second.
            return copy == null && segments.size() > 1
                    ? isIntact(document(segments.get(1), Segment.FIRST_DOCUMENT_AT, owner.id()))
                    : isIntact(copy);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private @Nullable ByteBuffer document(Segment segment, long at, UUID epoch) throws IOException {
        try (SegmentReader reader = SegmentReader.open(folder, segment.name())) {
            return reader.document(at, epoch);
        }
    }

    private boolean isIntact(@Nullable ByteBuffer document) {
        return document != null && DocumentLayout.isIntact(document, crc);
    }

    /** Length of the shorter copy, with as many zeros as the writer leaves after the last document; or none. */
    private long shorterBytes(Segment segment) {
        try {
            long length = segment.writtenBytes(folder) + Segment.ALIGNMENT_BYTES;
            return segment.bytes() - length < Math.max(SURPLUS_LEAST, length) ? NONE : length;
        } catch (IOException unreadable) {
            return NONE;
        }
    }

    /** Whether there is a shorter copy now, which is durable. */
    private boolean isCopied(Segment segment, long length) throws IOException {
        SegmentHeader owner = segment.header();
        if (owner == null) {
            return false;
        }
        try {
            if (folder.usableBytes() < length || !isWhole(segment, owner.id(), length - Segment.ALIGNMENT_BYTES)) {
                return false;
            }
            segment.copyTo(folder, UNFINISHED, new SegmentHeader(owner.epoch(), owner.id(), owner.index(), length));
            return true;
        } catch (IOException impossible) {
            deleteUnfinished(folder);
            return false;
        }
    }

    /** Puts the copy in the place of a segment, and opens it. */
    private Segment inPlaceOf(Segment segment) throws IOException {
        folder.rename(UNFINISHED, segment.name());
        segment.close();
        Segment shorter = Segment.open(folder, segment.name());
        shorter.readFirstPage();
        return shorter;
    }

    /** Whether all documents up to there are intact, and nothing follows that is or was one of the same epoch. */
    private boolean isWhole(Segment segment, UUID epoch, long end) throws IOException {
        try (SegmentReader reader = SegmentReader.open(folder, segment.name())) {
            for (long at = Segment.FIRST_DOCUMENT_AT; at < end; ) {
                ByteBuffer document = reader.document(at, epoch);
                if (document == null || !isIntact(document)) {
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
