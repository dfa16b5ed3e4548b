package org.debitcredit.server.loop;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes work from other threads for one event loop, which does it in order. The loop is woken only when the mailbox was
 * empty, so a group of answers costs one wake-up.
 */
final class EventLoopMailbox {

    private static final Logger LOG = LoggerFactory.getLogger(EventLoopMailbox.class);

    private final EventExecutor loop;
    private final Runnable drain = this::drain;
    /** The last item pushed, linked to those before it. */
    private final AtomicReference<@Nullable Item> last = new AtomicReference<>();

    private static final class Item {
        private final Runnable work;
        private @Nullable Item next;

        private Item(Runnable work) {
            this.work = work;
        }
    }

    EventLoopMailbox(EventExecutor loop) {
        this.loop = loop;
    }

    EventExecutor loop() {
        return loop;
    }

    /**
     * Runs a task on the event loop soon. May be called by any thread.
     *
     * @throws RuntimeException or an {@link Error} if the loop cannot be woken. This task and those pushed meanwhile
     *     are then dropped, and the next push wakes the loop again. Requests that the engine has taken have a time
     *     limit; a submission that is dropped is never answered.
     */
    void push(Runnable work) {
        Item item = new Item(work);
        Item before;
        do {
            before = last.get();
            item.next = before;
        } while (!last.compareAndSet(before, item));
        if (before == null) {
            wake();
        }
    }

    private void wake() {
        boolean woken = false;
        try {
            loop.execute(drain);
            woken = true;
        } finally {
            if (!woken) {
                last.set(null);
            }
        }
    }

    private void drain() {
        Item item = reversed(last.getAndSet(null));
        while (item != null) {
            try {
                item.work.run();
            } catch (Throwable e) {
                failed(e);
            }
            item = item.next;
        }
    }

    /** Whatever the failure is, later answers are still delivered. */
    private static void failed(Throwable cause) {
        try {
            LOG.error("an answer could not be delivered", cause);
        } catch (Throwable e) {
            // Not even the log can be written. A request that the engine has taken ends at its time limit.
        }
    }

    private static @Nullable Item reversed(@Nullable Item newestFirst) {
        Item oldestFirst = null;
        Item item = newestFirst;
        while (item != null) {
            Item next = item.next;
            item.next = oldestFirst;
            oldestFirst = item;
            item = next;
        }
        return oldestFirst;
    }
}
