package org.debitcredit.server.lifecycle;

import java.util.function.IntConsumer;
import org.springframework.beans.factory.DisposableBean;

/**
 * Ends the process with an exit code of its own, once the network is down, if its bank could not be closed. Otherwise
 * threads that still wait for a disk would delay it, and it would end like a process that stopped cleanly.
 */
public final class UnclosedExit implements DisposableBean {

    /** The next code after 0 to 2 of every command and 3 for a full heap. */
    static final int EXIT_CODE = 4;

    private final IntConsumer halt;
    private volatile boolean isUnclosed;

    /**
     * @param halt ends the process with an exit code, at once
     */
    public UnclosedExit(IntConsumer halt) {
        this.halt = halt;
    }

    void unclosed() {
        isUnclosed = true;
    }

    @Override
    public void destroy() {
        if (isUnclosed) {
            halt.accept(EXIT_CODE);
        }
    }
}
