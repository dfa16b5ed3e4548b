package org.debitcredit.server.rest;

import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.Inquiry;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.settings.BankSettings;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Reads balances. */
@RestController
final class BalanceController {

    private final RequestGateway gateway;
    private final AuditLog audit;
    private final BankScale scale;
    private final Preset preset;

    BalanceController(RequestGateway gateway, AuditLog audit, BankSettings settings, Preset preset) {
        this.gateway = gateway;
        this.audit = audit;
        this.scale = settings.scale();
        this.preset = preset;
    }

    @GetMapping(path = "/v1/accounts/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> account(@PathVariable String id) {
        return balance(BalanceKind.ACCOUNT, Reason.UNKNOWN_ACCOUNT, PathId.parse(id));
    }

    @GetMapping(path = "/v1/tellers/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> teller(@PathVariable String id, ServerWebExchange exchange) {
        long teller = PathId.parse(id);
        if (!HttpClient.of(exchange).usesTeller(teller)) {
            return outOfScope(BalanceKind.TELLER, teller, exchange);
        }
        return balance(BalanceKind.TELLER, Reason.UNKNOWN_TELLER, teller);
    }

    @GetMapping(path = "/v1/branches/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> branch(@PathVariable String id, ServerWebExchange exchange) {
        long branch = PathId.parse(id);
        if (!HttpClient.of(exchange).usesBranch(branch)) {
            return outOfScope(BalanceKind.BRANCH, branch, exchange);
        }
        return balance(BalanceKind.BRANCH, Reason.UNKNOWN_BRANCH, branch);
    }

    private Mono<ResponseEntity<byte[]>> outOfScope(BalanceKind kind, long id, ServerWebExchange exchange) {
        audit.refused(
                Reason.OUT_OF_SCOPE.id(),
                HttpClient.of(exchange).client(),
                exchange.getRequest().getRemoteAddress(),
                "GET " + (kind == BalanceKind.TELLER ? "/v1/tellers/{id}" : "/v1/branches/{id}"),
                HttpClient.trace(exchange));
        return Mono.just(
                Problem.of(Reason.OUT_OF_SCOPE, Detail.outOfScope(kind, id)).response());
    }

    private Mono<ResponseEntity<byte[]>> balance(BalanceKind kind, Reason unknown, long id) {
        if (!kind.exists(scale, id)) {
            return Mono.just(Problem.of(unknown, Detail.unknown(kind, id)).response());
        }
        return Exchange.<Inquiry.Balance>inquiry(
                reply -> gateway.balance(kind, id, reply),
                answered -> Body.ok(new Body()
                        .with("id", id)
                        .with("balance", answered.balanceMinor())
                        .with("asOf", answered.position())
                        .bytesAtLeast(preset.responseBytesMin())));
    }
}
