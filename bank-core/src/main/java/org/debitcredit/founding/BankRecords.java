package org.debitcredit.founding;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/** A bank's record on every medium. All threads. */
public final class BankRecords {

    private final List<Folder> folders;
    private final MediumLoss media;
    private final String place;
    private @Nullable BankRecord latest;
    /** Whether the latest entry is on every medium that is left. */
    private boolean isWritten = true;
    /** What the start that is under way accepts: put on record with the epoch that it begins. */
    private long acceptedEpoch;

    private long lossAcceptedAfter = BankRecord.NONE;

    /**
     * @param folders the data directory on each medium
     * @param chosen number of the medium whose record counts, if it has one
     * @param media says what becomes of the others when one fails
     */
    public BankRecords(List<Folder> folders, int chosen, MediumLoss media) throws IOException {
        this.folders = List.copyOf(folders);
        this.media = media;
        for (Folder folder : this.folders) {
            // A server that was killed may have named the file in the page cache only.
            folder.force();
        }
        this.place = folders.get(chosen).place(BankRecordFile.NAME);
        BankRecord found = BankRecordFile.read(folders.get(chosen));
        for (int medium = 0; medium < folders.size() && found == null; medium++) {
            found = BankRecordFile.read(folders.get(medium));
        }
        this.latest = found;
    }

    /**
     * Gives a folder the record of another one, if that has one, and nothing of what the folder had on record before.
     */
    public static void copy(Folder from, Folder to) throws IOException {
        BankRecord entry = BankRecordFile.read(from);
        if (entry != null) {
            BankRecordFile.make(to, entry);
        }
    }

    /** The file whose record counts, for messages. */
    public String place() {
        return place;
    }

    /** The latest entry; null where there is none. */
    public synchronized @Nullable BankRecord latest() {
        return latest;
    }

    /** Puts on record that a bank is being founded, if nothing is on record yet. */
    public synchronized void beginFounding(BankIdentity identity) throws IOException {
        if (latest == null) {
            write(BankRecord.founding(identity));
        }
    }

    /** Puts on record that an epoch of the bank has begun. */
    public synchronized void began(BankIdentity identity, long number, UUID epoch, long position) throws IOException {
        write(before(identity).began(number, epoch, position).accepting(acceptedEpoch, lossAcceptedAfter));
    }

    /** Puts on record what is found of a bank that has begun epochs of which nothing is on record. */
    public synchronized void foundBegun(BankIdentity identity, long number, UUID epoch, long position, long oldest)
            throws IOException {
        write(before(identity).began(number, epoch, position).beginningWith(oldest));
    }

    /** Puts on record that the bank's journal was closed cleanly. */
    public synchronized void ended(
            BankIdentity identity, long number, UUID epoch, long sequence, long position, int checksum)
            throws IOException {
        write(before(identity).ended(number, epoch, sequence, position, checksum));
    }

    /**
     * Puts on record that the journal begins with an epoch, before older ones are removed: from then on they may be
     * missing.
     */
    public synchronized void keepFrom(long epoch) throws IOException {
        BankRecord known = latest;
        if (known != null && (known.lacksEpochsBefore(epoch) || !isWritten)) {
            write(known.next().beginningWith(Math.max(epoch, known.oldestEpoch())));
        }
    }

    /**
     * The start that is under way has accepted losses: the next epoch that begins puts that on record.
     *
     * @param epoch all before it is lost, the history included; 0 for none
     * @param lossAfter all after this position, as far as it was lost; {@link BankRecord#NONE} for none
     */
    public synchronized void acceptWithNextEpoch(long epoch, long lossAfter) {
        acceptedEpoch = epoch;
        lossAcceptedAfter = lossAfter;
    }

    /** Puts on record that a loss was refused: whoever accepts it from now on has been told of it. */
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

    /** Whatever is written while this one is under way continues it. */
    private void write(BankRecord entry) throws IOException {
        latest = entry;
        isWritten = false;
        for (int medium = 0; medium < folders.size(); medium++) {
            if (!media.isLost(medium)) {
                write(medium, entry);
            }
        }
        isWritten = true;
    }

    private void write(int medium, BankRecord entry) throws IOException {
        try {
            BankRecordFile.write(folders.get(medium), entry);
        } catch (IOException e) {
            media.lost(medium, e);
        }
    }
}
