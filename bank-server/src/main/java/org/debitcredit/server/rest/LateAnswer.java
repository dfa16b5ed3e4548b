package org.debitcredit.server.rest;

import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.security.FailedTokens;
import reactor.core.publisher.Mono;

/** Has an answer to a failed token wait. */
final class LateAnswer {

    private LateAnswer() {}

    /** Completes when it is time, on the event loop that subscribes. */
    static Mono<Void> after(FailedTokens failed, RequestGateway gateway) {
        return Mono.create(sink -> gateway.later(
                () -> {
                    failed.answeredLate();
                    sink.success();
                },
                FailedTokens.LATE));
    }
}
