package org.debitcredit.recovery;

import java.io.IOException;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.founding.BankRecord;
import org.debitcredit.founding.FoundingRefused;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.Snapshot;
import org.jspecify.annotations.Nullable;

/** Determines which bank is on the given media, or gives a new one its identity. All files must belong to one bank. */
final class Identification {

    private final BankFiles files;
    private final BankSettings settings;
    private final RecoverySource source;

    private Identification(BankFiles files, BankSettings settings, RecoverySource source) {
        this.files = files;
        this.settings = settings;
        this.source = source;
    }

    /**
     * @throws FoundingRefused if a bank is to be opened and there is none, or if one is to be founded and there is one
     * @throws IllegalArgumentException if the bank differs from the requested one; the message names both
     * @throws IllegalStateException if the journal is missing, or if there are files of several banks
     */
    static BankIdentity of(BankFiles files, BankSettings settings, RecoverySource source) throws IOException {
        return new Identification(files, settings, source).find();
    }

    private BankIdentity find() throws IOException {
        BankRecord record = files.records().latest();
        BankIdentity journaled = epochs().identity();
        requireOneBank(record == null ? null : record.identity(), journaled);
        if (journaled == null) {
            return record == null || record.isFounding() ? found(record) : lostJournal(record);
        }
        requireAskedFor(journaled);
        if (settings.founds() && (record == null || !record.isFounding())) {
            throw new FoundingRefused("no bank is founded in " + settings.data() + ": it holds bank " + journaled);
        }
        return journaled;
    }

    private BankIdentity found(@Nullable BankRecord begun) throws IOException {
        for (Snapshot snapshot : files.snapshots().newestFirst(damage -> {})) {
            throw new IllegalStateException("the bank in " + settings.data() + " has lost its journal: "
                    + snapshot.place() + " is at " + snapshot.start() + ", but there is no epoch");
        }
        if (!settings.founds()) {
            throw new FoundingRefused("there is no bank in " + settings.data());
        }
        if (begun != null && !begun.isFoundingOnRecordOnly()) {
            requireBegunAsAskedFor(begun.identity());
        }
        if (begun != null && isAskedFor(begun.identity())) {
            return begun.identity();
        }
        BankScale scale = settings.scale();
        BankIdentity founded = new BankIdentity(settings.ids().get(), scale, settings.currency());
        if (begun == null) {
            files.records().beginFounding(founded);
        } else {
            files.records().beginFoundingAnew(founded);
        }
        return founded;
    }

    private BankIdentity lostJournal(BankRecord record) {
        throw new IllegalStateException("the bank in " + settings.data() + " has lost its journal: according to "
                + files.records().place() + " epoch " + record.epochNumber() + " of bank "
                + record.identity().id()
                + " " + record.reached()
                + ", but there is no epoch. Put the journal back, or restore the bank from a backup or its archive");
    }

    /** Snapshots of another bank are skipped later; here they show that files were mixed up. */
    private void requireOneBank(@Nullable BankIdentity recorded, @Nullable BankIdentity journaled) throws IOException {
        if (recorded != null && journaled != null && !recorded.equals(journaled)) {
            throw new IllegalStateException(files.records().place() + " belongs to bank " + recorded
                    + "; the journal in " + settings.data() + " belongs to bank " + journaled);
        }
        if (recorded != null || journaled == null) {
            return;
        }
        for (Snapshot snapshot : files.snapshots().newestFirst(damage -> {})) {
            if (!snapshot.identity().equals(journaled)) {
                throw new IllegalStateException(snapshot.place() + " belongs to bank " + snapshot.identity()
                        + "; the journal in " + settings.data() + " belongs to bank " + journaled);
            }
        }
    }

    private boolean isAskedFor(BankIdentity begun) {
        return begun.scale().equals(settings.scale()) && begun.currency().equals(settings.currency());
    }

    private void requireBegunAsAskedFor(BankIdentity begun) {
        if (!isAskedFor(begun)) {
            throw new FoundingRefused("a bank of " + begun.scale() + " in " + begun.currency()
                    + " was being founded in " + settings.data()
                    + ", and that was interrupted. Found it again with the same"
                    + " options. Or, to found another bank, remove "
                    + files.records().place()
                    + " and empty the database first: nothing was ever acknowledged");
        }
    }

    private void requireAskedFor(BankIdentity found) {
        if (!found.scale().equals(settings.scale())) {
            throw new IllegalArgumentException(
                    "the bank in " + settings.data() + " has " + found.scale() + ", not " + settings.scale());
        }
        if (!found.currency().equals(settings.currency())) {
            throw new IllegalArgumentException("the bank in " + settings.data() + " has the currency "
                    + found.currency() + ", not " + settings.currency());
        }
    }

    private Epochs epochs() throws IOException {
        try {
            return source.history();
        } catch (JournalDamage missing) {
            throw JournalReader.locate(source.epochs(), missing);
        }
    }
}
