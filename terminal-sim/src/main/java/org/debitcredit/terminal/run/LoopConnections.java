package org.debitcredit.terminal.run;

import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.gatling.http.engine.HttpEngine;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import scala.Option;

/**
 * What the terminals of one event loop share; only its thread uses it. Gatling opens a connection whenever none of the
 * event loop's is idle, so that the number of requests in flight bounds that of connections. A terminal that comes when
 * as many are in flight waits its turn.
 */
final class LoopConnections {

    /** The one that stands for all users of shared connections. */
    private static final long ANY_USER = 0;

    private final EventLoop eventLoop;
    private final HttpEngine http;
    private final int inFlightMax;
    private final WorkloadCounter workload;
    private final Queue<Terminal> waiting = new ArrayDeque<>();
    private int inFlight;

    LoopConnections(EventLoop eventLoop, HttpEngine http, int inFlightMax, WorkloadCounter workload) {
        this.eventLoop = eventLoop;
        this.http = http;
        this.inFlightMax = inFlightMax;
        this.workload = workload;
    }

    WorkloadCounter workload() {
        return workload;
    }

    /** Runs a terminal's next step after a time. */
    void schedule(Terminal terminal, long nanos) {
        eventLoop.schedule(terminal, nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether the terminal may send now; otherwise it is told later by {@link Terminal#admitted}. */
    boolean admits(Terminal terminal) {
        if (inFlight < inFlightMax) {
            inFlight++;
            return true;
        }
        waiting.add(terminal);
        return false;
    }

    /** Called once for each admission, when the request is no longer in flight. */
    void leave() {
        Terminal next = waiting.poll();
        if (next == null) {
            inFlight--;
        } else {
            eventLoop.execute(next::admitted);
        }
    }

    void send(Request request, HttpListener listener) {
        http.executeRequest(request, ANY_USER, true, eventLoop, listener, Option.empty());
    }
}
