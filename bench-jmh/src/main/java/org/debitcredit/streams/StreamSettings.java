package org.debitcredit.streams;

import java.time.Duration;

/**
 * The settings of the streams.
 *
 * @param streams how many there are
 * @param batch transactions of one submission
 * @param inFlight maximum number of submissions in flight over all streams
 * @param perSecond transactions a second of all streams, each sent at its own time whatever became of those before; 0
 *     for as fast as answers come
 * @param stagger from the beginning of one stream to that of the next; zero for all at once
 * @param warmUp how long they run before anything is measured
 * @param measured how long they are measured
 * @param seed of the workload
 * @param keepsResponses whether the response time of each submission is kept, 8 bytes, as the tests of an open loop's
 *     tail need it; otherwise a long run needs no more memory than a short one
 */
public record StreamSettings(
        int streams,
        int batch,
        int inFlight,
        double perSecond,
        Duration stagger,
        Duration warmUp,
        Duration measured,
        long seed,
        boolean keepsResponses) {

    private static final double PER_SECOND_MAX = 1e9;

    /** Settings that keep no single response time. */
    public StreamSettings(
            int streams,
            int batch,
            int inFlight,
            double perSecond,
            Duration stagger,
            Duration warmUp,
            Duration measured,
            long seed) {
        this(streams, batch, inFlight, perSecond, stagger, warmUp, measured, seed, false);
    }

    public StreamSettings {
        require(streams >= 1 && streams <= 1_000, "--streams", streams, "1 to 1,000");
        require(batch >= 1 && batch <= 8_192, "--batch", batch, "1 to 8,192");
        require(
                inFlight >= streams && inFlight <= 100_000,
                "--in-flight",
                inFlight,
                "at least the number of streams, and at most 100,000");
        require(perSecond >= 0 && perSecond <= PER_SECOND_MAX, "--rate", perSecond, "0 to 1e9");
        require(!warmUp.isNegative(), "--warm-up", text(warmUp), "0s or more");
        require(!measured.isNegative() && !measured.isZero(), "--duration", text(measured), "more than 0s");
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    private static void require(boolean holds, String name, Object value, String right) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be " + right);
        }
    }

    /** Maximum number of submissions in flight of one stream. */
    int inFlight(int stream) {
        return inFlight / streams + (stream < inFlight % streams ? 1 : 0);
    }

    /** The same streams at another rate, measured for another time. */
    public StreamSettings at(double transactionsPerSecond, Duration window) {
        return new StreamSettings(
                streams, batch, inFlight, transactionsPerSecond, stagger, warmUp, window, seed, keepsResponses);
    }

    /** The same, with the response time of each submission. */
    public StreamSettings keepingResponses() {
        return new StreamSettings(streams, batch, inFlight, perSecond, stagger, warmUp, measured, seed, true);
    }
}
