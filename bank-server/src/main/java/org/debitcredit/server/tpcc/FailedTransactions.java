package org.debitcredit.server.tpcc;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Logs failed transactions, by one line a second at most: while a database is down, thousands fail in a second. */
final class FailedTransactions {

    private static final long APART_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clockNanos;
    private final Consumer<String> log;
    private boolean wereLogged;
    private long loggedNanos;
    private long unlogged;

    FailedTransactions(LongSupplier clockNanos, Consumer<String> log) {
        this.clockNanos = clockNanos;
        this.log = log;
    }

    synchronized void add(SQLException failure) {
        unlogged++;
        long now = clockNanos.getAsLong();
        if (wereLogged && now - loggedNanos < APART_NANOS) {
            return;
        }
        log.accept("The database failed in " + unlogged + " transactions, in the latest by: " + failure.getMessage());
        wereLogged = true;
        loggedNanos = now;
        unlogged = 0;
    }
}
