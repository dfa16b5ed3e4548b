package org.debitcredit.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.transaction.Failure;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the events of the bank, except the groups that it commits, and counts those on which an alarm may depend. */
public final class EventLog implements Consumer<BankEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);

    private final Counter snapshots;
    private final Counter snapshotFailures;
    private final Counter ledgerLosses;
    private final Counter ledgerDamages;
    private boolean damageIsKnown;
    private volatile int mirrorLost;

    public EventLog(MeterRegistry registry) {
        snapshots = Counter.builder("bank.snapshots")
                .description("Snapshots published")
                .register(registry);
        snapshotFailures = Counter.builder("bank.snapshot.failures")
                .description("Snapshots that failed")
                .register(registry);
        ledgerLosses = Counter.builder("bank.ledger.losses")
                .description("Times that the ledger's database was unreachable or refused work")
                .register(registry);
        ledgerDamages = Counter.builder("bank.ledger.damages")
                .description("Groups with a transaction or inquiry that touched rows missing in the ledger")
                .register(registry);
        Gauge.builder("bank.mirror.lost", () -> mirrorLost)
                .description("1 when one of the two copies was lost and the bank runs on the other alone")
                .register(registry);
    }

    @Override
    public void accept(BankEvent event) {
        if (event instanceof BankEvent.WriterStopped stopped) {
            writerStopped(stopped.cause());
        } else if (event instanceof BankEvent.CallbackFailed failed) {
            callbackFailed(failed.cause());
        } else if (event instanceof BankEvent.SnapshotPublished published) {
            snapshotPublished(published.start().position(), published.place());
        } else if (event instanceof BankEvent.SnapshotFailed failed) {
            snapshotFailed(failed.cause());
        } else if (event instanceof BankEvent.SnapshotPassedOver passed) {
            snapshotPassedOver(passed.reason());
        } else if (event instanceof BankEvent.JournalFull full) {
            journalFull(full.bytes(), full.bytesMax());
        } else if (event instanceof BankEvent.JournalHasRoom room) {
            journalHasRoom(room.bytes(), room.bytesMax());
        } else if (event instanceof BankEvent.JournalStaysFull full) {
            journalStaysFull(full.why());
        } else if (event instanceof BankEvent.ArchiveCut cut) {
            archiveCut(cut.epoch(), cut.bytesMax(), cut.restorableFrom());
        } else if (event instanceof BankEvent.HistoryCut cut) {
            historyCut(cut.rows(), cut.fromPosition());
        } else {
            acceptOfOthers(event);
        }
    }

    /** Events of the mirror, of the ledger's database and of the projection. */
    private void acceptOfOthers(BankEvent event) {
        if (event instanceof BankEvent.LedgerDamaged damaged) {
            ledgerDamaged(damaged.missing());
        } else if (event instanceof BankEvent.LedgerLost lost) {
            ledgerLost(lost.cause());
        } else if (event instanceof BankEvent.LedgerResumed) {
            ledgerResumed();
        } else if (event instanceof BankEvent.MirrorLost lost) {
            mirrorLost(lost.place(), lost.cause());
        } else if (event instanceof BankEvent.MirrorReplaced replaced) {
            mirrorReplaced(replaced.place(), replaced.reason(), replaced.asidePlace());
        } else if (event instanceof BankEvent.ArchiveSetAside aside) {
            archiveSetAside(aside.place(), aside.asidePlace(), aside.positionBefore());
        } else if (event instanceof BankEvent.ProjectionLost lost) {
            projectionLost(lost.cause());
        } else if (event instanceof BankEvent.ProjectionResumed) {
            projectionResumed();
        } else if (event instanceof BankEvent.ProjectionStopped stopped) {
            projectionStopped(stopped.cause());
        }
    }

    private void writerStopped(Throwable cause) {
        LOG.error(
                "the writer has stopped; nothing more is executed until the service is restarted and recovers", cause);
    }

    private void snapshotPublished(long position, String place) {
        snapshots.increment();
        LOG.info("published {}, from position {}", place, position);
    }

    private void snapshotFailed(Throwable cause) {
        snapshotFailures.increment();
        LOG.error("a snapshot failed; the bank keeps running and tries again, and its journal grows meanwhile", cause);
    }

    /** Logged once each time the journal becomes full; the meter bank.busy counts the refused requests. */
    private void journalFull(long bytes, long bytesMax) {
        LOG.warn(
                "the journal is full: it takes {} bytes of at most {} (bank.journal.bytes-max). Transactions are "
                        + "refused "
                        + "as busy until a snapshot has freed some space; the meter bank.busy counts them",
                bytes,
                bytesMax);
    }

    private void journalHasRoom(long bytes, long bytesMax) {
        LOG.info("the journal has room again: it takes {} bytes of at most {}", bytes, bytesMax);
    }

    private void journalStaysFull(@Nullable String why) {
        if (why == null) {
            LOG.info("snapshots free journal space again; the service is ready");
        } else {
            LOG.error(
                    "the service is not ready: {}. Remove the cause, or start with a larger bank.journal.bytes-max",
                    why);
        }
    }

    private void archiveCut(long epoch, long bytesMax, long restorableFrom) {
        LOG.warn(
                "the archive took more than {} bytes (bank.history.archive-bytes-max): its epochs up to {} are "
                        + "deleted. {}",
                bytesMax,
                epoch,
                restorableFrom < 0
                        ? "No position can be restored from this directory until a snapshot is published"
                        : "The first position that a restore can reach is " + restorableFrom);
    }

    private void ledgerLost(Throwable cause) {
        ledgerLosses.increment();
        LOG.error("the ledger's database is unreachable; the bank waits for it", cause);
    }

    /** Logged once; each affected request is refused. */
    private void ledgerDamaged(MissingRows missing) {
        ledgerDamages.increment();
        if (!damageIsKnown) {
            damageIsKnown = true;
            LOG.error(
                    "the ledger is damaged: {}. Requests that need such a row are refused as {}; all others are "
                            + "served. "
                            + "This is logged once; the meter bank.ledger.damages counts each case",
                    missing.getMessage(),
                    Failure.LEDGER_DAMAGED.id());
        }
    }

    private void historyCut(long rows, long fromPosition) {
        LOG.warn(
                "the ledger in memory keeps {} postings, the maximum (bank.history.rows-max). Statements now begin at "
                        + "position {}, and will begin later as more are added. The journal has all postings. A "
                        + "ledger in a "
                        + "database (bank.ledger) or a projection (bank.projection.url) keeps all of them for "
                        + "statements",
                rows,
                fromPosition);
    }

    private void ledgerResumed() {
        LOG.warn("the ledger's database is back and has caught up with the journal");
    }

    private void projectionLost(Throwable cause) {
        LOG.warn("the projection cannot continue; it tries again, and the journal is kept for it meanwhile", cause);
    }

    private void projectionResumed() {
        LOG.info("the projection continues");
    }

    private void projectionStopped(Throwable cause) {
        LOG.error("the projection has ended, but the bank keeps running: {}", cause.getMessage(), cause);
    }

    private void snapshotPassedOver(String reason) {
        LOG.warn("a snapshot is skipped: {}", reason);
    }

    private void mirrorLost(String place, Throwable cause) {
        mirrorLost = 1;
        LOG.error("the copy in {} is lost; the bank runs on the other alone until a restart repairs it", place, cause);
    }

    private void mirrorReplaced(String place, String reason, String asidePlace) {
        LOG.warn("the copy in {} was rewritten: {}. The previous copy is in '{}'", place, reason, asidePlace);
    }

    private void archiveSetAside(String place, String asidePlace, long positionBefore) {
        LOG.warn(
                "the archived epochs in {} do not lead to the bank's journal any more, because the bank ran without "
                        + "this copy and deleted what came next. They are now in '{}', and the bank's history begins "
                        + "after position {}",
                place,
                asidePlace,
                positionBefore);
    }

    private void callbackFailed(Throwable cause) {
        LOG.error("an answer or an event could not be delivered; the bank continues", cause);
    }
}
