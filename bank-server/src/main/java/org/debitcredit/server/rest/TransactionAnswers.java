package org.debitcredit.server.rest;

import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.springframework.http.ResponseEntity;

/**
 * The responses to one money transaction, for both ways of receiving it, and to a reversal.
 *
 * @param bytesMin minimum size of the body for a committed transaction
 */
record TransactionAnswers(int bytesMin) {

    ResponseEntity<byte[]> of(SingleSubmission single) {
        return single.outcome() instanceof Outcome.Refused refused
                ? refused(
                        refused,
                        single.timeMicros(),
                        Detail.of(refused.reason(), single.transaction(), refused.balanceMinor()))
                : notRefused(single.outcome(), single.timeMicros());
    }

    ResponseEntity<byte[]> of(ReversalSubmission reversal) {
        return reversal.outcome() instanceof Outcome.Refused refused
                ? refused(refused, reversal.timeMicros(), Detail.of(refused.reason(), reversal.reversal()))
                : notRefused(reversal.outcome(), reversal.timeMicros());
    }

    private ResponseEntity<byte[]> notRefused(Outcome outcome, long timeMicros) {
        if (outcome instanceof Outcome.Committed committed) {
            return Body.ok(new Body()
                    .with("status", "committed")
                    .with("position", committed.position())
                    .withTime(timeMicros)
                    .with("balance", committed.balanceMinor())
                    .bytesAtLeast(bytesMin));
        }
        return failed(((Outcome.Failed) outcome).reason());
    }

    private static ResponseEntity<byte[]> refused(Outcome.Refused refused, long timeMicros, String detail) {
        Refusal refusal = refused.reason();
        return new Problem(
                        Reason.of(refusal),
                        detail,
                        refusal.business() ? refused.position() : null,
                        refusal.business() ? timeMicros : null,
                        refusal == Refusal.INSUFFICIENT_FUNDS ? refused.balanceMinor() : null)
                .response();
    }

    ResponseEntity<byte[]> of(OutOfTownReply reply) {
        if (reply instanceof OutOfTownReply.Refused refused) {
            return new Problem(refused.reason(), refused.detail(), null, null, refused.balanceMinor()).response();
        }
        OutOfTownReply.Executed executed = (OutOfTownReply.Executed) reply;
        Body body = new Body()
                .with("status", "committed")
                .with("position", executed.position())
                .withTime(executed.timeMicros());
        Long balanceMinor = executed.balanceMinor();
        return balanceMinor == null
                ? Body.accepted(body.with("inTransit", true).bytesAtLeast(bytesMin))
                : Body.ok(body.with("balance", balanceMinor).bytesAtLeast(bytesMin));
    }

    ResponseEntity<byte[]> of(NoAnswer why) {
        return why == NoAnswer.BUSY ? Problem.of(Reason.BUSY, Detail.busy()).response() : failed(Detail.failure(why));
    }

    private static ResponseEntity<byte[]> failed(Failure failure) {
        return Problem.of(Reason.of(failure), Detail.of(failure)).response();
    }
}
