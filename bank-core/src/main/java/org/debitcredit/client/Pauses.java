package org.debitcredit.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Increasing pauses between attempts. Each is random, so that many clients do not reconnect at the same time. */
final class Pauses {

    private static final long MILLIS_MIN = 50;
    private static final long MILLIS_MAX = 2_000;

    private long millis = MILLIS_MIN;

    long nextNanos() {
        long pause = millis + ThreadLocalRandom.current().nextLong(millis);
        millis = Math.min(MILLIS_MAX, 2 * millis);
        return TimeUnit.MILLISECONDS.toNanos(pause);
    }

    void beginAnew() {
        millis = MILLIS_MIN;
    }
}
