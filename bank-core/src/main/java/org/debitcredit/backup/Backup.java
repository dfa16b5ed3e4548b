package org.debitcredit.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.bank.Clocks;
import org.debitcredit.checkpoint.CopyListener;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.EpochArchive;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.snapshot.SnapshotCopies;
import org.debitcredit.snapshot.SnapshotStore;
import org.debitcredit.storage.BoundedWork;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.Folder;
import org.debitcredit.storage.MediumWatch;

/**
 * Copies everything from which a bank can be restored: its snapshots, and every epoch that it retains. The copy is a
 * directory with {@code snapshots} and {@code archive}, which {@link BankAudit} checks and {@link Restore} reads.
 */
public final class Backup {

    static final String UNFINISHED = ".unfinished";
    private static final String REMEDY = "Nothing was backed up. Check the disk, then make the backup again";
    private static final long EVERYTHING = Long.MAX_VALUE;

    private Backup() {}

    /**
     * What was copied.
     *
     * @param directory the backup
     * @param position last transaction it holds
     * @param snapshots in it
     * @param epochs in it
     * @param snapshotsLacking number of snapshots that it lacks, because they are damaged on every medium. It is
     *     restored from an earlier one or from the founding; positions before the first one cannot be restored without
     *     the founding
     * @param followsGap whether epochs before a gap were left out, which earlier backups may have
     * @param damages what is damaged: a line for each file of a snapshot or an archived epoch, including those that
     *     were copied from the other medium; and a line for a gap in the archive, before which nothing was copied
     */
    public record Result(
            Path directory,
            long position,
            int snapshots,
            int epochs,
            int snapshotsLacking,
            boolean followsGap,
            List<String> damages) {

        public Result {
            damages = List.copyOf(damages);
        }
    }

    /**
     * Backs up a stopped bank. Its journal is first read to its end, and copied only if it is intact.
     *
     * @param to directory of the backup; must not exist
     * @throws JournalDamage if something acknowledged may be missing or changed
     * @throws IOException also if the backup could not be restored, because a bank on a database may have no snapshot
     * @throws org.debitcredit.storage.MediumHangs if a medium does not respond
     */
    public static Result offline(Path data, Path to, Progress progress) throws IOException {
        return offline(data, to, progress, new MediumWatch(), Clocks.SYSTEM.monotonicNanos());
    }

    /**
     * The same with a different watch.
     *
     * @param watch in which all accesses take part
     * @param nanos a clock that is never set back, nanoseconds
     */
    static Result offline(Path data, Path to, Progress progress, MediumWatch watch, LongSupplier nanos)
            throws IOException {
        return new BoundedWork("bank-backup", BoundedWork.ACCESS_MAX, nanos, REMEDY)
                .run(watch, () -> offline(data, to, progress, watch));
    }

    private static Result offline(Path data, Path to, Progress progress, MediumWatch watch) throws IOException {
        try (StoredBank bank = StoredBank.open(data, watch)) {
            deleteLeftovers(to, watch);
            Epochs epochs = Epochs.of(bank.epochs());
            JournalTail tail = JournalReader.read(
                    bank.epochs(),
                    epochs,
                    0,
                    (batch, logPosition) ->
                            progress.at("checking the journal, transactions", logPosition.position(), 0));
            bank.requireNothingLost(epochs, tail);
            boolean reachesFounding = epochs.isEmpty() || epochs.positionBefore(0) == 0;
            if (!reachesFounding && bank.snapshots().newestFirst(damage -> {}).isEmpty()) {
                throw new IOException(
                        data + " holds no intact snapshot, and its epochs do not reach back to the founding of"
                                + " the bank, so a backup of them could not be restored. Start the bank and back it "
                                + "up while it runs");
            }
            return copy(bank.epochs(), bank.snapshots(), EVERYTHING, to, CopyListener.UNDISTURBED, progress, watch);
        }
    }

    /**
     * Copies snapshots and epochs. The backup gets its name only once it is complete. A copy that fails is deleted.
     * Each snapshot is copied once, from a medium that has it whole, and passed over if none has: a damaged snapshot
     * may stay for as long as the bank is idle, and the others and the epochs are then still worth a backup. The same
     * goes for epochs that do not lead to the newest one, because one in between is missing.
     *
     * @param through last position to copy: after it nothing may be durable yet
     * @param listener receives the progress
     * @throws IOException also if nothing could be restored from what is whole
     */
    public static Result copy(
            JournalSource epochs,
            SnapshotStore snapshots,
            long through,
            Path to,
            CopyListener listener,
            Progress progress)
            throws IOException {
        return copy(epochs, snapshots, through, to, listener, progress, MediumWatch.NONE);
    }

    private static Result copy(
            JournalSource epochs,
            SnapshotStore snapshots,
            long through,
            Path to,
            CopyListener listener,
            Progress progress,
            MediumWatch watch)
            throws IOException {
        if (watch.during("looking for it", to, () -> Files.exists(to))) {
            throw new FileAlreadyExistsException(
                    to.toString(), null, "it already exists, and a backup needs a new directory");
        }
        try (UnfinishedDirectory unfinished =
                UnfinishedDirectory.make(to.resolveSibling(to.getFileName() + UNFINISHED), watch)) {
            Folder folder = new DiskDirectory(unfinished.path(), watch).root();
            Result result = copyInto(epochs, snapshots, through, folder, listener, progress);
            unfinished.rename(to);
            return new Result(
                    to,
                    result.position(),
                    result.snapshots(),
                    result.epochs(),
                    result.snapshotsLacking(),
                    result.followsGap(),
                    result.damages());
        }
    }

