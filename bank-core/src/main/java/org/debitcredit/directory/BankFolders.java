package org.debitcredit.directory;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.event.BankEvent;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.storage.MediumLoss;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a bank on one medium, and the same on the other when it is mirrored.
 *
 * <pre>
 *   DIR/bank                    the bank's record: that it was founded, and how far its journal got
 *   DIR/journal                 the live epochs, the lock, and what is known of the mirror
 *   DIR/journal-replacement     a journal being written anew from the other copy; without meaning before it is renamed
 *   DIR/journal-aside-TIME      a copy that was replaced, left to the operator
 *   DIR/snapshots               the newest two
 *   DIR/archive                 epochs that recovery no longer needs
 *   DIR/archive-aside-TIME      an archive that no longer leads to the journal; the operator decides what to do with it
 *   DIR/restore-unfinished      what a restore has made so far; without meaning
 * </pre>
 */
public final class BankFolders {

    static final String JOURNAL = "journal";
    static final String SNAPSHOTS = "snapshots";
    static final String ARCHIVE = "archive";

    /** What a restore has made so far. Its parts are moved to their places when they are whole. */
    public static final String RESTORED = "restore-unfinished";

    private BankFolders() {}

    /**
     * Opens a bank's directories for this process alone, and its mirror's if it has one. They are created only if a
     * bank is founded, or if the mirror has to be rewritten.
     *
     * @param events receives the loss of a copy while the bank runs, and its replacement now
     * @throws IOException if they cannot be used: not writable, full, or in use by another process
     * @throws FoundingRefused if there is no bank, or if one is to be founded where there is or was one
     * @throws MirrorRefused if acknowledged transactions may be missing in the copy or copies
     */
    public static BankFiles open(BankSettings settings, Consumer<BankEvent> events) throws IOException {
        return open(settings, events, List.of(Medium.DISK, Medium.DISK));
    }

    /**
     * The same on other media.
     *
     * @param media for the data directory and for the mirror
     */
    public static BankFiles open(BankSettings settings, Consumer<BankEvent> events, List<? extends Medium> media)
            throws IOException {
        if (settings.founds()) {
            BankIdentity founded = new BankIdentity(settings.ids().get(), settings.scale(), settings.currency());
            return found(founded, settings, events, media);
        }
        BankTraces.requireSome(directories(settings, media));
        return openAll(settings, events, media);
    }

    /**
     * The same, for a bank that is founded or restored there.
     *
     * @param identity of the bank, unless an earlier founding was begun and interrupted
     */
    public static BankFiles found(
            BankIdentity identity, BankSettings settings, Consumer<BankEvent> events, List<? extends Medium> media)
            throws IOException {
        List<DataDirectory> directories = directories(settings, media);
        BankTraces.requireNone(directories);
        BankTraces.beginFounding(directories, identity);
        return openAll(settings, events, media);
    }

    private static List<DataDirectory> directories(BankSettings settings, List<? extends Medium> media) {
        DataDirectory data = media.get(0).directory(settings.data());
        Path mirror = settings.journal().mirror();
        return mirror == null ? List.of(data) : List.of(data, media.get(1).directory(mirror));
    }

    private static HangLimit hangLimit(BankSettings settings) {
        return new HangLimit(
                settings.journal().mirrorForceMax(), settings.clocks().monotonicNanos());
    }

    private static BankFiles openAll(BankSettings settings, Consumer<BankEvent> events, List<? extends Medium> media)
            throws IOException {
        List<DataDirectory> directories = directories(settings, media);
        return directories.size() == 1
                ? openOne(directories.get(0), settings.journal(), media.get(0))
                : MirroredFolders.open(directories, settings, hangLimit(settings), events, media);
    }

    /** Whether a data directory shows no trace of a bank, so that one can be founded in it. */
    public static boolean isEmpty(Path data) throws IOException {
        BankTraces traces = BankTraces.of(new DiskDirectory(data));
        return traces.isEmpty() || traces.isBeingFounded();
    }

