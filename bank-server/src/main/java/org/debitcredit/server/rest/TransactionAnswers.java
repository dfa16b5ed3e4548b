package org.debitcredit.server.rest;

import org.debitcredit.bank.Preset;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.answer.Times;
import org.debitcredit.server.loop.NotAnswered;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.springframework.http.ResponseEntity;

/** The responses to one money transaction, whichever way it came. */
record TransactionAnswers(Preset preset) {

    ResponseEntity<byte[]> of(SingleSubmission single) {
        Outcome outcome = single.outcome();
        if (outcome instanceof Outcome.Committed committed) {
            return Answers.ok(new Body()
                    .with("status", "committed")
                    .with("position", committed.position())
                    .with("time", Times.text(single.timeMicros()))
                    .with("balance", committed.balanceMinor())
                    .bytesAtLeast(preset.responseBytesMin()));
        }
        if (outcome instanceof Outcome.Refused refused) {
            return Answers.refused(refused, single);
        }
        return failed(((Outcome.Failed) outcome).reason());
    }

    ResponseEntity<byte[]> of(NotAnswered why) {
        return why == NotAnswered.BUSY
                ? Problem.of(Reason.BUSY, Detail.busy()).response()
                : failed(Detail.failure(why));
    }

    private static ResponseEntity<byte[]> failed(Failure failure) {
        return Problem.of(Reason.of(failure), Detail.of(failure)).response();
    }
}
