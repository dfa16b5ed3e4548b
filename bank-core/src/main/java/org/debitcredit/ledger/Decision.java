package org.debitcredit.ledger;

import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * The bank's rule for one money transaction, as a pure function of the balances. A posting is Gray's {@code till +=
 * amount; balance += amount; branch += amount}. A transfer is two postings at one teller, so its till and branch do not
 * change in total.
 *
 * <p>A reversal is decided by the outcome that its original has: of a committed one, the inverse is posted, once, and
 * funds are not checked; of a refused one, nothing is posted.
 */
public final class Decision {

    private static final byte DEBIT_CREDIT = TransactionType.DEBIT_CREDIT.code();

    private Decision() {}

    /** Refuses the row if one of its ids does not exist; returns whether it was refused. */
    public static boolean refuseUnknown(BankScale scale, TransactionBatch batch, int row) {
        Refusal refusal = unknownId(scale, batch.requests, row);
        if (refusal == null) {
            return false;
        }
        batch.refuse(row, refusal, 0);
        return true;
    }

    /**
     * Decides a row whose ids exist, and writes its outcome and after-images into the batch.
     *
     * @param target balance of a transfer's target account; ignored for others
     * @return whether it is committed, and so the after-images are the new balances
     */
    public static boolean decide(TransactionBatch batch, int row, long account, long target, long teller, long branch) {
        long posted = batch.postedToAccount(row);
        boolean transfer = batch.isTransfer(row);
        boolean checksFunds = posted < 0 && batch.requests.type[row] != DEBIT_CREDIT;
        if (checksFunds && account < -posted) {
            batch.refuse(row, Refusal.INSUFFICIENT_FUNDS, account);
            return false;
        }
        return post(batch, row, posted, transfer, account, target, teller, branch);
    }

    private static boolean post(
            TransactionBatch batch,
            int row,
            long posted,
            boolean transfer,
            long account,
            long target,
            long teller,
            long branch) {
        long tillPosted = transfer ? 0 : posted;
        long accountAfter = account + posted;
        long targetAfter = transfer ? target - posted : 0;
        long tellerAfter = teller + tillPosted;
        long branchAfter = branch + tillPosted;
        if (overflows(account, posted, accountAfter)
                || (transfer && overflows(target, -posted, targetAfter))
                || overflows(teller, tillPosted, tellerAfter)
                || overflows(branch, tillPosted, branchAfter)) {
            batch.refuse(row, Refusal.OVERFLOW, 0);
            return false;
        }
        batch.commit(row, accountAfter, targetAfter, tellerAfter, branchAfter);
        return true;
    }

    /**
     * Refuses the row if it is a tombstone; returns whether it was refused. To be called only for a batch that has
     * reversals.
     */
    public static boolean refuseTombstone(TransactionBatch batch, int row) {
        boolean isTombstone = batch.requests.ownReversals().isTombstone(row);
        if (isTombstone) {
            batch.refuse(row, Refusal.REVERSED, 0);
        }
        return isTombstone;
    }

    /**
     * Finds out what a reversal posts, once all rows before are decided, and stores it as the row's amount.
     *
     * <p>Of an original that the caller has read and the bank has forgotten, only the caller knows the ids. So they are
     * looked for even where the original is said to be committed.
     *
     * @param balance of its account; 0 if there is no such account
     * @return whether it posts something: then its ids exist, and {@link #decideReversal} is next. Otherwise the row is
     *     decided
     */
    public static boolean posts(BankScale scale, TransactionBatch batch, int row, long balance) {
        Reversals reversals = batch.requests.ownReversals();
        int entry = reversals.entryOf(row);
        byte found = reversals.find(entry, batch.outcome);
        Refusal unknown = found == Outcome.COMMITTED ? unknownId(scale, batch.requests, row) : null;
        long inverse = found == Outcome.COMMITTED && unknown == null ? reversals.inverse(entry) : 0;
        batch.requests.amount[row] = inverse;
        if (found == Reversals.REVERSED_BEFORE) {
            batch.refuse(row, Refusal.REVERSED, 0);
        } else if (found != Outcome.COMMITTED) {
            batch.commit(row, balance, 0, 0, 0);
        } else if (unknown != null) {
            batch.refuse(row, unknown, 0);
        } else if (inverse == 0) {
            batch.refuse(row, Refusal.OVERFLOW, 0);
        }
        return inverse != 0;
    }

    /** Decides a reversal that {@linkplain #posts posts} something: as {@link #decide}, without a check of funds. */
    public static boolean decideReversal(
            TransactionBatch batch, int row, long account, long target, long teller, long branch) {
        boolean transfer = batch.requests.target[row] != Transaction.NO_TARGET;
        return post(batch, row, batch.requests.amount[row], transfer, account, target, teller, branch);
    }

    /** As in {@link Math#addExact(long, long)}, without the exception: a refusal is a value. */
    private static boolean overflows(long a, long b, long sum) {
        return ((a ^ sum) & (b ^ sum)) < 0;
    }

    /** The refusal of a row because one of its ids does not exist; null if all exist. */
    private static @Nullable Refusal unknownId(BankScale scale, RequestColumns requests, int row) {
        if (!scale.hasTeller(requests.teller[row])) {
            return Refusal.UNKNOWN_TELLER;
        }
        if (!scale.hasAccount(requests.account[row])) {
            return Refusal.UNKNOWN_ACCOUNT;
        }
        return hasTarget(requests, row) && !scale.hasAccount(requests.target[row]) ? Refusal.UNKNOWN_TARGET : null;
    }

    private static boolean hasTarget(RequestColumns requests, int row) {
        return requests.type[row] == TransactionType.TRANSFER.code()
                || (requests.type[row] == TransactionType.REVERSAL.code()
                        && requests.target[row] != Transaction.NO_TARGET);
    }
}
