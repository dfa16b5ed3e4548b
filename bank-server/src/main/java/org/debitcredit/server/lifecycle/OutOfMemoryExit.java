package org.debitcredit.server.lifecycle;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.debitcredit.event.BankEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when a thread of the bank runs out of memory, because it is unknown what else could not be
 * allocated. A restart recovers. The JVM does the same with {@code -XX:+ExitOnOutOfMemoryError}, but only for the heap.
 */
public final class OutOfMemoryExit implements Consumer<BankEvent>, Thread.UncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(OutOfMemoryExit.class);

    /** The same as with {@code -XX:+ExitOnOutOfMemoryError}. */
    static final int EXIT_CODE = 3;

    private final IntConsumer halt;

    /**
     * @param halt ends the process with an exit code, at once
     */
    public OutOfMemoryExit(IntConsumer halt) {
        this.halt = halt;
    }

    @Override
    public void accept(BankEvent event) {
        if (event instanceof BankEvent.Fault fault) {
            endOn(fault.cause());
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable cause) {
        // Not by System.err, whose reader may have stopped: then the process would not end.
        LOG.error("thread {} ended", thread.getName(), cause);
        endOn(cause);
    }

    private void endOn(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof OutOfMemoryError) {
                halt.accept(EXIT_CODE);
                return;
            }
        }
    }
}
