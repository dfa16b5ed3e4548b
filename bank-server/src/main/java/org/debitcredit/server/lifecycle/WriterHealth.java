package org.debitcredit.server.lifecycle;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Liveness: down once the writer has been stopped for longer than a grace period, in which the process can be examined.
 * Such a bank does not serve again until a restart recovers it.
 */
public final class WriterHealth implements HealthIndicator {

    private static final long NOT_STOPPED = Long.MIN_VALUE;

    private final BankState state;
    private final LongSupplier nanoTime;
    private final long graceNanos;
    private final AtomicLong stoppedSince = new AtomicLong(NOT_STOPPED);

    /** @param graceSeconds from when the stop is first seen here to when liveness goes down */
    public WriterHealth(BankState state, LongSupplier nanoTime, long graceSeconds) {
        this.state = state;
        this.nanoTime = nanoTime;
        this.graceNanos = TimeUnit.SECONDS.toNanos(graceSeconds);
    }

    @Override
    public Health health() {
        if (!state.isStopped()) {
            return Health.up().build();
        }
        long now = nanoTime.getAsLong();
        stoppedSince.compareAndSet(NOT_STOPPED, now);
        return now - stoppedSince.get() >= graceNanos
                ? Health.down().build()
                : Health.up().build();
    }
}
