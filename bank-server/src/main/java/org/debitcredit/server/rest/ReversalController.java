package org.debitcredit.server.rest;

import java.net.InetSocketAddress;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.ReversalSubmission;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.security.Access;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.TransactionKey;
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

    ReversalController(RequestGateway gateway, AuditLog audit, Preset preset) {
        this.gateway = gateway;
        this.audit = audit;
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
            Reversal reversal, TransactionKey key, Access.Granted client, ServerWebExchange exchange) {
        long teller = reversal.original().teller();
        if (!client.usesTeller(teller)) {
            InetSocketAddress from = exchange.getRequest().getRemoteAddress();
            audit.outOfScope(client.client(), from, "POST /v1/reversals", teller, HttpClient.trace(exchange));
            return Mono.just(Problem.outOfScope(teller).response());
        }
        return Exchange.<ReversalSubmission>of(
                reply -> gateway.reverse(reversal, key, reply), answers::of, answers::of);
    }
}
