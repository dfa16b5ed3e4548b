package org.debitcredit.directory;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.event.BankEvent;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.founding.BankRecords;
import org.debitcredit.founding.RecordCheck;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.Journal;
import org.debitcredit.mirror.BoundedFolder;
import org.debitcredit.mirror.BoundedLock;
import org.debitcredit.mirror.FoundCopy;
import org.debitcredit.mirror.HangLimit;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.mirror.MediumCalls;
import org.debitcredit.mirror.MirrorPair;
import org.debitcredit.mirror.MirrorRecord;
import org.debitcredit.mirror.MirrorRecord.State;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.mirror.MirroredJournal;
import org.debitcredit.mirror.MirroredLock;
import org.debitcredit.mirror.Reconciliation;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.DataDirectory;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.FolderLock;

/**
 * Opens a bank on two media: finds both copies, decides which one contains everything, replaces the other if necessary,
 * and records that both take part.
 *
 * <pre>
 *   good:   DUPLEX g ─▶ ALONE g+1 ────────────────────────────────────────────────────▶ DUPLEX g+2
 *   other:  DUPLEX g ────────────▶ written anew aside, DUPLEX g+2 ─▶ renamed into place ─┘        ─▶ ready
 * </pre>
 *
 * After a crash at any point, the good copy is intact and its record is right. The next start repeats the rest.
 */
final class MirroredFolders {

    private final List<CopyFolder> copies;
    private final BankSettings settings;
    private final HangLimit limit;
    private final List<? extends Medium> media;
    private final Consumer<BankEvent> events;

    private MirroredFolders(
            List<CopyFolder> copies,
            BankSettings settings,
            HangLimit limit,
            Consumer<BankEvent> events,
            List<? extends Medium> media) {
        this.copies = copies;
        this.settings = settings;
        this.limit = limit;
        this.events = events;
        this.media = media;
    }

    /**
     * Opens both media.
     *
     * @param data directories of the bank and of its mirror
     * @param limit how long either may take for one call once it is open
     * @param media how each is opened
     */
    static BankFiles open(
            List<DataDirectory> data,
            BankSettings settings,
            HangLimit limit,
            Consumer<BankEvent> events,
            List<? extends Medium> media)
            throws IOException {
        if (data.get(0).isSame(data.get(1))) {
            throw new IllegalArgumentException("the bank in " + data.get(0)
                    + " cannot be its own mirror. Give another directory, on another device");
        }
        List<CopyFolder> copies = new ArrayList<>();
        try {
            for (int copy = 0; copy < 2; copy++) {
                copies.add(CopyFolder.open(data.get(copy), settings.journal(), media.get(copy)));
            }
            return new MirroredFolders(copies, settings, limit, events, media).open();
        } catch (IOException | RuntimeException e) {
            for (CopyFolder copy : copies) {
                copy.closeAfter(e);
            }
            throw e;
        }
    }

    private BankFiles open() throws IOException {
        if (settings.founds()) {
            // Nothing has ever been acknowledged, so the remains of an interrupted founding on the copies need not
            // match.
            for (CopyFolder copy : copies) {
                copy.clear(now());
            }
        }
        Reconciliation.Verdict verdict = Reconciliation.of(
                copies.get(0).find(), copies.get(1).find(), settings.journal().loneCopy());
        CopyFolder good = copies.get(verdict.good());
        CopyFolder other = copies.get(1 - verdict.good());
        boolean isOlder = isOlderOnRecord(good, other);
        if (verdict.replacesOther() || isOlder) {
            replace(good, other, verdict.isAccepted() || isOlder);
        } else {
            agree(good, other);
        }
        return files(verdict.good());
    }

    /**
     * The other copy's record of the bank is outside its journal. So it shows that the bank continued on that copy
     * alone, even if that copy's journal was replaced by an older version and the evidence in it is gone.
     *
     * @return whether it shows that, and the operator accepted it
     */
    private boolean isOlderOnRecord(CopyFolder good, CopyFolder other) throws IOException {
        FoundCopy.Contents contents = good.found().contents();
        if (contents == null || contents.end().isEmpty() || other.known() == null) {
            return false;
        }
        RecordCheck check = new RecordCheck(other.known(), other.data().place(BankRecordFile.NAME));
        String lost = check.lost(Epochs.of(contents.journal()), contents.end().tail());
        LoneCopy accepted = settings.journal().loneCopy();
        if (lost != null && !accepted.accepts(good.found().lone())) {
            throw new MirrorRefused("damaged mirror: of the copies of the bank, the journal in " + good.place()
                    + " is the most complete, but a part is missing: " + lost + ". Put back the newest journal of "
                    + other.place() + "; " + accepted.option(good.found().lone()) + " starts without it, as of "
                    + contents.end().end());
        }
        return lost != null;
    }

