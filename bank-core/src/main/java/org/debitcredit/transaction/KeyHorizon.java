package org.debitcredit.transaction;

import java.util.List;

/**
 * The idempotency keys that a bank had forgotten at a position: the size of the window at that time, and the time up to
 * which each client's keys are forgotten. An unknown key at or below that time may have been executed, so it is
 * refused. Each epoch of the journal begins with the horizon of its beginning.
 *
 * @param window size of the idempotency window in force, keys
 * @param othersThroughMillis for every client that is not listed: highest time of any forgotten key, milliseconds since
 *     1970; {@link #NOTHING} where nothing is forgotten
 * @param clients at most {@value #CLIENTS_MAX}
 * @param lowered the latest lowering of these times; {@link Lowered#NEVER} for none
 * @param rememberedFrom position after which every key is remembered; {@link #UNKNOWN} if there is none or it was not
 *     recorded
 * @param executedThroughMillis highest time of any key that was executed so far, forgotten or not; {@link #NOTHING}
 *     where none was, and {@link #UNKNOWN} if it was not recorded
 */
public record KeyHorizon(
        int window,
        long othersThroughMillis,
        List<Client> clients,
        Lowered lowered,
        long rememberedFrom,
        long executedThroughMillis) {

    /** Maximum number of clients with a time of their own; the keys of all others share one time. */
    public static final int CLIENTS_MAX = 1_024;

    /** An unrecorded position or time. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** The time of a client none of whose keys is forgotten. */
    public static final long NOTHING = Long.MIN_VALUE;

    /**
     * One client's time.
     *
     * @param client scope of its keys: see {@link TransactionKey#client}
     * @param throughMillis highest time of any of its forgotten keys, milliseconds since 1970
     */
    public record Client(long client, long throughMillis) {}

    /**
     * A correction by an operator after a clock was wrong, so that keys of the future were executed and forgotten: the
     * times of keys up to a position are limited to a time.
     *
     * @param toMillis that time, milliseconds since 1970
     * @param throughPosition that position
     */
    public record Lowered(long toMillis, long throughPosition) {

        /** Every key counts with its own time. */
        public static final Lowered NEVER = new Lowered(Long.MAX_VALUE, 0);
    }

    public KeyHorizon {
        if (window < 1) {
            throw new IllegalArgumentException(
                    "the idempotency window has " + window + " keys; it must have at least 1");
        }
        if (clients.size() > CLIENTS_MAX) {
            throw new IllegalArgumentException(
                    clients.size() + " clients have forgotten keys; at most " + CLIENTS_MAX + " can");
        }
        clients = List.copyOf(clients);
    }

    /** Highest time of any forgotten key of any client. */
    public long latestMillis() {
        long latest = othersThroughMillis;
        for (Client client : clients) {
            latest = Math.max(latest, client.throughMillis);
        }
        return latest;
    }
}
