package org.debitcredit.terminal.nation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/** When services were killed and ready again, nanoseconds of the run's clock. Safe for use by several threads. */
final class Outages {

    /**
     * A kill.
     *
     * @param regions that were killed at one time
     * @param readyNanos when all of them were ready again
     */
    record Outage(List<Integer> regions, long killedNanos, long readyNanos) {

        double killedSeconds() {
            return killedNanos / NANOS_PER_SECOND;
        }

        double readySeconds() {
            return readyNanos / NANOS_PER_SECOND;
        }
    }

    /** How long a service counts as disturbed after it is ready again. */
    static final long SETTLED_SECONDS = 2;

    private static final double NANOS_PER_SECOND = 1e9;

    private final AtomicLongArray disturbedUntil;
    private final List<Outage> outages = new ArrayList<>();

    Outages(int regions) {
        disturbedUntil = new AtomicLongArray(regions);
        for (int region = 0; region < regions; region++) {
            disturbedUntil.set(region, Long.MIN_VALUE);
        }
    }

    /** A region's service is about to be killed. */
    void killed(int region) {
        disturbedUntil.set(region, Long.MAX_VALUE);
    }

    /** A region's service is ready again. */
    void ready(int region, long nanos) {
        disturbedUntil.set(region, nanos + TimeUnit.SECONDS.toNanos(SETTLED_SECONDS));
    }

    synchronized void add(Outage outage) {
        outages.add(outage);
    }

    synchronized List<Outage> all() {
        return List.copyOf(outages);
    }

    /** Number of services that were killed, each as often as it was. */
    synchronized int kills() {
        return outages.stream().mapToInt(outage -> outage.regions().size()).sum();
    }

    /** When the last service was ready again and settled; the largest number while one is away. */
    long lastUntilNanos() {
        long last = Long.MIN_VALUE;
        for (int region = 0; region < disturbedUntil.length(); region++) {
            last = Math.max(last, disturbedUntil.get(region));
        }
        return last;
    }

    /** Whether a region was away, or had just returned, at any time from the given one until now. */
    boolean isDisturbed(int region, long sinceNanos) {
        return disturbedUntil.get(region) > sinceNanos;
    }
}
