package org.debitcredit.terminal.run;

import com.typesafe.scalalogging.Logger;
import io.gatling.core.action.Action;
import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.core.session.Session;
import io.gatling.core.session.Session$;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.http.engine.HttpEngine;
import io.gatling.http.protocol.HttpProtocol$;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.debitcredit.workload.AtmWorkload;
import scala.Option;

/**
 * The one step of the terminals' scenario: everything that a terminal does. It is an action of Gatling's own, below its
 * scenario language, because that language has no queue for a connection, keeps a map and a stack for each user, and
 * measures from the actual send time only. Gatling starts the users, and gives each its event loop and its HTTP client.
 * This class depends on the inside of one release of Gatling.
 */
final class TerminalActions implements ActionBuilder {

    private final Run run;

    TerminalActions(Run run) {
        this.run = run;
    }

    @Override
    public Action build(ScenarioContext context, Action next) {
        HttpEngine http = context.protocolComponentsRegistry()
                .components(HttpProtocol$.MODULE$.HttpProtocolKey())
                .httpEngine();
        List<EventLoop> eventLoops = new ArrayList<>();
        for (EventExecutor eventLoop : context.coreComponents().eventLoopGroup()) {
            eventLoops.add((EventLoop) eventLoop);
        }
        int connectionsMax = run.plan().connectionsMax();
        return connectionsMax < eventLoops.size()
                ? new Start(run, http, 1, eventLoops.subList(0, connectionsMax), next)
                : new Start(run, http, connectionsMax / eventLoops.size(), List.of(), next);
    }

    /** What the terminals of one event loop share. */
    private record OfLoop(LoopConnections connections, WorkloadCounter workload) {}

    /** Starts a terminal for each user. */
    private static final class Start implements Action {

        private static final String NAME = "terminal";

        /** The one that stands for all users of shared connections. */
        private static final long ANY_USER = 0;

        private final Logger logger = Logger.apply(Start.class);
        private final Map<EventLoop, OfLoop> byLoop = new ConcurrentHashMap<>();
        private final Run run;
        private final HttpEngine http;
        private final int inFlightMax;
        private final List<EventLoop> few;
        private final Action next;

        /** @param few all event loops that may have a connection; empty if each may */
        Start(Run run, HttpEngine http, int inFlightMax, List<EventLoop> few, Action next) {
            this.run = run;
            this.http = http;
            this.inFlightMax = inFlightMax;
            this.few = few;
            this.next = next;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public void execute(Session session) {
            EventLoop own = few.isEmpty() ? session.eventLoop() : few.get((int) (session.userId() % few.size()));
            OfLoop shared = byLoop.computeIfAbsent(own, this::ofLoop);
            try {
                // Gatling numbers its users from 1.
                AtmWorkload workload = run.begin(session.userId() - 1);
                new Terminal(run, shared.connections(), bare(session), next, workload, shared.workload())
                        .think(run.nanos());
            } catch (RuntimeException broken) {
                run.crashed(broken);
                next.$bang(session);
            }
        }

        private OfLoop ofLoop(EventLoop eventLoop) {
            LoopConnections connections = new LoopConnections(
                    eventLoop,
                    (request, listener) ->
                            http.executeRequest(request, ANY_USER, true, eventLoop, listener, Option.empty()),
                    inFlightMax);
            return new OfLoop(connections, run.newWorkloadCounter());
        }

        /** Without the attributes that Gatling's own requests need: a hundred bytes less for each terminal. */
        private static Session bare(Session session) {
            return Session$.MODULE$.apply(session.scenario(), session.userId(), session.onExit(), session.eventLoop());
        }

        @Override
        public Logger logger() {
            return logger;
        }

        @Override
        public void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger ignored) {}
    }
}
