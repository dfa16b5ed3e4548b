package org.debitcredit.server.loop;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.debitcredit.engine.Passenger;
import org.jspecify.annotations.Nullable;

/** One passenger's way to the writer and home, which ends once: answered, late, or not taken. Lives on one event loop. */
final class RoundTrip<P extends Passenger> {

    private final Lane lane;
    private final Reply<P> reply;
    private @Nullable Future<?> expiry;
    private boolean ended;

    RoundTrip(Lane lane, Reply<P> reply) {
        this.lane = lane;
        this.reply = reply;
    }

    /** The answer is in: called on the writer's thread, hands over to the event loop. */
    void home(P passenger) {
        lane.push(() -> {
            if (end()) {
                reply.answered(passenger);
            }
        });
    }

    void expireAfter(long delay, TimeUnit unit) {
        expiry = lane.loop().schedule(() -> end(NotAnswered.LATE), delay, unit);
    }

    void end(NotAnswered why) {
        if (end()) {
            reply.notAnswered(why);
        }
    }

    private boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        if (expiry != null) {
            expiry.cancel(false);
        }
        return true;
    }
}
