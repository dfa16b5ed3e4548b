package org.debitcredit.server.security;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a client with limits uses at this moment, over both transports and whatever it authenticates with. For use by
 * all threads.
 */
public final class ClientUse {

    /** What is counted. */
    public enum Kind {
        /** HTTP requests and unary calls, from their arrival to their answers. */
        REQUESTS("requests that are not answered yet"),
        /** Streams of batches, of {@code Follow} and of the console, as long as they are open. */
        STREAMS("open streams"),
        /** Connections over which it has sent a request, until they are closed. */
        CONNECTIONS("connections");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /** What a request gets. */
    public sealed interface Admission {}

    /** A place, until it is given back. */
    public final class Place implements Admission {

        private final Kind kind;
        private final AtomicBoolean isTaken = new AtomicBoolean(true);

        private Place(Kind kind) {
            this.kind = kind;
        }

        /** Gives the place back, before the client has its answer; a second time has no effect. */
        public void giveBack() {
            if (isTaken.getAndSet(false)) {
                used.decrementAndGet(kind.ordinal());
            }
        }
    }

    /**
     * No place, because a limit is reached.
     *
     * @param detail which one
     */
    public record Refused(String detail) implements Admission {}

    private final int[] max;
    private final AtomicIntegerArray used = new AtomicIntegerArray(Kind.values().length);
    private final LongAdder refused = new LongAdder();

    /** @param max of each kind, in their order */
    ClientUse(int... max) {
        this.max = max.clone();
    }

    /** Takes a place, unless the limit is reached. */
    public Admission take(Kind kind) {
        int index = kind.ordinal();
        if (used.incrementAndGet(index) <= max[index]) {
            return new Place(kind);
        }
        used.decrementAndGet(index);
        refused.increment();
        return new Refused("this client has " + max[index] + ' ' + kind.text
                + ", which is its limit in bank.security.limits; nothing was executed, send the request again later");
    }

    /** How often a limit was reached. */
    public long refused() {
        return refused.sum();
    }
}
