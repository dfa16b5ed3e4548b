package org.debitcredit.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.debitcredit.event.BankEvent;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionType;

/**
 * Counts the transactions that the writer makes durable. Called once per group on the writer's thread; allocates
 * nothing per transaction.
 */
public final class GroupMetrics implements Consumer<BankEvent.GroupCommitted> {

    private final Timer force;
    private final DistributionSummary batchSize;
    /** By type code, then by outcome code. */
    private final Counter[][] counters;

    private final int[][] counts;

    private final GroupTallies tallies = new GroupTallies();

    public GroupMetrics(MeterRegistry registry) {
        force = Timer.builder("bank.journal.force")
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

    /** The same counts as plain numbers. */
    public GroupTallies tallies() {
        return tallies;
    }

    @Override
    public void accept(BankEvent.GroupCommitted group) {
        force.record(group.forceNanos(), TimeUnit.NANOSECONDS);
        TransactionBatch batch = group.batch();
        batchSize.record(batch.size());
        tallies.add(batch.size(), group.forceNanos());
        for (int row = 0; row < batch.size(); row++) {
            counts[batch.requests.type[row]][batch.outcome[row]]++;
        }
        for (int type = 1; type < counts.length; type++) {
            for (int outcome = 0; outcome < counts[type].length; outcome++) {
                if (counts[type][outcome] > 0) {
                    if (outcome == Outcome.COMMITTED) {
                        tallies.addCommitted(type, counts[type][outcome]);
                    }
                    counters[type][outcome].increment(counts[type][outcome]);
                    counts[type][outcome] = 0;
                }
            }
        }
    }
}
