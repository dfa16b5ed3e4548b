package org.debitcredit.server.rest;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.debitcredit.backup.Backup;
import org.debitcredit.backup.OlderBackups;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.audit.AuditLog;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Takes backups into the configured directory while the bank works, one at a time, and deletes there the ones that are
 * no longer to be kept.
 */
@RestController
final class BackupController {

    private static final Logger LOG = LoggerFactory.getLogger(BackupController.class);
    private static final int ANSWERS_KEPT = 1_000;
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'backup-'yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT);

    private final BankState state;
    private final AuditLog audit;
    private final Path directory;
    private final int kept;
    private final Semaphore running = new Semaphore(1);
    /** The answers to the latest requests, by key, so that a repeat takes no second backup. */
    private final Map<TransactionKey, byte[]> taken = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TransactionKey, byte[]> eldest) {
            return size() > ANSWERS_KEPT;
        }
    });

    /** Names of the backups that were taken of the open bank and are not deleted. */
    private final Set<String> namesTaken = ConcurrentHashMap.newKeySet();

    BackupController(BankState state, AuditLog audit, BankProperties properties) {
        this.state = state;
        this.audit = audit;
        this.directory = properties.backupDirectory();
        this.kept = properties.backupsKept();
    }

    @PostMapping(
            path = "/v1/backups",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> backup(ServerWebExchange exchange) {
        TransactionKey key = KeyHeader.of(exchange);
        long client = HttpClient.of(exchange).client();
        InetSocketAddress from = exchange.getRequest().getRemoteAddress();
        return RequestBody.of(exchange)
                .then(Mono.defer(() -> Mono.fromFuture(
                        CompletableFuture.supplyAsync(
                                () -> take(key, position -> audit.operated("backup", client, from, position)),
                                task -> Schedulers.boundedElastic().schedule(task)),
                        // A client, or a proxy with a time limit, that hangs up does not end the backup.
                        true)));
    }

    private ResponseEntity<byte[]> take(TransactionKey key, Consumer<@Nullable Long> record) {
        byte[] before = taken.get(key);
        if (before != null) {
            return Body.ok(before);
        }
        RunningBank bank = state.bank();
        if (bank == null || !state.serves()) {
            return Exchange.unavailable();
        }
        if (!running.tryAcquire()) {
            return Problem.of(Reason.BUSY, "a backup is already being taken; ask again when it has finished")
                    .response();
        }
        try {
            byte[] meanwhile = taken.get(key);
            if (meanwhile != null) {
                return Body.ok(meanwhile);
            }
            String name = java.time.Instant.now().atOffset(ZoneOffset.UTC).format(NAME);
            Backup.Result result = bank.backup(directory.resolve(name), Progress.NONE);
            record.accept(result.position());
            namesTaken.add(name);
            LOG.info("backup {} contains the bank up to position {}", result.directory(), result.position());
            warnOfDamage(result);
            byte[] answer = new Body()
                    .with("name", name)
                    .with("position", result.position())
                    .with("snapshots", result.snapshots())
                    .with("epochs", result.epochs())
                    .with("snapshotsLacking", result.snapshotsLacking())
                    .bytes();
            taken.put(key, answer);
            deleteOlder(result);
            return Body.ok(answer);
        } catch (IOException | RuntimeException e) {
            record.accept(null);
            LOG.error("a backup into {} failed", directory, e);
            return state.serves()
                    ? Problem.of(Reason.INTERNAL, "the backup failed; the server's log says why")
                            .response()
                    : Exchange.unavailable();
        } finally {
            running.release();
        }
    }

    private static void warnOfDamage(Backup.Result result) {
        for (String damage : result.damages()) {
            LOG.warn("the backup met damage: {}", damage);
        }
        if (result.snapshotsLacking() > 0) {
            LOG.warn(
                    "backup {} can be restored, but it lacks damaged snapshots: {}; it contains {} intact ones",
                    result.directory(),
                    result.snapshotsLacking(),
                    result.snapshots());
        }
    }

    /** The new backup is complete whatever becomes of the older ones. */
    private void deleteOlder(Backup.Result newest) {
        if (kept == 0) {
            return;
        }
        try {
            for (Path older : OlderBackups.surplus(newest.directory(), kept, namesTaken, newest.followsGap())) {
                delete(older);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the older backups in {} could not be read, so none of them was deleted", directory, e);
        }
    }

    /** A backup that cannot be deleted does not keep the others from being deleted. */
    private void delete(Path older) {
        try {
            OlderBackups.delete(older);
            namesTaken.remove(older.getFileName().toString());
            LOG.info("backup {} was deleted, because the newest {} are kept (bank.backup.keep)", older, kept);
        } catch (IOException | RuntimeException e) {
            LOG.warn("backup {} could not be deleted, and takes room until the next backup", older, e);
        }
    }
}
