package org.debitcredit.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.checkpoint.KeyReplay;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.directory.Medium;
import org.debitcredit.directory.StoredBank;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.founding.BankRecordFile;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotDamage;
import org.debitcredit.storage.BoundedWork;
import org.debitcredit.storage.DiskDirectory;
import org.debitcredit.storage.MediumWatch;
import org.debitcredit.transaction.KeyHorizon;
import org.jspecify.annotations.Nullable;

/**
 * Makes a bank as it was at a position, from a backup or a stopped bank's files. It gets a new lineage: an exact
 * snapshot of that position, and a new first epoch that repeats the transactions whose keys are remembered. So no part
 * of the old history after the position can be taken for a part of the new one.
 *
 * <p>Only those parts of the source are read that lead to the position: the newest intact snapshot before it, and the
 * journal from there, or from the first key to be remembered. Damage elsewhere does not matter.
 *
 * <pre>
 *   DIR/restore-unfinished/{bank, archive, snapshots, journal}
 *      ── once they are whole ─▶  DIR/{bank, archive, snapshots, journal}
 * </pre>
 */
public final class Restore {

    private static final String NOTHING_THERE = "there is no transaction to restore";
    private static final String REMEDY = "Nothing was restored. Check the disk, then restore again";

    private final StoredBank source;
    private final BankSettings settings;
    private final MediumWatch watch;
    private final Progress progress;
    private final long target;
    private final Epochs epochs;
    /** Why snapshots cannot be used. */
    private final List<String> passedOver = new ArrayList<>();

    /**
     * What was restored.
     *
     * @param identity the bank
     * @param position of the last transaction that it holds
     * @param keysFrom keys of the transactions after this position are known; older ones are expired
     */
    public record Result(BankIdentity identity, long position, long keysFrom) {}

    /** The position asked for is not among those that the files reach. */
    public static final class NotRetained extends IOException {
        private static final long serialVersionUID = 1L;

        NotRetained(String message) {
            super(message);
        }
    }

    private Restore(StoredBank source, BankSettings settings, MediumWatch watch, Progress progress, long target)
            throws IOException {
        this.source = source;
        this.settings = settings;
        this.watch = watch;
        this.progress = progress;
        this.target = target;
        this.epochs = Epochs.leadingTo(source.epochsLeft(), target);
    }

    /**
     * Restores into the data directory of the settings, which must be empty or new; a restore that fails leaves it so.
     *
     * @param from backup, or data directory of a stopped bank
     * @param position last transaction to restore; the last of all when empty
     * @param settings scale and currency are taken from the bank, not from here
     * @throws IllegalArgumentException when the position is negative
     * @throws NotRetained when the position cannot be reached; names the earliest and the latest
     * @throws JournalDamage when something that leads to the position is damaged; without a position, when anything is.
     *     Names the place, and without a position also the last one that can be restored
     * @throws org.debitcredit.storage.MediumHangs if a medium does not respond
     */
    public static Result restore(Path from, OptionalLong position, BankSettings settings, Progress progress)
            throws IOException {
        return restore(from, position, settings, new MediumWatch(), progress);
    }

    /**
     * The same with a different watch.
     *
     * @param watch in which all accesses take part
     */
    static Result restore(Path from, OptionalLong position, BankSettings settings, MediumWatch watch, Progress progress)
            throws IOException {
        if (position.isPresent() && position.getAsLong() < 0) {
            throw new IllegalArgumentException(
                    "position is " + position.getAsLong() + "; it must be at least 0, the founding of the bank");
        }
        return new BoundedWork(
                        "bank-restore",
                        settings.journal().accessMax(),
                        settings.clocks().monotonicNanos(),
                        REMEDY)
                .run(watch, () -> restoreWatched(from, position, settings, watch, progress));
    }

    private static Result restoreWatched(
            Path from, OptionalLong position, BankSettings settings, MediumWatch watch, Progress progress)
            throws IOException {
        Path data = settings.data();
        requireNoBank(data, watch);
        boolean isNew = watch.during("looking for it", data, () -> Files.notExists(data));
        try (StoredBank source = StoredBank.open(from, watch)) {
            long target = position.isPresent() ? position.getAsLong() : end(source, settings.keyWindow());
            return new Restore(source, settings, watch, progress, target).restore();
        } catch (IOException | RuntimeException e) {
            if (isNew) {
                deleteEmpty(data, e);
            }
            throw e;
        }
    }

    private static void requireNoBank(Path data, MediumWatch watch) throws IOException {
        List<Path> entries = new DiskDirectory(data, watch)
                .entries("").stream().map(data::resolve).toList();
        List<Path> found = Stream.of(
                        data.resolve(BankRecordFile.NAME),
                        BankFolders.archive(data),
                        BankFolders.snapshots(data),
                        BankFolders.journal(data))
                .filter(entries::contains)
                .toList();
        if (found.isEmpty()) {
            return;
        }
        Path unfinished = data.resolve(BankFolders.RESTORED);
        throw new IOException(
                entries.contains(unfinished)
                        ? data + " holds a part of a bank from a restore that did not finish. Remove " + found + " and "
                                + unfinished + ", then restore again"
                        : data + " holds a bank already, or a part of one: " + found
                                + ". A restore needs an empty or a new directory");
    }

