package org.debitcredit.server.region;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a region, in its data directory and, if the bank is mirrored, in the mirror's. The mirror's marks are
 * written later by another thread, so that a mirror that fails or hangs delays nothing. They may be some seconds older,
 * which is safe: with an older mark the streams of a pair are read again from there.
 */
final class RegionFiles {

    private static final Logger LOG = LoggerFactory.getLogger(RegionFiles.class);

    /** A mirror that hangs must not keep a service from ending. */
    private static final long END_SECONDS_MAX = 2;

    private static final long RECORD_SECONDS_MAX = 30;

    private final Path data;
    private final @Nullable Path mirror;
    private final ThreadPoolExecutor copier;
    /** The newest marks that the mirror does not have yet, by the numbers of the partners. */
    private final Map<Integer, Mark> marksToCopy = new ConcurrentHashMap<>();

    private volatile boolean hasFailed;

    RegionFiles(Path data, @Nullable Path mirror) {
        this.data = data;
        this.mirror = mirror;
        // After the end, nothing more is copied.
        this.copier = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread thread = new Thread(task, "bank-region-mirror");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** The data directory, for messages. */
    Path data() {
        return data;
    }

    /**
     * Which region a bank is; null if neither directory has the record of this bank.
     *
     * @throws IllegalStateException if the file of the data directory is not intact
     */
    @Nullable
    RegionRecord record(UUID bank) throws IOException {
        RegionRecord own = RegionRecord.read(data);
        if (own != null && own.bank().equals(bank)) {
            return own;
        }
        RegionRecord copy = ofMirror(RegionRecord::read);
        if (copy == null || !copy.bank().equals(bank)) {
            return null;
        }
        LOG.warn("there is no file {} of this bank; that of the mirror {} is used", RegionRecord.file(data), mirror);
        // The mirror's file may have been written before the last partner was added.
        return RegionRecord.used(bank, copy.number(), copy.count());
    }

    /**
     * Writes the record to both directories. A start from a mirror without it would treat partners of this bank as new
     * ones.
     *
     * @throws IOException also if the mirror does not respond
     */
    void write(RegionRecord record) throws IOException {
        record.write(data);
        Path to = mirror;
        if (to == null) {
            return;
        }
        Future<?> copied = copier.submit(() -> {
            requireThere(to);
            record.write(to);
            return null;
        });
        try {
            copied.get(RECORD_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the file " + RegionRecord.file(to) + " of the mirror cannot be written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + RegionRecord.file(to) + " was being written", e);
        }
    }

    /** The marks of a pair that are of this bank, the newest first: at most one of each directory. */
    List<Mark> marks(UUID bank, int partner) throws IOException {
        List<Mark> found = new ArrayList<>();
        found.add(Mark.read(data, partner));
        Mark copy = ofMirror(directory -> Mark.read(directory, partner));
        if (copy != null) {
            found.add(copy);
        }
        return found.stream()
                .filter(mark ->
                        mark.acquirer() != null && mark.acquirer().bank().equals(bank))
                .distinct()
                .sorted(Comparator.comparingLong(RegionFiles::position).reversed())
                .toList();
    }

    /**
     * Whether a region was a partner of this bank, because a mark of the pair is there. Of a damaged one it cannot be
     * told whose it was.
     */
    boolean hasMark(UUID bank, int partner) throws IOException {
        return !marks(bank, partner).isEmpty()
                || (Files.exists(Mark.file(data, partner))
                        && Mark.read(data, partner).acquirer() == null);
    }

    private static long position(Mark mark) {
        return Objects.requireNonNull(mark.acquirer()).position();
    }

    @FunctionalInterface
    private interface Read<T> {
        @Nullable
        T from(Path directory) throws IOException;
    }

    /** What the mirror has; also null if the mirror cannot be read, because it is only a copy. */
    private <T> @Nullable T ofMirror(Read<T> read) {
        Path from = mirror;
        if (from == null) {
            return null;
        }
        try {
            return read.from(from);
        } catch (IOException | RuntimeException e) {
            LOG.warn("the files of this region on the mirror {} cannot be read", from, e);
            return null;
        }
    }

    /** A mirror that is lost, such as a disk that is not mounted, is not made anew. */
    private static void requireThere(Path directory) throws NoSuchFileException {
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
    }

    void write(Mark mark, int partner) throws IOException {
        mark.write(data, partner);
        Path to = mirror;
        if (to != null && marksToCopy.put(partner, mark) == null) {
            copier.execute(() -> copy(partner, to));
        }
    }

    private void copy(int partner, Path to) {
        Mark newest = marksToCopy.remove(partner);
        if (newest == null) {
            return;
        }
        try {
            requireThere(to);
            newest.write(to, partner);
            hasFailed = false;
        } catch (IOException | RuntimeException e) {
            if (!hasFailed) {
                LOG.warn("the marks of this region cannot be copied to the mirror {}", to, e);
            }
            hasFailed = true;
        }
    }

    /** Waits until the mirror has what was written, for at most {@value #END_SECONDS_MAX} s. */
    void end() throws InterruptedException {
        copier.shutdown();
        if (!copier.awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS)) {
            LOG.warn("the mirror {} does not have the last marks of this region, because it does not respond", mirror);
        }
    }
}
