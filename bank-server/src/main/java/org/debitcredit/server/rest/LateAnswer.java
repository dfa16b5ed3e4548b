package org.debitcredit.server.rest;

import org.debitcredit.server.loop.Desk;
import org.debitcredit.server.security.FailedTokens;
import reactor.core.publisher.Mono;

/** Has an answer to a failed token wait. */
final class LateAnswer {

    private LateAnswer() {}

    /** Completes when it is time, on the event loop that subscribes. */
    static Mono<Void> after(FailedTokens failed, Desk desk) {
        return Mono.create(sink -> desk.later(
                () -> {
                    failed.answeredLate();
                    sink.success();
                },
                FailedTokens.LATE));
    }
}
