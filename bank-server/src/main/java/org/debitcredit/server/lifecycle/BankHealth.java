package org.debitcredit.server.lifecycle;

import java.util.Locale;
import org.debitcredit.projection.Projection;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Readiness: whether the bank serves. Not while it opens or replays, nor once the writer has stopped, nor while the heap is
 * full, the journal is and nothing of it can be freed, or the journal's disk hangs. A bank that lost its mirror or its projection,
 * waits for its ledger's database, found rows missing there, or has another time than its system, serves, and says so in
 * the details.
 */
public final class BankHealth implements HealthIndicator {

    private final BankDoor door;

    public BankHealth(BankDoor door) {
        this.door = door;
    }

    @Override
    public Health health() {
        Health.Builder health = door.isReady() ? Health.up() : Health.down();
        String stoppedBy = door.stoppedBy();
        if (stoppedBy != null) {
            health.withDetail("writer", "stopped for good: " + stoppedBy);
        }
        String fullHeap = door.fullHeap();
        if (fullHeap != null) {
            health.withDetail("heap", fullHeap);
        }
        String stuckJournal = door.stuckJournal();
        if (stuckJournal != null) {
            health.withDetail("journal", stuckJournal);
        }
        String fullJournal = door.fullJournal();
        if (fullJournal != null) {
            health.withDetail("journalFull", fullJournal);
        }
        String clocksApart = door.clocksApart();
        if (clocksApart != null) {
            health.withDetail("clock", clocksApart);
        }
        String lostCopy = door.lostCopy();
        if (lostCopy != null) {
            health.withDetail("mirror", "lost").withDetail("lostCopy", lostCopy);
        }
        if (door.isLedgerAway()) {
            health.withDetail("ledger", "away");
        }
        String damage = door.ledgerDamage();
        if (damage != null) {
            health.withDetail("ledgerDamage", damage);
        }
        Projection.State projection = door.projectionState();
        if (projection == Projection.State.AWAY || projection == Projection.State.STOPPED) {
            health.withDetail("projection", projection.name().toLowerCase(Locale.ROOT));
        }
        String ended = door.endedProjection();
        if (ended != null) {
            health.withDetail("projectionEnded", ended);
        }
        return health.build();
    }
}
