package org.debitcredit.region;

import org.debitcredit.engine.ReversalSubmission;

/**
 * A step that settles a transaction. It may be repeated: it is always the same request under the same key.
 *
 * @param performedMinor what stays of the half that is taken back
 * @param seen what its bank's stream shows
 */
public record SettlementStep(Kind kind, OutOfTown transaction, long performedMinor, Seen seen) {

    /** What to do for a transaction that is not settled. */
    public enum Kind {
        /** The issuer has committed its half: execute the acquirer's. */
        EXECUTE_AT_ACQUIRER,
        /** The acquirer has committed its half: execute the issuer's. */
        EXECUTE_AT_ISSUER,
        /** The acquirer has more than the issuer: take back at the acquirer what is too much. */
        TAKE_BACK_AT_ACQUIRER,
        /** The issuer has more than the acquirer: take back at the issuer what is too much. */
        TAKE_BACK_AT_ISSUER
    }

    /**
     * The step for a transaction that is not settled.
     *
     * @param isInConflict whether the acquirer will never execute its half
     * @param acquirerPosition up to which the acquirer's stream was read
     * @param issuerPosition up to which the issuer's stream was read
     */
    static SettlementStep of(OutOfTownItem item, boolean isInConflict, long acquirerPosition, long issuerPosition) {
        Half here = item.acquirer;
        Half there = item.issuer;
        if (!here.isDecided() && there.isCommitted() && !here.isReversedOnly() && !isInConflict) {
            return new SettlementStep(Kind.EXECUTE_AT_ACQUIRER, item.transaction, 0, Seen.unseen(acquirerPosition));
        }
        if (!there.isDecided() && here.isCommitted() && !there.isReversedOnly()) {
            return new SettlementStep(Kind.EXECUTE_AT_ISSUER, item.transaction, 0, Seen.unseen(issuerPosition));
        }
        return item.isMoreAtAcquirer()
                ? new SettlementStep(
                        Kind.TAKE_BACK_AT_ACQUIRER,
                        item.transaction,
                        stays(here, there),
                        toTakeBack(here, acquirerPosition))
                : new SettlementStep(
                        Kind.TAKE_BACK_AT_ISSUER,
                        item.transaction,
                        stays(there, here),
                        toTakeBack(there, issuerPosition));
    }

    private static Seen toTakeBack(Half half, long position) {
        return half.seenAt() == ReversalSubmission.NOT_SEEN ? Seen.NOTHING : new Seen(position, half.seenAt());
    }

    /** What stays of the half that has more. */
    private static long stays(Half more, Half less) {
        return less.isReversedOnly() && !more.isDecided() ? less.performedMinor() : Math.abs(less.netMinor());
    }
}
