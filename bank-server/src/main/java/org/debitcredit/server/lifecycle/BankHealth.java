package org.debitcredit.server.lifecycle;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Readiness: whether the bank serves. Not while it opens or replays, nor once the writer has stopped. */
public final class BankHealth implements HealthIndicator {

    private final BankDoor door;

    public BankHealth(BankDoor door) {
        this.door = door;
    }

    @Override
    public Health health() {
        return door.serves() ? Health.up().build() : Health.down().build();
    }
}
