package org.debitcredit.founding;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/** A bank's record on every medium. For use by all threads. */
public final class BankRecords {

    private final List<Folder> folders;
    private final MediumLoss media;
    private final String place;
    private @Nullable BankRecord latest;
    /** Whether the latest entry is on every remaining medium. */
    private boolean isWritten = true;
    /** The losses that the current start accepts. They are recorded with the epoch that it begins. */
    private long acceptedEpoch;

    private long lossAcceptedAfter = BankRecord.NONE;

    /**
     * @param folders the data directory on each medium
     * @param chosen number of the medium whose record counts, if it has one
     * @param media decides how the others are used when one fails
     */
    public BankRecords(List<Folder> folders, int chosen, MediumLoss media) throws IOException {
        this.folders = List.copyOf(folders);
        this.media = media;
        for (Folder folder : this.folders) {
            // If a server was killed, the file's name may be only in the page cache.
            folder.force();
        }
        int read = chosen;
        BankRecord found = BankRecordFile.read(folders.get(chosen));
        for (int medium = 0; medium < folders.size() && found == null; medium++) {
            found = BankRecordFile.read(folders.get(medium));
            read = found == null ? chosen : medium;
        }
        this.place = folders.get(read).place(BankRecordFile.NAME);
        this.latest = found;
    }

    /** Replaces the record of a folder by that of another folder, if that has one. */
    public static void copy(Folder from, Folder to) throws IOException {
        BankRecord entry = BankRecordFile.read(from);
        if (entry != null) {
            BankRecordFile.make(to, entry);
        }
    }

    /** The file with the record that is used, for messages. */
    public String place() {
        return place;
    }

    /** The latest entry; null where there is none. */
    public synchronized @Nullable BankRecord latest() {
        return latest;
    }

    /** Records that a bank is being founded, if there is no record yet. */
    public synchronized void beginFounding(BankIdentity identity) throws IOException {
        if (latest == null) {
            write(BankRecord.founding(identity));
        }
    }

    /**
     * Records that another bank is being founded, in place of one whose founding was interrupted or refused before its
     * id was anywhere but in the record.
     */
    public synchronized void beginFoundingAnew(BankIdentity identity) throws IOException {
        BankRecord known = latest;
        if (known == null || !known.isFoundingOnRecordOnly()) {
            throw new IllegalStateException("the bank on record has begun: " + known);
        }
        // Written to a new file, because a torn write over the only entry would leave no entry.
        write(BankRecord.founding(identity), BankRecordFile::make);
    }

    /** Records that a database may contain the id of the bank that is being founded. */
    public synchronized void foundingReachesDatabase() throws IOException {
        BankRecord known = latest;
        if (known != null && known.isFoundingOnRecordOnly()) {
            write(known.next());
        }
    }

    /** Records that an epoch of the bank has begun. */
    public synchronized void began(BankIdentity identity, long number, UUID epoch, long position) throws IOException {
        write(before(identity).began(number, epoch, position).accepting(acceptedEpoch, lossAcceptedAfter));
    }

    /**
     * Writes the first record of a bank whose epochs are not recorded yet.
     *
     * @param lossAfter highest position after which one of them accepted a loss; {@link BankRecord#NONE} for none
     */
    public synchronized void foundBegun(
            BankIdentity identity, long number, UUID epoch, long position, long oldest, long lossAfter)
            throws IOException {
        write(before(identity)
                .began(number, epoch, position)
                .beginningWith(oldest)
                .accepting(0, lossAfter));
    }

    /** Records that the bank's journal was closed cleanly. */
    public synchronized void ended(
            BankIdentity identity, long number, UUID epoch, long sequence, long position, int checksum)
            throws IOException {
        write(before(identity).ended(number, epoch, sequence, position, checksum));
    }

    /**
     * Records with which epoch the journal begins, before older epochs are removed. From then on they may be missing.
     */
    public synchronized void keepFrom(long epoch) throws IOException {
        BankRecord known = latest;
        if (known != null && (known.lacksEpochsBefore(epoch) || !isWritten)) {
            write(known.next().beginningWith(Math.max(epoch, known.oldestEpoch())));
        }
    }

    /**
     * Notes that the current start has accepted losses. They are recorded with the next epoch that begins.
     *
     * @param epoch everything before it is lost, including the history; 0 for none
     * @param lossAfter whatever was lost after this position; {@link BankRecord#NONE} for none, after which the last
     *     loss that was accepted stays on record
     */
    public synchronized void acceptWithNextEpoch(long epoch, long lossAfter) {
        BankRecord known = latest;
        acceptedEpoch = epoch;
        lossAcceptedAfter = known == null ? lossAfter : Math.max(lossAfter, known.lossAcceptedAfter());
    }

    /**
     * Records that a start was refused because of a loss, so an operator who accepts the loss from now on has seen the
     * message.
     */
    public synchronized void lossWasRefused() throws IOException {
        BankRecord known = latest;
        if (known != null && known.lossAcceptedAfter() != BankRecord.NONE) {
            write(known.next().accepting(0, BankRecord.NONE));
        }
    }

    /** A bank that was founded before there were records begins with the entry that its founding would have left. */
    private BankRecord before(BankIdentity identity) {
        BankRecord known = latest;
        return known == null ? BankRecord.founding(identity) : known;
    }

    private void write(BankRecord entry) throws IOException {
        write(entry, BankRecordFile::write);
    }

    @FunctionalInterface
    private interface Write {
        void to(Folder folder, BankRecord entry) throws IOException;
    }

    /** Entries that are written meanwhile continue this one. */
    private void write(BankRecord entry, Write write) throws IOException {
        latest = entry;
        isWritten = false;
        for (int medium = 0; medium < folders.size(); medium++) {
            if (!media.isLost(medium)) {
                write(medium, entry, write);
            }
        }
        isWritten = true;
    }

    private void write(int medium, BankRecord entry, Write write) throws IOException {
        try {
            write.to(folders.get(medium), entry);
        } catch (IOException e) {
            media.lost(medium, e);
        }
    }
}
