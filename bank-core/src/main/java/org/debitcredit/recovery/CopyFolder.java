package org.debitcredit.recovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.journal.Journal;
import org.debitcredit.journal.JournalCopy;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalEnd;
import org.debitcredit.mirror.FoundCopy;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.storage.DirectoryLock;
import org.debitcredit.storage.DiskFolder;
import org.debitcredit.storage.DurableFiles;
import org.debitcredit.storage.Failed;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;
import org.jspecify.annotations.Nullable;

/** One of the two copies of a mirrored bank, locked for this process: what it holds, and its replacement. */
final class CopyFolder {

    private static final DateTimeFormatter ASIDE_NAME =
            DateTimeFormatter.ofPattern("'journal-aside-'yyyyMMdd'T'HHmmss.SSS").withZone(ZoneOffset.UTC);

    private final Path data;
    private final JournalSettings settings;
    private final Medium medium;
    private DirectoryLock lock;
    private @Nullable Journal journal;
    private @Nullable FoundCopy found;

    private CopyFolder(Path data, JournalSettings settings, Medium medium, DirectoryLock lock) {
        this.data = data;
        this.settings = settings;
        this.medium = medium;
        this.lock = lock;
    }

    /** Takes a data directory's lock, made where missing. */
    static CopyFolder open(Path data, JournalSettings settings, Medium medium) throws IOException {
        DiskFolder folder = DiskFolder.open(BankFolders.journal(data));
        return new CopyFolder(data, settings, medium, DirectoryLock.acquire(folder.path()));
    }

    /** Reads everything that is here. */
    FoundCopy find() throws IOException {
        MirrorRecord record = null;
        FoundCopy.Contents contents = null;
        String damage = null;
        try {
            record = MirrorRecord.read(folder());
            journal = medium.journal(DiskFolder.open(BankFolders.journal(data)), settings);
            contents = new FoundCopy.Contents(journal, JournalEnd.of(journal));
        } catch (JournalDamage | MirrorRefused | IOException e) {
            damage = place() + ": " + e.getMessage();
        }
        found = new FoundCopy(place(), record, contents, damage);
        return found;
    }

    FoundCopy found() {
        if (found == null) {
            throw new IllegalStateException("nobody has looked into " + place());
        }
        return found;
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
                ? "it holds nothing"
                : "it ends at " + contents.end().end();
    }

    /**
     * Writes the good copy's journal anew beside this one, then sets this one aside and takes the new one instead.
     *
     * @param record of the new one
     * @return where the one before stands now; empty when nothing was in it
     */
    String replaceBy(CopyFolder good, MirrorRecord record) throws IOException {
        Path live = BankFolders.journal(data);
        Path replacement = data.resolve("journal-replacement");
        closeJournal();
        if (Files.exists(replacement)) {
            DurableFiles.deleteTree(replacement);
        }
        DiskFolder folder = DiskFolder.open(replacement);
        DirectoryLock newLock = DirectoryLock.acquire(replacement);
        try {
            copy(good, folder);
            record.write(medium.folder(folder));
            Path aside = data.resolve(ASIDE_NAME.format(Instant.now()));
            DurableFiles.renameDirectory(live, aside);
            DurableFiles.renameDirectory(replacement, live);
            newLock.movedTo(live);
            lock.close();
            lock = newLock;
            journal = medium.journal(DiskFolder.open(live), settings);
            if (!isEmpty()) {
                return aside.toString();
            }
            DurableFiles.deleteTree(aside);
            return "";
        } catch (IOException | RuntimeException e) {
            newLock.close();
            throw e;
        }
    }

    private void copy(CopyFolder good, DiskFolder folder) throws IOException {
        try (Journal written = medium.journal(folder, settings)) {
            JournalCopy.copy(good.journal(), written);
        }
        try (Journal written = medium.journal(folder, settings)) {
            JournalEnd there = JournalEnd.of(good.journal());
            JournalEnd here = JournalEnd.of(written);
            if (!here.end().equals(there.end()) || here.beginsAfter() != there.beginsAfter()) {
                throw new IOException(
                        folder + " was written anew and ends at " + here.end() + " instead of " + there.end());
            }
        }
    }

    /** Whether there is no epoch here, not even a torn one. */
    private boolean isEmpty() {
        FoundCopy.Contents contents = found().contents();
        return contents != null && contents.end().tail().lastEpochNumber() == 0;
    }

    Folder folder() throws IOException {
        return medium.folder(DiskFolder.open(BankFolders.journal(data)));
    }

    Folder data() throws IOException {
        return medium.folder(DiskFolder.open(data));
    }

    Folder snapshots() throws IOException {
        return medium.folder(DiskFolder.open(BankFolders.snapshots(data)));
    }

    Folder archive() throws IOException {
        return medium.folder(DiskFolder.open(BankFolders.archive(data)));
    }

    Journal journal() {
        if (journal == null) {
            throw new IllegalStateException("the journal of " + place() + " is not open");
        }
        return journal;
    }

    /** Keeps other processes off. */
    FolderLock lock() {
        return lock;
    }

    /** Its directory, for messages. */
    String place() {
        return data.toAbsolutePath().normalize().toString();
    }

    private void closeJournal() throws IOException {
        if (journal != null) {
            Journal open = journal;
            journal = null;
            open.close();
        }
    }

    /** Gives everything back after a failure. */
    void closeAfter(Exception reason) {
        Failed.close(reason, this::closeJournal, lock);
    }
}
