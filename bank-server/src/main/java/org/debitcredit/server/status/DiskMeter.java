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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures how much of its disks the bank uses. The data directory, the mirror and the backups may be on disks of their
 * own, so each is measured by itself ({@link DiskMeasurement}).
 */
public final class DiskMeter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DiskMeter.class);

    private static final String SNAPSHOTS = "snapshots";
    private static final String BACKUPS = "backups";
    private static final String OTHER = "other";
    static final List<String> KINDS = List.of("journal", "archive", SNAPSHOTS, BACKUPS, OTHER);
    private static final String BACKUP_PREFIX = "backup-";
    private static final String SNAPSHOT_PREFIX = "snapshot-";
    private static final String UNFINISHED = ".unfinished";

    /** A backup or snapshot whose time is further ahead was made while the clock was wrong: its age is unknown. */
    private static final long AHEAD_MILLIS_MAX = TimeUnit.MINUTES.toMillis(1);

    /** Counts the live epochs. */
    @FunctionalInterface
    public interface Epochs {
        int count() throws IOException;
    }

    /** Reads of which bank a backup is; null if it cannot be read. */
    @FunctionalInterface
    public interface BankOfBackup {
        @Nullable
        UUID read(Path backup);
    }

    /** What is measured of the data directory. */
    private record OfData(DiskUse.Place place, int epochs) {}

    /** What is measured of the backups. */
    private record OfBackups(long bytes, @Nullable Finished newest, DiskUse.@Nullable Space space) {

        long newestMillis() {
            return newest == null ? DiskUse.NEVER : newest.changedMillis;
        }

        @Nullable
        Long newestBytes() {
            return newest == null ? null : newest.length.ownBytes;
        }
    }

    /**
     * A finished backup, which does not change.
     *
     * @param bank that it is of; null while that cannot be read
     */
    private record Finished(
            long changedMillis, Length length, @Nullable UUID bank) {}

    /**
     * What files take.
     *
     * @param bytes of all of them
     * @param ownBytes of those that have one name only. A backup on the disk of the bank shares the others with the
     *     archive, where they take no room
     */
    private record Length(long bytes, long ownBytes) {}

    private final Path backups;
    private final Epochs epochs;
    private final Supplier<@Nullable UUID> bank;
    private final BankOfBackup bankOfBackup;
    private final LongSupplier wallMillis;
    private final DiskMeasurement<OfData> ofData;
    private final @Nullable DiskMeasurement<DiskUse.Place> ofMirror;
    private final DiskMeasurement<OfBackups> ofBackups;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    /** By their paths. Used by the thread that measures the backups. */
    private final Map<Path, Finished> finished = new HashMap<>();

    /**
     * @param mirror directory of the mirror; null without one
     * @param backups directory in which the running bank makes backups, and perhaps other banks too
     * @param bank id of this bank; null while it is not open
     * @param nanos a clock that is never set back
     * @param wallMillis the time, milliseconds since 1970
     */
    public DiskMeter(
            Path data,
            @Nullable Path mirror,
            Path backups,
            Epochs epochs,
            Supplier<@Nullable UUID> bank,
            BankOfBackup bankOfBackup,
            LongSupplier nanos,
            LongSupplier wallMillis) {
        this.backups = backups.toAbsolutePath().normalize();
        this.epochs = epochs;
        this.bank = bank;
        this.bankOfBackup = bankOfBackup;
        this.wallMillis = wallMillis;
        Path directory = data.toAbsolutePath().normalize();
        ofData = new DiskMeasurement<>(
                DiskUse.DATA, () -> new OfData(place(DiskUse.DATA, directory), count()), nanos, this::tell);
        ofMirror = mirror == null
                ? null
                : new DiskMeasurement<>("mirror", () -> place("mirror", mirror), nanos, this::tell);
        ofBackups = new DiskMeasurement<>(BACKUPS, this::measureBackups, nanos, this::tell);
    }

    /**
     * Begins to measure.
     *
     * @param isOpen whether the bank is open; nothing is measured before, because its start reports what is wrong with
     *     its directories
     */
    public DiskMeter start(BooleanSupplier isOpen) {
        all().forEach(each -> each.start(isOpen));
        return this;
    }

    private List<DiskMeasurement<?>> all() {
        return ofMirror == null ? List.of(ofData, ofBackups) : List.of(ofData, ofMirror, ofBackups);
    }

    /** Measures everything once. */
    void measure() {
        all().forEach(DiskMeasurement::measure);
    }

    /** The latest measurements; null while there is none, or none of the last half minute. */
    public @Nullable DiskUse latest() {
        OfData data = ofData.latest();
        DiskUse.Place mirror = ofMirror == null ? null : ofMirror.latest();
        OfBackups kept = ofBackups.latest();
        if (data == null && mirror == null && kept == null) {
            return null;
        }
        List<DiskUse.Place> places = new ArrayList<>();
        if (data != null) {
            places.add(kept == null ? data.place : withBackups(data.place, kept.bytes));
        }
        if (mirror != null) {
            places.add(withBackups(mirror, 0));
        }
        return new DiskUse(
                List.copyOf(places),
                kept == null ? null : kept.newestMillis(),
                kept == null ? null : kept.newestBytes(),
                kept == null ? null : kept.space,
                data == null ? null : data.epochs);
    }

    private static DiskUse.Place withBackups(DiskUse.Place place, long bytes) {
        Map<String, Long> all = new LinkedHashMap<>(place.bytes());
        all.put(BACKUPS, bytes);
        return new DiskUse.Place(place.name(), place.freeBytes(), place.totalBytes(), all, place.snapshotMillis());
    }

    private int count() {
        try {
            return epochs.count();
        } catch (IOException | RuntimeException e) {
            tell(e);
            return 0;
        }
    }

    private DiskUse.Place place(String name, Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        return new DiskUse.Place(
                name,
                store.getUsableSpace(),
                store.getTotalSpace(),
                bytes(directory),
                newestSnapshot(directory.resolve(SNAPSHOTS)));
    }

    /** Bytes by kind, without those of the backups, which may be on another disk. */
    private Map<String, Long> bytes(Path directory) throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        KINDS.stream().filter(kind -> !kind.equals(BACKUPS)).forEach(kind -> bytes.put(kind, 0L));
        try (Stream<Path> children = Files.list(directory)) {
            for (Path child : (Iterable<Path>) children::iterator) {
                bytes.merge(kind(child), length(child).bytes, Long::sum);
            }
        }
        return bytes;
    }

    private static String kind(Path child) {
        String name = String.valueOf(child.getFileName());
        return KINDS.contains(name) && !name.equals(BACKUPS) ? name : OTHER;
    }

    private OfBackups measureBackups() throws IOException {
        if (Files.notExists(backups)) {
            return new OfBackups(0, null, null);
        }
        FileStore store = Files.getFileStore(backups);
        UUID own = bank.get();
        long sum = 0;
        Finished newest = null;
        long latestMillis = latestMillis();
        Map<Path, Finished> seen = new HashMap<>();
        try (Stream<Path> entries = Files.list(backups)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = String.valueOf(entry.getFileName());
                Finished backup = name.startsWith(BACKUP_PREFIX) && !name.endsWith(UNFINISHED) ? finished(entry) : null;
                if (backup == null) {
                    sum += length(entry).bytes;
                } else {
                    seen.put(entry, backup);
                    sum += backup.length.bytes;
                    boolean isNewer = newest == null || backup.changedMillis > newest.changedMillis;
                    boolean isOwn = backup.bank != null && backup.bank.equals(own);
                    if (isNewer && isOwn && backup.changedMillis <= latestMillis) {
                        newest = backup;
                    }
                }
            }
        }
        finished.clear();
        finished.putAll(seen);
        return new OfBackups(sum, newest, new DiskUse.Space(store.getUsableSpace(), store.getTotalSpace()));
    }

    /** A finished backup, measured once; null if it was just deleted. */
    private @Nullable Finished finished(Path backup) throws IOException {
        try {
            long changedMillis = Files.getLastModifiedTime(backup).toMillis();
            Finished before = finished.get(backup);
            if (before == null || before.changedMillis != changedMillis) {
                return new Finished(changedMillis, length(backup), bankOfBackup.read(backup));
            }
            return before.bank != null ? before : new Finished(changedMillis, before.length, bankOfBackup.read(backup));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Bytes of all files but the backups. Files that disappear meanwhile do not count. */
    private Length length(Path directory) throws IOException {
        boolean hasNames =
                directory.getFileSystem().supportedFileAttributeViews().contains("unix");
        long[] sum = {0};
        long[] own = {0};
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
                return visited.equals(backups) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                sum[0] += attributes.size();
                own[0] += hasNames && names(file) > 1 ? 0 : attributes.size();
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
        return new Length(sum[0], own[0]);
    }

    /** How many names a file has; 0 if it was just deleted. */
    private static int names(Path file) throws IOException {
        try {
            return (Integer) Files.getAttribute(file, "unix:nlink");
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private long latestMillis() {
        return wallMillis.getAsLong() + AHEAD_MILLIS_MAX;
    }

    /** When the newest one was written, milliseconds since 1970; {@link DiskUse#NEVER} without one. */
    private long newestSnapshot(Path directory) {
        long newest = DiskUse.NEVER;
        long latestMillis = latestMillis();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                String name = String.valueOf(entry.getFileName());
                if (name.startsWith(SNAPSHOT_PREFIX) && !name.endsWith(UNFINISHED)) {
                    long writtenMillis = Files.getLastModifiedTime(entry).toMillis();
                    newest = writtenMillis <= latestMillis ? Math.max(newest, writtenMillis) : newest;
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // There is no such directory yet, or the entry was just deleted; the next measurement sees it.
        }
        return newest;
    }

    private void tell(Throwable failure) {
        if (!hasFailed.getAndSet(true)) {
            LOG.warn("the use of the disk could not be measured; this is logged once", failure);
        }
    }

    @Override
    public void close() {
        all().forEach(DiskMeasurement::close);
    }
}
