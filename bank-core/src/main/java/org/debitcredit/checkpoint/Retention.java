package org.debitcredit.checkpoint;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.event.BankEvent;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.projection.Projection;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is kept once a snapshot is published or a ledger has made itself durable: the two newest of such points,
 * and of the journal everything from the older one and from the first key that its window remembers; more is kept for a
 * projection, as long as the journal does not take too much. Earlier epochs are archived for as long as history is kept
 * and the archive has room for them, and are then deleted.
 */
public final class Retention {

    private static final int POINTS_KEPT = 2;

    /** It is unknown what a projection will need, possibly a snapshot. */
    private static final int UNKNOWN = -2;

    private static final long NONE = 0;

    /** This last fraction of the journal is not kept for a projection whose needs are unknown. */
    private static final int LAST_PART = 8;

    /** In this last fraction of the journal, nothing is copied with pauses. */
    private static final int URGENT_PART = 4;

    /** The archive is written half of the time, at most. */
    private static final int PAUSES = 1;

    private static final String ONE_POINT = "it is needed until two snapshots are published";
    private static final String BY_SNAPSHOT = "recovery needs everything after the older of the two snapshots";
    private static final String BY_KEYS = "a start reads the keys of bank.key-window from it";
    private static final String BY_PROJECTION = "it is kept for the projection";
    private static final String BY_READER = "a backup or a database that is catching up is reading it";

    private final BankFiles files;
    private final int keyWindow;
    private final long historyMicros;
    private final DiskSpace space;
    private final Consumer<BankEvent> events;
    private final LongSupplier clockMicros;
    /** Fair, so that what frees room waits for one epoch of a backup at most. */
    private final ReentrantLock turns = new ReentrantLock(true);
    /** The points kept, the oldest first. */
    private final Deque<LogPosition> starts = new ArrayDeque<>();

    private final RetentionHolds holds;
    private final CopyPace pace;
    private final CopyPace earlyPace;
    private BooleanSupplier isLate = () -> false;
    private volatile boolean isClosing;
    private volatile boolean isFirst;

    private @Nullable Projection projection;
    /** Bytes of the journal when it was first kept for a projection whose position is unknown. */
    private long bytesWhenUnknown = NONE;
    /** The last archived epoch that was deleted because of the archive's limit, until it is reported. */
    private long archiveCut = NONE;
    /** Why what is left of the journal is kept. */
    private volatile String kept = ONE_POINT;

    /**
     * @param space that may be taken
     * @param clockMicros the time, microseconds since 1970 UTC
     * @param kept snapshots that this bank was or could be recovered from
     */
    public Retention(
            BankFiles files,
            BankSettings settings,
            DiskSpace space,
            LongSupplier clockMicros,
            List<Snapshot> kept,
            Consumer<BankEvent> events) {
        this.files = files;
        this.keyWindow = settings.keyWindow();
        this.historyMicros = settings.snapshots().historyRetention().toNanos() / 1000;
        this.space = space;
        this.clockMicros = clockMicros;
        this.events = events;
        this.holds = new RetentionHolds(files.journal(), settings.clocks(), this::isUrgent, this::archiveEarly);
        this.pace = new CopyPace(settings.clocks(), PAUSES, () -> isUrgent() || isLate.getAsBoolean());
        this.earlyPace = new CopyPace(
                settings.clocks(), PAUSES, () -> isUrgent() || holds.isUrged() || turns.hasQueuedThreads());
        kept.forEach(snapshot -> starts.addFirst(snapshot.start()));
        this.isFirst = starts.size() < POINTS_KEPT;
    }

    /**
     * The bank can be recovered from here on: a snapshot with this start is published and verified, or a persistent
     * ledger has everything before it on its own disk.
     */
    void recoverableFrom(LogPosition start) throws IOException {
        turns.lock();
        try {
            starts.removeIf(earlier -> earlier.position() == start.position());
            starts.addLast(start);
            while (starts.size() > POINTS_KEPT) {
                starts.removeFirst();
            }
            isFirst = starts.size() < POINTS_KEPT;
            again();
        } finally {
            turns.unlock();
        }
    }

    /**
     * Ends what is being archived after its current piece, and all backups, because the bank closes. A later retention
     * archives it again.
     */
    void close() {
        isClosing = true;
        holds.close("the bank is closing");
    }