    private static void deleteEmpty(Path directory, Exception reason) {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /** Position of the last transaction of all. */
    private static long end(StoredBank source, int keyWindow) throws IOException {
        try {
            Epochs all = Epochs.of(source.epochs());
            JournalTail tail = JournalReader.read(source.epochs(), all, 0, (batch, logPosition) -> {});
            source.requireNothingLost(all, tail);
            if (tail.identity() == null) {
                throw new NotRetained(NOTHING_THERE);
            }
            return tail.position();
        } catch (JournalDamage damage) {
            long lastGood = damage.lastGoodPosition() >= 0
                    ? damage.lastGoodPosition()
                    : JournalReader.locate(source.epochsLeft(), damage).lastGoodPosition();
            long latest = new RestorableRange(source, keyWindow).latest();
            throw new JournalDamage(
                    damage.getMessage() + "; the last good position is " + lastGood + offer(lastGood, latest),
                    lastGood);
        }
    }

    private static String offer(long lastGood, long latest) {
        if (latest == RestorableRange.NONE) {
            return "";
        }
        return latest > lastGood
                ? ". A snapshot makes the damaged part unnecessary: --position " + latest + " restores up to there"
                : ". --position " + latest + " restores up to there";
    }

    private Result restore() throws IOException {
        BankIdentity identity = epochs.identity();
        if (identity == null) {
            throw new NotRetained(NOTHING_THERE + epochs.brokenBeforeOldest());
        }
        for (Snapshot base : source.snapshots().newestFirst(damage -> passedOver.add(damage.getMessage()))) {
            if (base.end().position() <= target && epochs.holding(base.start()) >= 0) {
                Result result = attempt(identity, base);
                if (result != null) {
                    return result;
                }
            }
        }
        Result result = epochs.positionBefore(0) == 0 ? attempt(identity, null) : null;
        if (result == null) {
            throw notRetained();
        }
        return result;
    }

    /**
     * Restores from one snapshot.
     *
     * @param base null for the founding
     * @return null when the snapshot cannot be used
     */
    private @Nullable Result attempt(BankIdentity identity, @Nullable Snapshot base) throws IOException {
        Medium disk = Medium.watched(watch);
        try (UnfinishedDirectory unfinished =
                UnfinishedDirectory.make(settings.data().resolve(BankFolders.RESTORED), watch)) {
            Result result;
            BankSettings aside = settings.in(unfinished.path());
            try (BankFiles files = BankFolders.found(identity, aside, BankEvent.IGNORE, List.of(disk, disk));
                    MemoryLedger ledger = new MemoryLedger(identity)) {
                result = base == null || isLoaded(base, ledger) ? attempt(identity, base, ledger, files) : null;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            if (result != null) {
                unfinished.moveUp(settings.data());
            }
            return result;
        }
    }

    private boolean isLoaded(Snapshot base, MemoryLedger ledger) {
        try {
            base.loadInto(ledger, (done, total) -> progress.at("loading the snapshot, pages", done, total));
            return true;
        } catch (SnapshotDamage damage) {
            passedOver.add(damage.getMessage());
        } catch (IOException e) {
            passedOver.add(base.place() + " cannot be read: " + e.getMessage());
        }
        return false;
    }

    private @Nullable Result attempt(
            BankIdentity identity, @Nullable Snapshot base, MemoryLedger ledger, BankFiles files) throws IOException {
        int anchor = base == null ? -1 : epochs.holding(base.start());
        KeyHorizon horizon = anchor < 0 ? null : epochs.keyHorizon(anchor);
        NewLineage lineage = new NewLineage(
                settings, files, identity, ledger, base, horizon, epochs.keysLowered(target), target, progress);
        long keysFrom = RestorableRange.keysFrom(epochs, base, settings.keyWindow(), target);
        requireKeys(keysFrom);
        if (!KeyReplay.reachesBack(epochs, anchor)) {
            lineage.forgetBefore(
                    epochs.positionBefore(0), KeyReplay.executedThroughMillis(epochs, 0, settings.keyAheadMax()));
        }
        int from = RestorableRange.neededFrom(epochs, base, keysFrom);
        try {
            JournalReader.read(source.epochsLeft(), epochs, from, lineage);
        } catch (JournalDamage damage) {
            if (lineage.position() < target) {
                throw damage;
            }
        }
        if (lineage.position() < target) {
            throw endsAt(lineage.position());
        }
        if (base != null && !lineage.isComplete()) {
            passedOver.add(base.place() + " is from " + base.start() + " to " + base.end()
                    + "; the journal does not contain both points");
            return null;
        }
        lineage.finish();
        return new Result(identity, target, Math.max(lineage.keysFrom(), epochs.positionBefore(from)));
    }

    private void requireKeys(long keysFrom) {
        if (RestorableRange.lacksKeys(epochs, keysFrom)) {
            throw new JournalDamage(
                    "position " + target + " cannot be restored: the keys of all transactions after position "
                            + keysFrom + " must be known, and the remaining history begins after position "
                            + epochs.positionBefore(0) + epochs.brokenBeforeOldest(),
                    JournalDamage.UNKNOWN);
        }
    }

    /** Why nothing more was found after a position, though nothing that was read is damaged. */
    private IOException endsAt(long position) throws IOException {
        JournalDamage missing = epochs.passedOver() != null ? epochs.passedOver() : source.segmentDamage();
        if (missing != null) {
            throw new JournalDamage(missing.getMessage() + "; the last good position is " + position, position);
        }
        return notRetained();
    }

    private NotRetained notRetained() throws IOException {
        RestorableRange range = new RestorableRange(source, settings.keyWindow());
        long earliest = range.earliest(epochs);
        String reach = earliest == RestorableRange.NONE
                ? "no remaining snapshot is followed by retained epochs"
                : "the earliest position is " + earliest + ", the latest " + range.latest();
        String damages = passedOver.isEmpty() ? "" : "; " + String.join("; ", passedOver);
        return new NotRetained(
                "position " + target + " cannot be restored; " + reach + epochs.brokenBeforeOldest() + damages);
    }
}
