package org.debitcredit.region;

import java.util.function.Consumer;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * A bank that executes halves of out-of-town transactions. Each call is answered once, on any thread. An answer can be
 * lost: the outcome is then {@link org.debitcredit.transaction.Failure#OUTCOME_UNKNOWN}.
 */
public interface ClearingBank {

    /**
     * An answer.
     *
     * @param outcome not executed also if the bank was busy or could not be reached
     * @param timeMicros when it was decided, microseconds since 1970 UTC; 0 if it was not
     */
    record Answer(Outcome outcome, long timeMicros) {}

    /** @param unseenThrough position up to which the caller has followed this bank without seeing the key, or -1 */
    void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer);

    /**
     * @param unseenThrough the same for the key of the reversal, and if the original was not seen, for that one too
     * @param seenAt position up to there at which the original was seen committed, and not taken back since; or {@link
     *     org.debitcredit.engine.ReversalSubmission#NOT_SEEN}
     */
    void reverse(Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer);

    /** The acquirer's own bank. */
    interface Own extends ClearingBank {

        /**
         * Looks a key up. The answer is null if the bank cannot give one.
         *
         * @param unseenThrough as in {@link #execute}: a key that this proves to be new is not expired
         */
        void status(TransactionKey key, long unseenThrough, Consumer<@Nullable KeyStatus> answer);

        /** Whether the bank would refuse a key now, because its time is too far ahead of the bank's. */
        boolean isAhead(TransactionKey key);
    }

    /** The issuer's bank, elsewhere. */
    interface Remote extends ClearingBank {

        /** Whether it is known not to answer now, so that nothing is sent to it. */
        boolean isAway();
    }
}
