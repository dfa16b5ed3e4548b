package org.debitcredit.region;

import java.util.List;
import java.util.UUID;

/**
 * From where both streams of a settlement are to be read after a restart. Everything at or before the cut is settled,
 * and of each transaction, either every decision is after the cut or none is, except of the divided ones. So what the
 * streams do not show after the cut was never decided, or its key is not newer than the given time, or it is divided.
 *
 * @param acquirerPosition in the acquirer's history
 * @param issuerPosition in the issuer's
 * @param forgottenMillis latest time of a key that was decided at or before the cut, or of a divided transaction,
 *     milliseconds since 1970
 * @param divided transactions that were settled when the cut was made, with decisions on both sides of it
 */
public record SettlementCut(long acquirerPosition, long issuerPosition, long forgottenMillis, List<Divided> divided) {

    /** The time of keys of which none is forgotten. */
    public static final long NOTHING_FORGOTTEN = Long.MIN_VALUE;

    public SettlementCut {
        divided = List.copyOf(divided);
    }

    /** A cut that divides nothing. */
    public SettlementCut(long acquirerPosition, long issuerPosition, long forgottenMillis) {
        this(acquirerPosition, issuerPosition, forgottenMillis, List.of());
    }

    /**
     * A transaction that a cut divides. What was decided for it up to these positions is settled, and not read again:
     * after the cut there is only a part of it, which would look like one that is not settled.
     *
     * @param issuerKey key of the issuer's half
     * @param acquirerThrough position of its latest decision at the acquirer; 0 if there is none
     * @param issuerThrough the same at the issuer
     */
    public record Divided(UUID issuerKey, long acquirerThrough, long issuerThrough) {

        static Divided of(OutOfTownItem item) {
            return new Divided(item.transaction.issuerKey(), item.acquirer.lastPosition(), item.issuer.lastPosition());
        }

        /** What is settled by one or the other. */
        Divided later(Divided other) {
            return new Divided(
                    issuerKey,
                    Math.max(acquirerThrough, other.acquirerThrough),
                    Math.max(issuerThrough, other.issuerThrough));
        }

        boolean isAfter(KeptItems.Point point) {
            return acquirerThrough > point.acquirerPosition() || issuerThrough > point.issuerPosition();
        }
    }
}
