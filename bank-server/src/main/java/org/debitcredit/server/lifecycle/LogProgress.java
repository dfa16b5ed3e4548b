package org.debitcredit.server.lifecycle;

import java.util.function.LongSupplier;
import org.debitcredit.event.Progress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the progress of a long operation, about once a second. */
final class LogProgress implements Progress {

    private static final Logger LOG = LoggerFactory.getLogger(LogProgress.class);
    private static final long INTERVAL_NANOS = 1_000_000_000;

    private final LongSupplier clockNanos;
    private long lastNanos;

    LogProgress(LongSupplier clockNanos) {
        this.clockNanos = clockNanos;
        this.lastNanos = clockNanos.getAsLong();
    }

    @Override
    public void at(String what, long done, long total) {
        long now = clockNanos.getAsLong();
        if (now - lastNanos < INTERVAL_NANOS) {
            return;
        }
        lastNanos = now;
        if (total > 0) {
            LOG.info("{}: {} of {}", what, done, total);
        } else {
            LOG.info("{}: {}", what, done);
        }
    }
}
