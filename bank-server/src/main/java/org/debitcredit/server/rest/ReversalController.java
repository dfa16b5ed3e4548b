package org.debitcredit.server.rest;

import java.net.InetSocketAddress;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.engine.Submission;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.server.region.OutOfTownRequests;
import org.debitcredit.server.security.Access;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Executes reversals. */
@RestController
final class ReversalController {

    private final RequestGateway gateway;
    private final AuditLog audit;
    private final TransactionAnswers answers;
    private final @Nullable OutOfTownRequests outOfTown;

    ReversalController(RequestGateway gateway, AuditLog audit, Preset preset, @Nullable OutOfTownRequests outOfTown) {
        this.gateway = gateway;
        this.audit = audit;
        this.outOfTown = outOfTown;
        this.answers = new TransactionAnswers(preset.responseBytesMin());
    }

    @PostMapping(
            path = "/v1/reversals",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> reverse(ServerWebExchange exchange) {
        TransactionKey key = KeyHeader.of(exchange);
        Access.Granted client = HttpClient.of(exchange);
        return RequestBody.of(exchange).flatMap(body -> reverse(ReversalBody.parse(body, key), key, client, exchange));
    }

    private Mono<ResponseEntity<byte[]>> reverse(
            ReversalBody.Requested requested, TransactionKey key, Access.Granted client, ServerWebExchange exchange) {
        Reversal reversal = requested.reversal();
        Transaction original = reversal.original();
        long teller = original.teller();
        OutOfTownRequests requests = outOfTown;
        boolean isReserved = requests != null && requests.isReserved(original);
        if (!client.usesTeller(teller) || isReserved) {
            InetSocketAddress from = exchange.getRequest().getRemoteAddress();
            audit.outOfScope(client.client(), from, "POST /v1/reversals", teller, HttpClient.trace(exchange));
            return Mono.just(Problem.outOfScope(teller, isReserved).response());
        }
        Integer region = requested.region();
        if (region != null) {
            if (requests == null) {
                return Mono.just(answers.of(OutOfTownReply.unknown(region)));
            }
            if (requests.isElsewhere(region)) {
                return Mono.create(
                        sink -> requests.reverse(reversal, region, key, reply -> sink.success(answers.of(reply))));
            }
        }
        return Exchange.<ReversalSubmission>of(
                reply -> gateway.reverse(reversal, key, Submission.NOT_FOLLOWED, ReversalSubmission.NOT_SEEN, reply),
                answers::of,
                answers::of);
    }
}
