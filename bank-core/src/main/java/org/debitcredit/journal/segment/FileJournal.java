package org.debitcredit.journal.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.debitcredit.journal.DocumentLayout;
import org.debitcredit.journal.DocumentSource;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The journal on recycled segments. These are files that are written completely once and then overwritten in rotation
 * by positional writes. So a force allocates no block and changes no length, and an append faults in no page.
 *
 * <pre>
 *   epoch 7:    segment-000003   segment-000001        the newest; the writer stands in its last segment
 *   epoch 6:    segment-000005
 *   free:       segment-000002   segment-000004        one at least, made ahead of time
 * </pre>
 *
 * <p>The epoch id in each document distinguishes the epoch's own documents from those that an earlier epoch left in a
 * segment; sequence number and chained checksum do the rest ({@link JournalReader}). The writer leaves a segment only
 * once it is durable, and writes to the next one only once its header is durable. So everything that a crash can tear
 * comes after the last forced document, in the same segment.
 *
 * <p>The caller must hold the directory's lock. Files with other names are not touched.
 */
public final class FileJournal implements Journal {

    /** 64 MiB: almost four documents of maximum length, or several seconds of a typical bank. */
    public static final long SEGMENT_BYTES_DEFAULT = 64L << 20;

    /**
     * A segment that holds the shortest possible document. Every longer document gets a segment of suitable length.
     */
    public static final long SEGMENT_BYTES_MIN = Segment.bytesFor(DocumentLayout.HEADER_BYTES);

    private static final long NO_EPOCH = 0;

    /** The epoch that is being written, and one that has ended but is still needed, besides the full ones. */
    private static final int EPOCHS_UNDER_WAY = 2;

    private final Folder folder;
    private final SegmentPool pool;
    private final ConcurrentNavigableMap<Long, List<Segment>> epochs;
    /**
     * Sizes by number, for the epochs that are no longer written. Whatever comes after the last document of an epoch's
     * last segment does not belong to the epoch.
     */
    private final Map<Long, Long> endedBytes = new ConcurrentHashMap<>();

    /** Bytes of all epochs. */
    private final AtomicLong bytes = new AtomicLong();

    /** Bytes of the epoch that is being written. */
    private long epochBytes;

    private @Nullable Thread filler;

    private volatile long epoch = NO_EPOCH;
    private @Nullable Segment segment;
    private long writtenTo;
    private boolean isForced = true;

    private FileJournal(Folder folder, long segmentBytes, SegmentInventory inventory) {
        this.folder = folder;
        this.pool = new SegmentPool(folder, segmentBytes, inventory.free(), inventory.segmentCount());
        this.epochs = new ConcurrentSkipListMap<>(inventory.standing());
    }

