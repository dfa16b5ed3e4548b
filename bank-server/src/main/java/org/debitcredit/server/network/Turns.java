package org.debitcredit.server.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Schedules the connections that have used up their turn of an event loop. {@value #TURNS_MAX} of them continue each
 * time that the loop has served the other connections, so that their number does not slow the others down. For use by
 * all threads.
 */
public final class Turns {

    /** Most turns between two passes of the loop over all its connections. */
    static final int TURNS_MAX = 4;

    private final Map<EventExecutor, OfLoop> loops = new ConcurrentHashMap<>();

    /** Runs the work on the connection's event loop, when its turn comes. */
    public void next(ChannelHandlerContext ctx, Runnable work) {
        loops.computeIfAbsent(ctx.executor(), OfLoop::new).add(work);
    }

    /** Used only on its event loop. */
    private static final class OfLoop {

        private final EventExecutor loop;
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private boolean isScheduled;

        private OfLoop(EventExecutor loop) {
            this.loop = loop;
        }

        private void add(Runnable work) {
            waiting.add(work);
            if (!isScheduled) {
                schedule();
            }
        }

        /** Uses a timer, because a loop may run tasks for up to a second before it looks at its connections again. */
        private void schedule() {
            isScheduled = true;
            loop.schedule(this::take, 1, TimeUnit.NANOSECONDS);
        }

        private void take() {
            isScheduled = false;
            try {
                for (int left = Math.min(TURNS_MAX, waiting.size()); left > 0; left--) {
                    waiting.remove().run();
                }
            } finally {
                if (!waiting.isEmpty() && !isScheduled) {
                    schedule();
                }
            }
        }
    }
}
