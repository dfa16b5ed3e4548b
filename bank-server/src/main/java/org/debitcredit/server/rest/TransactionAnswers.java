package org.debitcredit.server.rest;

import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.loop.RequestGateway.NoAnswer;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.springframework.http.ResponseEntity;

/**
 * The responses to one money transaction, for both ways of receiving it.
 *
 * @param bytesMin minimum size of the body for a committed transaction
 */
record TransactionAnswers(int bytesMin) {

    ResponseEntity<byte[]> of(SingleSubmission single) {
        Outcome outcome = single.outcome();
        if (outcome instanceof Outcome.Committed committed) {
            return Body.ok(new Body()
                    .with("status", "committed")
                    .with("position", committed.position())
                    .withTime(single.timeMicros())
                    .with("balance", committed.balanceMinor())
                    .bytesAtLeast(bytesMin));
        }
        if (outcome instanceof Outcome.Refused refused) {
            return refused(refused, single);
        }
        return failed(((Outcome.Failed) outcome).reason());
    }

    private static ResponseEntity<byte[]> refused(Outcome.Refused refused, SingleSubmission single) {
        Refusal refusal = refused.reason();
        return new Problem(
                        Reason.of(refusal),
                        Detail.of(refusal, single.transaction(), refused.balanceMinor()),
                        refusal.business() ? refused.position() : null,
                        refusal.business() ? single.timeMicros() : null,
                        refusal == Refusal.INSUFFICIENT_FUNDS ? refused.balanceMinor() : null)
                .response();
    }

    ResponseEntity<byte[]> of(NoAnswer why) {
        return why == NoAnswer.BUSY ? Problem.of(Reason.BUSY, Detail.busy()).response() : failed(Detail.failure(why));
    }

    private static ResponseEntity<byte[]> failed(Failure failure) {
        return Problem.of(Reason.of(failure), Detail.of(failure)).response();
    }
}
