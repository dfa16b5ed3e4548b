package org.debitcredit.server.rest;

import java.net.InetAddress;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.security.FailedTokens;
import reactor.core.publisher.Mono;

/** Delays the answer to a failed token. */
final class LateAnswer {

    private LateAnswer() {}

    /** Completes after the delay, on the subscribing event loop. */
    static Mono<Void> after(FailedTokens failed, InetAddress from, RequestGateway gateway) {
        return Mono.create(sink -> gateway.later(
                () -> {
                    failed.answeredLate(from);
                    sink.success();
                },
                FailedTokens.LATE));
    }
}
