package org.debitcredit.recovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.engine.KeyWindow;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalTail;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.snapshot.SnapshotWriter;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * Takes an old journal's batches in order, redoes them up to a position, and begins a new journal there, which repeats
 * those whose keys are remembered.
 */
final class NewLineage implements JournalReader.BatchVisitor {

    private final BankSettings settings;
    private final Media media;
    private final BankIdentity identity;
    private final MemoryLedger ledger;
    private final KeyWindow keys;
    private final MarksHeld marks;
    private final long keysFrom;
    private final long target;
    private final Progress progress;
    private @Nullable JournalWriter writer;

    /**
     * @param media where the new journal goes
     * @param ledger loaded with the base, or just founded
     * @param base snapshot to go on from; null for the founding
     * @param target last position to take
     */
    NewLineage(
            BankSettings settings,
            Media media,
            BankIdentity identity,
            MemoryLedger ledger,
            @Nullable Snapshot base,
            long target,
            Progress progress) {
        this.settings = settings;
        this.media = media;
        this.identity = identity;
        this.ledger = ledger;
        this.keys = new KeyWindow(settings.keyWindow(), settings.keyAheadMax().toMillis());
        this.keysFrom = KeyWindow.rememberedFrom(settings.keyWindow(), target);
        this.target = target;
        this.progress = progress;
        if (base == null) {
            marks = MarksHeld.founding();
        } else {
            marks = new MarksHeld(base);
            keys.forgotten(base.keysForgottenThroughMillis());
        }
    }

    /** Transactions after this position are repeated, because their keys have to be known. */
    long keysFrom() {
        return keysFrom;
    }

    /** The last position that was met. */
    long position() {
        return marks.position();
    }

    @Override
    public void epochBegins(Mark mark) {
        marks.epochBegins(mark);
    }

    @Override
    public void batch(TransactionBatch batch, Mark mark) {
        if (batch.firstPosition() <= target) {
            take(batch.through(target), mark);
        }
        marks.batch(batch, mark);
    }

    private void take(TransactionBatch kept, Mark mark) {
        keys.replay(kept);
        if (marks.start()) {
            ledger.redo(kept, 0, mark.at(kept.lastPosition()));
        }
        if (kept.lastPosition() > keysFrom) {
            repeat(kept);
        }
        progress.at("restoring transactions", kept.lastPosition(), target);
    }

    /** Whether the position has been reached, with both marks on the way or without them. */
    @Override
    public boolean isDone() {
        return marks.position() > target || isComplete();
    }

    /** Whether the position has been reached, and the journal has shown that the snapshot belongs to it. */
    boolean isComplete() {
        return marks.position() >= target && marks.both();
    }

    private void repeat(TransactionBatch batch) {
        try {
            if (writer == null) {
                writer = begin(batch.firstPosition() - 1);
            }
            writer.append(batch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JournalWriter begin(long before) throws IOException {
        return JournalWriter.begin(
                media.journal(),
                identity,
                JournalTail.newLineage(identity, before),
                new JournalWriter.Settings(
                        settings.ids(), Long.MAX_VALUE, settings.engine().groupMax()),
                0);
    }

    /** Writes the exact snapshot of the position, and ends the new journal in order. */
    void finish() throws IOException {
        JournalWriter journal = writer == null ? begin(target) : writer;
        journal.force();
        Mark end = journal.mark();
        try (SnapshotWriter snapshot = new SnapshotWriter(
                media.snapshots(), identity, ledger, end, ledger.history(), keys.forgottenThroughMillis())) {
            while (snapshot.written() < snapshot.pages()) {
                snapshot.writePage();
                progress.at("writing the snapshot, pages", snapshot.written(), snapshot.pages());
            }
            snapshot.publish(end);
        }
        journal.end();
    }
}
