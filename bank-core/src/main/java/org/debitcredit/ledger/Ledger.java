package org.debitcredit.ledger;

import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * The balances and the history of one bank. Used by one thread, the writer; recovery uses it before the writer starts.
 *
 * <p>A ledger does not decide what is durable; the journal does. So changes by {@link #execute} are pending until
 * {@link #commit}, and after a crash {@link #redo} brings the ledger up to date with the journal.
 *
 * <p>Any exception of any method is final, except {@link MissingRows} and the exceptions of {@link #copy} and of the
 * {@link #statements}: the caller must close the ledger and not read from it again. After a {@link LedgerUnavailable},
 * another one can be opened in its place.
 */
public interface Ledger extends AutoCloseable {

    /** The log position of this ledger's committed state. */
    LogPosition logPosition();

    /**
     * Decides the transactions in order, so that each sees those before it, and fills in the batch's outcomes and
     * after-images. The new state is pending: only later calls by the same caller may see it. At most one batch is
     * pending.
     *
     * @throws MissingRows if rows are missing that the batch touches; nothing is pending then
     */
    void execute(TransactionBatch batch);

    /**
     * Makes the pending batch, which the journal has made durable, the committed state.
     *
     * <p>The parameters are those of the {@link LogPosition} of the new state, for this ledger's own bank.
     *
     * @param position the batch's last
     * @throws IllegalStateException if another server has moved this ledger's log position, so that this writer is
     *     fenced out
     */
    void commit(UUID epoch, long position, int chainChecksum);

    /** See {@link #commit(UUID, long, int)}. */
    default void commit(LogPosition logPosition) {
        commit(logPosition.epoch(), logPosition.position(), logPosition.chainChecksum());
    }

    /**
     * Applies decided transactions by overwriting balances with their after-images. Nothing is decided. The result is
     * committed on return.
     *
     * @param batch as journaled
     * @param fromRow first row that this ledger does not have yet; earlier rows are ignored
     * @param logPosition the log position after the batch
     */
    void redo(TransactionBatch batch, int fromRow, LogPosition logPosition);

    /**
     * The same for one or more batches, each of which continues the one before.
     *
     * @param fromRow of the first batch
     * @param logPosition the log position after the last batch
     */
    default void redo(List<TransactionBatch> batches, int fromRow, LogPosition logPosition) {
        for (int i = 0; i < batches.size(); i++) {
            TransactionBatch batch = batches.get(i);
            redo(batch, i == 0 ? fromRow : 0, logPosition.at(batch.lastPosition()));
        }
    }

    /**
     * Reads committed balances. Nothing may be pending.
     *
     * @param ids of existing accounts, tellers or branches; the first {@code count} are read
     * @param balancesMinor receives the balances, minor units, in the order of the ids
     * @throws MissingRows if some of them are missing
     */
    void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor);

    /** Adds everything up. Nothing may be pending. Reads the whole bank, so it takes time. */
    Totals totals();

    /** The postings so far, as of {@link #logPosition}. Nothing may be pending. A copy: the caller may keep it. */
    BranchHistory history();

    /**
     * Copies balances for a snapshot while the writer works. Called only by the snapshot's thread. The copy is fuzzy:
     * each balance may or may not include transactions that are executed meanwhile. Redo from a log position taken
     * before the copy corrects it.
     *
     * @param from dense index of the first: see {@link BalanceKind#idAt}
     * @param balancesMinor receives {@code count} balances in the order of their index
     */
    void copy(BalanceKind kind, long from, int count, long[] balancesMinor);

    /**
     * Sets balances from a snapshot. Only on a bank just founded, before anything else; ends with {@link #loaded}.
     *
     * @param from dense index of the first
     */
    void load(BalanceKind kind, long from, int count, long[] balancesMinor);

    /**
     * Ends loading. The ledger then holds the snapshot and is at its start position.
     *
     * @param history postings up to the log position
     * @param soundFrom position of the snapshot's end; before that position the balances may be inconsistent
     */
    void loaded(BranchHistory history, LogPosition logPosition, long soundFrom);

    /**
     * End position of the snapshot from which a persistent ledger was once loaded; 0 for none. It is stored with the
     * balances.
     */
    default long soundFrom() {
        return 0;
    }

    /** A cautious estimate of how many transactions {@link #redo} carries out in a second, for planning snapshots. */
    long redoPerSecond();

    /**
     * Whether committed changes outlive this process. In that case no snapshot is needed for recovery, and {@link
     * #durableLogPosition} says which part of the journal is not needed either.
     */
    default boolean isPersistent() {
        return false;
    }

    /**
     * A log position up to which this ledger has everything on its own disk; may take as long as a force. Nothing may
     * be pending.
     *
     * @return null while none is known, and always if the ledger is not persistent
     */
    default @Nullable LogPosition durableLogPosition() {
        return null;
    }

    /** Statements from the committed history; null if no history is kept. For use by any thread. */
    default @Nullable Statements statements() {
        return null;
    }

    /**
     * Number of single postings that are kept for statements; 0 if none are kept or they are not counted. For use by
     * any thread.
     */
    default long historyRows() {
        return 0;
    }

    /**
     * Registers a callback for the first time that this ledger drops postings because of its limit. If that has already
     * happened, it is called at once. Called by the writer.
     *
     * @param fromPosition takes the position of the first transaction whose postings are kept
     */
    default void whenHistoryIsCut(LongConsumer fromPosition) {}

    /**
     * Changes when this ledger lost its state and was brought up to date again while the bank runs. Pages that {@link
     * #copy} read before and after that must not be combined. For use by any thread.
     */
    default long generation() {
        return 0;
    }

    @Override
    void close();
}
