package org.debitcredit.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.debitcredit.transaction.KeyHorizon;

/**
 * The highest time of forgotten keys for each client, for at most {@value KeyHorizon#CLIENTS_MAX} clients. All further
 * clients share one time. So one client's clock does not expire another client's keys, and the memory is bounded
 * whatever the number of clients.
 *
 * <p>A time decreases only at an operator's request ({@link #lowerTo}). A client that gets its own time starts with the
 * shared one, which may come from this client.
 */
final class ForgottenTimes {

    private static final int CLIENTS_MAX = KeyHorizon.CLIENTS_MAX;
    private static final int SLOTS = 4 * CLIENTS_MAX;

    private final long[] client = new long[CLIENTS_MAX];
    private final long[] through = new long[CLIENTS_MAX];
    /**
     * Index into the columns plus one, by hash of the client; 0 for none. At most a quarter of the table is in use.
     */
    private final int[] slots = new int[SLOTS];

    private int size;
    private int latestUsed;
    private long othersThrough = KeyHorizon.NOTHING;

    /** Adds a key's time. */
    void note(long ofClient, long millis) {
        if (latestUsed < size && client[latestUsed] == ofClient) {
            through[latestUsed] = Math.max(through[latestUsed], millis);
            return;
        }
        int slot = slot(ofClient);
        if (slots[slot] == 0 && size == CLIENTS_MAX) {
            othersThrough = Math.max(othersThrough, millis);
            return;
        }
        if (slots[slot] == 0) {
            client[size] = ofClient;
            through[size] = othersThrough;
            slots[slot] = ++size;
        }
        latestUsed = slots[slot] - 1;
        through[latestUsed] = Math.max(through[latestUsed], millis);
    }

    /** Adds everything of another instance. The shared time in it may belong to any client. */
    void noteAll(ForgottenTimes other) {
        raiseAll(other.othersThrough);
        for (int i = 0; i < other.size; i++) {
            note(other.client[i], other.through[i]);
        }
    }

    /** Adds what was forgotten before. */
    void noteAll(KeyHorizon horizon) {
        raiseAll(horizon.othersThroughMillis());
        for (KeyHorizon.Client one : horizon.clients()) {
            note(one.client(), one.throughMillis());
        }
    }

    /** Adds a time that may belong to any client. */
    void raiseAll(long millis) {
        othersThrough = Math.max(othersThrough, millis);
        for (int i = 0; i < size; i++) {
            through[i] = Math.max(through[i], millis);
        }
    }

    /** Lowers all times that are later than the given one. */
    void lowerTo(long millis) {
        othersThrough = Math.min(othersThrough, millis);
        for (int i = 0; i < size; i++) {
            through[i] = Math.min(through[i], millis);
        }
    }

    /** Highest time noted for a client, milliseconds since 1970; {@link KeyHorizon#NOTHING} if none is. */
    long through(long ofClient) {
        int place = slots[slot(ofClient)] - 1;
        return place < 0 ? othersThrough : through[place];
    }

    /** Highest time noted for any client; {@link KeyHorizon#NOTHING} if none is. */
    long latest() {
        long latest = othersThrough;
        for (int i = 0; i < size; i++) {
            latest = Math.max(latest, through[i]);
        }
        return latest;
    }

    KeyHorizon horizon(int window, KeyHorizon.Lowered lowered, long rememberedFrom, long executedThrough) {
        List<KeyHorizon.Client> clients = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            clients.add(new KeyHorizon.Client(client[i], through[i]));
        }
        return new KeyHorizon(window, othersThrough, clients, lowered, rememberedFrom, executedThrough);
    }

    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
        latestUsed = 0;
        othersThrough = KeyHorizon.NOTHING;
    }

    private int slot(long ofClient) {
        long mixed = ofClient * 0x9E3779B97F4A7C15L;
        for (int slot = (int) (mixed >>> 52); ; slot = (slot + 1) & (SLOTS - 1)) {
            int place = slots[slot] - 1;
            if (place < 0 || client[place] == ofClient) {
                return slot;
            }
        }
    }
}
