package org.debitcredit.recovery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.debitcredit.checkpoint.Retention;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.Epochs;
import org.debitcredit.journal.JournalReader;
import org.debitcredit.journal.JournalSource;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.Totals;
import org.debitcredit.storage.Closeables;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * A persistent ledger whose database may become unreachable and come back, possibly at an earlier position. Every new
 * connection begins with the log position that the database has kept and redoes the missing part from the journal. Only
 * then is anything decided again.
 *
 * <pre>
 *   fails in execute   nothing of the batch is journaled: it is executed anew on the ledger that was opened
 *   fails in commit    the batch is durable in the journal: the database has it, or gets it by redo;
 *                      it is never decided again
 * </pre>
 *
 * Callers wait as long as {@link RetryPolicy} allows. Then the failure is thrown to the caller and is final.
 */
final class ResumingLedger implements Ledger {

    private final Supplier<Ledger> opener;
    private final BankFiles files;
    private final Retention retention;
    private final RetryPolicy retryPolicy;
    private final Consumer<BankEvent> events;

    /** Open and caught up, unless the last attempt failed. */
    private volatile Ledger current;

    private final AtomicLong generation = new AtomicLong();
    private volatile boolean givenUp;
    /** The forced log position of the journal at the time of an execution or read. */
    private LogPosition journaled;

    /**
     * @param first open, and at the journal's position
     * @param opener opens the ledger again, with what its database has kept
     * @param files what was forced to their journal so far is redone where it is missing
     * @param retention removes nothing from the journal while it is read
     */
    ResumingLedger(
            Ledger first,
            Supplier<Ledger> opener,
            BankFiles files,
            Retention retention,
            RetryPolicy retryPolicy,
            Consumer<BankEvent> events) {
        this.current = first;
        this.journaled = first.logPosition();
        this.opener = opener;
        this.files = files;
        this.retention = retention;
        this.retryPolicy = retryPolicy;
        this.events = events;
    }

    @Override
    public LogPosition logPosition() {
        return journaled;
    }

    @Override
    public void execute(TransactionBatch batch) {
        again(() -> {
            current.execute(batch);
            return batch;
        });
    }

    @Override
    public void commit(UUID epoch, long position, int chainChecksum) {
        journaled = new LogPosition(journaled.bank(), epoch, position, chainChecksum);
        try {
            current.commit(epoch, position, chainChecksum);
        } catch (LedgerUnavailable e) {
            resume(e, retryPolicy.begin());
        }
    }

    @Override
    public void redo(TransactionBatch batch, int fromRow, LogPosition logPosition) {
        throw new IllegalStateException("recovery is over; from now on only the journal is redone");
    }

    @Override
    public void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor) {
        again(() -> {
            current.read(kind, ids, count, balancesMinor);
            return balancesMinor;
        });
    }

    @Override
    public Totals totals() {
        return again(() -> current.totals());
    }

    @Override
    public BranchHistory history() {
        return again(() -> current.history());
    }

    @Override
    public boolean isPersistent() {
        return true;
    }

    @Override
    public @Nullable LogPosition durableLogPosition() {
        return again(() -> Optional.ofNullable(current.durableLogPosition())).orElse(null);
    }

    /** {@inheritDoc} A failure is thrown to the caller, which can repeat the copy. */
    @Override
    public void copy(BalanceKind kind, long from, int count, long[] balancesMinor) {
        current.copy(kind, from, count, balancesMinor);
    }

    @Override
    public void load(BalanceKind kind, long from, int count, long[] balancesMinor) {
        throw new IllegalStateException("the bank is running; no snapshot can be loaded any more");
    }

    @Override
    public void loaded(BranchHistory history, LogPosition logPosition, long soundFrom) {
        throw new IllegalStateException("the bank is running; no snapshot can be loaded any more");
    }

    @Override
    public @Nullable Statements statements() {
        return current.statements();
    }

    @Override
    public long redoPerSecond() {
        return current.redoPerSecond();
    }

    @Override
    public long generation() {
        return generation.get();
    }

    /** Ends all waiting for the database, because the bank is closing. For use by any thread. */
    void giveUp() {
        givenUp = true;
    }

    @Override
    public void close() {
        current.close();
    }

    private <T> T again(Supplier<T> step) {
        RetryPolicy.Retries retries = retryPolicy.begin();
        while (true) {
            try {
                return step.get();
            } catch (LedgerUnavailable e) {
                resume(e, retries);
            }
        }
    }

    /** Returns with a ledger that is at the journal's position. */
    private void resume(LedgerUnavailable reason, RetryPolicy.Retries retries) {
        events.accept(new BankEvent.LedgerLost(reason));
        generation.incrementAndGet();
        current.close();
        LedgerUnavailable latest = reason;
        while (!givenUp && retries.another()) {
            try {
                current = caughtUp(opener.get());
                events.accept(new BankEvent.LedgerResumed());
                return;
            } catch (LedgerUnavailable e) {
                latest = e;
            } catch (IOException e) {
                throw new UncheckedIOException("the journal cannot be read again", e);
            }
        }
        throw new LedgerUnavailable(
                "the ledger's database did not come back within "
                        + retryPolicy.limit().toMillis() + "ms: " + latest.getMessage(),
                latest);
    }

    private Ledger caughtUp(Ledger opened) throws IOException {
        try {
            return retention.keepingAll(() -> {
                catchUp(opened);
                return opened;
            });
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, opened);
            throw e;
        }
    }

    /** The database may have been at another server's epoch meanwhile, so its position alone is no proof. */
    private void catchUp(Ledger opened) throws IOException {
        LogPosition found = opened.logPosition();
        if (found.equals(journaled)) {
            return;
        }
        JournalSource history =
                RecoverySource.of(files).reachingBackTo(found, files).epochs();
        Epochs epochs = Epochs.of(history);
        Redo redo = new Redo(opened, batch -> {}, found, Progress.NONE);
        int holding = RecoverySource.place(epochs, found);
        if (holding >= 0) {
            read(history, epochs, holding, redo);
        }
        if (holding < 0 || !redo.isComplete()) {
            throw new IllegalStateException("the database came back at " + found + "; the journal, which "
                    + epochs.range() + " and ends at " + journaled + ", does not contain that point");
        }
        if (opened.logPosition().position() != journaled.position()) {
            throw new IllegalStateException(
                    "the ledger is at " + opened.logPosition() + " after redo, but the journal is at " + journaled);
        }
        if (!opened.logPosition().equals(journaled)) {
            // It has every transaction, but lost who writes now.
            opened.commit(journaled);
        }
    }

    /** Journaled transactions can only be redone. Without their rows the ledger cannot continue. */
    private static void read(JournalSource history, Epochs epochs, int from, Redo redo) throws IOException {
        try {
            JournalReader.read(history, epochs, from, redo);
        } catch (MissingRows missing) {
            throw new IllegalStateException("the journal cannot be redone: " + missing.getMessage(), missing);
        }
    }
}
