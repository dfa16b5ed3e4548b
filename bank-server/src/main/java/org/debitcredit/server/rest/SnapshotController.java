package org.debitcredit.server.rest;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.lifecycle.BankState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Takes snapshots on request while the bank works, besides those that it takes by itself. */
@RestController
final class SnapshotController {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotController.class);

    private final BankState state;
    private final AuditLog audit;

    SnapshotController(BankState state, AuditLog audit) {
        this.state = state;
        this.audit = audit;
    }

    @PostMapping(
            path = "/v1/snapshots",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> snapshot(ServerWebExchange exchange) {
        return RequestBody.of(exchange).then(Mono.defer(() -> take(exchange)));
    }

    private Mono<ResponseEntity<byte[]>> take(ServerWebExchange exchange) {
        RunningBank bank = state.bank();
        if (bank == null || !state.serves()) {
            return Mono.just(Exchange.unavailable());
        }
        long client = HttpClient.of(exchange).client();
        InetSocketAddress from = exchange.getRequest().getRemoteAddress();
        // Recorded even if the operator has gone meanwhile.
        CompletableFuture<TakenSnapshot> request = bank.snapshotter()
                .request()
                .whenComplete((taken, failed) -> audit.operated(
                        "snapshot",
                        client,
                        from,
                        taken == null ? null : taken.snapshot().start().position()));
        return Mono.fromFuture(request, true)
                .map(SnapshotController::taken)
                .onErrorResume(failed -> Mono.just(failed(failed)));
    }

    private static ResponseEntity<byte[]> taken(TakenSnapshot taken) {
        Instant ended = Instant.now();
        Instant began = ended.minus(Duration.ofNanos(taken.nanos()));
        return Body.ok(new Body()
                .with("position", taken.snapshot().start().position())
                .with("endPosition", taken.snapshot().end().position())
                .with("began", TimeText.of(ChronoUnit.MICROS.between(Instant.EPOCH, began)))
                .with("ended", TimeText.of(ChronoUnit.MICROS.between(Instant.EPOCH, ended)))
                .bytes());
    }

    private ResponseEntity<byte[]> failed(Throwable cause) {
        if (!state.serves()) {
            return Exchange.unavailable();
        }
        LOG.error("a requested snapshot failed", cause);
        return Problem.of(Reason.INTERNAL, "the snapshot failed; the server's log says why")
                .response();
    }
}
