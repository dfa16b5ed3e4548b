package org.debitcredit.server.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * When connections go on that have used their turn of an event loop: {@value #TURNS_MAX} of them each time after the loop has
 * served those that have not, so that it does not matter to these how many there are. All threads.
 */
public final class Turns {

    /** Between two looks at all connections. */
    static final int TURNS_MAX = 4;

    private final Map<EventExecutor, OfLoop> loops = new ConcurrentHashMap<>();

    /** Has the connection's event loop go on with it, in its turn. */
    public void next(ChannelHandlerContext ctx, Runnable work) {
        loops.computeIfAbsent(ctx.executor(), OfLoop::new).add(work);
    }

    /** On the event loop. */
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

        /** By a timer: a loop goes on with tasks for up to a second before it looks at its connections again. */
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
