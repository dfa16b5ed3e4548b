package org.debitcredit.server.rest;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.debitcredit.checkpoint.TakenSnapshot;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.lifecycle.BankState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Takes snapshots on request while the bank works, besides those that it takes by itself. */
@RestController
final class SnapshotController {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotController.class);

    private final BankState state;

    SnapshotController(BankState state) {
        this.state = state;
    }

    @PostMapping(
            path = "/v1/snapshots",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> take() {
        RunningBank bank = state.bank();
        if (bank == null || !state.serves()) {
            return Mono.just(Exchange.unavailable());
        }
        return Mono.fromFuture(bank.snapshotter().request())
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