    /** Waits until nothing is archived any more, once the bank closes. Then nothing will be, not even for a backup. */
    public void awaitEnd() {
        turns.lock();
        turns.unlock();
    }

    private void pieceCopied(CopyPace with) {
        with.pieceCopied();
        requireOpen();
    }

    private void requireOpen() {
        if (isClosing) {
            throw new IllegalStateException("the bank is closing");
        }
    }

    /**
     * Also archives without pauses while the next snapshot is late because of it. To be called before anything is
     * removed.
     */
    void hurryWhile(BooleanSupplier snapshotIsLate) {
        isLate = snapshotIsLate;
    }

    /** Whether the journal needs room soon, or the bank closes. */
    private boolean isUrgent() {
        long bytesMax = space.journalBytesMax();
        return isClosing || files.journal().bytes() > bytesMax - bytesMax / URGENT_PART;
    }

    private void again() throws IOException {
        if (starts.size() < POINTS_KEPT) {
            kept = ONE_POINT;
            return;
        }
        removeBefore(starts.getFirst());
    }

    /**
     * Called when the journal is full. Removes epochs that are no longer needed, and cancels backups if they are what
     * still needs some.
     */
    void makeRoom(String why) throws IOException {
        turns.lock();
        try {
            try {
                again();
            } catch (IOException e) {
                // A backup that is only being checked keeps nothing, but the disk may need what it takes.
                if (!holds.endAllBackups(why)) {
                    throw e;
                }
                again();
            } catch (JournalDamage e) {
                if (!holds.endBackups(why)) {
                    throw e;
                }
                again();
            }
            if (kept.equals(BY_READER) && holds.endBackups(why)) {
                again();
            }
        } finally {
            turns.unlock();
        }
    }

    /** Whether too few points are known for anything to be removed. */
    boolean isFirst() {
        return isFirst;
    }

    /** Why what is left of the journal is kept, as a clause for messages. */
    String kept() {
        return kept;
    }

    /**
     * Also keeps the journal from the projection's durable position on, or all of it while that is unknown, up to a
     * number of bytes. To be called before anything is removed.
     */
    public void keepFor(Projection following) {
        projection = following;
    }

    /** Work on files that must stay as they are meanwhile. */
    public interface Work<T> {
        T run() throws IOException;
    }

    /**
     * Runs a task during which nothing is removed. Several may run at once. It begins once a current removal has ended.
     */
    public <T> T keepingAll(Work<T> work) throws IOException {
        RetentionHolds.Hold all = holds.beginAll();
        try {
            return work.run();
        } finally {
            all.close();
        }
    }

    /** The readers of files that this class removes. */
    public RetentionHolds holds() {
        return holds;
    }

    /**
     * Archives an epoch early, for a backup. Nothing is deleted to make room for it: as long as the journal has the
     * epoch too, it does not count in the archive.
     */
    private void archiveEarly(Epochs history, int index) {
        turns.lock();
        try {
            requireOpen();
            if (historyMicros > 0 && files.journal().epochs().contains(history.number(index))) {
                earlyPace.begin();
                onEachArchive(archive -> keep(archive, history, index, () -> pieceCopied(earlyPace)));
            }
        } catch (IOException | JournalDamage e) {
            // The backup copies the epoch from the journal, or fails there, and the bank reports what it meets.
        } finally {
            turns.unlock();
        }
    }

    private void removeBefore(LogPosition older) throws IOException {
        Epochs epochs = live();
        int holding = epochs.holding(older);
        if (holding < 0) {
            // The bank started from a snapshot that is older than the journal, and may have to do so again.
            kept = BY_SNAPSHOT;
            return;
        }
        int ofKeys = KeyReplay.from(epochs, holding, keyWindow);
        int following = following(epochs, Math.min(holding, ofKeys));
        if (following == UNKNOWN) {
            kept = BY_PROJECTION;
            return;
        }
        int needed = Math.min(following, Math.min(holding, ofKeys));
        kept = needed == holding ? BY_SNAPSHOT : needed == ofKeys ? BY_KEYS : BY_PROJECTION;
        // Snapshots are removed first, so that none is left without its journal, and so that they do not pile up if an
        // epoch cannot be archived.
        boolean isUnread = holds.removeSnapshots(() -> files.snapshots().deleteBefore(older.position()));
        if (isUnread && historyMicros == 0 && following >= 0) {
            isUnread = removeArchive();
        }
        if (isUnread && needed > 0) {
            files.records().keepFrom(epochs.number(needed));
        }
        pace.begin();
        // Epochs are removed one by one, because a journal that is almost full needs room before all of them are
        // archived.
        for (int index = 0; isUnread && index < needed; index++) {
            archive(epochs, index);
            // With those after it that never began.
            long unneeded = epochs.number(index + 1) - 1;
            isUnread = holds.removeFromJournal(
                    unneeded, historyMicros > 0, () -> files.journal().removeThrough(unneeded));
            if (historyMicros > 0) {
                long end = firstLive();
                onEachArchive(archive -> removeSurplus(archive, end));
            }
        }
        if (!isUnread) {
            kept = needed > 0 ? BY_READER : kept;
            return;
        }
        if (historyMicros > 0 && following >= 0) {
            onEachArchive(this::removeExpired);
        }
        tellOfCut();
    }

