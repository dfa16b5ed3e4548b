package org.debitcredit.journal.segment;

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
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a folder of segments when it is opened. Each segment belongs to an epoch, is free, or is damaged.
 * Inspecting them changes nothing.
 *
 * <pre>
 *   header   first document   removal mark   is
 *   whole    any              of others      its epoch's
 *   whole    any              of its epoch   on its way out, with all of that epoch: free once that is done
 *   zeros    zeros            -              free if zeros throughout, as it was made
 *   other    zeros            -              free: taking it was interrupted
 *   zeros    any              -              free if one byte is not zero: a flipped bit, which is set right
 *   else                                     damage: documents without their header, or what is left of some
 * </pre>
 *
 * A document has many bytes that are not zero. So a segment with a single byte that is not zero certainly holds no part
 * of a document. With more such bytes it is refused even if no document begins in it, because the beginning may have
 * been damaged.
 */
final class SegmentInventory implements AutoCloseable {

    private final Folder folder;
    private final List<Segment> opened = new ArrayList<>();
    private final NavigableMap<Long, List<Segment>> epochs = new TreeMap<>();
    private final NavigableSet<Long> marked = new TreeSet<>();
    private final List<List<Segment>> onTheWayOut = new ArrayList<>();
    private final List<Segment> free = new ArrayList<>();
    /** Spare segments with one byte that is not zero, and the offset of that byte. */
    private final Map<Segment, Long> flipped = new LinkedHashMap<>();

    private @Nullable JournalDamage damage;

    private SegmentInventory(Folder folder) {
        this.folder = folder;
    }

    /**
     * Opens every segment and determines to which epoch it belongs.
     *
     * @throws org.debitcredit.storage.WrittenByLaterRelease if a header is of a later version
     */
    static SegmentInventory read(Folder folder) throws IOException {
        SegmentInventory inventory = new SegmentInventory(folder);
        try {
            for (String name : Segment.names(folder)) {
                inventory.expect(Segment.name(inventory.opened.size() + 1), name);
                Segment segment = Segment.open(folder, name);
                inventory.opened.add(segment);
                inventory.place(segment);
            }
            inventory.sortByIndex();
            inventory.takeOutMarked();
            return inventory;
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, inventory);
            throw e;
        }
    }

    /** The epochs whose removal has not begun, each with its segments in order. */
    NavigableMap<Long, List<Segment>> standing() {
        return epochs;
    }

    /** Segments without an owner. */
    List<Segment> free() {
        return free;
    }

    /** The first segment that is missing or damaged; null if all are intact. */
    @Nullable
    JournalDamage damage() {
        return damage;
    }

    /**
     * Removes an epoch: first all of its segments are marked, then all are vacated. One marked segment counts for the
     * whole epoch.
     */
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

    private void expect(String expected, String found) {
        if (!expected.equals(found)) {
            damaged("damaged journal: " + folder.place(expected)
                    + " is missing. Put it back, or use the mirror or a backup"
                    + " if there is one. If you replace it by a file of zeros as long as " + found
                    + ", the start names the transactions that are lost with it, if anything that is left shows them");
        }
    }

    private void place(Segment segment) throws IOException {
        ByteBuffer page = segment.readFirstPage();
        if (page == null) {
            damaged(segment, "it has " + segment.bytes() + " bytes, which is less than a first page");
            return;
        }
        SegmentHeader.requireKnown(page, folder.place(segment.name()));
        SegmentHeader header = segment.header();
        if (header == null) {
            placeWithoutHeader(segment, page);
            return;
        }
        if (header.segmentBytes() != segment.bytes()) {
            damaged(segment, "it has " + segment.bytes() + " bytes instead of " + header.segmentBytes());
        }
        epochs.computeIfAbsent(header.epoch(), epoch -> new ArrayList<>()).add(segment);
        if (header.isRemoved(page)) {
            marked.add(header.epoch());
        }
    }

    private void placeWithoutHeader(Segment segment, ByteBuffer page) throws IOException {
        boolean isCutShort = isZero(page.slice(Segment.FIRST_DOCUMENT_AT, Segment.ALIGNMENT_BYTES))
                && !isZero(page.slice(0, SegmentHeader.PAGE_BYTES));
        String evidence = isCutShort ? null : documentsIn(segment);
        if (evidence == null) {
            free.add(segment);
        } else {
            damaged(segment, evidence);
        }
    }

    /** Evidence that a segment without a header may hold documents; null if it certainly holds none. */
    private @Nullable String documentsIn(Segment segment) throws IOException {
        try (SegmentReader reader = SegmentReader.open(folder, segment.name())) {
            long first = reader.findNonZero(0);
            if (first < 0) {
                return null;
            }
            if (reader.findNonZero(first + 1) < 0) {
                flipped.put(segment, first);
                return null;
            }
            if (reader.find(Segment.FIRST_DOCUMENT_AT) >= 0) {
                return "it holds documents, but its header is damaged";
            }
            return "it has no header and no document begins in it, but it is not an unused segment, which holds only "
                    + "zeros: "
                    + "from offset " + first
                    + " on it has bytes that are not zero. They may be the remains of documents"
                    + " whose beginning is lost. Use the mirror or a backup if there is one. If you replace the file "
                    + "by "
                    + segment.bytes() + " zeros, the bank starts without whatever the file holds";
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
                    damaged(
                            segments.get(i),
                            "epoch " + later.epoch() + " has the same segment as "
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

    /** One segment's mark counts for its whole epoch. */
    private void takeOutMarked() {
        for (long epoch : marked) {
            List<Segment> segments = epochs.remove(epoch);
            if (segments != null) {
                onTheWayOut.add(segments);
            }
        }
    }

    /**
     * Completes the removals that were begun, whose segments are then free, and corrects flipped bits of spare
     * segments.
     *
     * @throws JournalDamage when a segment is damaged; nothing is changed then
     */
    void finish() throws IOException {
        if (damage != null) {
            throw damage;
        }
        for (List<Segment> segments : onTheWayOut) {
            // Everything is written again, because what is read here may be only in the page cache, left by a killed
            // server.
            remove(segments);
            free.addAll(segments);
        }
        onTheWayOut.clear();
        for (Map.Entry<Segment, Long> each : flipped.entrySet()) {
            each.getKey().clear(each.getValue());
        }
        flipped.clear();
    }

    private void damaged(Segment segment, String evidence) {
        damaged("damaged journal: " + folder.place(segment.name()) + ": " + evidence);
    }

    private void damaged(String message) {
        if (damage == null) {
            damage = new JournalDamage(message, JournalDamage.UNKNOWN);
        }
    }

    /** Closes all segments, even if they were handed over. */
    @Override
    public void close() throws IOException {
        Closeables.closeAll(opened);
    }
}
