package org.debitcredit.console;

import java.util.concurrent.TimeUnit;

/** Shows on standard error, every two seconds, how far a long piece of work has come. */
public final class ConsoleProgress {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private long nextNanos = System.nanoTime() + INTERVAL_NANOS;

    /**
     * Records the progress, and prints it at the next interval.
     *
     * @param what the work, for people
     * @param done units done
     * @param total units in all; 0 when not known beforehand
     */
    public void at(String what, long done, long total) {
        if (System.nanoTime() - nextNanos < 0) {
            return;
        }
        nextNanos = System.nanoTime() + INTERVAL_NANOS;
        if (total > 0) {
            System.err.printf("%s: %,d of %,d%n", what, done, total);
        } else {
            System.err.printf("%s: %,d%n", what, done);
        }
    }
}
