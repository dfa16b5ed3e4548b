package org.debitcredit.terminal.tpcc.run;

import java.time.Duration;
import java.util.Locale;
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

    /** The patience of the commands. */
    public static final Duration PATIENCE_DEFAULT = Duration.ofSeconds(15);

    static final int STREAMS_MAX = 64;

    /** The response times of a window are sorted by a time of at most 9.5 hours. */
    static final Duration TIME_MAX = Duration.ofHours(9);

    private static final double PER_SECOND_MAX = 1_000_000;
    private static final int IN_FLIGHT_MAX = 100_000;

    public OpenLoopSettings {
        if (streams < 1 || streams > STREAMS_MAX) {
            throw new IllegalArgumentException("--streams is " + streams + "; it must be 1 to " + STREAMS_MAX);
        }
        if (inFlight < streams || inFlight > IN_FLIGHT_MAX) {
            throw new IllegalArgumentException(
                    "--in-flight is " + inFlight + "; it must be the number of streams to " + IN_FLIGHT_MAX);
        }
        requireTime("--warm-up", warmUp, Duration.ZERO);
    }

    /** Returns the rate, or refuses one that is not above 0 or that one thread for each stream cannot send. */
    public static double requireRate(String option, double perSecond) {
        if (!(perSecond > 0 && perSecond <= PER_SECOND_MAX)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "%s is %s; it must be above 0 and at most %.0f requests a second",
                    option,
                    perSecond,
                    PER_SECOND_MAX));
        }
        return perSecond;
    }

    static void requireTime(String option, Duration time, Duration least) {
        if (time.compareTo(least) < 0 || time.compareTo(TIME_MAX) > 0) {
            throw new IllegalArgumentException(option + " is " + time.toSeconds() + " s; it must be "
                    + least.toSeconds() + " s to " + TIME_MAX.toHours() + " h");
        }
    }

    /** The most requests in flight of one stream. */
    int inFlight(int stream) {
        return inFlight / streams + (stream < inFlight % streams ? 1 : 0);
    }
}
