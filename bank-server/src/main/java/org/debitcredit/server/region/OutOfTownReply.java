package org.debitcredit.server.region;

import org.debitcredit.region.Clearing;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** The answer to an out-of-town transaction, or to the reversal of one, for both transports. */
public sealed interface OutOfTownReply {

    /**
     * The transaction was committed here.
     *
     * @param position in this bank's history
     * @param timeMicros when it was decided, microseconds since 1970 UTC
     * @param balanceMinor of the account; null while it is in transit
     */
    record Executed(
            long position, long timeMicros, @Nullable Long balanceMinor) implements OutOfTownReply {}

    /**
     * The transaction was not committed, or its outcome is not known.
     *
     * @param balanceMinor of the account, if its funds are insufficient; otherwise null
     */
    record Refused(Reason reason, String detail, @Nullable Long balanceMinor) implements OutOfTownReply {}

    /** There is no such region. */
    static Refused unknown(int region) {
        return new Refused(
                Reason.UNKNOWN_REGION,
                "the account is said to be in region " + region + ", which this bank does not know; the regions are in "
                        + "bank.region.partners",
                null);
    }

    /** The answer where nothing is executed with the region until an operator has acted. */
    static Refused refused(int region, String because) {
        return new Refused(
                Reason.REGION_AWAY,
                "region " + region + " of the account is not used; this request executed nothing, but an earlier one "
                        + "with its key may have. An operator has to act: " + because,
                null);
    }

    /** The answer where this service has not begun to execute transactions with other regions, or has ended that. */
    static Refused notServing() {
        return new Refused(Reason.of(Failure.NOT_EXECUTED), Detail.of(Failure.NOT_EXECUTED), null);
    }

    /** The reply to a request, made of the answer of the clearing. */
    static OutOfTownReply of(Clearing.Answer answer, OutOfTown transaction, Transaction asked) {
        if (answer instanceof Clearing.Answer.Committed committed) {
            return new Executed(committed.position(), committed.timeMicros(), committed.balanceMinor());
        }
        if (answer instanceof Clearing.Answer.InTransit waiting) {
            return new Executed(waiting.position(), waiting.timeMicros(), null);
        }
        if (answer instanceof Clearing.Answer.Refused refused) {
            Refusal reason = refused.reason();
            boolean isOfFunds = reason == Refusal.INSUFFICIENT_FUNDS;
            return new Refused(
                    Reason.of(reason),
                    Detail.of(reason, asked, refused.balanceMinor()),
                    isOfFunds ? refused.balanceMinor() : null);
        }
        if (answer instanceof Clearing.Answer.Failed failed) {
            return new Refused(Reason.of(failed.reason()), Detail.of(failed.reason()), null);
        }
        if (answer instanceof Clearing.Answer.Away) {
            return new Refused(
                    Reason.REGION_AWAY,
                    "region " + transaction.issuer() + " of the account does not answer; this request executed "
                            + "nothing, but an earlier one with its key may have. Send it again with the same key",
                    null);
        }
        return new Refused(Reason.BUSY, Detail.busy(), null);
    }
}
