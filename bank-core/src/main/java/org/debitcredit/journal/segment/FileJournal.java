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
import org.debitcredit.storage.Failed;
import org.debitcredit.storage.Folder;
import org.jspecify.annotations.Nullable;

/**
 * The journal on recycled segments: files written whole once, then overwritten in a circle by positional writes. A
 * force then finds no block to allocate and no length to change, and an append no page to fault in.
 *
 * <pre>
 *   epoch 7:    segment-000003   segment-000001        the newest; the writer stands in its last segment
 *   epoch 6:    segment-000005
 *   free:       segment-000002   segment-000004        one at least, made ahead of time
 * </pre>
 *
 * <p>What an earlier epoch left in a segment is told from what belongs there by the epoch id in each document; sequence
 * and chained checksum do the rest ({@link JournalReader}). A segment is left only once it is durable, and its
 * successor is written to only once its header is: so of all that a crash can tear, everything stands behind the last
 * document forced, in the same segment.
 *
 * <p>The directory's lock is the opener's business. Files of other names are left alone.
 */
public final class FileJournal implements Journal {

    /** 64 MiB: four documents of the greatest length, and several seconds of an ordinary bank. */
    public static final long SEGMENT_BYTES_DEFAULT = 64L << 20;

    /** A segment that holds the shortest document there is; every longer one gets a segment of its own length. */
    public static final long SEGMENT_BYTES_MIN = Segment.bytesFor(DocumentLayout.HEADER_BYTES);

    private static final long NO_EPOCH = 0;

    /** The one being written, and one that is ended but still needed, besides those that are full. */
    private static final int EPOCHS_UNDER_WAY = 2;

    private final Folder folder;
    private final SegmentPool pool;
    private final ConcurrentNavigableMap<Long, List<Segment>> epochs;
    /**
     * By number, of the epochs that are not written to: what is behind the last document of its last segment is not
     * its.
     */
    private final Map<Long, Long> endedBytes = new ConcurrentHashMap<>();

    /** Of all epochs. */
    private final AtomicLong bytes = new AtomicLong();

    /** Of the one being written. */
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
     * Opens the journal in a folder, and finishes removals that a crash cut short. Nobody fills ahead yet: see
     * {@link #startFilling} and {@link #fillOnce}.
     *
     * @param segmentBytes length of new segments. A document that does not fit one, beside its header of 4,096 bytes,
     *     gets
     *     a longer one, which the writer has to wait for. Segments of other lengths stay in use.
     * @throws JournalDamage when a segment is missing or has lost its header
     */
    public static FileJournal open(Folder folder, long segmentBytes) throws IOException {
        if (segmentBytes < SEGMENT_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "the segment size is " + segmentBytes + " bytes; it must be at least " + SEGMENT_BYTES_MIN);
        }
        SegmentMaker.deleteUnfinished(folder);
        Segment.deleteOutOfSight(folder);
        // A server that was killed may have named a segment in the page cache only: what is written to it would be
        // lost.
        folder.force();
        SegmentInventory inventory = SegmentInventory.read(folder);
        try {
            inventory.finish();
            FileJournal journal = new FileJournal(folder, segmentBytes, inventory);
            journal.countInherited();
            return journal;
        } catch (IOException | RuntimeException e) {
            Failed.close(e, inventory);
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

    /** Length of a segment that holds a document of so many bytes: with shorter ones the writer has to wait for it. */
    public static long segmentBytesFor(int documentBytes) {
        return Segment.bytesFor(documentBytes);
    }

    /** Keeps a segment ready from a thread of its own, until closed. */
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
     * @return whether there was something to do
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

    /** {@inheritDoc} It shows among {@link #epochs} from its first document on. */
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
     * What a server that was killed left in the page cache. Where its last force failed, the system may take pages for
     * clean that the medium does not hold: so the one segment that it can have been forcing is written again first.
     */
    private void forceInherited() throws IOException {
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

    /** Leaves the segment, durable as it is, for a free one, which is the epoch's before anything is written there. */
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

    /** {@inheritDoc} They are kept until two removals have shown how many are in use. */
    @Override
    public void makeAhead(long total, long epoch) throws IOException {
        pool.makeAhead(total, total / epoch + EPOCHS_UNDER_WAY);
    }

    /** Deletes the segments that no epoch has: the bank's epochs go to a journal of another kind. */
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
        Failed.closeAll(opened);
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
