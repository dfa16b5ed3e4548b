package org.debitcredit.transaction;

/**
 * The newly decided transactions of one group, in columns: the requests, their outcomes, and the after-images that redo
 * needs. The ledger fills it, the journal stores it, redo reads it. Row {@code i} has position {@code firstPosition +
 * i}.
 */
public final class TransactionBatch {

    private static final byte WITHDRAWAL = TransactionType.WITHDRAWAL.code();
    private static final byte TRANSFER = TransactionType.TRANSFER.code();
    private static final byte REVERSAL = TransactionType.REVERSAL.code();

    public final RequestColumns requests;
    /** {@link Outcome#COMMITTED}, or the code of a {@linkplain Refusal#business() business} refusal. */
    public final byte[] outcome;
    /** The balance that the client receives; for a committed transaction also the account's after-image. */
    public final long[] balance;
    /** After-image of a committed transfer's target account. */
    public final long[] targetBalance;
    /** After-image of the teller's till, of committed transactions. */
    public final long[] tellerBalance;
    /** After-image of the teller's branch, of committed transactions. */
    public final long[] branchBalance;

    private long firstPosition;
    private long timestampMicros;

    public TransactionBatch(int capacity) {
        requests = new RequestColumns(capacity);
        outcome = new byte[capacity];
        balance = new long[capacity];
        targetBalance = new long[capacity];
        tellerBalance = new long[capacity];
        branchBalance = new long[capacity];
    }

    public int size() {
        return requests.size();
    }

    public boolean isEmpty() {
        return requests.size() == 0;
    }

    /** Empties the batch for its next group. */
    public void begin(long newFirstPosition, long newTimestampMicros) {
        requests.clear();
        firstPosition = newFirstPosition;
        timestampMicros = newTimestampMicros;
    }

    /** Keeps its rows, but moves them to another place in the history. */
    public void place(long newFirstPosition, long newTimestampMicros) {
        firstPosition = newFirstPosition;
        timestampMicros = newTimestampMicros;
    }

    /** Position of row 0. */
    public long firstPosition() {
        return firstPosition;
    }

    /** Position of the last row; one below {@link #firstPosition} when there is none. */
    public long lastPosition() {
        return firstPosition + size() - 1;
    }

    /** The writer's time of the group, microseconds since 1970 UTC, never decreasing. */
    public long timestampMicros() {
        return timestampMicros;
    }

    /** This batch without the rows after a position: itself if there are none, otherwise a copy. */
    public TransactionBatch through(long lastWanted) {
        if (lastPosition() <= lastWanted) {
            return this;
        }
        int rows = (int) (lastWanted - firstPosition + 1);
        TransactionBatch part = new TransactionBatch(rows);
        part.begin(firstPosition, timestampMicros);
        part.requests.addFrom(requests, 0, rows);
        part.requests.addReversalsFrom(requests, 0, 0, rows);
        System.arraycopy(outcome, 0, part.outcome, 0, rows);
        System.arraycopy(balance, 0, part.balance, 0, rows);
        System.arraycopy(targetBalance, 0, part.targetBalance, 0, rows);
        System.arraycopy(tellerBalance, 0, part.tellerBalance, 0, rows);
        System.arraycopy(branchBalance, 0, part.branchBalance, 0, rows);
        return part;
    }

    /** Marks a row refused. The client receives the balance; nothing else of the row is read. */
    public void refuse(int row, Refusal reason, long balanceMinor) {
        outcome[row] = reason.code();
        balance[row] = balanceMinor;
        targetBalance[row] = 0;
        tellerBalance[row] = 0;
        branchBalance[row] = 0;
    }

    /** Marks a row committed with its after-images. */
    public void commit(int row, long accountAfter, long targetAfter, long tellerAfter, long branchAfter) {
        outcome[row] = Outcome.COMMITTED;
        balance[row] = accountAfter;
        targetBalance[row] = targetAfter;
        tellerBalance[row] = tellerAfter;
        branchBalance[row] = branchAfter;
    }

    public boolean isCommitted(int row) {
        return outcome[row] == Outcome.COMMITTED;
    }

    /** Whether the row changed balances: a committed one, unless it is a reversal that had nothing to take back. */
    public boolean isPosted(int row) {
        return outcome[row] == Outcome.COMMITTED && (requests.amount[row] != 0 || requests.type[row] != REVERSAL);
    }

    /** Whether a posted row has a second posting, to its target: a transfer, or the reversal of one. */
    public boolean postsToTarget(int row) {
        return isTransfer(row) || (isReversal(row) && requests.target[row] != Transaction.NO_TARGET);
    }

    /** Whether the row is a reversal. */
    public boolean isReversal(int row) {
        return requests.type[row] == REVERSAL;
    }

    /** Whether the row is a transfer, and so has two postings. */
    public boolean isTransfer(int row) {
        return requests.type[row] == TRANSFER;
    }

    /** The signed amount posted to the row's account; of a reversal only once it is decided. */
    public long postedToAccount(int row) {
        byte type = requests.type[row];
        long amount = requests.amount[row];
        return type == WITHDRAWAL || type == TRANSFER ? -amount : amount;
    }
}