    /**
     * Removes the whole archive. Epochs that an earlier retention left would end before the journal begins, and no
     * epoch would continue them.
     */
    private boolean removeArchive() throws IOException {
        List<Long> archived = new ArrayList<>();
        onEachArchive(archive -> archived.addAll(archive.epochs()));
        if (archived.isEmpty()) {
            return true;
        }
        long last = Collections.max(archived);
        return holds.removeFromArchive(last, () -> onEachArchive(archive -> archive.removeThrough(last)));
    }

    /**
     * Index of the first epoch that a projection needs; the number of epochs if there is no projection, -1 if it reads
     * what is archived, or {@link #UNKNOWN}. If the journal takes too much for that, the projection ends.
     *
     * @param others index of the first epoch that anyone else needs
     */
    private int following(Epochs epochs, int others) {
        Projection follower = projection;
        if (follower == null || !follower.needsJournal()) {
            return epochs.size();
        }
        LogPosition logPosition = follower.durableLogPosition();
        int needed = logPosition == null ? UNKNOWN : epochs.holding(logPosition);
        long bytes = files.journal().bytes();
        if (needed >= others || !isTooMuch(needed, bytes)) {
            return needed;
        }
        follower.leaveBehind(
                "the journal has grown to " + bytes + " bytes, and at most this many are kept for the projection: "
                        + space.backlogBytesMax() + " (bank.projection.backlog-max)");
        return epochs.size();
    }

    private boolean isTooMuch(int needed, long bytes) {
        if (needed != UNKNOWN) {
            bytesWhenUnknown = NONE;
            return bytes > space.backlogBytesMax();
        }
        // Others may need the earlier part of the journal as well. While the need is unknown, only the growth counts.
        bytesWhenUnknown = bytesWhenUnknown == NONE ? bytes : bytesWhenUnknown;
        return bytes - bytesWhenUnknown > space.backlogBytesMax()
                || bytes > space.journalBytesMax() - space.journalBytesMax() / LAST_PART;
    }

    @FunctionalInterface
    private interface ArchiveStep {
        void on(EpochArchive archive) throws IOException;
    }

    /**
     * Takes a step on the archive of every medium that is not lost. A medium whose archive fails is lost, if another
     * one has taken the step. If the bank cannot continue without it, the failure ends the retention, and nothing is
     * removed. If all fail, as on disks that are full at the same time, none is lost.
     */
    private void onEachArchive(ArchiveStep step) throws IOException {
        Map<Integer, IOException> failures = new LinkedHashMap<>();
        boolean isTaken = false;
        for (int medium = 0; medium < files.archives().size(); medium++) {
            if (!files.loss().isLost(medium)) {
                IOException failure = failure(medium, step);
                if (failure == null) {
                    isTaken = true;
                } else {
                    failures.put(medium, failure);
                }
            }
        }
        for (Map.Entry<Integer, IOException> failed : failures.entrySet()) {
            if (!isTaken) {
                throw failed.getValue();
            }
            files.loss().lost(failed.getKey(), failed.getValue());
        }
    }

    private @Nullable IOException failure(int medium, ArchiveStep step) throws CopiedJournal.ReadFailure {
        try {
            step.on(files.archives().get(medium));
            return null;
        } catch (CopiedJournal.ReadFailure e) {
            // It was read from the journal, possibly on the other medium.
            throw e;
        } catch (IOException e) {
            return e;
        }
    }

