package org.debitcredit.server.lifecycle;

import java.util.Locale;
import org.debitcredit.projection.Projection;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Readiness: whether the bank serves. It is down while the bank opens or replays, once the writer has stopped, while
 * the heap is full, while the journal is full and nothing of it can be freed, and while the journal's disk hangs. A
 * bank still serves, and reports it in the details, if it lost its mirror or its projection, waits for its ledger's
 * database, found missing rows there, or has a different time from its system.
 */
public final class BankHealth implements HealthIndicator {

    private final BankState state;

    public BankHealth(BankState state) {
        this.state = state;
    }

    @Override
    public Health health() {
        Health.Builder health = state.isReady() ? Health.up() : Health.down();
        String stoppedBy = state.stoppedBy();
        if (stoppedBy != null) {
            health.withDetail("writer", "stopped until the next restart: " + stoppedBy);
        }
        String fullHeap = state.fullHeap();
        if (fullHeap != null) {
            health.withDetail("heap", fullHeap);
        }
        String stuckJournal = state.stuckJournal();
        if (stuckJournal != null) {
            health.withDetail("journal", stuckJournal);
        }
        String fullJournal = state.fullJournal();
        if (fullJournal != null) {
            health.withDetail("journalFull", fullJournal);
        }
        String clocksApart = state.clocksApart();
        if (clocksApart != null) {
            health.withDetail("clock", clocksApart);
        }
        String lostCopy = state.lostCopy();
        if (lostCopy != null) {
            health.withDetail("mirror", "lost").withDetail("lostCopy", lostCopy);
        }
        if (state.isLedgerAway()) {
            health.withDetail("ledger", "away");
        }
        String damage = state.ledgerDamage();
        if (damage != null) {
            health.withDetail("ledgerDamage", damage);
        }
        Projection.State projection = state.projectionState();
        if (projection == Projection.State.AWAY || projection == Projection.State.STOPPED) {
            health.withDetail("projection", projection.name().toLowerCase(Locale.ROOT));
        }
        String ended = state.endedProjection();
        if (ended != null) {
            health.withDetail("projectionEnded", ended);
        }
        return health.build();
    }
}
