package org.debitcredit.server.rest;

import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The responses that several controllers make. */
final class Answers {

    private Answers() {}

    static ResponseEntity<byte[]> ok(byte[] json) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json);
    }

    static ResponseEntity<byte[]> refused(Outcome.Refused refused, SingleSubmission single) {
        Refusal refusal = refused.reason();
        return new Problem(
                        Reason.of(refusal),
                        Detail.of(refusal, single.transaction(), refused.balanceMinor()),
                        refusal.business() ? refused.position() : null,
                        refusal.business() ? single.timeMicros() : null,
                        refusal == Refusal.INSUFFICIENT_FUNDS ? refused.balanceMinor() : null)
                .response();
    }
}
