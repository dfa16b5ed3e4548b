package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
 *   zeros    zeros            -              free if zeros throughout, as it was made; else damage
 *   other    zeros            -              free: taking it was cut short
 *   other    other            -              damage: somebody's documents without their header
 * </pre>
 */
final class SegmentInventory {

    final NavigableMap<Long, List<Segment>> epochs = new TreeMap<>();
    final List<Segment> free = new ArrayList<>();
    private final NavigableSet<Long> onTheWayOut = new TreeSet<>();
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
        boolean hasDocument = !isZero(page.slice(Segment.FIRST_DOCUMENT_AT, Segment.ALIGNMENT_BYTES));
        if (hasDocument || (isZero(page.slice(0, SegmentHeader.PAGE_BYTES)) && !isZeroThroughout(segment))) {
            throw damage(segment, "it holds documents, but its header is not what was written");
        }
    }

    private boolean isZeroThroughout(Segment segment) throws IOException {
        try (SegmentReader reader = SegmentReader.open(folder, segment.name())) {
            return reader.isZero();
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