    /**
     * The same into an empty folder, which is a backup once all of it is copied.
     *
     * @param through last position that is durable
     */
    public static Result copyInto(
            JournalSource epochs,
            SnapshotStore snapshots,
            long through,
            Folder folder,
            CopyListener listener,
            Progress progress)
            throws IOException {
        // Read before anything may be removed, because the snapshots need the epochs that follow them.
        Epochs history = Epochs.leadingTo(epochs, EVERYTHING);
        SnapshotStore copied = new SnapshotStore(List.of(folder.folder("snapshots")));
        SnapshotCopies snapshotCopies;
        EpochArchive archive = new EpochArchive(folder.folder("archive"));
        long position = 0;
        try {
            snapshotCopies = SnapshotCopies.of(snapshots, through, copied, (done, total) -> {
                progress.at("copying a snapshot, pages", done, total);
                listener.pieceCopied();
            });
            requireRestorable(history, snapshotCopies);
            listener.snapshotsCopied();
            List<Integer> linked = new ArrayList<>();
            for (int index = 0; index < history.size(); index++) {
                long number = history.number(index);
                boolean isComplete = isComplete(history, index, through);
                if (isComplete && !linked.isEmpty()) {
                    listener.wants(history, index);
                }
                listener.copies(number);
                if (isComplete && epochs.link(number, archive)) {
                    linked.add(index);
                } else {
                    position = Math.max(position, archive.keep(epochs, history, index, through, listener::pieceCopied));
                }
                listener.copied(number);
                progress.at("copying epochs", index + 1, history.size());
            }
            listener.allCopied();
            for (int i = 0; i < linked.size(); i++) {
                position = Math.max(position, checkedOrCopied(epochs, history, linked.get(i), archive, listener));
                // Most epochs of a bank with little to do are smaller than a piece.
                listener.pieceChecked();
                progress.at("checking epochs", i + 1, linked.size());
            }
        } catch (IOException | RuntimeException e) {
            listener.failed(e);
            throw e;
        }
        if (through != EVERYTHING && position < through) {
            throw new IOException(
                    "the copy of the journal ends at position " + position + ", but everything up to position "
                            + through + " is durable: the journal is damaged after position " + position);
        }
        return new Result(
                Path.of(folder.toString()),
                position,
                snapshotCopies.whole().size(),
                history.size(),
                snapshotCopies.lacking().size(),
                followsGap(history),
                damages(history, snapshotCopies, epochs.damages()));
    }

    /** The file of a linked epoch may be damaged, while the other medium has an intact one. */
    private static long checkedOrCopied(
            JournalSource epochs, Epochs history, int index, EpochArchive archive, CopyListener listener)
            throws IOException {
        try {
            return archive.check(history, index, listener::pieceChecked);
        } catch (JournalDamage | IOException damage) {
            try {
                archive.remove(history.number(index));
                return archive.keep(epochs, history, index, EVERYTHING, listener::pieceCopied);
            } catch (JournalDamage | IOException again) {
                damage.addSuppressed(again);
                throw damage;
            }
        }
    }

    private static boolean followsGap(Epochs history) {
        return !history.isEmpty()
                && history.positionBefore(0) > 0
                && !history.brokenBeforeOldest().isEmpty();
    }

    private static List<String> damages(Epochs history, SnapshotCopies snapshots, List<String> ofEpochs) {
        List<String> damages = new ArrayList<>(snapshots.damages());
        damages.addAll(ofEpochs);
        if (followsGap(history)) {
            damages.add("the backup contains no epochs before position " + history.positionBefore(0)
                    + history.brokenBeforeOldest());
        }
        return damages;
    }

    private static void requireRestorable(Epochs history, SnapshotCopies snapshots) throws IOException {
        boolean isRestorable = history.isEmpty()
                || history.positionBefore(0) == 0
                || snapshots.whole().stream().anyMatch(snapshot -> history.holding(snapshot.start()) >= 0);
        if (!isRestorable) {
            throw new IOException(
                    "nothing was backed up, because nothing could be restored from it: the epochs begin after position "
                            + history.positionBefore(0) + ", and no intact snapshot belongs to them"
                            + (snapshots.damages().isEmpty() ? "" : "; " + String.join("; ", snapshots.damages()))
                            + ". Test the disk. Start the bank if it is stopped, and take the backup again after its "
                            + "next transaction, which makes a new snapshot possible");
        }
    }

    private static boolean isComplete(Epochs history, int index, long through) {
        return index + 1 < history.size() && history.positionBefore(index + 1) <= through;
    }

    /**
     * Deletes what earlier backups into the same directory left when their process was killed, so that it does not fill
     * the disk. Names of regular backups differ only in their digits, such as those of a date. What cannot be deleted
     * stays.
     *
     * @param to directory of the next backup
     */
    public static void deleteLeftovers(Path to) throws IOException {
        deleteLeftovers(to, MediumWatch.NONE);
    }

    private static void deleteLeftovers(Path to, MediumWatch watch) throws IOException {
        Path directory = to.toAbsolutePath().getParent();
        if (directory == null) {
            return;
        }
        String name = withoutDigits(to.getFileName() + UNFINISHED);
        for (String entry : new DiskDirectory(directory, watch).entries("")) {
            if (name.equals(withoutDigits(entry))) {
                deleteLeftover(directory.resolve(entry), watch);
            }
        }
    }

    /** One that cannot be deleted takes room, but does not prevent the next backup. */
    private static void deleteLeftover(Path leftover, MediumWatch watch) throws IOException {
        try {
            UnfinishedDirectory.deleteIfLeft(leftover, watch);
        } catch (IOException | UncheckedIOException undeletable) {
            watch.requireNotAbandoned();
        }
    }

    static String withoutDigits(String name) {
        return name.replaceAll("\\d", "#");
    }
}