    /**
     * Opens the journal in a folder, and completes removals that a crash interrupted. No segments are created in
     * advance yet: see {@link #startFilling} and {@link #fillOnce}.
     *
     * @param segmentBytes length of new segments. A document that does not fit into one, after the header of 4,096
     *     bytes, gets a longer segment, for which the writer has to wait. Segments of other lengths stay in use.
     * @throws JournalDamage when a segment is missing or has lost its header
     */
    public static FileJournal open(Folder folder, long segmentBytes) throws IOException {
        if (segmentBytes < SEGMENT_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "the segment size is " + segmentBytes + " bytes; it must be at least " + SEGMENT_BYTES_MIN);
        }
        SegmentMaker.deleteUnfinished(folder);
        InheritedSegments.deleteUnfinished(folder);
        Segment.deleteOutOfSight(folder);
        // If a server was killed, a segment's name may be only in the page cache, and documents written to it would be
        // lost.
        folder.force();
        SegmentInventory inventory = SegmentInventory.read(folder);
        try {
            inventory.finish();
            FileJournal journal = new FileJournal(folder, segmentBytes, inventory);
            journal.countInherited();
            return journal;
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, inventory);
            throw e;
        }
    }

    private void countInherited() throws IOException {
        for (Map.Entry<Long, List<Segment>> epoch : epochs.entrySet()) {
            List<Segment> segments = epoch.getValue();
            int last = segments.size() - 1;
            long counted = segments.get(last).writtenBytes(folder);
            for (Segment segment : segments.subList(0, last)) {
                counted += segment.bytes();
            }
            endedBytes.put(epoch.getKey(), counted);
            bytes.addAndGet(counted);
        }
    }

    /**
     * Length of a segment that holds a document of this size. With shorter segments the writer has to wait for one.
     */
    public static long segmentBytesFor(int documentBytes) {
        return Segment.bytesFor(documentBytes);
    }

    /** Keeps a segment ready with a background thread, until the journal is closed. */
    public void startFilling() {
        Thread thread = new Thread(pool, "bank-journal-fill");
        thread.setDaemon(true);
        thread.start();
        filler = thread;
    }

    /**
     * Fills the next chunk of a spare segment if none is ready, or deletes a segment that is not needed any more: one
     * step of what {@link #startFilling} does.
     *
     * @return whether there was work to do
     * @throws IOException also fails the writer's next append
     */
    public boolean fillOnce() throws IOException {
        return pool.fillOnce();
    }

    @Override
    public List<Long> epochs() {
        return List.copyOf(epochs.keySet());
    }

    @Override
    public DocumentSource read(long number) throws IOException {
        List<Segment> segments = epochs.get(number);
        if (segments == null) {
            throw new NoSuchFileException(folder.place("epoch " + number));
        }
        return SegmentSource.open(folder, () -> epochs.getOrDefault(number, segments));
    }

    /** {@inheritDoc} The epoch is one of {@link #epochs} from its first document on. */
    @Override
    public void beginEpoch(long number) throws IOException {
        Map.Entry<Long, List<Segment>> last = epochs.lastEntry();
        long before = Math.max(epoch, last == null ? NO_EPOCH : last.getKey());
        if (number <= before) {
            throw new IllegalArgumentException("epoch " + number + " does not follow epoch " + before);
        }
        if (epoch == NO_EPOCH) {
            forceInherited();
        } else {
            force();
        }
        endedBytes.put(epoch, epochBytes);
        epochBytes = 0;
        segment = null;
        epoch = number;
    }

    /**
     * Makes durable what was there when the journal was opened, before an epoch follows it: data that a killed server
     * left in the page cache. Then it shortens segments. After a failed force, the system may count pages as clean that
     * the medium does not hold. So the one segment that may have been affected is first written again.
     */
    public void forceInherited() throws IOException {
        pool.requireSound();
        try {
            Map.Entry<Long, List<Segment>> last = epochs.lastEntry();
            if (last != null) {
                last.getValue().get(last.getValue().size() - 1).rewrite();
            }
            for (List<Segment> segments : epochs.values()) {
                for (Segment inherited : segments) {
                    inherited.force();
                }
            }
            // Not when the journal is opened: a start that is refused must not change a file.
            new InheritedSegments(folder).shorten(epochs);
        } catch (IOException | RuntimeException | Error e) {
            pool.fail(e);
            throw e;
        }
    }

    @Override
    public void append(ByteBuffer document) throws IOException {
        requireEpoch();
        pool.requireSound();
        try {
            Segment into = segment;
            if (into == null || writtenTo + document.remaining() > into.bytes()) {
                into = nextSegment(document);
            }
            isForced = false;
            long end = Segment.align(writtenTo + document.remaining());
            into.blank(end);
            int start = document.position();
            into.write(document, writtenTo);
            document.position(start);
            count(end - writtenTo);
            writtenTo = end;
        } catch (IOException | RuntimeException | Error e) {
            pool.fail(e);
            throw e;
        }
    }

    /**
     * Leaves the segment, which is durable, for a free one, which is assigned to the epoch before anything is written
     * to it.
     */
    private Segment nextSegment(ByteBuffer document) throws IOException {
        force();
        if (segment != null) {
            count(segment.bytes() - writtenTo);
        }
        ByteBuffer littleEndian = document.slice().order(ByteOrder.LITTLE_ENDIAN);
        UUID id = DocumentLayout.getUuid(littleEndian, DocumentLayout.EPOCH_AT);
        List<Segment> segments = new ArrayList<>(epochs.getOrDefault(epoch, List.of()));
        Segment taken = pool.take(document.remaining());
        taken.begin(new SegmentHeader(epoch, id, segments.size(), taken.bytes()));
        segments.add(taken);
        epochs.put(epoch, List.copyOf(segments));
        count(Segment.FIRST_DOCUMENT_AT);
        segment = taken;
        writtenTo = Segment.FIRST_DOCUMENT_AT;
        return taken;
    }

    private void count(long more) {
        epochBytes += more;
        bytes.addAndGet(more);
    }

    @Override
    public void force() throws IOException {
        requireEpoch();
        pool.requireSound();
        if (segment == null || isForced) {
            return;
        }
        try {
            segment.force();
            isForced = true;
        } catch (IOException | RuntimeException | Error e) {
            pool.fail(e);
            throw e;
        }
    }

    @Override
    public void removeThrough(long number) throws IOException {
        long current = epoch;
        if (current != NO_EPOCH && number >= current) {
            throw new IllegalArgumentException("epoch " + current + " is being written and cannot be removed");
        }
        pool.requireSound();
        try {
            for (long earlier : epochs.headMap(number, true).keySet()) {
                List<Segment> segments = epochs.remove(earlier);
                if (segments != null) {
                    SegmentInventory.remove(segments);
                    Long counted = endedBytes.remove(earlier);
                    bytes.addAndGet(counted == null ? 0 : -counted);
                    pool.add(segments);
                }
            }
            pool.removed();
        } catch (IOException | RuntimeException | Error e) {
            pool.fail(e);
            throw e;
        }
    }

    @Override
    public long bytes() {
        return bytes.get();
    }

    @Override
    public long spareBytes() {
        long taken = 0;
        for (List<Segment> segments : epochs.values()) {
            taken += segments.stream().mapToLong(Segment::bytes).sum();
        }
        return pool.freeBytes() + Math.max(0, taken - bytes.get());
    }

    /** {@inheritDoc} Free segments are kept until two removals have shown how many are in use. */
    @Override
    public void makeAhead(long total, long epoch) throws IOException {
        pool.makeAhead(total, total / epoch + EPOCHS_UNDER_WAY);
    }

    @Override
    public void shortenEnded() throws IOException {
        Long ended = epochs.lowerKey(epoch);
        if (ended != null) {
            new InheritedSegments(folder).shorten(epochs.tailMap(ended, true));
        }
    }

    /** Deletes the segments that belong to no epoch, because the bank's new epochs go to a journal of another kind. */
    public void deleteFree() throws IOException {
        pool.deleteFree();
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> opened = new ArrayList<>();
        opened.add(pool);
        if (filler != null) {
            Thread filling = filler;
            opened.add(() -> join(filling));
        }
        epochs.values().forEach(opened::addAll);
        Closeables.closeAll(opened);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireEpoch() {
        if (epoch == NO_EPOCH) {
            throw new IllegalStateException("no epoch has begun");
        }
    }
}
