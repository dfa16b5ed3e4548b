package org.debitcredit.ledger;

import java.util.UUID;
import java.util.function.LongConsumer;
import org.debitcredit.transaction.Mark;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * The balances and the history of one bank. Used by one thread, the writer; recovery uses it before the writer starts.
 *
 * <p>A ledger never says that something is durable: the journal does. So what {@link #execute} did is pending until
 * {@link #commit}, and after a crash {@link #redo} brings the ledger to where the journal stands.
 *
 * <p>Any exception of any method is final, but {@link MissingRows}: the caller closes the ledger, and reads nothing
 * from it again. After a {@link LedgerUnavailable} another one can be opened in its place.
 */
public interface Ledger extends AutoCloseable {

    /** Where this ledger's committed state stands. */
    Mark mark();

    /**
     * Decides each transaction in order, each seeing those before it, and fills the batch's outcomes and after-images.
     * The new state is pending: only the caller's own later calls may see it. At most one batch is pending.
     *
     * @throws MissingRows if it lacks some that the batch touches; nothing is pending then
     */
    void execute(TransactionBatch batch);

    /**
     * Makes the pending batch, which the journal has made durable, the committed state.
     *
     * <p>The parameters are those of the {@link Mark} where the state stands now, of this ledger's own bank.
     *
     * @param position the batch's last
     * @throws IllegalStateException if someone else moved this ledger's mark since: this writer is fenced out
     */
    void commit(UUID epoch, long position, int chainChecksum);

    /** See {@link #commit(UUID, long, int)}. */
    default void commit(Mark mark) {
        commit(mark.epoch(), mark.position(), mark.chainChecksum());
    }

    /**
     * Brings the state forward over decided transactions, by overwriting with their after-images: nothing is decided.
     * Committed on return.
     *
     * @param batch as journaled
     * @param fromRow first row that this ledger has not yet; rows before it are left alone
     * @param mark where the state stands after the batch
     */
    void redo(TransactionBatch batch, int fromRow, Mark mark);

    /**
     * Reads committed balances. Nothing may be pending.
     *
     * @param ids of existing accounts, tellers or branches; the first {@code count} are read
     * @param balancesMinor takes the balances, minor units, in the order of the ids
     * @throws MissingRows if it lacks some of them
     */
    void read(BalanceKind kind, long[] ids, int count, long[] balancesMinor);

    /** Adds everything up. Nothing may be pending. Reads the whole bank, so it takes time. */
    Totals totals();

    /** The postings so far, as of {@link #mark}. Nothing may be pending. A copy: the caller may keep it. */
    BranchHistory history();

    /**
     * Copies balances for a snapshot while the writer goes on: called by another thread, and only there. What is being
     * executed meanwhile may be in the copy or not, whole balances in either case (fuzzy); redo from a mark taken
     * before the copy sets it right.
     *
     * @param from dense index of the first: see {@link BalanceKind#idAt}
     * @param balancesMinor takes {@code count} balances in the order of their index
     */
    void copy(BalanceKind kind, long from, int count, long[] balancesMinor);

    /**
     * Sets balances from a snapshot. Only on a bank just founded, before anything else; ends with {@link #loaded}.
     *
     * @param from dense index of the first
     */
    void load(BalanceKind kind, long from, int count, long[] balancesMinor);

    /**
     * Ends loading: the ledger holds a snapshot now and stands at its start.
     *
     * @param history postings up to the mark
     * @param soundFrom position of the snapshot's end: before that the balances may be of no one moment
     */
    void loaded(BranchHistory history, Mark mark, long soundFrom);

    /** Of the snapshot that a persistent ledger was once loaded with; 0 for none. Kept with its balances. */
    default long soundFrom() {
        return 0;
    }

    /** A cautious estimate of how many transactions {@link #redo} carries out in a second, for planning snapshots. */
    long redoPerSecond();

    /**
     * Whether what is committed here outlives this process. Then no snapshot is needed to recover it, and
     * {@link #durableMark} says how much of the journal is not needed either.
     */
    default boolean isPersistent() {
        return false;
    }

    /**
     * A mark up to which this ledger has everything on its own disk; may take as long as a force. Nothing may be
     * pending.
     *
     * @return null while none is known, and always where nothing is kept
     */
    default @Nullable Mark durableMark() {
        return null;
    }

    /** Statements of the accounts from what is committed here; null when no history is kept. Any thread. */
    default @Nullable Statements statements() {
        return null;
    }

    /** Postings that are kept here one by one, for statements; 0 where none are, or nobody counts them. Any thread. */
    default long historyRows() {
        return 0;
    }

    /**
     * Has somebody called once, when this ledger first lets go of postings because it may not keep more: at once where
     * that was before. Called by the writer.
     *
     * @param fromPosition takes the position of the first transaction whose postings are kept
     */
    default void whenHistoryIsCut(LongConsumer fromPosition) {}

    /**
     * Changes when this ledger lost what it had and was brought up to date again while the bank works: what {@link
     * #copy} read before and after does not go together. Any thread.
     */
    default long generation() {
        return 0;
    }

    @Override
    void close();
}
