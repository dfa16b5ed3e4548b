package org.debitcredit.terminal.nation;

import io.gatling.http.client.HttpClient;
import io.gatling.http.client.HttpClientConfig;
import io.gatling.http.client.impl.DefaultHttpClient;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.debitcredit.terminal.run.Descriptors;
import org.debitcredit.terminal.run.LoopConnections;

/**
 * The ATMs of all regions, on a few event loops, by the HTTP client of Gatling alone. Those of a region share a few
 * connections to its service.
 */
final class Atms implements AutoCloseable {

    /** The one that stands for all users of shared connections. */
    private static final long ANY_USER = 0;

    private static final int LOOPS =
            Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));

    /** Largest number of connections from each event loop to each region's service. */
    private static final int CONNECTIONS_MAX = 64;

    private final NationPlan plan;
    private final NationTraffic traffic;
    private final NationRequests requests;
    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(LOOPS, NioIoHandler.newFactory());
    private final HttpClient http = new DefaultHttpClient(new HttpClientConfig());

    /** @param urls of the services, by their regions */
    Atms(NationPlan plan, List<URI> urls, NationTraffic traffic) {
        Descriptors.check(LOOPS * CONNECTIONS_MAX * plan.regions());
        this.plan = plan;
        this.traffic = traffic;
        this.requests = new NationRequests(urls);
    }

    /** Starts them all; each thinks first. */
    void begin() {
        SplittableRandom random = new SplittableRandom(plan.seed());
        List<List<LoopConnections>> connections = new ArrayList<>();
        List<EventLoop> eventLoops = new ArrayList<>();
        for (int loop = 0; loop < LOOPS; loop++) {
            EventLoop eventLoop = loops.next();
            eventLoops.add(eventLoop);
            connections.add(connections(eventLoop));
        }
        for (int atm = 0; atm < plan.terminalsPerRegion(); atm++) {
            for (int region = 0; region < plan.regions(); region++) {
                int loop = atm % LOOPS;
                NationWorkload workload = new NationWorkload(plan, region, atm, random.split());
                Atm one = new Atm(traffic, requests, connections.get(loop).get(region), workload, region);
                eventLoops.get(loop).execute(one::think);
            }
        }
    }

    private List<LoopConnections> connections(EventLoop eventLoop) {
        List<LoopConnections> ofRegions = new ArrayList<>();
        for (int region = 0; region < plan.regions(); region++) {
            ofRegions.add(new LoopConnections(
                    eventLoop,
                    (request, listener) -> http.sendRequest(request, ANY_USER, eventLoop, listener, null),
                    CONNECTIONS_MAX));
        }
        return ofRegions;
    }

    @Override
    public void close() {
        try {
            http.close();
        } catch (Exception unclosed) {
            throw new IllegalStateException("the HTTP client could not be closed", unclosed);
        } finally {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }
}