    private void archive(Epochs epochs, int index) throws IOException {
        if (historyMicros == 0) {
            return;
        }
        long end = firstLive();
        onEachArchive(archive -> {
            // What is too much already may have taken the room for one more.
            removeSurplus(archive, end);
            keep(archive, epochs, index, () -> pieceCopied(pace));
        });
    }

    private void keep(EpochArchive archive, Epochs epochs, int index, Runnable pieceCopied) throws IOException {
        try {
            archive.keep(new CopiedJournal(files.journal()), epochs, index, Long.MAX_VALUE, pieceCopied);
            pieceCopied.run();
        } catch (JournalDamage damage) {
            throw withWayOut(damage, epochs.positionBefore(index + 1));
        }
    }

    private Epochs live() throws IOException {
        try {
            return Epochs.of(files.liveEpochs());
        } catch (JournalDamage missing) {
            throw withWayOut(
                    missing,
                    Epochs.leadingTo(files.liveEpochs(), Long.MAX_VALUE).positionBefore(0));
        }
    }

    /** No start reads it any more, so no start would report the damage. */
    private static JournalDamage withWayOut(JournalDamage damage, long through) {
        return JournalDamage.ofKeys(
                damage.getMessage()
                        + "; so no part of the journal is archived or removed any more, and it grows until it"
                        + " is full. A start with --accept-key-loss-through " + through
                        + " discards the history and the keys up to that position",
                through);
    }

    /**
     * Deletes the oldest archived epochs while they take too much; those that the journal still has do not count. A
     * backup that does not end may keep as much more as the journal may take, and is ended then.
     *
     * @param end the first epoch of the journal
     */
    private void removeSurplus(EpochArchive archive, long end) throws IOException {
        if (archive.bytesAtMostBefore(end) <= space.archiveBytesMax()) {
            return;
        }
        for (Iterator<Long> oldest = archive.epochs().iterator(); oldest.hasNext(); ) {
            long over = archive.bytesBefore(end) - space.archiveBytesMax();
            long surplus = oldest.next();
            if (over <= 0) {
                return;
            }
            boolean isRemoved = removeFromArchive(archive, surplus)
                    || (endsBackups(archive, over) && removeFromArchive(archive, surplus));
            if (!isRemoved) {
                return;
            }
            archiveCut = surplus;
        }
    }

    private long firstLive() throws IOException {
        List<Long> live = files.journal().epochs();
        return live.isEmpty() ? Long.MAX_VALUE : live.get(0);
    }

    private boolean removeFromArchive(EpochArchive archive, long through) throws IOException {
        return holds.removeFromArchive(through, () -> archive.removeThrough(through));
    }

    /** Makes the backups that need what is too much finish sooner, or ends them; returns whether it ended any. */
    private boolean endsBackups(EpochArchive archive, long over) throws IOException {
        if (over > space.journalBytesMax() / 2) {
            holds.urge();
        }
        return over > space.journalBytesMax()
                && holds.endBackups("it kept the archive at " + archive.bytes() + " bytes, which may take at most "
                        + space.archiveBytesMax() + " (bank.history.archive-bytes-max)");
    }

    /**
     * Reports that the archive was cut. Called once the snapshots that are not needed are removed, because a restore
     * begins with one of the others if the founding is out of reach.
     */
    private void tellOfCut() throws IOException {
        long cut = archiveCut;
        if (cut != NONE) {
            archiveCut = NONE;
            events.accept(new BankEvent.ArchiveCut(cut, space.archiveBytesMax(), restorableFrom()));
        }
    }

    private long restorableFrom() throws IOException {
        Epochs newest = Epochs.leadingTo(new RetainedEpochs(files), Long.MAX_VALUE);
        return EarliestRestorable.position(newest, files.snapshots(), snapshot -> true);
    }

    private void removeExpired(EpochArchive archive) throws IOException {
        // One that was lost for a while has a gap; what is before that expires with what is after it.
        Epochs archived = Epochs.leadingTo(archive, Long.MAX_VALUE);
        long expired = clockMicros.getAsLong() - historyMicros;
        for (int index = archived.size() - 1; index > 0; index--) {
            // An epoch ends where the next begins.
            if (archived.timestampMicros(index) < expired) {
                long last = archived.number(index - 1);
                holds.removeFromArchive(last, () -> archive.removeThrough(last));
                return;
            }
        }
    }
}
