package org.debitcredit.server.rest;

import java.net.InetSocketAddress;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.engine.KeyStatus;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.server.answer.IdempotencyKeyParser;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.server.region.OutOfTownReply;
import org.debitcredit.server.region.OutOfTownRequests;
import org.debitcredit.server.security.Access;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Executes money transactions, and returns their status. */
@RestController
final class TransactionController {

    private final RequestGateway gateway;
    private final AuditLog audit;
    private final TransactionAnswers answers;
    private final @Nullable OutOfTownRequests outOfTown;

    TransactionController(
            RequestGateway gateway, AuditLog audit, Preset preset, @Nullable OutOfTownRequests outOfTown) {
        this.gateway = gateway;
        this.audit = audit;
        this.outOfTown = outOfTown;
        this.answers = new TransactionAnswers(preset.responseBytesMin());
    }

    @PostMapping(
            path = "/v1/transactions",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> execute(ServerWebExchange exchange) {
        TransactionKey key = KeyHeader.of(exchange);
        Access.Granted client = HttpClient.of(exchange);
        return RequestBody.of(exchange).flatMap(body -> execute(TransactionBody.parse(body), key, client, exchange));
    }

    private Mono<ResponseEntity<byte[]>> execute(
            TransactionBody.Requested requested,
            TransactionKey key,
            Access.Granted client,
            ServerWebExchange exchange) {
        Transaction transaction = requested.transaction();
        OutOfTownRequests requests = outOfTown;
        boolean isReserved = requests != null && requests.isReserved(transaction);
        if (!client.usesTeller(transaction.teller()) || isReserved) {
            InetSocketAddress from = exchange.getRequest().getRemoteAddress();
            audit.outOfScope(
                    client.client(), from, TransactionRoute.NAME, transaction.teller(), HttpClient.trace(exchange));
            return Mono.just(
                    Problem.outOfScope(transaction.teller(), isReserved).response());
        }
        Integer region = requested.region();
        if (region != null) {
            if (requests == null) {
                return Mono.just(answers.of(OutOfTownReply.unknown(region)));
            }
            if (requests.isElsewhere(region)) {
                return Mono.create(
                        sink -> requests.execute(transaction, region, key, reply -> sink.success(answers.of(reply))));
            }
        }
        return Exchange.<SingleSubmission>of(
                reply -> gateway.execute(transaction, key, reply), answers::of, answers::of);
    }

    @GetMapping(path = "/v1/transactions/{key}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> status(@PathVariable String key, ServerWebExchange exchange) {
        Access.Granted client = HttpClient.of(exchange);
        TransactionKey asked = IdempotencyKeyParser.parse(client.client(), key);
        return Exchange.<Inquiry.Key>inquiry(
                reply -> gateway.status(client.lookUps(asked), reply),
                answered -> status(
                        answered.status(), client.seen().get(answered.key().client())));
    }

    private static ResponseEntity<byte[]> status(KeyStatus status, @Nullable String client) {
        Body body = new Body();
        if (!(status instanceof KeyStatus.Decided decided)) {
            return Body.ok(body.with("status", status instanceof KeyStatus.Expired ? "expired" : "unknown")
                    .bytes());
        }
        if (decided.outcome() instanceof Outcome.Committed committed) {
            body.with("status", "committed")
                    .with("position", committed.position())
                    .withTime(decided.timeMicros())
                    .with("balance", committed.balanceMinor());
        } else if (decided.outcome() instanceof Outcome.Refused refused) {
            body.with("status", "refused")
                    .with("position", refused.position())
                    .withTime(decided.timeMicros())
                    .with("balance", refused.balanceMinor())
                    .with("reason", refused.reason().id());
        }
        if (decided.isReversed()) {
            body.with("reversed", true);
        }
        KeyStatus.ReversedBy reversal = decided.reversedBy();
        if (reversal != null) {
            body.with(
                    "reversedBy",
                    new Body()
                            .with("key", reversal.key().uuid().toString())
                            .with("position", reversal.position())
                            .with("amount", reversal.amountMinor()));
        }
        return Body.ok(body.withReference(decided.reference())
                .withText("client", client)
                .bytes());
    }
}
