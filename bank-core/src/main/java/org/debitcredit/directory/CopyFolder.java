package org.debitcredit.directory;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.founding.RecordCheck;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalCopy;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalEnd;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.mirror.FoundCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.jspecify.annotations.Nullable;

/** One of the two copies of a mirrored bank, locked for this process: what it holds, and its replacement. */
final class CopyFolder {

    private static final DateTimeFormatter ASIDE_NAME =
            DateTimeFormatter.ofPattern("'-aside-'yyyyMMdd'T'HHmmss.SSS").withZone(ZoneOffset.UTC);

    private static final String REPLACEMENT = "journal-replacement";
    private static final String LOCK = "lock";

    private final DataDirectory data;
    private final JournalSettings settings;
    private final Medium medium;
    private FolderLock lock;
    private @Nullable Journal journal;
    private @Nullable FoundCopy found;
    private @Nullable BankRecord known;

    private CopyFolder(DataDirectory data, JournalSettings settings, Medium medium, FolderLock lock) {
        this.data = data;
        this.settings = settings;
        this.medium = medium;
        this.lock = lock;
    }

    /** Takes a data directory's lock, which is created if it is missing. */
    static CopyFolder open(DataDirectory data, JournalSettings settings, Medium medium) throws IOException {
        data.folder(BankFolders.JOURNAL);
        // After a killed start, a new mirror's directory, or the new name of its journal, may be only in the page
        // cache.
        data.forceName();
        data.root().force();
        return new CopyFolder(data, settings, medium, data.lock(BankFolders.JOURNAL));
    }

    /** Reads all contents of this copy. */
    FoundCopy find() throws IOException {
        MirrorRecord record = null;
        FoundCopy.Contents contents = null;
        String damage = null;
        try {
            known = BankRecordFile.read(data());
            record = MirrorRecord.read(folder());
            journal = medium.journal(data.folder(BankFolders.JOURNAL), lock, settings);
            JournalSource live = LiveEpochs.of(known, List.of(journal));
            requireOldest(known, Epochs.of(live));
            contents = new FoundCopy.Contents(live, JournalEnd.of(live));
        } catch (JournalDamage | MirrorRefused | IOException e) {
            damage = place() + ": " + e.getMessage();
        }
        found = new FoundCopy(place(), record, contents, damage);
        return found;
    }

    private static void requireOldest(@Nullable BankRecord known, Epochs epochs) {
        if (known == null || epochs.isEmpty() || known.isAccepted(epochs.number(0))) {
            return;
        }
        if (known.lacksEpochsBefore(epochs.number(0))) {
            throw new JournalDamage(
                    "damaged journal: it begins with epoch " + epochs.number(0) + " instead of epoch "
                            + known.oldestEpoch(),
                    JournalDamage.UNKNOWN);
        }
    }

    FoundCopy found() {
        if (found == null) {
            throw new IllegalStateException("the contents of " + place() + " have not been read");
        }
        return found;
    }

    /** The bank's record; null if it has none, or only a damaged one. */
    @Nullable
    BankRecord known() {
        return known;
    }

    @Nullable
    BankIdentity identity() {
        FoundCopy.Contents contents = found().contents();
        return contents == null ? null : contents.end().identity();
    }

    /** Why this copy has to be replaced. */
    String reason() {
        FoundCopy.Contents contents = found().contents();
        if (contents == null) {
            return String.valueOf(found().damage());
        }
        return contents.end().isEmpty()
                ? "it is empty"
                : "it ends at " + contents.end().end();
    }

    /**
     * Writes a new copy of the good journal beside this one, then sets this one aside and puts the new one in its
     * place.
     *
     * @param record of the new one
     * @param now the time, by which the journal that is set aside is named
     * @return where the previous journal is now; empty if there was none
     */
    String replaceBy(CopyFolder good, MirrorRecord record, Instant now) throws IOException {
        closeJournal();
        data.delete(REPLACEMENT);
        Folder folder = data.folder(REPLACEMENT);
        FolderLock newLock = data.lock(REPLACEMENT);
        try {
            copy(good, folder, newLock);
            record.write(medium.folder(folder, newLock));
            BankRecords.copy(good.data(), data());
            String aside = putReplacementInPlace(newLock, now);
            journal = medium.journal(data.folder(BankFolders.JOURNAL), lock, settings);
            if (!isEmpty()) {
                return data.root().place(aside);
            }
            data.delete(aside);
            return "";
        } catch (IOException | RuntimeException e) {
            newLock.close();
            throw e;
        }
    }

