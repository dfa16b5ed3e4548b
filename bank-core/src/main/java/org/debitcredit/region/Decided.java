package org.debitcredit.region;

import java.util.UUID;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * A decided transaction at a correspondent, as a change stream shows it.
 *
 * @param amountMinor as requested; of a reversal, what it posted to the account, signed
 * @param original what a reversal names; null for any other type
 */
public record Decided(
        long position,
        TransactionType type,
        boolean isCommitted,
        long teller,
        long account,
        long amountMinor,
        TransactionKey key,
        @Nullable Reference reference,
        @Nullable Original original) {

    /**
     * The original of a reversal.
     *
     * @param amountMinor as it was requested
     * @param performedMinor what was really paid out or in, and stays
     */
    public record Original(UUID key, TransactionType type, long amountMinor, long performedMinor) {

        private static Original of(Reversals reversals, int row) {
            int entry = reversals.entryOf(row);
            return new Original(
                    new UUID(reversals.originalHigh(entry), reversals.originalLow(entry)),
                    TransactionType.byCode(reversals.originalType(entry)),
                    reversals.originalAmount(entry),
                    reversals.performed(entry));
        }
    }

    /** A row of a decided batch. */
    public static Decided of(TransactionBatch batch, int row) {
        RequestColumns requests = batch.requests;
        TransactionType type = TransactionType.byCode(requests.type[row]);
        return new Decided(
                batch.firstPosition() + row,
                type,
                batch.outcome[row] == Outcome.COMMITTED,
                requests.teller[row],
                requests.account[row],
                requests.amount[row],
                requests.keys.keyOf(row),
                requests.reference(row),
                type == TransactionType.REVERSAL ? Original.of(requests.ownReversals(), row) : null);
    }

    /** What it posted to the account, signed, minor units; 0 if it was refused. */
    public long signedMinor() {
        if (!isCommitted) {
            return 0;
        }
        return original != null ? amountMinor : Reversal.postedBy(type.code(), amountMinor);
    }

    /** The out-of-town transaction whose issuer's half this is, or takes back; null if there is none. */
    public @Nullable OutOfTown ofIssuer(int acquirer, int issuer) {
        return original == null
                ? OutOfTown.ofIssuerHalf(acquirer, issuer, type, account, amountMinor, reference)
                : OutOfTown.ofIssuerHalf(acquirer, issuer, original.type, account, original.amountMinor, reference);
    }

    /**
     * The out-of-town transaction whose acquirer's half this is, or takes back; null if there is none. The client of
     * its key is that of {@link #key}.
     */
    public @Nullable OutOfTown ofAcquirer(int acquirer, int issuer) {
        TransactionType half = original == null ? type : original.type;
        if (half != TransactionType.DEBIT_CREDIT) {
            return null;
        }
        return original == null
                ? OutOfTown.ofAcquirerHalf(acquirer, issuer, teller, amountMinor, key, reference)
                : OutOfTown.ofAcquirerHalf(
                        acquirer,
                        issuer,
                        teller,
                        original.amountMinor,
                        TransactionKey.of(key.client(), original.key),
                        reference);
    }
}
