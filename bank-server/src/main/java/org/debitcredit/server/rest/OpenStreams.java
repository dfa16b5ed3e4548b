package org.debitcredit.server.rest;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.server.security.Source;
import org.jspecify.annotations.Nullable;

/** The open streams of status reports, limited in total and per client. Safe for use by several threads. */
final class OpenStreams {

    static final int MAX = 64;
    static final int PER_CLIENT_MAX = 8;

    private final Map<Viewer, Integer> ofClient = new HashMap<>();
    private int open;

    /**
     * Whose streams are counted together.
     *
     * @param client its scope; 0 where the server is not secured
     * @param host of the client where the server is not secured
     */
    record Viewer(long client, @Nullable InetAddress host) {}

    OpenStreams(MeterRegistry registry) {
        Gauge.builder("bank.status.streams", this, OpenStreams::open)
                .description("Open streams of status reports")
                .register(registry);
    }

    /** A client with a token is one viewer, wherever it is; without tokens each host is one. */
    static Viewer viewer(long client, @Nullable InetAddress from) {
        return client != 0 || from == null ? new Viewer(client, null) : new Viewer(client, Source.host(from));
    }

    /** Takes a place; false if there is none. */
    synchronized boolean begin(Viewer viewer) {
        int own = ofClient.getOrDefault(viewer, 0);
        if (open >= MAX || own >= PER_CLIENT_MAX) {
            return false;
        }
        open++;
        ofClient.put(viewer, own + 1);
        return true;
    }

    /** Gives the place back. */
    synchronized void end(Viewer viewer) {
        open--;
        ofClient.computeIfPresent(viewer, (same, count) -> count == 1 ? null : count - 1);
    }

    synchronized int open() {
        return open;
    }
}
