package org.debitcredit.server.rest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import org.debitcredit.recovery.Backup;
import org.debitcredit.recovery.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.lifecycle.BankDoor;
import org.debitcredit.server.settings.BankProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Takes backups into the configured directory while the bank works, one at a time. */
@RestController
final class BackupController {

    private static final Logger LOG = LoggerFactory.getLogger(BackupController.class);
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'backup-'yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT);

    private final BankDoor door;
    private final Path directory;
    private final Semaphore running = new Semaphore(1);

    BackupController(BankDoor door, BankProperties properties) {
        this.door = door;
        this.directory = properties.backupDirectory();
    }

    @PostMapping(path = "/v1/backups", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> backup() {
        return Mono.fromCallable(this::take).subscribeOn(Schedulers.boundedElastic());
    }

    private ResponseEntity<byte[]> take() {
        RunningBank bank = door.bank();
        if (bank == null || !door.serves()) {
            return Exchange.unavailable();
        }
        if (!running.tryAcquire()) {
            return Problem.of(Reason.BUSY, "a backup is being taken already; ask again when it has ended")
                    .response();
        }
        try {
            String name = java.time.Instant.now().atOffset(ZoneOffset.UTC).format(NAME);
            Backup.Result result = bank.backup(directory.resolve(name), Progress.NONE);
            LOG.info("backup {} holds the bank up to position {}", result.directory(), result.position());
            return Answers.ok(new Body()
                    .with("name", name)
                    .with("position", result.position())
                    .with("snapshots", result.snapshots())
                    .with("epochs", result.epochs())
                    .bytes());
        } catch (IOException | RuntimeException e) {
            LOG.error("a backup into {} failed", directory, e);
            return door.serves()
                    ? Problem.of(Reason.INTERNAL, "the backup failed; the server's log says why")
                            .response()
                    : Exchange.unavailable();
        } finally {
            running.release();
        }
    }
}
