package org.debitcredit.server.status;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how much of its disks the bank uses, every {@value #INTERVAL_SECONDS} s on a thread of its own, because a
 * disk that hangs would hold up every other thread that asks it.
 */
public final class DiskMeter implements AutoCloseable {

    static final long INTERVAL_SECONDS = 5;

    /** A measurement older than this is no longer shown: the disk hangs. */
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(6 * INTERVAL_SECONDS);

    private static final Logger LOG = LoggerFactory.getLogger(DiskMeter.class);

    private static final String SNAPSHOTS = "snapshots";
    private static final String BACKUPS = "backups";
    private static final String OTHER = "other";
    static final List<String> KINDS = List.of("journal", "archive", SNAPSHOTS, BACKUPS, OTHER);
    private static final String BACKUP_PREFIX = "backup-";
    private static final String SNAPSHOT_PREFIX = "snapshot-";
    private static final String UNFINISHED = ".unfinished";

    /** Counts the live epochs. */
    @FunctionalInterface
    public interface Epochs {
        int count() throws IOException;
    }

    private final Path data;
    private final @Nullable Path mirror;
    private final Path backups;
    private final Epochs epochs;
    private final LongSupplier nanos;
    private final ScheduledExecutorService thread;
    private volatile @Nullable DiskUse latest;
    private boolean hasFailed;

    /**
     * @param mirror directory of the mirror; null without one
     * @param backups directory in which the running bank makes backups
     * @param nanos a clock that is never set back
     */
    public DiskMeter(Path data, @Nullable Path mirror, Path backups, Epochs epochs, LongSupplier nanos) {
        this.data = data.toAbsolutePath().normalize();
        this.mirror = mirror;
        this.backups = backups.toAbsolutePath().normalize();
        this.epochs = epochs;
        this.nanos = nanos;
        thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread daemon = new Thread(work, "bank-disk-meter");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /**
     * Begins to measure.
     *
     * @param isOpen whether the bank is open; nothing is measured before, because its start reports what is wrong with
     *     its directories
     */
    public DiskMeter start(BooleanSupplier isOpen) {
        thread.scheduleWithFixedDelay(
                () -> {
                    if (isOpen.getAsBoolean()) {
                        measure();
                    }
                },
                0,
                INTERVAL_SECONDS,
                TimeUnit.SECONDS);
        return this;
    }

    /** The latest measurement; null while there is none, or none of the last half minute. */
    public @Nullable DiskUse latest() {
        DiskUse use = latest;
        return use == null || nanos.getAsLong() - use.measuredNanos() > STALE_NANOS ? null : use;
    }

    /** Measures once. A directory that cannot be read is left out. */
    void measure() {
        try {
            List<DiskUse.Place> places = new ArrayList<>();
            add(places, "data", data);
            if (mirror != null) {
                add(places, "mirror", mirror);
            }
            latest = new DiskUse(List.copyOf(places), newest(backups, BACKUP_PREFIX), count(), nanos.getAsLong());
        } catch (RuntimeException | Error e) {
            // A periodic task that fails is not repeated.
            tell(e);
        }
    }

    private int count() {
        try {
            return epochs.count();
        } catch (IOException | RuntimeException e) {
            tell(e);
            return 0;
        }
    }

    private void add(List<DiskUse.Place> places, String name, Path directory) {
        try {
            FileStore store = Files.getFileStore(directory);
            places.add(new DiskUse.Place(
                    name,
                    store.getUsableSpace(),
                    store.getTotalSpace(),
                    bytes(directory, name.equals("data")),
                    newest(directory.resolve(SNAPSHOTS), SNAPSHOT_PREFIX)));
        } catch (NoSuchFileException e) {
            // The bank is not founded yet, or the mirror's disk is gone.
        } catch (IOException | UncheckedIOException e) {
            tell(e);
        }
    }

    private Map<String, Long> bytes(Path directory, boolean isData) throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        KINDS.forEach(kind -> bytes.put(kind, 0L));
        try (Stream<Path> children = Files.list(directory)) {
            for (Path child : (Iterable<Path>) children::iterator) {
                bytes.merge(kind(child), length(child), Long::sum);
            }
        }
        if (isData && !backups.startsWith(directory)) {
            bytes.merge(BACKUPS, length(backups), Long::sum);
        }
        return bytes;
    }

    private String kind(Path child) {
        String name = String.valueOf(child.getFileName());
        return child.equals(backups) ? BACKUPS : KINDS.contains(name) ? name : OTHER;
    }

    /** Bytes of all files. Files that disappear meanwhile do not count. */
    private static long length(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return 0;
        }
        long[] sum = {0};
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }

    /** When the newest entry was last changed, milliseconds since 1970; {@link DiskUse#NEVER} without one. */
    private static long newest(Path directory, String prefix) {
        long newest = DiskUse.NEVER;
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = String.valueOf(entry.getFileName());
                if (name.startsWith(prefix) && !name.endsWith(UNFINISHED)) {
                    newest = Math.max(newest, Files.getLastModifiedTime(entry).toMillis());
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // There is no such directory yet, or the entry was just deleted; the next measurement sees it.
        }
        return newest;
    }

    private void tell(Throwable failure) {
        if (!hasFailed) {
            hasFailed = true;
            LOG.warn("the use of the disk could not be measured; this is logged once", failure);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
