package org.debitcredit.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.recovery.BankObserver;
import org.debitcredit.snapshot.Snapshot;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what the writer does. Called once per group on its thread; allocates nothing per transaction. */
public final class EngineMetrics implements BankObserver {

    private static final Logger LOG = LoggerFactory.getLogger(EngineMetrics.class);

    private final Timer sync;
    private final DistributionSummary batchSize;
    private final Counter snapshots;
    private final Counter snapshotFailures;
    private final Counter ledgerLosses;
    private final Counter ledgerDamages;
    private boolean damageIsKnown;
    private volatile long snapshotPosition;
    private volatile int mirrorLost;
    /** By type code, then by outcome code. */
    private final Counter[][] counters;

    private final int[][] counts;

    public EngineMetrics(MeterRegistry registry) {
        sync = Timer.builder("bank.journal.sync")
                .description("Time of one force of the journal to disk")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(50_000))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .serviceLevelObjectives(
                        Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(2))
                .register(registry);
        batchSize = DistributionSummary.builder("bank.engine.batch.size")
                .description("Transactions made durable by one force")
                .serviceLevelObjectives(1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000)
                .register(registry);

        snapshots = Counter.builder("bank.snapshots")
                .description("Snapshots published")
                .register(registry);
        snapshotFailures = Counter.builder("bank.snapshot.failures")
                .description("Snapshots that failed")
                .register(registry);
        ledgerLosses = Counter.builder("bank.ledger.losses")
                .description("Times that the ledger's database was away or refused work")
                .register(registry);
        ledgerDamages = Counter.builder("bank.ledger.damages")
                .description("Groups with something that touched rows which the ledger lacks")
                .register(registry);
        Gauge.builder("bank.snapshot.position", () -> snapshotPosition)
                .description("Position at which the newest snapshot starts")
                .register(registry);
        Gauge.builder("bank.mirror.lost", () -> mirrorLost)
                .description("1 when one of the two copies was lost and the bank goes on alone")
                .register(registry);
        int types = TransactionType.values().length + 1;
        int outcomes = 1;
        for (Refusal refusal : Refusal.values()) {
            outcomes = refusal.business() ? Math.max(outcomes, refusal.code() + 1) : outcomes;
        }
        counters = new Counter[types][outcomes];
        counts = new int[types][outcomes];
        for (TransactionType type : TransactionType.values()) {
            counters[type.code()][Outcome.COMMITTED] = counter(registry, type, "committed");
            for (Refusal refusal : Refusal.values()) {
                if (refusal.business()) {
                    counters[type.code()][refusal.code()] = counter(registry, type, refusal.id());
                }
            }
        }
    }

    private static Counter counter(MeterRegistry registry, TransactionType type, String outcome) {
        return Counter.builder("bank.transactions")
                .description("Transactions decided and durable")
                .tag("type", type.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .tag("outcome", outcome)
                .register(registry);
    }

    @Override
    public void groupCommitted(TransactionBatch batch, int journalBytes, long forceNanos) {
        sync.record(forceNanos, TimeUnit.NANOSECONDS);
        batchSize.record(batch.size());
        for (int row = 0; row < batch.size(); row++) {
            counts[batch.requests.type[row]][batch.outcome[row]]++;
        }
        for (int type = 1; type < counts.length; type++) {
            for (int outcome = 0; outcome < counts[type].length; outcome++) {
                if (counts[type][outcome] > 0) {
                    counters[type][outcome].increment(counts[type][outcome]);
                    counts[type][outcome] = 0;
                }
            }
        }
    }

    @Override
    public void stopped(Throwable cause) {
        LOG.error("the writer stopped for good; nothing more is executed until a restart recovers", cause);
    }

    @Override
    public void snapshotPublished(Snapshot snapshot) {
        snapshots.increment();
        snapshotPosition = snapshot.start().position();
        LOG.info("published {}, from position {}", snapshot.place(), snapshotPosition);
    }

    @Override
    public void snapshotFailed(Throwable cause) {
        snapshotFailures.increment();
        LOG.error("a snapshot failed; the bank goes on and tries again, and its journal grows meanwhile", cause);
    }

    /** Once for each time that it gets full: the meter bank.busy counts what is refused. */
    @Override
    public void journalFull(long bytes, long bytesMax) {
        LOG.warn(
                "the journal is full: it takes {} bytes and may take {} (bank.journal.bytes-max). Transactions are refused "
                        + "as busy until a snapshot has freed some; the meter bank.busy counts them",
                bytes,
                bytesMax);
    }

    @Override
    public void journalHasRoom(long bytes, long bytesMax) {
        LOG.info("the journal has room again: it takes {} bytes and may take {}", bytes, bytesMax);
    }

    @Override
    public void journalStaysFull(@Nullable String why) {
        if (why == null) {
            LOG.info("snapshots free the journal again; the service is ready");
        } else {
            LOG.error(
                    "the service is not ready: {}. Remove the cause, or start with a larger bank.journal.bytes-max",
                    why);
        }
    }

    @Override
    public void archiveCut(long epoch, long bytesMax, long restorableFrom) {
        LOG.warn(
                "the archive took more than {} bytes (bank.history.archive-bytes-max): its epochs up to {} are deleted. {}",
                bytesMax,
                epoch,
                restorableFrom < 0
                        ? "No position can be restored from this directory until a snapshot is published"
                        : "The first position that a restore can reach is " + restorableFrom);
    }

    @Override
    public void ledgerLost(Throwable cause) {
        ledgerLosses.increment();
        LOG.error("the ledger's database is away; the bank waits for it", cause);
    }

    /** Once in the log: whoever asks again is told again. */
    @Override
    public void ledgerDamaged(MissingRows missing) {
        ledgerDamages.increment();
        if (!damageIsKnown) {
            damageIsKnown = true;
            LOG.error(
                    "the ledger is damaged: {}. What touches such a row is refused as {}, all else is served; "
                            + "said once, the meter bank.ledger.damages counts on",
                    missing.getMessage(),
                    Failure.LEDGER_DAMAGED.id());
        }
    }

    @Override
    public void historyCut(long rows, long fromPosition) {
        LOG.warn(
                "the ledger in memory keeps {} postings and may keep no more (bank.history.rows-max): statements begin at "
                        + "position {} now, and later as the bank goes on. The journal has all of them; a ledger in a "
                        + "database (bank.ledger) or a projection (bank.projection.url) tells of all",
                rows,
                fromPosition);
    }

    @Override
    public void ledgerResumed() {
        LOG.warn("the ledger's database is back, and holds what the journal holds");
    }

    @Override
    public void projectionLost(Throwable cause) {
        LOG.warn("the projection cannot go on; that is tried again, and the journal is kept meanwhile", cause);
    }

    @Override
    public void projectionResumed() {
        LOG.info("the projection goes on");
    }

    @Override
    public void projectionStopped(Throwable cause) {
        LOG.error("the projection has ended, the bank goes on: {}", cause.getMessage(), cause);
    }

    @Override
    public void snapshotPassedOver(String reason) {
        LOG.warn("a snapshot is passed over: {}", reason);
    }

    @Override
    public void mirrorLost(String place, Throwable cause) {
        mirrorLost = 1;
        LOG.error(
                "the copy in {} is lost; the bank goes on with the other alone, until a restart repairs it",
                place,
                cause);
    }

    @Override
    public void mirrorReplaced(String place, String reason, String asidePlace) {
        LOG.warn("the copy in {} was written anew: {}; the one before stands in '{}'", place, reason, asidePlace);
    }

    @Override
    public void passengerFailed(Throwable cause) {
        LOG.error("an answer could not be handed over", cause);
    }
}