    /** @param isAccepted whether the other copy may have more than the good one */
    private void replace(CopyFolder good, CopyFolder other, boolean isAccepted) throws IOException {
        MirrorRepair repair = new MirrorRepair(good, other, now(), events);
        repair.requireNoBackup();
        MirrorRecord alone = record(good, other);
        if (alone.isDuplex() || alone.generation() <= generation(other)) {
            alone = alone.at(Math.max(alone.generation(), generation(other)) + 1, State.ALONE);
            alone.write(good.folder());
        }
        if (other.found().isNew()) {
            // What is copied now is not taken for a backup if this repair is interrupted. No copy that takes part has
            // this generation.
            ofOther(alone.at(0, State.DUPLEX), good).write(other.folder());
        }
        repair.align(isAccepted);
        MirrorRecord duplex = alone.next(State.DUPLEX);
        String reason = other.reason();
        String aside = other.replaceBy(good, ofOther(duplex, good), now());
        duplex.write(good.folder());
        events.accept(new BankEvent.MirrorReplaced(other.place(), reason, aside));
    }

    /** Both copies are used as they are; their records are updated. */
    private void agree(CopyFolder good, CopyFolder other) throws IOException {
        new MirrorRepair(good, other, now(), events).copyMissing();
        MirrorRecord record = record(good, other);
        MirrorRecord duplex = record.at(Math.max(1, record.generation()), State.DUPLEX);
        for (CopyFolder copy : copies) {
            MirrorRecord own = copy == good ? duplex : ofOther(duplex, good);
            if (!own.equals(copy.found().record())) {
                own.write(copy.folder());
            }
        }
    }

    /** The good copy's record as it is now, with what was learnt since it was written; a new one where it has none. */
    private MirrorRecord record(CopyFolder good, CopyFolder other) {
        MirrorRecord found = good.found().record();
        MirrorRecord there = other.found().record();
        BankIdentity identity = good.identity();
        UUID bank = identity == null ? MirrorRecord.NOT_FOUNDED : identity.id();
        UUID pair = found != null
                ? found.pair()
                : there != null ? there.pair() : settings.ids().get();
        return new MirrorRecord(
                bank,
                pair,
                found == null ? 0 : found.generation(),
                found == null ? State.ALONE : found.state(),
                found == null ? 0 : found.copy(),
                other.place());
    }

    private static MirrorRecord ofOther(MirrorRecord record, CopyFolder good) {
        return new MirrorRecord(
                record.bank(), record.pair(), record.generation(), record.state(), 1 - record.copy(), good.place());
    }

    private static long generation(CopyFolder copy) {
        MirrorRecord record = copy.found().record();
        return record == null ? 0 : record.generation();
    }

    private BankFiles files(int good) throws IOException {
        List<Folder> folders = new ArrayList<>();
        List<MirrorRecord> records = new ArrayList<>();
        for (CopyFolder copy : copies) {
            MirrorRecord record = MirrorRecord.read(copy.folder());
            if (record == null || !record.isDuplex()) {
                throw new IOException(copy.place() + " does not contain the record that was just written: " + record);
            }
            folders.add(copy.folder());
            records.add(record);
        }
        MirrorPair pair = new MirrorPair(folders, records, settings.journal().mirrorOnLoss(), this::tellLost);
        List<MediumCalls> calls = new ArrayList<>();
        List<Folder> data = new ArrayList<>();
        List<Folder> snapshots = new ArrayList<>();
        List<Journal> journals = new ArrayList<>();
        List<EpochArchive> archives = new ArrayList<>();
        List<FolderLock> locks = new ArrayList<>();
        for (int medium = 0; medium < copies.size(); medium++) {
            CopyFolder copy = copies.get(medium);
            int number = medium;
            MediumCalls bounded = new MediumCalls(
                    copy.place(),
                    limit,
                    () -> pair.isLost(number),
                    media.get(number).threads("bank-mirror-" + number));
            calls.add(bounded);
            data.add(new BoundedFolder(copy.data(), bounded));
            snapshots.add(new BoundedFolder(copy.snapshots(), bounded));
            journals.add(copy.journal());
            archives.add(new EpochArchive(new BoundedFolder(copy.archive(), bounded)));
            locks.add(new BoundedLock(copy.lock(), bounded));
        }
        return new BankFiles(
                new MirroredJournal(journals, good, pair, calls),
                new SnapshotStore(snapshots, pair),
                archives,
                new BankRecords(data, good, pair),
                new MirroredLock(locks, pair),
                pair,
                BankFiles.Claim.NONE);
    }

    private Instant now() {
        return Instant.EPOCH.plus(settings.clocks().wallMicros().getAsLong(), ChronoUnit.MICROS);
    }

    private void tellLost(String place, Exception cause) {
        try {
            events.accept(new BankEvent.MirrorLost(place, cause));
        } catch (RuntimeException | Error e) {
            reportFailed(e);
        }
    }

    private void reportFailed(Throwable cause) {
        try {
            events.accept(new BankEvent.CallbackFailed().by(cause));
        } catch (RuntimeException | Error e) {
            // There is no one left to report this to.
        }
    }
}
