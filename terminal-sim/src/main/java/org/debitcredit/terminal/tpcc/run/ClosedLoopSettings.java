package org.debitcredit.terminal.tpcc.run;

import java.time.Duration;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.tpcc.TpccScale;

/**
 * How terminals work.
 *
 * @param scale what is loaded
 * @param terminals how many there are
 * @param areHuman whether they key and think; otherwise each sends as soon as its answer has come
 * @param streams of gRPC that they share
 * @param warmUp before the window
 * @param measured length of the window, in whole seconds
 */
public record ClosedLoopSettings(
        TpccScale scale,
        TransactionMix.Kind mix,
        int terminals,
        boolean areHuman,
        int streams,
        Duration warmUp,
        Duration measured,
        long seed) {

    private static final int TERMINALS_MAX = 1_000_000;

    public ClosedLoopSettings {
        if (terminals < 1 || terminals > TERMINALS_MAX) {
            throw new IllegalArgumentException("--terminals is " + terminals + "; it must be 1 to " + TERMINALS_MAX);
        }
        if (streams < 1 || streams > OpenLoopSettings.STREAMS_MAX) {
            throw new IllegalArgumentException(
                    "--streams is " + streams + "; it must be 1 to " + OpenLoopSettings.STREAMS_MAX);
        }
        OpenLoopSettings.requireTime("--warm-up", warmUp, Duration.ZERO);
        OpenLoopSettings.requireTime("--duration", measured, Duration.ofSeconds(1));
    }

    /** Streams that have a terminal. */
    int usedStreams() {
        return Math.min(streams, terminals);
    }
}
