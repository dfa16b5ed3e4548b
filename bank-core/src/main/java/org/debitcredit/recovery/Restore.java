package org.debitcredit.recovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.engine.KeyHash;
import org.debitcredit.engine.KeyWindow;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalOwner;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotWriter;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Makes a bank as it stood at a position, out of a backup or a stopped bank's files. It gets a new lineage: an exact
 * snapshot of that position, and a first epoch of its own which repeats the transactions whose keys are remembered. So
 * nothing of the old history behind the position can ever be taken for a part of the new one.
 */
public final class Restore {

    private final StoredBank source;
    private final BankSettings settings;
    private final Progress progress;

    /**
     * What was restored.
     *
     * @param identity the bank
     * @param position of the last transaction that it holds
     * @param keysFrom keys of the transactions behind this position are known; older ones are expired
     */
    public record Result(BankIdentity identity, long position, long keysFrom) {}

    /** The position asked for is not among those that the files reach. */
    public static final class NotRetained extends IOException {
        private static final long serialVersionUID = 1L;

        NotRetained(String message) {
            super(message);
        }
    }

    private Restore(StoredBank source, BankSettings settings, Progress progress) {
        this.source = source;
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * Restores into the data directory of the settings, which must hold no bank yet.
     *
     * @param from backup, or data directory of a stopped bank
     * @param position last transaction to restore; the last of all when empty
     * @param settings scale and currency are taken from the bank, not from here
     * @throws NotRetained when the position cannot be reached; names the earliest and the latest
     * @throws org.debitcredit.journal.JournalDamage when the source is damaged before the position
     */
    public static Result restore(Path from, OptionalLong position, BankSettings settings, Progress progress)
            throws IOException {
        try (StoredBank source = StoredBank.open(from)) {
            return new Restore(source, settings, progress).restore(position);
        }
    }

    private Result restore(OptionalLong position) throws IOException {
        Epochs epochs = Epochs.of(source.epochs());
        BankIdentity identity = epochs.identity();
        if (identity == null) {
            throw new NotRetained("there is no transaction to restore");
        }
        JournalTail tail = JournalReader.read(source.epochs(), epochs, 0, (batch, mark) -> {});
        long target = position.orElse(tail.position());
        Snapshot base = base(epochs, target);
        if (target > tail.position() || (base == null && epochs.positionBefore(0) > 0)) {
            throw new NotRetained("position " + target + " cannot be restored; " + reach(epochs, tail));
        }
        requireEmpty();
        try (Media media = BankFolders.found(identity, settings, BankObserver.NONE);
                MemoryLedger ledger = new MemoryLedger(identity)) {
            return restore(identity, epochs, base, target, ledger, media);
        }
    }

    /** The newest whole snapshot that may serve the position. */
    private @Nullable Snapshot base(Epochs epochs, long target) throws IOException {
        for (Snapshot snapshot : source.snapshots().newestFirst(damage -> {})) {
            if (snapshot.end().position() <= target && epochs.holding(snapshot.start()) >= 0) {
                return snapshot;
            }
        }
        return null;
    }

    private String reach(Epochs epochs, JournalTail tail) throws IOException {
        long earliest = epochs.positionBefore(0) == 0 ? 0 : earliest(epochs);
        return earliest == Long.MAX_VALUE
                ? "no snapshot is left that the epochs kept could go on from"
                : "the earliest is " + earliest + ", the latest " + tail.position();
    }

    private long earliest(Epochs epochs) throws IOException {
        List<Snapshot> newestFirst = source.snapshots().newestFirst(damage -> {});
        long earliest = Long.MAX_VALUE;
        for (Snapshot snapshot : newestFirst) {
            if (epochs.holding(snapshot.start()) >= 0) {
                earliest = Math.min(earliest, snapshot.end().position());
            }
        }
        return earliest;
    }

    private void requireEmpty() throws IOException {
        BankTraces traces = BankTraces.of(settings.data());
        if (!traces.isEmpty()) {
            throw new IOException(
                    settings.data() + " holds a bank already; a restore needs a directory of its own: " + traces);
        }
    }

    private Result restore(
            BankIdentity identity,
            Epochs epochs,
            @Nullable Snapshot base,
            long target,
            MemoryLedger ledger,
            Media media)
            throws IOException {
        KeyWindow keys =
                new KeyWindow(settings.keyWindow(), settings.keyAheadMax().toMillis(), KeyHash.of(settings.ids()));
        Mark start = ledger.mark();
        if (base != null) {
            base.loadInto(ledger, (done, total) -> progress.at("loading the snapshot, pages", done, total));
            start = base.start();
        }
        int anchor = epochs.holding(start);
        KeyHorizon horizon = anchor < 0 ? null : epochs.keyHorizon(anchor);
        if (horizon != null) {
            keys.forgotten(horizon);
        } else if (base != null) {
            keys.forgotten(base.keysForgottenThroughMillis());
        }
        long keysFrom = KeyWindow.rememberedFrom(settings.keyWindow(), target);
        int from = Math.min(
                Math.min(anchor, KeyReplay.from(epochs, anchor, settings.keyWindow())),
                epochs.reachingBackTo(keysFrom));
        NewLineage lineage = new NewLineage(media, identity, ledger, keys, start, keysFrom, target);
        JournalReader.read(source.epochs(), epochs, Math.max(0, from), lineage);
        return lineage.finish();
    }

    /** Takes the old journal's batches in order, redoes them up to the position, and repeats those whose keys count. */
    private final class NewLineage implements JournalReader.BatchVisitor, JournalOwner {
        private final Media media;
        private final BankIdentity identity;
        private final MemoryLedger ledger;
        private final KeyWindow keys;
        private final Mark start;
        private final long keysFrom;
        private final long target;
        private boolean started;
        private @Nullable JournalWriter writer;

        NewLineage(
                Media media,
                BankIdentity identity,
                MemoryLedger ledger,
                KeyWindow keys,
                Mark start,
                long keysFrom,
                long target) {
            this.media = media;
            this.identity = identity;
            this.ledger = ledger;
            this.keys = keys;
            this.start = start;
            this.keysFrom = keysFrom;
            this.target = target;
        }

        @Override
        public void epochBegins(Mark mark) {
            started |= mark.equals(start) || (mark.position() == 0 && start.position() == 0);
        }

        @Override
        public void batch(TransactionBatch batch, Mark mark) {
            if (batch.firstPosition() > target) {
                return;
            }
            TransactionBatch kept = batch.through(target);
            boolean isRepeated = kept.lastPosition() > keysFrom;
            if (isRepeated && writer == null) {
                // What is known of the keys before is all that the new lineage will ever know of them.
                writer = begin(kept.firstPosition() - 1);
            }
            keys.replay(kept);
            if (started) {
                ledger.redo(kept, 0, mark.at(kept.lastPosition()));
            }
            started |= mark.equals(start);
            if (isRepeated) {
                repeat(kept);
            }
            progress.at("restoring transactions", kept.lastPosition(), target);
        }

        private void repeat(TransactionBatch batch) {
            JournalWriter begun = writer;
            try {
                if (begun != null) {
                    begun.append(batch);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private JournalWriter begin(long before) {
            try {
                return JournalWriter.begin(
                        media.journal(),
                        identity,
                        JournalTail.newLineage(identity, before),
                        new JournalWriter.Settings(
                                settings.ids(),
                                Long.MAX_VALUE,
                                settings.engine().groupMax(),
                                this),
                        0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** {@inheritDoc} The keys of everything before the new lineage are forgotten with it. */
        @Override
        public KeyHorizon keyHorizon() {
            return keys.horizonOfAll();
        }

        @Override
        public void ended(long number, UUID epoch, long sequence, long position, int checksum) throws IOException {
            media.records().ended(identity, number, epoch, sequence, position, checksum);
        }

        Result finish() throws IOException {
            JournalWriter journal = writer == null ? begin(target) : writer;
            journal.force();
            Mark end = journal.mark();
            try (SnapshotWriter snapshot = new SnapshotWriter(
                    media.snapshots(),
                    identity,
                    ledger,
                    end,
                    ledger.history(),
                    keys.horizon().latestMillis())) {
                while (snapshot.written() < snapshot.pages()) {
                    snapshot.writePage();
                    progress.at("writing the snapshot, pages", snapshot.written(), snapshot.pages());
                }
                snapshot.publish(end);
            }
            journal.end();
            return new Result(identity, target, keysFrom);
        }
    }
}
