package org.debitcredit.server.region;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a region, in its data directory and, if the bank is mirrored, in the mirror's. Those of the mirror are
 * written later by another thread, so that a mirror that fails or hangs delays nothing. They may be some seconds older,
 * which is safe: with an older mark the streams of a pair are read again from there.
 */
final class RegionFiles {

    private static final Logger LOG = LoggerFactory.getLogger(RegionFiles.class);

    /** A mirror that hangs must not keep a service from ending. */
    private static final long END_SECONDS_MAX = 2;

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

    private List<Path> directories() {
        return mirror == null ? List.of(data) : List.of(data, mirror);
    }

    /**
     * Which region a bank is; null if neither directory says it.
     *
     * @throws IllegalStateException if a file is not intact
     */
    @Nullable
    RegionRecord record(UUID bank) throws IOException {
        for (Path directory : directories()) {
            RegionRecord found = RegionRecord.read(directory);
            if (found != null && found.bank().equals(bank)) {
                return found;
            }
        }
        return null;
    }

    void write(RegionRecord record) throws IOException {
        record.write(data);
        copy(record::write);
    }

    /**
     * The newest mark of a pair that is not after the end of a bank's journal, or the newest of all; null if neither
     * directory has one of this bank.
     *
     * @param through last position of the bank
     */
    @Nullable
    Mark mark(UUID bank, int partner, long through) throws IOException {
        List<Mark> found = new ArrayList<>();
        for (Path directory : directories()) {
            Mark mark = Mark.read(directory, partner);
            LogPosition here = mark.acquirer();
            if (here != null && here.bank().equals(bank)) {
                found.add(mark);
            }
        }
        found.sort(Comparator.comparingLong(RegionFiles::position).reversed());
        return found.stream()
                .filter(mark -> position(mark) <= through)
                .findFirst()
                .orElse(found.isEmpty() ? null : found.get(0));
    }

    private static long position(Mark mark) {
        return Objects.requireNonNull(mark.acquirer()).position();
    }

    void write(Mark mark, int partner) throws IOException {
        mark.write(data, partner);
        if (mirror != null && marksToCopy.put(partner, mark) == null) {
            copy(to -> {
                Mark newest = marksToCopy.remove(partner);
                if (newest != null) {
                    newest.write(to, partner);
                }
            });
        }
    }

    @FunctionalInterface
    private interface Copy {
        void to(Path directory) throws IOException;
    }

    private void copy(Copy copy) {
        Path to = mirror;
        if (to == null) {
            return;
        }
        copier.execute(() -> {
            try {
                if (Files.isDirectory(to)) {
                    copy.to(to);
                    hasFailed = false;
                }
            } catch (IOException | RuntimeException e) {
                if (!hasFailed) {
                    LOG.warn("the files of this region cannot be copied to the mirror {}", to, e);
                }
                hasFailed = true;
            }
        });
    }

    /** Waits for a while until the mirror has what was written. */
    void end() throws InterruptedException {
        copier.shutdown();
        if (!copier.awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS)) {
            LOG.warn("the mirror {} does not have the last marks of this region, because it does not respond", mirror);
        }
    }
}
