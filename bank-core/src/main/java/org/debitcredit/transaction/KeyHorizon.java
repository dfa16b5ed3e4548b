package org.debitcredit.transaction;

import java.util.List;

/**
 * What a bank had forgotten of its idempotency keys at a position: the window that was in force there, and up to which
 * time each client's keys are forgotten. An unknown key at or below that time may have been executed, so it is refused.
 * Each epoch of the journal begins with the horizon of its beginning.
 *
 * @param window size of the idempotency window in force, keys
 * @param othersThroughMillis for every client that is not listed: highest time of any forgotten key, milliseconds since
 *     1970; {@link #NOTHING} where nothing is forgotten
 * @param clients at most {@value #CLIENTS_MAX}
 * @param lowered the latest lowering of these times; {@link Lowered#NEVER} for none
 * @param rememberedFrom position after which every key is remembered; {@link #UNKNOWN} where none is, or nobody kept it
 * @param executedThroughMillis highest time of any key that was executed so far, forgotten or not; {@link #NOTHING}
 *     where
 *     none was, and {@link #UNKNOWN} where nobody kept it
 */
public record KeyHorizon(
        int window,
        long othersThroughMillis,
        List<Client> clients,
        Lowered lowered,
        long rememberedFrom,
        long executedThroughMillis) {

    /** Most clients that are kept apart; the keys of all others share one time. */
    public static final int CLIENTS_MAX = 1_024;

    /** The position or the time of keys of which nobody kept it. */
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
     * An operator's way out after a clock was wrong, and keys of the future were executed and forgotten: the key of a
     * transaction up to a position counts as no later than a time.
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
