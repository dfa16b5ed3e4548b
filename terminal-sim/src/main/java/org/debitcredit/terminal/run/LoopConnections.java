package org.debitcredit.terminal.run;

import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The connections to one server that the terminals of one event loop share; only its thread uses them. Gatling opens a
 * connection whenever none of the event loop's is idle, so that the number of requests in flight bounds that of
 * connections. A terminal that comes while that many requests are in flight waits its turn.
 */
public final class LoopConnections {

    /** A terminal that waits its turn. */
    public interface Waiting {

        /** It may send now. Called by the event loop. */
        void admitted();
    }

    private final EventLoop eventLoop;
    private final BiConsumer<Request, HttpListener> http;
    private final int inFlightMax;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private int inFlight;

    /** @param http sends a request from the event loop */
    public LoopConnections(EventLoop eventLoop, BiConsumer<Request, HttpListener> http, int inFlightMax) {
        this.eventLoop = eventLoop;
        this.http = http;
        this.inFlightMax = inFlightMax;
    }

    /** Runs a terminal's next step after a time. */
    public void schedule(Runnable step, long nanos) {
        eventLoop.schedule(step, nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether the terminal may send now; otherwise {@link Waiting#admitted} is called later. */
    public boolean admits(Waiting terminal) {
        if (inFlight < inFlightMax) {
            inFlight++;
            return true;
        }
        waiting.add(terminal);
        return false;
    }

    /** Called once for each admission, when the request is no longer in flight. */
    public void leave() {
        Waiting next = waiting.poll();
        if (next == null) {
            inFlight--;
        } else {
            eventLoop.execute(next::admitted);
        }
    }

    /** Sends the request of a terminal that was admitted. */
    public void send(Request request, HttpListener listener) {
        http.accept(request, listener);
    }
}
