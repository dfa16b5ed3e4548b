package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.debitcredit.storage.Folder;

/**
 * What a folder of segments holds when it is opened: each segment is an epoch's, or free, or damage. Removals that were
 * begun are finished first.
 *
 * <pre>
 *   header   first document   removal mark   is
 *   whole    any              of others      its epoch's
 *   whole    any              of its epoch   on its way out, with all of that epoch: free once that is done
 *   zeros    zeros            -              free if zeros throughout, as it was made
 *   other    zeros            -              free: taking it was cut short
 *   zeros    any              -              free if one byte is not zero: a flipped bit, which is set right
 *   else                                     damage: documents without their header, or what is left of some
 * </pre>
 *
 * A document has many bytes that are not zero. So one byte is all that a segment can differ by and surely hold nothing of
 * a document. With more, it is refused even if no document begins in it: its beginning may be what was damaged.
 */
final class SegmentInventory {

    final NavigableMap<Long, List<Segment>> epochs = new TreeMap<>();
    final List<Segment> free = new ArrayList<>();
    private final NavigableSet<Long> onTheWayOut = new TreeSet<>();
    /** Spare segments with a byte that is not zero, and where it stands. */
    private final Map<Segment, Long> flipped = new LinkedHashMap<>();

    private final Folder folder;

    private SegmentInventory(Folder folder) {
        this.folder = folder;
    }

    /**
     * Opens every segment.
     *
     * @throws JournalDamage when a segment, or its header, is not what was written
     */
    static SegmentInventory open(Folder folder) throws IOException {
        SegmentMaker.deleteUnfinished(folder);
        Segment.deleteOutOfSight(folder);
        // A server that was killed may have named a segment in the page cache only: what is written to it would be
        // lost.
        folder.force();
        SegmentInventory inventory = new SegmentInventory(folder);
        List<Segment> opened = new ArrayList<>();
        try {
            for (String name : Segment.names(folder)) {
                inventory.requireName(Segment.name(opened.size() + 1), name);
                Segment segment = Segment.open(folder, name);
                opened.add(segment);
                inventory.place(segment);
            }
            inventory.sortByIndex();
            inventory.finishRemovals();
            inventory.setFlippedRight();
            return inventory;
        } catch (IOException | RuntimeException e) {
            for (Segment segment : opened) {
                segment.close();
            }
            throw e;
        }
    }

    /** Removes an epoch's segments from it: first all say so, then all are vacated. One that says so speaks for its epoch. */
    static void remove(List<Segment> segments) throws IOException {
        for (Segment segment : segments) {
            segment.markRemoved();
        }
        for (Segment segment : segments) {
            segment.vacate();
        }
    }

    int segmentCount() {
        return free.size() + epochs.values().stream().mapToInt(List::size).sum();
    }

    private void requireName(String expected, String found) {
        if (!expected.equals(found)) {
            throw new JournalDamage(
                    "damaged journal: " + folder.place(expected) + " is missing", JournalDamage.UNKNOWN);
        }
    }

    private void place(Segment segment) throws IOException {
        ByteBuffer page = segment.readFirstPage();
        if (page == null) {
            throw damage(segment, "it has " + segment.bytes() + " bytes, not even a first page");
        }
        SegmentHeader header = segment.header();
        if (header == null) {
            requireVacant(segment, page);
            free.add(segment);
            return;
        }
        if (header.segmentBytes() != segment.bytes()) {
            throw damage(segment, "it has " + segment.bytes() + " bytes instead of " + header.segmentBytes());
        }
        epochs.computeIfAbsent(header.epoch(), epoch -> new ArrayList<>()).add(segment);
        if (header.isRemoved(page)) {
            onTheWayOut.add(header.epoch());
        }
    }

    private void requireVacant(Segment segment, ByteBuffer page) throws IOException {
        boolean isCutShort = isZero(page.slice(Segment.FIRST_DOCUMENT_AT, Segment.ALIGNMENT_BYTES))
                && !isZero(page.slice(0, SegmentHeader.PAGE_BYTES));
        if (isCutShort) {
            return;
        }
        try (SegmentReader reader = SegmentReader.open(folder, segment.name())) {
            long first = reader.findNonZero(0);
            if (first < 0) {
                return;
            }
            if (reader.findNonZero(first + 1) < 0) {
                flipped.put(segment, first);
                return;
            }
            if (reader.find(Segment.FIRST_DOCUMENT_AT) >= 0) {
                throw damage(segment, "it holds documents, but its header is not what was written");
            }
            throw damage(
                    segment,
                    "it has no header, and no document begins in it, but it is not a spare segment of zeros as it was made: "
                            + "from offset " + first + " on there are bytes that are not zero. They may be the rest of "
                            + "documents whose beginning is lost. Use the mirror or a backup if there is one; with a file "
                            + "of " + segment.bytes() + " zeros in its place the bank starts without what it may hold");
        }
    }

    private void setFlippedRight() throws IOException {
        for (Map.Entry<Segment, Long> each : flipped.entrySet()) {
            each.getKey().clear(each.getValue());
        }
    }

    private static boolean isZero(ByteBuffer bytes) {
        return bytes.mismatch(ByteBuffer.allocate(bytes.remaining())) < 0;
    }

    private void sortByIndex() {
        for (List<Segment> segments : epochs.values()) {
            segments.sort(Comparator.comparingInt(segment -> headerOf(segment).index()));
            for (int i = 1; i < segments.size(); i++) {
                SegmentHeader earlier = headerOf(segments.get(i - 1));
                SegmentHeader later = headerOf(segments.get(i));
                if (!earlier.id().equals(later.id()) || earlier.index() == later.index()) {
                    throw damage(
                            segments.get(i),
                            "epoch " + later.epoch() + " has it beside "
                                    + segments.get(i - 1).name());
                }
            }
        }
    }

    private static SegmentHeader headerOf(Segment segment) {
        SegmentHeader header = segment.header();
        if (header == null) {
            throw new IllegalStateException(segment.name() + " belongs to no epoch");
        }
        return header;
    }

    private void finishRemovals() throws IOException {
        for (long epoch : onTheWayOut) {
            List<Segment> segments = epochs.get(epoch);
            if (segments != null) {
                // All of it again: what is read here may stand in the page cache of a server that was killed only.
                remove(segments);
                free.addAll(segments);
                epochs.remove(epoch);
            }
        }
    }

    private JournalDamage damage(Segment segment, String evidence) {
        return new JournalDamage(
                "damaged journal: " + folder.place(segment.name()) + ": " + evidence, JournalDamage.UNKNOWN);
    }
}
