package org.debitcredit.directory;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;
import org.debitcredit.founding.LiveEpochs;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.EpochsBefore;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.mirror.MirrorRefused;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotStore;

/** What becomes of the snapshots and the archive of a copy whose journal is replaced by that of the good copy. */
final class MirrorRepair {

    private final CopyFolder good;
    private final CopyFolder other;
    private final Instant now;
    private final Consumer<BankEvent> events;

    /** @param now the time, by which what is set aside is named */
    MirrorRepair(CopyFolder good, CopyFolder other, Instant now, Consumer<BankEvent> events) {
        this.good = good;
        this.other = other;
        this.now = now;
        this.events = events;
    }

    /**
     * Refuses a directory without a journal that may be a backup, because a repair would delete what is older in it
     * than the bank. What an interrupted repair has left is not refused: it is all in the good copy too.
     */
    void requireNoBackup() throws IOException {
        if (!other.found().isNew() || other.isBeingReplaced()) {
            return;
        }
        boolean hasOthers = SnapshotStore.hasOthers(good.snapshots(), other.snapshots())
                || !new EpochArchive(good.archive()).epochs().containsAll(new EpochArchive(other.archive()).epochs());
        if (hasOthers) {
            throw new MirrorRefused(other.place() + " has no journal, but it has snapshots or archived epochs that "
                    + good.place() + " has not. It may be a backup, and a mirror would delete a part of it. Give the "
                    + "mirror an empty directory");
        }
    }

    /**
     * Makes the other copy's snapshots and archive what the good copy has, and keeps what may still be needed.
     *
     * @param isAccepted whether the other copy may have more than the good one, and an operator accepts the loss of it
     */
    void align(boolean isAccepted) throws IOException {
        if (!isAccepted && canStartFromOwn()) {
            deleteSurplus();
        }
        setAsideUnconnected();
        copyMissing();
    }

    /**
     * Whether the bank never has to start from a snapshot that only the other copy has: the good copy has an intact one
     * that its journal or archive contains.
     */
    private boolean canStartFromOwn() throws IOException {
        if (!SnapshotStore.hasOthers(good.snapshots(), other.snapshots())) {
            return true;
        }
        Epochs own = ownHistory();
        for (Snapshot snapshot : new SnapshotStore(List.of(good.snapshots())).newestFirst(damage -> {})) {
            if (own.holding(snapshot.start()) >= 0 && snapshot.isWhole((done, total) -> {})) {
                return true;
            }
        }
        return false;
    }

    private Epochs ownHistory() throws IOException {
        EpochArchive archive = new EpochArchive(good.archive());
        return Epochs.leadingTo(LiveEpochs.of(good.known(), List.of(good.live(), archive)), Long.MAX_VALUE);
    }

    /**
     * Files that the good copy removed while it was alone would leave a gap before those that it has archived since. If
     * it has no files of a kind, this is no sign of a removal, and the other's are kept.
     */
    private void deleteSurplus() throws IOException {
        SnapshotStore.deleteSurplus(good.snapshots(), other.snapshots());
        EpochArchive.deleteSurplus(new EpochArchive(good.archive()), new EpochArchive(other.archive()));
    }

    /**
     * The other copy's archive may not lead to the good copy's journal: the epochs in between were deleted while the
     * good copy was alone, or the other copy was alone and an operator accepted the loss of what it did. Then its
     * epochs must not be mixed with those of the good copy, which may even have the same numbers.
     */
    private void setAsideUnconnected() throws IOException {
        EpochArchive archive = new EpochArchive(other.archive());
        if (archive.epochs().isEmpty()) {
            return;
        }
        Epochs own = ownHistory();
        JournalSource before = new EpochsBefore(archive, own.isEmpty() ? 0 : own.number(0));
        Epochs all = Epochs.leadingTo(
                LiveEpochs.of(good.known(), List.of(good.live(), new EpochArchive(good.archive()), before)),
                Long.MAX_VALUE);
        Epochs archived = Epochs.leadingTo(archive, Long.MAX_VALUE);
        boolean isConnected = !archived.isEmpty() && all.indexOf(archived.id(archived.size() - 1)) >= 0;
        if (!isConnected) {
            String aside = other.setArchiveAside(now);
            events.accept(
                    new BankEvent.ArchiveSetAside(other.place(), aside, own.isEmpty() ? 0 : own.positionBefore(0)));
        }
    }

    /** Copies the snapshots and archived epochs that the other copy lacks. */
    void copyMissing() throws IOException {
        SnapshotStore.copyMissing(good.snapshots(), other.snapshots());
        EpochArchive.copyMissing(new EpochArchive(good.archive()), new EpochArchive(other.archive()));
    }
}