    /**
     * The bank that a data directory's record names, or if that is missing, its journal; null if neither does.
     *
     * @param watch in which all accesses take part
     */
    public static @Nullable BankIdentity onRecord(Path data, MediumWatch watch) throws IOException {
        BankRecord record = BankTraces.of(new DiskDirectory(data, watch)).record();
        if (record != null) {
            return record.identity();
        }
        try (StoredBank bank = StoredBank.open(data, watch)) {
            return Epochs.leadingTo(bank.epochsLeft(), Long.MAX_VALUE).identity();
        } catch (NoSuchFileException | JournalDamage nothing) {
            return null;
        }
    }

    /**
     * Whether a data directory's record of its mirror says that both copies were in use last. A start without the other
     * copy then needs an operator's acceptance.
     *
     * @param watch in which all accesses take part
     * @throws MirrorRefused if that record is damaged
     */
    public static boolean isOfTwoCopies(Path data, MediumWatch watch) throws IOException {
        if (!new DiskDirectory(data, watch).entries(JOURNAL).contains(MirrorRecord.NAME)) {
            return false;
        }
        MirrorRecord record = MirrorRecord.read(DiskFolder.forReading(journal(data), watch));
        return record != null && record.isDuplex();
    }

    private static BankFiles openOne(DataDirectory data, JournalSettings settings, Medium medium) throws IOException {
        Folder journalFolder = data.folder(JOURNAL);
        FolderLock lock = data.lock(JOURNAL);
        Journal journal = null;
        try {
            journal = medium.journal(journalFolder, lock, settings);
            BankRecords records = new BankRecords(List.of(medium.folder(data.root(), lock)), 0, MediumLoss.STOP);
            JournalSource live = LiveEpochs.of(records.latest(), List.of(journal));
            BankFiles.Claim claim = claimOfLoneCopy(medium.folder(journalFolder, lock), live, settings);
            return new BankFiles(
                    journal,
                    new SnapshotStore(List.of(medium.folder(data.folder(SNAPSHOTS), lock))),
                    List.of(new EpochArchive(medium.folder(data.folder(ARCHIVE), lock))),
                    records,
                    lock,
                    MediumLoss.STOP,
                    claim);
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, journal, lock);
            throw e;
        }
    }

    /**
     * A mirrored bank starts from one copy only if the record says that the bank continued on it alone, or if an
     * operator accepts it. This is recorded once the bank is recovered from it.
     */
    private static BankFiles.Claim claimOfLoneCopy(Folder folder, JournalSource journal, JournalSettings settings)
            throws IOException {
        MirrorRecord record = MirrorRecord.read(folder);
        if (record != null && !record.isOfFounding() && journal.epochs().isEmpty()) {
            throw new MirrorRefused(folder + " has lost its journal; its mirror is " + record.other());
        }
        if (record == null || !record.isDuplex()) {
            return BankFiles.Claim.NONE;
        }
        LoneCopy found = loneCopy(record, journal);
        if (!settings.loneCopy().accepts(found)) {
            throw new MirrorRefused(folder + " is mirrored in " + record.other()
                    + ", and transactions acknowledged since then may be missing in it. Start with --mirror, or with "
                    + settings.loneCopy().option(found) + " if the other copy is lost");
        }
        return () -> record.next(MirrorRecord.State.ALONE).write(folder);
    }

    /** Its number depends on the newest epoch alone, whatever is damaged before that. */
    private static LoneCopy loneCopy(MirrorRecord record, JournalSource journal) throws IOException {
        Epochs epochs = Epochs.leadingTo(journal, Long.MAX_VALUE);
        int newest = epochs.size() - 1;
        if (newest < 0) {
            return LoneCopy.ofDamaged(record, LogPosition.NO_EPOCH, JournalDamage.UNKNOWN);
        }
        long[] last = {epochs.positionBefore(newest)};
        try {
            return LoneCopy.of(
                    record,
                    JournalReader.read(
                            journal, epochs, newest, (batch, logPosition) -> last[0] = logPosition.position()));
        } catch (JournalDamage | IOException damage) {
            return LoneCopy.ofDamaged(record, epochs.id(newest), last[0]);
        }
    }

    /** Directory of the live epochs. */
    public static Path journal(Path data) {
        return data.resolve(JOURNAL);
    }

    /** Directory of the snapshots. */
    public static Path snapshots(Path data) {
        return data.resolve(SNAPSHOTS);
    }

    /** Directory of the epochs that recovery no longer needs. */
    public static Path archive(Path data) {
        return data.resolve(ARCHIVE);
    }
}
