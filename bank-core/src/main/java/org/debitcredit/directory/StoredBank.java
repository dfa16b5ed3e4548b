package org.debitcredit.directory;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.founding.RecordCheck;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.chronicle.ChronicleEpochs;
import org.debitcredit.journal.segment.SegmentEpochs;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.storage.SharedLock;
import org.jspecify.annotations.Nullable;

/**
 * The files of a bank that no server is using: a stopped bank's data directory, or a backup. They are read and never
 * changed, so no write permission is needed, and the medium may be read-only. The files of a killed server are read as
 * its next start would read them: an epoch whose removal has begun counts as removed, and unfinished files are ignored.
 */
public final class StoredBank implements AutoCloseable {

    private final Path data;
    private final MediumWatch watch;
    private final @Nullable SharedLock lock;
    private final JournalSource epochs;
    private final @Nullable JournalDamage segmentDamage;
    private final SnapshotStore snapshots;

    private StoredBank(
            Path data,
            MediumWatch watch,
            @Nullable SharedLock lock,
            JournalSource epochs,
            @Nullable JournalDamage segmentDamage,
            SnapshotStore snapshots) {
        this.data = data;
        this.watch = watch;
        this.lock = lock;
        this.epochs = epochs;
        this.segmentDamage = segmentDamage;
        this.snapshots = snapshots;
    }

    /**
     * Opens a data directory or a backup.
     *
     * @throws NoSuchFileException when there is no bank in it
     * @throws IOException when a server is using it
     */
    public static StoredBank open(Path data) throws IOException {
        return open(data, MediumWatch.NONE);
    }

    /**
     * The same, watched.
     *
     * @param watch in which all accesses take part, also those of what is returned
     */
    public static StoredBank open(Path data, MediumWatch watch) throws IOException {
        Path journal = BankFolders.journal(data);
        boolean hasJournal = isDirectory(journal, watch);
        if (!hasJournal && !isDirectory(BankFolders.archive(data), watch)) {
            throw new NoSuchFileException(
                    data.toString(), null, "it holds no bank, because it has no directory 'journal' and no 'archive'");
        }
        if (!hasJournal) {
            return open(data, watch, null);
        }
        SharedLock lock = watch.during("taking its lock", journal, () -> SharedLock.acquire(journal));
        try {
            return open(data, watch, lock);
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, lock);
            throw e;
        }
    }

    /**
     * @param lock of the journal; null where there is no journal
     */
    private static StoredBank open(Path data, MediumWatch watch, @Nullable SharedLock lock) throws IOException {
        List<JournalSource> sources = new ArrayList<>();
        JournalDamage segmentDamage = null;
        if (lock != null) {
            Path journal = BankFolders.journal(data);
            SegmentEpochs segments = SegmentEpochs.read(DiskFolder.forReading(journal, watch));
            segmentDamage = segments.damage();
            sources.add(new ChronicleEpochs(journal, watch));
            sources.add(segments);
        }
        Path archive = BankFolders.archive(data);
        if (isDirectory(archive, watch)) {
            sources.add(new EpochArchive(DiskFolder.forReading(archive, watch)));
        }
        Path snapshots = BankFolders.snapshots(data);
        BankRecord known = BankTraces.of(new DiskDirectory(data, watch)).record();
        return new StoredBank(
                data,
                watch,
                lock,
                LiveEpochs.of(known, sources),
                segmentDamage,
                new SnapshotStore(
                        isDirectory(snapshots, watch) ? List.of(DiskFolder.forReading(snapshots, watch)) : List.of()));
    }

    /** A directory that this user may not read is an error, and not an absent one. */
    private static boolean isDirectory(Path path, MediumWatch watch) throws IOException {
        return watch.during("looking for it", path, () -> {
            try {
                return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
            } catch (NoSuchFileException e) {
                return false;
            } catch (FileSystemException e) {
                if (Files.isRegularFile(path.getParent())) {
                    return false;
                }
                throw e;
            }
        });
    }

    /**
     * All epochs, live and archived.
     *
     * @throws JournalDamage when a segment of the journal is missing or is damaged
     */
    public JournalSource epochs() {
        if (segmentDamage != null) {
            throw segmentDamage;
        }
        return epochs;
    }

    /** The same epochs, as far as damaged or missing segments leave them: what is missing shows when they are read. */
    public JournalSource epochsLeft() {
        return epochs;
    }

    /** The first segment of the journal that is missing or is damaged; null when all are whole. */
    @Nullable
    public JournalDamage segmentDamage() {
        return segmentDamage;
    }

    /**
     * What is missing in the journal according to the bank's record, in words; null if nothing is missing. A backup has
     * no record.
     *
     * @param tail of the journal, which was read to its end
     */
    @Nullable
    public String lost(Epochs found, JournalTail tail) throws IOException {
        Path place = data.resolve(BankRecordFile.NAME);
        boolean isThere = watch.during("looking for it", place, () -> Files.exists(place));
        if (!isThere && !isDirectory(BankFolders.journal(data), watch)) {
            return null;
        }
        BankRecord record = BankTraces.of(new DiskDirectory(data, watch)).record();
        if (record == null && found.isEmpty()) {
            return isThere ? "damaged journal: no epoch is left, and " + place + " is damaged" : null;
        }
        RecordCheck check = new RecordCheck(record, place.toString());
        String older = check.older(tail);
        if (older != null) {
            return "damaged record: " + older;
        }
        String lostAfter = check.lost(found, tail);
        String lost = lostAfter == null ? check.lostBefore(found) : lostAfter;
        return lost == null ? null : "damaged journal: " + lost;
    }

    /**
     * Checks that the journal reaches everything that the bank's record names.
     *
     * @throws JournalDamage where something acknowledged may be missing
     */
    public void requireNothingLost(Epochs found, JournalTail tail) throws IOException {
        String lost = lost(found, tail);
        if (lost != null) {
            throw new JournalDamage(lost, tail.position());
        }
    }

    /** The snapshots; without media if there is no directory of them. */
    public SnapshotStore snapshots() {
        return snapshots;
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }
}