    /** Whether a replacement was begun and not finished. */
    boolean isBeingReplaced() throws IOException {
        return !data.entries(REPLACEMENT).isEmpty();
    }

    /**
     * Replaces the remains of a journal from an interrupted founding by a new journal.
     *
     * @throws JournalDamage if it has transactions
     * @throws FoundingRefused if it is damaged, so that it may have some
     */
    void clear(Instant now) throws IOException {
        if (data.entries(BankFolders.JOURNAL).equals(List.of(LOCK))) {
            return;
        }
        FoundCopy.Contents remains = find().contents();
        if (remains == null) {
            throw new FoundingRefused(
                    "no bank is founded in " + place() + ", because there is a journal that cannot be " + "read: "
                            + found().damage() + ". If it is of a founding that was interrupted, remove it");
        }
        new RecordCheck(known, data().place(BankRecordFile.NAME))
                .requireNotOlder(remains.end().tail());
        closeJournal();
        data.delete(REPLACEMENT);
        data.folder(REPLACEMENT);
        FolderLock newLock = data.lock(REPLACEMENT);
        try {
            data.delete(putReplacementInPlace(newLock, now));
        } catch (IOException | RuntimeException e) {
            newLock.close();
            throw e;
        }
    }

    /** Returns the name under which the previous contents are set aside. */
    private String putReplacementInPlace(FolderLock newLock, Instant now) throws IOException {
        String aside = BankFolders.JOURNAL + ASIDE_NAME.format(now);
        data.rename(BankFolders.JOURNAL, aside);
        data.rename(REPLACEMENT, BankFolders.JOURNAL);
        lock.close();
        lock = newLock;
        return aside;
    }

    private void copy(CopyFolder good, Folder folder, FolderLock newLock) throws IOException {
        try (Journal written = medium.journal(folder, newLock, settings)) {
            JournalCopy.copy(good.live(), written);
        }
        try (Journal written = medium.journal(folder, newLock, settings)) {
            JournalEnd there = JournalEnd.of(good.live());
            JournalEnd here = JournalEnd.of(written);
            if (!here.end().equals(there.end()) || here.beginsAfter() != there.beginsAfter()) {
                throw new IOException(
                        folder + " was rewritten and ends at " + here.end() + " instead of " + there.end());
            }
        }
    }

    /**
     * Sets the archived epochs aside.
     *
     * @param now the time, by which they are named
     * @return where they are now
     */
    String setArchiveAside(Instant now) throws IOException {
        String aside = BankFolders.ARCHIVE + ASIDE_NAME.format(now);
        data.rename(BankFolders.ARCHIVE, aside);
        return data.root().place(aside);
    }

    /** The journal's epochs that count. */
    JournalSource live() {
        FoundCopy.Contents contents = found().contents();
        if (contents == null) {
            throw new IllegalStateException(place() + " is damaged");
        }
        return contents.journal();
    }

    /** Whether there is no epoch, not even a torn one. */
    private boolean isEmpty() {
        FoundCopy.Contents contents = found().contents();
        return contents != null && contents.end().tail().lastEpochNumber() == 0;
    }

    Folder folder() throws IOException {
        return medium.folder(data.folder(BankFolders.JOURNAL), lock);
    }

    Folder data() throws IOException {
        return medium.folder(data.root(), lock);
    }

    Folder snapshots() throws IOException {
        return medium.folder(data.folder(BankFolders.SNAPSHOTS), lock);
    }

    Folder archive() throws IOException {
        return medium.folder(data.folder(BankFolders.ARCHIVE), lock);
    }

    Journal journal() {
        if (journal == null) {
            throw new IllegalStateException("the journal of " + place() + " is not open");
        }
        return journal;
    }

    /** Keeps other processes out. */
    FolderLock lock() {
        return lock;
    }

    /** Its directory, for messages. */
    String place() {
        return data.place();
    }

    private void closeJournal() throws IOException {
        if (journal != null) {
            Journal open = journal;
            journal = null;
            open.close();
        }
    }

    /** Releases everything after a failure. */
    void closeAfter(Exception reason) {
        Closeables.close(reason, this::closeJournal, lock);
    }
}
