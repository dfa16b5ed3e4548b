package org.debitcredit.server.command;

import java.util.concurrent.TimeUnit;
import org.debitcredit.recovery.Progress;

/** Tells on stderr, every two seconds, how far a long piece of work has come. */
final class ConsoleProgress implements Progress {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private long nextNanos = System.nanoTime() + INTERVAL_NANOS;

    @Override
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
