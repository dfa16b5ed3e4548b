package org.debitcredit.ledger;

import java.util.List;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * A page of an account's statement.
 *
 * @param account its id
 * @param asOf position of the last transaction that the statement includes
 * @param balanceMinor balance of the account at the beginning of this page, minor units; on the first page, the balance
 *     as of {@code asOf}
 * @param historyFrom position of the first transaction whose postings are kept; 1 if all are
 * @param postings the latest first; there may be fewer than the limit although further pages follow
 * @param next where the next page begins; null when this is the last
 */
public record AccountStatement(
        long account,
        long asOf,
        long balanceMinor,
        long historyFrom,
        List<Posting> postings,
        @Nullable StatementCursor next) {

    /**
     * A posting to the account.
     *
     * @param position its transaction's number in the bank's history
     * @param timestampMicros the writer's time, microseconds since 1970 UTC
     * @param teller the teller that posted it
     * @param amountMinor signed, minor units
     * @param balanceMinor of the account after it
     * @param key of its transaction; null where it is not kept: schema 3 and before kept none
     * @param reference of its transaction; null where it has none
     * @param reverses of a reversal: position of the transaction that it took back; 0 for others
     */
    public record Posting(
            long position,
            long timestampMicros,
            long teller,
            long amountMinor,
            long balanceMinor,
            @Nullable TransactionKey key,
            @Nullable Reference reference,
            long reverses) {

        /** The same with what is known of its transaction. */
        public Posting with(@Nullable TransactionKey itsKey, @Nullable Reference itsReference, long itReverses) {
            return new Posting(
                    position, timestampMicros, teller, amountMinor, balanceMinor, itsKey, itsReference, itReverses);
        }
    }
}
