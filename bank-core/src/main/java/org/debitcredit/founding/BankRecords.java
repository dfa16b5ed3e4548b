package org.debitcredit.founding;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumLoss;
import org.jspecify.annotations.Nullable;

/** A bank's record on every medium. One thread at a time. */
public final class BankRecords {

    private final List<Folder> folders;
    private final MediumLoss media;
    private final String place;
    private @Nullable BankRecord latest;

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

    /** The file whose record counts, for messages. */
    public String place() {
        return place;
    }

    /** The latest entry; null where there is none. */
    public @Nullable BankRecord latest() {
        return latest;
    }

    /** Puts on record that a bank is being founded, if nothing is on record yet. */
    public void beginFounding(BankIdentity identity) throws IOException {
        if (latest == null) {
            write(BankRecord.founding(identity));
        }
    }

    /** Puts on record that an epoch of the bank has begun. */
    public void began(BankIdentity identity, long number, UUID epoch, long position) throws IOException {
        write(before(identity).began(number, epoch, position));
    }

    /** Puts on record that the bank's journal was closed cleanly. */
    public void ended(BankIdentity identity, long number, UUID epoch, long sequence, long position, int checksum)
            throws IOException {
        write(before(identity).ended(number, epoch, sequence, position, checksum));
    }

    /** A bank that was founded before there were records begins with the entry that its founding would have left. */
    private BankRecord before(BankIdentity identity) {
        BankRecord known = latest;
        return known == null ? BankRecord.founding(identity) : known;
    }

    private void write(BankRecord entry) throws IOException {
        for (int medium = 0; medium < folders.size(); medium++) {
            if (!media.isLost(medium)) {
                write(medium, entry);
            }
        }
        latest = entry;
    }

    private void write(int medium, BankRecord entry) throws IOException {
        try {
            BankRecordFile.write(folders.get(medium), entry);
        } catch (IOException e) {
            media.lost(medium, e);
        }
    }
}
