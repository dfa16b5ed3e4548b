package org.debitcredit.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.debitcredit.bank.Clocks;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalSource;
import org.jspecify.annotations.Nullable;

/**
 * Tracks who reads the bank's files while some of them may be removed, and which files each reader still needs. A
 * backup reads epochs in ascending order: those that it has copied may go, and of the journal only the one that it is
 * reading must stay, because the others can be read from the archive as well, where there is one. For use by any
 * thread.
 */
public final class RetentionHolds {

    /** After every epoch. */
    private static final long NO_EPOCH = Long.MAX_VALUE;

    /** A backup pauses three times as long as it works: it takes a quarter of what there is, at most. */
    private static final int PAUSES = 3;

    private final JournalSource journal;
    private final Clocks clocks;
    private final BooleanSupplier isUrgent;
    private final EarlyArchive early;
    private final List<Hold> holds = new ArrayList<>();
    /** Why no backup can begin any more; null while one can. */
    private @Nullable String closedBy;

    /** Archives epochs that the journal still needs, if history is kept and if they can be archived. */
    @FunctionalInterface
    interface EarlyArchive {

        /** @param index the epoch's place in the history, where it has a child */
        void keep(Epochs history, int index);
    }

    /**
     * @param isUrgent whether no backup should pause
     * @param early archives an epoch for a backup, which can then be linked or read there
     */
    RetentionHolds(JournalSource journal, Clocks clocks, BooleanSupplier isUrgent, EarlyArchive early) {
        this.journal = journal;
        this.clocks = clocks;
        this.isUrgent = isUrgent;
        this.early = early;
    }

    /** Holds everything until the hold is closed. */
    public Hold beginAll() {
        return begin(false);
    }

    /** Begins a backup, which needs fewer and fewer files, and may be {@linkplain #endBackups cancelled}. */
    public Hold beginBackup() {
        return begin(true);
    }

    private synchronized Hold begin(boolean mayBeEnded) {
        Hold hold = new Hold(mayBeEnded);
        hold.endedBy = mayBeEnded ? closedBy : null;
        holds.add(hold);
        return hold;
    }

    /** What one reader still needs. */
    public final class Hold implements CopyListener, AutoCloseable {

        private final boolean mayBeEnded;
        private boolean needsSnapshots = true;
        private long neededFrom;
        /** No epoch from here on may be removed from the journal. */
        private long inJournalFrom;

        private volatile @Nullable String endedBy;
        private volatile boolean isUrged;
        private final CopyPace pace = new CopyPace(clocks, PAUSES, () -> isUrged || isUrgent.getAsBoolean());

        /** A check frees nothing sooner by being fast. */
        private final CopyPace checking = new CopyPace(clocks, PAUSES, () -> endedBy != null);

        private Hold(boolean mayBeEnded) {
            this.mayBeEnded = mayBeEnded;
        }

        @Override
        public void snapshotsCopied() throws IOException {
            synchronized (RetentionHolds.this) {
                requireNotEnded();
                needsSnapshots = false;
                inJournalFrom = NO_EPOCH;
            }
            pace.pieceCopied();
        }

        @Override
        public void wants(Epochs history, int index) {
            early.keep(history, index);
        }

        @Override
        public void copies(long epoch) throws IOException {
            synchronized (RetentionHolds.this) {
                requireNotEnded();
                neededFrom = epoch;
                inJournalFrom = journal.epochs().contains(epoch) ? epoch : NO_EPOCH;
            }
        }

        @Override
        public void pieceCopied() {
            pace.pieceCopied();
        }

        @Override
        public void copied(long epoch) throws IOException {
            synchronized (RetentionHolds.this) {
                requireNotEnded();
                neededFrom = epoch + 1;
                inJournalFrom = NO_EPOCH;
            }
            // Most epochs of a bank with little to do are smaller than a piece.
            pace.pieceCopied();
        }

        @Override
        public void allCopied() {
            synchronized (RetentionHolds.this) {
                neededFrom = NO_EPOCH;
                inJournalFrom = NO_EPOCH;
            }
            checking.begin();
        }

        @Override
        public void pieceChecked() {
            checking.pieceCopied();
            if (endedBy != null) {
                throw new IllegalStateException("the backup was cancelled: " + endedBy);
            }
        }

        /** Whether it is a backup that is not complete yet. */
        private boolean keepsFiles() {
            return mayBeEnded && neededFrom < NO_EPOCH;
        }

        @Override
        public void failed(Exception cause) throws IOException {
            synchronized (RetentionHolds.this) {
                if (endedBy != null && !(cause instanceof Cancelled)) {
                    throw new Cancelled(endedBy, cause);
                }
            }
        }

        private void requireNotEnded() throws IOException {
            if (endedBy != null) {
                throw new Cancelled(endedBy, null);
            }
        }

        @Override
        public void close() {
            synchronized (RetentionHolds.this) {
                holds.remove(this);
            }
        }
    }

    /** A backup was cancelled, because it kept files that had to be removed. */
    public static final class Cancelled extends IOException {

        private static final long serialVersionUID = 1L;

        private Cancelled(String why, @Nullable Throwable cause) {
            super("the backup was cancelled: " + why, cause);
        }
    }

    /** Removes something. */
    @FunctionalInterface
    interface Removal {
        void run() throws IOException;
    }

    /** Removes snapshots unless a reader needs them; returns whether it did. */
    synchronized boolean removeSnapshots(Removal removal) throws IOException {
        return removeUnless(holds.stream().anyMatch(hold -> hold.needsSnapshots), removal);
    }

    /**
     * Removes epochs from the journal unless a reader reads one of them there; returns whether it did.
     *
     * @param through number of the last
     * @param areArchived whether they can be read from the archive
     */
    synchronized boolean removeFromJournal(long through, boolean areArchived, Removal removal) throws IOException {
        return removeUnless(
                holds.stream()
                        .anyMatch(
                                hold -> hold.inJournalFrom <= through || (!areArchived && hold.neededFrom <= through)),
                removal);
    }

    /** Removes archived epochs up to one unless a reader needs one of them; returns whether it did. */
    synchronized boolean removeFromArchive(long through, Removal removal) throws IOException {
        return removeUnless(holds.stream().anyMatch(hold -> hold.neededFrom <= through), removal);
    }

    private static boolean removeUnless(boolean isNeeded, Removal removal) throws IOException {
        if (!isNeeded) {
            removal.run();
        }
        return !isNeeded;
    }

    /** Makes the backups finish sooner, because files that they need are to be removed. */
    synchronized void urge() {
        holds.forEach(hold -> hold.isUrged = true);
    }

    /** Whether a backup is to finish sooner. */
    synchronized boolean isUrged() {
        return holds.stream().anyMatch(hold -> hold.isUrged);
    }

    /** Cancels the backups that still need files: they fail, and need none. Returns whether there were any. */
    synchronized boolean endBackups(String why) {
        return end(Hold::keepsFiles, why);
    }

    /** Cancels all backups, also those that are only being checked. Returns whether there were any. */
    synchronized boolean endAllBackups(String why) {
        return end(hold -> hold.mayBeEnded, why);
    }

    /** The same, and every backup that begins later. */
    synchronized void close(String why) {
        closedBy = why;
        endAllBackups(why);
    }

    private boolean end(Predicate<Hold> which, String why) {
        holds.stream().filter(which).forEach(backup -> backup.endedBy = why);
        return holds.removeIf(which);
    }
}
