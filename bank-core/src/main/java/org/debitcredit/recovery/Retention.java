package org.debitcredit.recovery;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.Mark;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is kept once a snapshot is published or a ledger has made itself durable: the two newest of such points,
 * and of the journal everything from the older one and from the first key that its window remembers. Earlier epochs are
 * archived for as long as history is kept, then deleted.
 */
final class Retention {

    private static final int POINTS_KEPT = 2;

    private final Media media;
    private final int keyWindow;
    private final long historyMicros;
    private final LongSupplier clockMicros;
    /** The points kept, the oldest first. */
    private final Deque<Mark> starts = new ArrayDeque<>();

    /** Held for reading by whoever reads files that must stay, for writing while some are removed. */
    private final ReadWriteLock removal = new ReentrantReadWriteLock();

    private @Nullable Supplier<@Nullable Mark> projected;

    /**
     * @param clockMicros the time, microseconds since 1970 UTC
     * @param kept snapshots that this bank was or could be recovered from
     */
    Retention(Media media, BankSettings settings, LongSupplier clockMicros, List<Snapshot> kept) {
        this.media = media;
        this.keyWindow = settings.keyWindow();
        this.historyMicros = settings.snapshots().historyRetention().toNanos() / 1000;
        this.clockMicros = clockMicros;
        kept.forEach(snapshot -> starts.addFirst(snapshot.start()));
    }

    /**
     * The bank can be recovered from here on: a snapshot with this start is published and verified, or a persistent
     * ledger has everything before it on its own disk.
     */
    synchronized void recoverableFrom(Mark start) throws IOException {
        starts.removeIf(earlier -> earlier.position() == start.position());
        starts.addLast(start);
        while (starts.size() > POINTS_KEPT) {
            starts.removeFirst();
        }
        if (starts.size() < POINTS_KEPT) {
            return;
        }
        if (projected != null && projected.get() == null) {
            // Nobody knows what it will need: a snapshot, perhaps.
            return;
        }
        removeBefore(starts.getFirst());
    }

    /** Keeps the journal also from where a projection is durable; everything while that is null. Before anything is removed. */
    void keepFor(Supplier<@Nullable Mark> projected) {
        this.projected = projected;
    }

    /** Work on files that must stay as they are meanwhile. */
    interface Work<T> {
        T run() throws IOException;
    }

    /** Does something during which nothing is removed. Several may at once; nobody waits for another. */
    <T> T keepingAll(Work<T> work) throws IOException {
        removal.readLock().lock();
        try {
            return work.run();
        } finally {
            removal.readLock().unlock();
        }
    }

    private void removeBefore(Mark older) throws IOException {
        Epochs epochs = Epochs.of(media.journal());
        int following = following(epochs);
        int holding = epochs.holding(older);
        int needed = Math.min(following, Math.min(holding, KeyReplay.from(epochs, holding, keyWindow)));
        archive(epochs, needed);
        if (!removal.writeLock().tryLock()) {
            // Somebody reads: at the next point, then.
            return;
        }
        try {
            // First the snapshots: none is ever left whose journal is gone.
            media.snapshots().deleteBefore(older.position());
            if (historyMicros == 0 && following >= 0) {
                // What an earlier retention has left: the archive would have a gap once there is one again.
                onEachArchive(archive -> archive.removeThrough(Long.MAX_VALUE));
            }
            if (needed > 0) {
                media.journal().removeThrough(epochs.number(needed - 1));
            }
            if (historyMicros > 0 && following >= 0) {
                onEachArchive(this::removeExpired);
            }
        } finally {
            removal.writeLock().unlock();
        }
    }

    /** The first epoch that a projection needs; behind the last without one, -1 when it reads what is archived. */
    private int following(Epochs epochs) {
        if (projected == null) {
            return epochs.size();
        }
        Mark mark = projected.get();
        return mark == null ? -1 : epochs.holding(mark);
    }

    @FunctionalInterface
    private interface ArchiveStep {
        void on(EpochArchive archive) throws IOException;
    }

    /** Takes a step on the archive of every medium that is not lost. A failure ends it, and nothing is removed. */
    private void onEachArchive(ArchiveStep step) throws IOException {
        for (int medium = 0; medium < media.archives().size(); medium++) {
            if (!media.loss().isLost(medium)) {
                step.on(media.archives().get(medium));
            }
        }
    }

    private void archive(Epochs epochs, int needed) throws IOException {
        if (historyMicros == 0) {
            return;
        }
        onEachArchive(archive -> {
            for (int index = 0; index < needed; index++) {
                archive.keep(media.journal(), epochs, index, Long.MAX_VALUE);
            }
        });
    }

    private void removeExpired(EpochArchive archive) throws IOException {
        // One that was lost for a while has a gap; what is before that expires with what is after it.
        Epochs archived = Epochs.leadingTo(archive, Long.MAX_VALUE);
        long expired = clockMicros.getAsLong() - historyMicros;
        for (int index = archived.size() - 1; index > 0; index--) {
            // An epoch ends where the next begins.
            if (archived.timestampMicros(index) < expired) {
                archive.removeThrough(archived.number(index - 1));
                return;
            }
        }
    }
}
