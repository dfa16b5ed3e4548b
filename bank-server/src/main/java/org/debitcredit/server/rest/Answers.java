package org.debitcredit.server.rest;

import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Transaction;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** The responses that several controllers make. */
final class Answers {

    private Answers() {}

    static ResponseEntity<byte[]> ok(byte[] json) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json);
    }

    static ResponseEntity<byte[]> refused(Outcome.Refused refused, Transaction asked) {
        Refusal refusal = refused.reason();
        return new Problem(
                        Reason.of(refusal),
                        Detail.of(refusal, asked, refused.balanceMinor()),
                        refusal.business() ? refused.position() : null,
                        refusal == Refusal.INSUFFICIENT_FUNDS ? refused.balanceMinor() : null)
                .response();
    }
}
