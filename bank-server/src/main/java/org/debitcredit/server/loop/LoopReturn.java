package org.debitcredit.server.loop;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The network bus home: one {@link Lane} per event loop. The writer drops answers there and never encodes or sends
 * anything itself.
 */
public final class LoopReturn {

    private final List<Lane> lanes = new ArrayList<>();

    public LoopReturn(Iterable<EventExecutor> loops) {
        loops.forEach(loop -> lanes.add(new Lane(loop)));
    }

    /** The lane of the event loop that calls; any lane for a thread that is none. */
    public Lane lane() {
        for (Lane lane : lanes) {
            if (lane.loop().inEventLoop()) {
                return lane;
            }
        }
        return lanes.get(ThreadLocalRandom.current().nextInt(lanes.size()));
    }
}
