package org.debitcredit.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.checkpoint.SnapshotInJournal;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.engine.KeyHash;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalOwner;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotWriter;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Redoes an old journal's batches up to a position, and begins a new journal there, which repeats those whose keys are
 * remembered.
 */
final class NewLineage implements JournalReader.BatchVisitor, JournalOwner {

    private final BankSettings settings;
    private final BankFiles files;
    private final BankIdentity identity;
    private final MemoryLedger ledger;
    private final IdempotencyWindow keys;
    private final SnapshotInJournal held;
    private final long keysFrom;
    private final long target;
    private final Progress progress;
    private @Nullable JournalWriter writer;

    /**
     * @param files where the new journal goes
     * @param ledger loaded with the base, or just founded
     * @param base snapshot that the new journal continues; null for the founding
     * @param horizon the keys that are forgotten at its start; null if this is unknown
     * @param lowered the latest lowering of their times at the target
     * @param target last position to take
     */
    NewLineage(
            BankSettings settings,
            BankFiles files,
            BankIdentity identity,
            MemoryLedger ledger,
            @Nullable Snapshot base,
            @Nullable KeyHorizon horizon,
            KeyHorizon.Lowered lowered,
            long target,
            Progress progress) {
        this.settings = settings;
        this.files = files;
        this.identity = identity;
        this.ledger = ledger;
        this.keys = new IdempotencyWindow(
                settings.keyWindow(), settings.keyAheadMax().toMillis(), KeyHash.of(settings.ids()));
        this.keysFrom = IdempotencyWindow.rememberedFrom(settings.keyWindow(), target);
        this.target = target;
        this.progress = progress;
        held = base == null ? SnapshotInJournal.founding() : new SnapshotInJournal(base);
        keys.continueLowered(lowered);
        if (horizon != null) {
            keys.forgotten(horizon);
        } else if (base != null) {
            keys.forgotten(base.keysForgottenThroughMillis(), base.start().position());
        }
    }

    /**
     * Continues without the keys before a position, which are lost.
     *
     * @param throughMillis highest time of any of them, milliseconds since 1970
     */
    void forgetBefore(long position, long throughMillis) {
        keys.forgotten(throughMillis, position);
    }

    /** Transactions after this position are repeated, because their keys have to be known. */
    long keysFrom() {
        return keysFrom;
    }

    /** The last position that was met. */
    long position() {
        return held.position();
    }

    @Override
    public void epochBegins(LogPosition logPosition) {
        held.epochBegins(logPosition);
    }

    @Override
    public void batch(TransactionBatch batch, LogPosition logPosition) {
        if (batch.firstPosition() <= target) {
            take(batch.through(target), logPosition);
        }
        held.batch(batch, logPosition);
    }

    private void take(TransactionBatch kept, LogPosition logPosition) {
        boolean isRepeated = kept.lastPosition() > keysFrom;
        if (isRepeated && writer == null) {
            // The new lineage never learns more about earlier keys than is known here.
            writer = begin(kept.firstPosition() - 1);
        }
        keys.replay(kept);
        if (held.start()) {
            ledger.redo(kept, 0, logPosition.at(kept.lastPosition()));
        }
        if (isRepeated) {
            repeat(kept);
        }
        progress.at("restoring transactions", kept.lastPosition(), target);
    }

    /** Whether the position has been reached, with both log positions on the way or without them. */
    @Override
    public boolean isDone() {
        return held.position() > target || isComplete();
    }

    /** Whether the position has been reached, and the journal has shown that the snapshot belongs to it. */
    boolean isComplete() {
        return held.position() >= target && held.both();
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
                    files.journal(),
                    identity,
                    JournalTail.newLineage(identity, before),
                    new JournalWriter.Settings(
                            settings.ids(), Long.MAX_VALUE, settings.engine().groupMax(), this),
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
        files.records().ended(identity, number, epoch, sequence, position, checksum);
    }

    /** Writes the exact snapshot of the position, and closes the new journal cleanly. */
    void finish() throws IOException {
        JournalWriter journal = writer == null ? begin(target) : writer;
        journal.force();
        LogPosition end = journal.logPosition();
        try (SnapshotWriter snapshot = new SnapshotWriter(
                files.snapshots(),
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
    }
}
