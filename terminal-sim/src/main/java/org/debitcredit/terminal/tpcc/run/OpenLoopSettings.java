package org.debitcredit.terminal.tpcc.run;

import java.time.Duration;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.tpcc.TpccScale;

/**
 * How an open loop sends.
 *
 * @param scale what is loaded
 * @param streams of gRPC, each with a connection and a thread of its own
 * @param inFlight the most requests in flight of all streams
 * @param warmUp under load, before each window
 * @param patience how long a loop may take to catch up with its warm-up, and to get its last answers after the window
 */
public record OpenLoopSettings(
        TpccScale scale,
        TransactionMix.Kind mix,
        int streams,
        int inFlight,
        Duration warmUp,
        Duration patience,
        long seed) {

    /** Patience with a server. */
    public static final Duration PATIENCE_DEFAULT = Duration.ofSeconds(15);

    private static final int STREAMS_MAX = 64;
    private static final int IN_FLIGHT_MAX = 100_000;

    public OpenLoopSettings {
        if (streams < 1 || streams > STREAMS_MAX) {
            throw new IllegalArgumentException("--streams is " + streams + "; it must be 1 to " + STREAMS_MAX);
        }
        if (inFlight < streams || inFlight > IN_FLIGHT_MAX) {
            throw new IllegalArgumentException(
                    "--in-flight is " + inFlight + "; it must be the number of streams to " + IN_FLIGHT_MAX);
        }
    }

    /** The most requests in flight of one stream. */
    int inFlight(int stream) {
        return inFlight / streams + (stream < inFlight % streams ? 1 : 0);
    }
}
