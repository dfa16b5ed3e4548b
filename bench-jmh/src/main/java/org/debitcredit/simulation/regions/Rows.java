package org.debitcredit.simulation.regions;

import java.util.UUID;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.region.Decided;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.Reversals;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/** Transactions as a reader of a change stream gets them. */
final class Rows {

    private Rows() {}

    /** A row of a part. */
    static Decided decided(PostingsReader.Part part, int row) {
        RequestColumns requests = part.batch().requests;
        return new Decided(
                part.batch().firstPosition() + row,
                TransactionType.byCode(requests.type[row]),
                part.batch().outcome[row] == Outcome.COMMITTED,
                requests.teller[row],
                requests.account[row],
                requests.amount[row],
                requests.keys.keyOf(row),
                requests.reference(row),
                requests.type[row] == TransactionType.REVERSAL.code() ? original(requests.ownReversals(), row) : null);
    }

    private static Decided.@Nullable Original original(Reversals reversals, int row) {
        int entry = reversals.entryOf(row);
        return new Decided.Original(
                new UUID(reversals.originalHigh(entry), reversals.originalLow(entry)),
                TransactionType.byCode(reversals.originalType(entry)),
                reversals.originalAmount(entry),
                reversals.performed(entry));
    }

    /** The same as another region sees it, which is not told the clients. */
    static Decided withoutClient(Decided row) {
        return new Decided(
                row.position(),
                row.type(),
                row.isCommitted(),
                row.teller(),
                row.account(),
                row.amountMinor(),
                TransactionKey.of(0, row.key().uuid()),
                row.reference(),
                row.original());
    }
}
